"""Flashing: whatever a device holds and wherever runs are interrupted, it ends with the staged files and loses nothing.

The device is a dict of files. Files that no flash has written are the user's, and must still exist somewhere.
"""

from tools.device.compatible import Machine
from tools.device.flash import update
from tools.device.leftovers import folders_of
from tools.device.manifest import digest, with_manifest

from . import must

PATHS = (
    "/board.json",
    "/main.py",
    "/games/own.json",
    "/glowgrid/a.py",
    "/glowgrid/b.py",
    "/glowgrid/games/c.json",
)
OTHERS = (
    "/glowgrid/modules.bin",
    "/saves/match",
    "/settings",
    "/games/theirs.json",
    "/glowgrid/games/mine.json",
    "/x.py",
    "/replaced_3/main.py",
)


class Cut(Exception):
    """The power is gone."""


def make(random):
    def some(paths, words, least=0.5):
        return {path: random.choice(words) for path in paths if random.random() < least}

    runs = []
    for _ in range(random.randint(1, 3)):
        files = some(PATHS, ("1", "2", "glowgrid"), 0.8)
        runs.append({"files": files, "cut": random.choice((None, random.randrange(24)))})
    there = some([*PATHS, *OTHERS, "/glowgrid/a.py.new", "/glowgrid/manifest.json"], ("theirs", "glowgrid", "{}"), 0.3)
    return {"there": there, "runs": runs}


def check(case):
    files = {path: text.encode() for path, text in case.get("there", {}).items()}
    theirs = {path: data for path, data in files.items() if not path.endswith((".new", "manifest.json"))}
    staged = None
    for run in case.get("runs", []):
        staged = {"/main.py": b"print()", "/board.json": b'{"name":"b"}'}
        staged |= {path: text.encode() + b" of ours" for path, text in run.get("files", {}).items()}
        staged = with_manifest(staged, "b")
        try:
            update(InMemory(files, run.get("cut")), staged)
        except Cut:
            _nothing_lost(files, theirs)
    if staged is None:
        return
    update(InMemory(files), staged)
    for path, data in staged.items():
        must(files.get(path) == data, path, "is not as it was staged")
    _nothing_lost(files, theirs)
    before = dict(files)
    update(InMemory(files), staged)
    must(files == before, "a second run changes something")


def _nothing_lost(files, theirs):
    for path, data in theirs.items():
        places = [path, *(name for name in files if name.startswith("/replaced_") and name.endswith(path))]
        must(any(files.get(place) == data for place in places), path, "of the user is gone")


class InMemory:
    """A device for `update`; `cut`: the number of the change at which the power fails."""

    machine = Machine("micropython", (1, 24, 1), "Raspberry Pi Pico with RP2040", 0)

    def __init__(self, files, cut=None):
        self._files, self._left = files, cut

    def _change(self):
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise Cut

    def prepare(self):
        pass

    def read(self, path):
        return self._files.get(path)

    def names(self):
        return list({path.split("/")[1] for path in self._files})

    def files(self, folders, paths):
        inside = [path for path in self._files if any(path.startswith(folder + "/") for folder in folders)]
        singles = [path for path in paths if path in self._files]
        return {path: digest(self._files[path]) for path in inside + singles}, self._folders(inside)

    def _folders(self, paths):
        """Return the folders of these files."""
        return sorted({folder for path in paths for folder in folders_of(path)})

    def free_bytes(self):
        return 1 << 20

    def copy(self, path, data, on_bytes=None):
        for part in (data[: len(data) // 2], data):
            self._change()
            self._files[path + ".new"] = part

    def move(self, pairs):
        for old, new in pairs:
            self._change()
            if new:
                self._files[new] = self._files.pop(old)
            else:
                self._files.pop(old, None)

    def rename(self, old, new):
        self.move([(old, new)])

    def remove_folder(self, path):
        pass
