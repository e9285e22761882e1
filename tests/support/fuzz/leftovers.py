"""Leftovers: whatever is on a Pico, `flash` names what comes before Glowgrid; --tidy moves it, and nothing is lost.

The model looks up modules as MicroPython does: in /, among the frozen ones, in /lib; in each place a folder comes
first, then NAME.py, then NAME.mpy. Files that no flash has written are the user's, and must still exist somewhere.
"""

import tempfile
from pathlib import Path

from host_sim.errors import ToolError
from tools.device.bundle import MODULES, bundle
from tools.device.device import Device
from tools.device.flash import update
from tools.device.leftovers import BOOT, REPLACED
from tools.device.manifest import with_manifest

from . import must
from .running import Running

BUILT_IN = "os", "select", "machine", "random", "json"
FROZEN = "asyncio", "neopixel"
NOT_HIDDEN = "sys", "deflate", "gc", "rp2", "mine", "glowgrid"  # not hidden by any file
FORMS = "%s.py", "%s.mpy", "%s", "%s/__init__.mpy", "%s/notes.txt", "%s.mpy.py", "%s.py.mpy", "%s.PY", "_%s.py"
OURS = "/glowgrid/__init__.mpy", "/glowgrid/dark.mpy", MODULES, "/games/own.mpy", "/board.json"
OTHERS = (
    *("/boot.py", "/boot.mpy", "/main.py", "/main.mpy", "/main.py/x", "/boot.py/x", "/lib", "/lib/x/os.py"),
    *("/saves/match", "/saves", "/settings", "/games/theirs.json", "/games/own.py", "/games/own/x.py", "/games"),
    *("/glowgrid", "/glowgrid.py", "/glowgrid/dark.py", "/glowgrid/dark/x.py", "/glowgrid/dark/x.txt"),
    *("/glowgrid/console/app.mpy", "/glowgrid/games/mine.json", "/glowgrid/modules.bin/x", "/board.json/x"),
    *("/glowgrid/dark.mpy.new", "/main.py.new/x", "/glowgrid/manifest.json/x", "/crash.txt", "/b c.py", "/é.py"),
    *("/replaced_1", "/replaced_1/os.py", "/replaced_99999999/os.py", "/replaced_100000000/os.py", "/replaced_x/y"),
)
_NEW = {MODULES: bundle({}), **{path: b"M\x06\0\x1fnew" for path in OURS if path.endswith(".mpy")}}
CONTENTS = "", "1 / 0", "import os", "while True: pass", "glowgrid", "M\x06\x00"


def make(random):
    there = {}
    for _ in range(random.randrange(5)):
        name = random.choice(FORMS) % random.choice(BUILT_IN + FROZEN + NOT_HIDDEN)
        there[random.choice(("/", "/", "/lib/")) + name] = random.choice(CONTENTS)
    for path in random.sample(OTHERS, random.choice((0, 1, 2, 3, 6))):
        there[path] = random.choice(CONTENTS)
    before = random.sample(OURS, random.randrange(len(OURS) + 1))
    case = {"there": there, "ours": before, "manifest": random.random() < 0.5, "tidy": random.random() < 0.6}
    return case | {"cut": random.choice((None, None, random.randrange(30)))}


def check(case):
    ours = {path: b"old" for path in case.get("ours", [])}
    if case.get("manifest"):
        ours = with_manifest(ours, "b")
    with tempfile.TemporaryDirectory() as folder:
        _write(folder, ours)
        there = _write(folder, {path: text.encode() for path, text in case.get("there", {}).items()})
        theirs = {path: data for path, data in there.items() if not path.endswith((".new", "manifest.json"))}
        staged = with_manifest({path: _NEW.get(path, b"new") for path in (*OURS, "/main.py")}, "b")
        if case.get("cut") is not None:
            _cut_off(folder, staged, case["cut"])
            _nothing_lost(theirs, _files(folder))
        before = _files(folder)
        with Device("a board", case.get("tidy"), Running(folder)) as device:
            left = device.left
            _named(before, left)
            update(device, staged)
        after = _files(folder)
        for path, data in staged.items():
            must(after.get(path) == data, path, "is not as it was staged")
            must(_hider(path, after) in (None, path), path, "is hidden by", _hider(path, after))
        _nothing_lost(theirs, after)
        if case.get("tidy"):
            must(not any(_module(name, after) for name in BUILT_IN + FROZEN) and BOOT not in after, "not tidy")
        else:
            must(all(_beneath(path, after) == _beneath(path, before) for path in left), "moved without --tidy")
        with Device("a board", case.get("tidy"), Running(folder)) as device:
            must(device.left == ([] if case.get("tidy") else left), "a second run finds", device.left)
            update(device, staged)
        must(_files(folder) == after, "a second run changes something")


def _cut_off(folder, staged, cut):
    """Flash until this many changes are made."""
    try:
        with Device("a board", False, Running(folder, cut)) as device:
            update(device, staged)
    except ToolError as error:
        must("the power is gone" in str(error), error)


def _named(files, left):
    """Raise Wrong unless `left` is exactly the files that hide a module, and a boot.py."""
    for name in BUILT_IN + FROZEN:
        found = _module(name, files)
        must(not found or found in left, found, "is not named")
    for path in left:
        alone = _beneath(path, files)
        must(alone, path, "is named and not there")
        hides = any(_module(name, alone) for name in BUILT_IN + FROZEN)
        must(hides or (path == BOOT and BOOT in files), path, "is named, but hides nothing")


def _module(name, files):
    """Return the path that MicroPython imports instead of its own module; None if it finds its own."""
    return _found("/" + name, files) or (None if name in FROZEN else _found("/lib/" + name, files))


def _found(stem, files):
    """Return the path imported from a folder for this module name."""
    if _beneath(stem, files) and stem not in files:
        return stem
    return next((stem + ending for ending in (".py", ".mpy") if stem + ending in files), None)


def _hider(path, files):
    """Return the path imported for the module in one of our files; None if it is not a module."""
    stem, dot, _ = path.rpartition(".mpy")
    if path.endswith("/__init__.mpy"):  # a folder cannot hide it
        return stem + ".py" if stem + ".py" in files else path
    return _found(stem, files) if dot else None


def _beneath(path, files):
    """Return the files at or under a path."""
    return {name: data for name, data in files.items() if name == path or name.startswith(path + "/")}


def _nothing_lost(theirs, after):
    for path, data in theirs.items():
        places = [name for name in after if name == path or (name.startswith("/" + REPLACED) and name.endswith(path))]
        must(any(after[place] == data for place in places), path, "of the user is gone")


def _write(folder, files):
    """Write the files that can exist together, as no file is also a folder; return them."""
    written = {}
    for path, data in files.items():
        target = Path(f"{folder}/{path.strip('/')}")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            written[path] = data
        except (OSError, ValueError):
            pass
    return written


def _files(folder):
    """Return {path on the device: bytes} of all files."""
    found = (path for path in Path(folder).rglob("*") if path.is_file())
    return {f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in found}
