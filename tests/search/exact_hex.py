"""The exact values of Hex for tests; without the compiler there are none."""

import functools

import pytest

from host_sim.errors import ToolError
from tools.lab.exact import HexValues


@functools.cache
def values_of(size):
    """Return the HexValues of a size; skip the test if the kernels cannot be compiled."""
    try:
        return HexValues(size, 16)
    except ToolError as error:
        pytest.skip(str(error))
