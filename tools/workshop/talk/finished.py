"""The finished games of a Pico, as the console keeps them."""

from .leftovers import is_number

FOLDER = "/saves/games"


async def fetched(device):
    """Return {number: bytes} of the games on an open Device."""
    await device.prepare()
    paths, _ = await device.files([FOLDER], [])
    found = {}
    for path in paths:
        name = path.rpartition("/")[2]
        if is_number(name) and len(name) < 9:
            found[int(name)] = await device.read(path) or b""  # None if it is gone by now
    return found
