"""What tests on the emulated Pico share: an image or a skip with its reason, and booted machines to fork from."""

import functools

import pytest

from host_sim.pico import image


def image_or_skip(version=None):
    """Path of the MicroPython image, or the test is skipped, saying what was tried."""
    try:
        return image.find(version)
    except image.ImageMissing as error:
        pytest.skip(str(error))


@functools.cache
def booted(path):
    """A Pico booted from the image at `path` with an empty file system, in the raw REPL. Use it only by `.forked`."""
    from host_sim.pico.bench import Pico

    pico = Pico(path, files={}).boot()
    pico.exec("pass")
    return pico
