"""The person's own games on a device, which an update keeps as they are flashed.

Older versions of Glowgrid read games of data from JSON on the device. It plays tables now: each such file without any
gets them.
"""

import json

from host_sim.own_games.data.room import Room
from host_sim.own_games.data.tables import TABLES, compiled

from ...compile.layout.manifest import MANIFEST, parsed
from ...compile.layout.places import NEW, OWN_GAMES

JSON = ".json"
IN_PLACE_OF_IT = TABLES, ".py", ".mpy"  # the device then leaves JSON of the same name alone


async def kept(device):
    """Return ({path: sha256 hex} of the own files that were flashed, so that they count as ours, {path: new tables}).

    Of the files on the device only games that get tables are read.
    """
    there, _ = await device.files([OWN_GAMES], [])
    stay, found = {}, {}
    for path in MANIFEST, MANIFEST + NEW:
        for name, known in parsed(await device.read(path)).files.items():
            if name.startswith(OWN_GAMES + "/") and there.get(name) == known:
                stay[name] = known
    for name in there:
        stem = name[: -len(JSON)]
        is_game = name.endswith(JSON) and name.rpartition("/")[0] == OWN_GAMES
        if is_game and not [ending for ending in IN_PLACE_OF_IT if stem + ending in there]:
            tables = _tables(await device.read(name))
            if tables:
                found[stem + TABLES] = tables
    return stay, found


def _tables(text):
    """Return the tables of a game; None if it is none, as the device says at its start."""
    try:
        return compiled(Room().make(json.loads(text), len(text)))
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        return None
