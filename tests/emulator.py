"""What tests on the emulated Pico share: an image or a skip with its reason, and booted machines to fork."""

import functools
import os
import threading

import pytest

from host_sim.pico import image

ASK_S = 20  # for a download; without a network no test waits longer
MISSING = "GLOWGRID_TESTS_LACK_IMAGE"  # in the environment of the workers: why there is no image


def ask_for_image():
    """Look for the image once a run, before the workers start; pass on the reason if there is none."""
    said = []
    asking = threading.Thread(target=lambda: said.append(_missing()), daemon=True)
    asking.start()
    asking.join(ASK_S)
    why = said[0] if said else f"no MicroPython image {image.DEFAULT_VERSION}: no download within {ASK_S} s"
    if why:
        os.environ[MISSING] = why


def _missing():
    """Return why there is no image; "" if there is one."""
    try:
        image.find()
    except image.ImageMissing as error:
        return str(error)
    return ""


def image_if_any():
    """Path of the MicroPython image; None if there is none."""
    return None if os.environ.get(MISSING) else image.find()


def image_or_skip(version=None):
    """Path of the MicroPython image; skips the test if there is none, and says what was tried.

    version: one of `image.ALSO_WORK`, used only if it is here; nothing is downloaded for it.
    """
    if version is None:
        if why := os.environ.get(MISSING):
            pytest.skip(why)
        return image.find()
    for path in image.found():
        if image.version_of(path) == version:
            return path
    pytest.skip(f"no MicroPython image {version} in {image.cache_folder()}: put one there to test it too")


@functools.cache
def booted(path):
    """A Pico booted from the image at `path` with an empty file system, in the raw REPL. Use it only by `.forked`."""
    from host_sim.pico.bench import Pico

    pico = Pico(path, files={}).boot()
    pico.exec("pass")
    return pico
