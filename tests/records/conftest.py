"""What tests of records share."""

import pytest

from host_sim.engine.large_fields import allowed


@pytest.fixture
def large():
    """Fields beyond the Pico's, as in records of people."""
    with allowed():
        yield
