"""The finished games of a Pico, as the console keeps them."""

from .device import Device
from .ports import find_port

FOLDER = "/saves/games"


def fetched(port=None):
    """Return {number: bytes} of the games that a Pico keeps. port: its port; None: find it.

    The Pico restarts at the end; a match in progress is saved and offered again. Raises ToolError.
    """
    with Device(find_port(port)) as device:
        device.prepare()
        paths, _ = device.files([FOLDER], [])
        names = {path: path.rpartition("/")[2] for path in paths}
        return {int(name): device.read(path) for path, name in names.items() if name.isdecimal() and len(name) < 9}
