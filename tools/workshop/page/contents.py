"""What is in a person's files: whether the firmware takes a chosen file, and what finished games were played.

In the page alone. Its MicroPython has files in /games, as on a Pico: the data games that are on the device, too.
"""

import os
from binascii import a2b_base64

from glowgrid import games
from glowgrid.console.screens import puzzles

from ...compile.layout.places import OWN_GAMES
from ..talk.files import GAME_FILES, MOST, PUZZLES, STRATEGIES
from ..talk.leftovers import folders_of

IN_PYTHON = (
    "a game in Python has to be compiled, which a page cannot do: put it into the folder that `glowgrid games folder`"
    " prints, then `glowgrid flash` puts it onto the Pico"
)
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"


def write(path, data):
    """Write a file into MicroPython's own file system."""
    for folder in folders_of(path):
        try:
            os.mkdir(folder)
        except OSError:  # it exists
            pass
    with open(path, "wb") as file:
        file.write(data)


def forget_games():
    """Remove what is in /games here."""
    for folder in STRATEGIES, PUZZLES, OWN_GAMES:
        try:
            paths = [f"{folder}/{name}" for name in os.listdir(folder)]
        except OSError:  # there is none
            paths = []
        for path in paths:
            if not os.stat(path)[0] & 0x4000:
                os.remove(path)


def checked(file, data):
    """Return what a chosen file is for a Pico: {file, path, title, data}, or {file, fault}. file: its name."""
    try:
        if len(data) > MOST:
            raise ValueError(f"too large: {len(data)} bytes; at most {MOST}")
        ending = file[file.rfind(".") :] if "." in file else ""
        stem = "".join([sign if sign in _PLAIN else "_" for sign in file[: len(file) - len(ending)]])[:40] or "mine"
        if ending in (".py", ".mpy"):
            raise ValueError(IN_PYTHON)
        if ending in GAME_FILES:
            path, title, data = _game(stem, ending, data)
        elif ending == ".txt":
            path, title = (_strategy if _is_strategy(data) else _puzzles)(stem, data)
        else:
            raise ValueError("no game, no puzzles, no strategy: choose a file that ends in .json, .tables or .txt")
    except ValueError as error:
        return {"file": file, "fault": " ".join(str(error).split()) or "no text in UTF-8"}
    write(path, data)
    return {"file": file, "path": path, "title": title, "data": data}


def _game(stem, ending, data):
    from host_sim.own_games import own_files

    path = f"{OWN_GAMES}/{stem}.tables"
    if ending == ".json":
        if b'"leds"' in data and b'"keys"' in data:
            raise ValueError("this is a board file: give it at Choose")
        given = f"{stem}.json"
        write(f"{OWN_GAMES}/{given}", data)
        games.json_reader = own_files.reading_json
        found = own_files.game_in(given)
        os.remove(f"{OWN_GAMES}/{given}")
        _refuse(found)
        data = a2b_base64(found["tables"].encode())
    games.json_reader = None
    before = _content(path)
    write(path, data)
    found = own_files.game_in(f"{stem}.tables")  # as the Pico reads it, beside the games there
    if "fault" in found:
        os.remove(path)
        if before:
            write(path, before)
    _refuse(found)
    return path, found["title"], data


def _strategy(stem, data):
    from host_sim.own_games import own_files

    games.json_reader = None
    path = f"{STRATEGIES}/{stem}.txt"
    write(path, data)
    found = own_files.strategy_in(f"strategies/{stem}.txt")
    if "fault" in found:
        os.remove(path)
    _refuse(found)
    return path, f"a strategy for {found['title']}"


def _refuse(found):
    if "fault" in found:
        raise ValueError(found["fault"])


def _is_strategy(data):
    for row in data.split(b"\n"):
        if row.strip() and not row.strip().startswith(b"#"):
            return row.strip().startswith(b"glowgrid strategy")
    return False


def _puzzles(stem, data):
    """Return (the path of a file of puzzles, which its game names, and what it is)."""
    game, count = None, 0
    known = {game.name: game for game in here()}
    for number, row in enumerate(data.decode().split("\n"), 1):
        row = row.strip()
        if not row or row.startswith("#"):
            continue
        name = row.replace(":", " ").replace(",", " ").split()[0].lower()
        if name not in known:
            raise ValueError(
                f"line {number}: {name[:40]} is no game here; expected a line such as "
                "hex 5: a4 c1 / b2 d3, 2 to move; wins in 5"
            )
        if game and game is not known[name]:
            raise ValueError(f"line {number}: a puzzle of {name}; a file has puzzles of one game, here {game.name}")
        game = known[name]
        try:
            puzzles.match_of(None, game, row)
        except ValueError as error:
            why = str(error)
        else:
            count += 1
            continue
        raise ValueError(f"line {number}: {why}")
    if not game:
        raise ValueError("there is no puzzle in it")
    path = f"{PUZZLES}/{game.name.replace('-', '_')}.txt"
    return path, f"{count} puzzle{'s' * (count != 1)} of {game.title()}"


def here():
    """Return the games that the device has, but for those in Python."""
    games.json_reader = None
    return games.discover(own=OWN_GAMES)[0]


def played(found):
    """Return what the finished games are, the last one first: {number, title, who, moves, result, sgf, link}.

    found: {number: bytes that were saved}. link: as sharing.py has it, None for a game that the page has not. Of one
    that cannot be read: {number, fault}.
    """
    from host_sim.records import sharing  # first: it gives the readers their patterns

    from host_sim.records import finished  # isort: skip

    games_here, told = here(), []
    for number in sorted(found, reverse=True):
        try:
            record, game = finished.read(found[number], games_here)
            title, who, moves, result = finished.parts(record, game)
            about = {"title": title, "who": who, "moves": moves, "result": result, "sgf": sharing.sgf(record, game)}
            about["link"] = None if game.file else sharing.as_link(record, game)
        except ValueError as error:
            about = {"fault": " ".join(str(error).split())}
        about["number"] = number
        told.append(about)
    return told


def _content(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def check_all(files):
    """Return (what each chosen file is, {path on the device: bytes}). files: {name: bytes}; games come first."""
    order = sorted(files, key=lambda name: (name.endswith(".txt"), name))
    said, found, by = [], {}, {}  # by: {path: name of the file that goes there}
    for name in order:
        each = checked(name, files[name])
        path, data = each.get("path"), each.pop("data", None)
        if path and path in by:
            write(path, found[path])
            do = "put their puzzles into one file" if path.startswith(PUZZLES) else "rename one of them"
            each = {"file": name, "fault": f"it would be {path} on the Pico, as {by[path]} is: {do}"}
        elif path:
            found[path], by[path] = data, name
        said.append(each)
    return said, found
