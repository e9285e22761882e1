"""What a flash would do to the files on a device: copy, switch over, remove, put aside."""

import pytest

from tools.compile.layout.manifest import Manifest, parsed
from tools.workshop.talk.plan import Plan, make_plan

STAGED = {"/board.json": "b", "/glowgrid/manifest.json": "k", "/glowgrid/x.mpy": "x", "/main.py": "m"}
X, Y, GONE, MINE_JSON = "/glowgrid/x.mpy", "/glowgrid/y.mpy", "/glowgrid/gone.mpy", "/games/mine.json"
WRITTEN = {"/board.json": "b", GONE: "g", "/main.py": "m", X: "old", MINE_JSON: "i", "/games/mine.tables": "t"}
THEIRS = "/saves/match.sav /settings /crash.txt /x.py /lib/y.mpy /boot.py /glowgrid/games/mine.json /games/theirs.json"
THEIRS += " /games/theirs.mpy /saves/match.sav.new"


@pytest.mark.parametrize(
    "change, written, copy, switch, remove, park",
    [
        ({}, {}, "", "", "", ""),
        # ours, older; cut in the middle of a file, after it, and while switching over
        ({X: "old"}, WRITTEN, X, X, "", ""),
        ({X: "old", X + ".new": "half"}, WRITTEN, X, X, "", ""),
        ({X: "old", X + ".new": "x"}, WRITTEN, "", X, "", ""),
        ({"/main.py": None, "/main.py.new": "m"}, {}, "", "/main.py", "", ""),
        # the new manifest is copied first; it takes effect last but for main.py
        (
            {"/glowgrid/manifest.json": "l", "/board.json": "c", "/main.py": None},
            {"/board.json": "c"},
            "/glowgrid/manifest.json /board.json /main.py",
            "/board.json /glowgrid/manifest.json /main.py",
            "",
            "",
        ),
        # our stale files go, and leftovers of an abandoned run
        ({GONE: "g"}, WRITTEN, "", "", GONE, ""),
        ({GONE + ".new": "z"}, WRITTEN, "", "", GONE + ".new", ""),
        ({"/main.py.new": "old"}, {}, "", "", "/main.py.new", ""),
        # files changed since we wrote them, or never ours, are kept aside if they are in the way
        ({X: "edited"}, WRITTEN, X, X, "", X),
        ({"/main.py": "# not of glowgrid"}, WRITTEN, "/main.py", "/main.py", "", "/main.py"),
        # so is an own game that is not staged; its tables go
        ({MINE_JSON: "i", "/games/mine.tables": "t"}, WRITTEN, "", "", "/games/mine.tables", MINE_JSON),
        # without a manifest, modules that would be imported are kept too; with one they are a person's own
        ({Y: "y"}, {}, "", "", "", Y),
        ({"/glowgrid/modules.bin": "y"}, {}, "", "", "", "/glowgrid/modules.bin"),
        ({Y: "y"}, WRITTEN, "", "", "", ""),
        # everything else stays
        (dict.fromkeys(THEIRS.split(), "s"), {}, "", "", "", ""),
    ],
)
def test_remaining_steps(change, written, copy, switch, remove, park):
    on_device = {path: digest for path, digest in {**STAGED, **change}.items() if digest is not None}
    steps = [tuple(paths.split()) for paths in (copy, switch, remove, park)]
    unchanged = tuple(path for path in STAGED if path not in switch.split())
    assert make_plan(STAGED, on_device, [Manifest(files=written)]) == Plan(*steps, unchanged)


@pytest.mark.parametrize(
    "data", [None, b"", b"[" * 9999, b"{}", b"7", b'{"board": 1}', b'{"board":"b","version":"v","files":{"/x":7}}']
)
def test_a_nonsense_manifest_counts_as_none(data):
    assert parsed(data) == Manifest()
