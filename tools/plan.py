"""What has to happen on the device so that it holds exactly the staged files: pure, no device.

How a flash stays safe when it is cut anywhere (cable, power, Ctrl-C):

1. Copy. Every file that differs is written beside its place as NAME.new. The old program is untouched and would still
   boot and play. What was copied before a cut is kept: its hash shows it is complete.
2. Switch. /main.py is taken away first: from here on a boot ends at the REPL, lights dark, so that no mix of old and
   new files ever runs. Then stale files are removed and every NAME.new is renamed over NAME (atomic in littlefs).
3. Check. All files are hashed on the device; only if nothing is left to do, one rename makes /main.py.new /main.py.

A cut leaves: in 1 the old program, in 2 and 3 a board at its REPL. The next run does what is left.

Ours, and so removed when no longer staged: .py and .mpy under /glowgrid, and NAME.new of our own. Everything else on
the device (saves, settings, crash.txt, a person's own game data) is not ours and never written or removed.
"""

from dataclasses import dataclass

from tools.build import BOARD, MAIN, PACKAGE

NEW = ".new"
OURS = (".py", ".mpy", ".py" + NEW, ".mpy" + NEW, ".json" + NEW)


@dataclass(frozen=True)
class Plan:
    """Paths on the device, sorted; empty tuples when nothing is left to do."""

    copy: tuple[str, ...]  # written as NAME.new
    switch: tuple[str, ...]  # NAME.new renamed over NAME: what is copied, and what an earlier run left copied
    remove: tuple[str, ...]  # stale files of ours
    unchanged: tuple[str, ...]

    def __bool__(self):
        return bool(self.switch or self.remove)


def make_plan(staged, on_device):
    """Compare {path: sha256 hex} of what is staged with {path: sha256 hex} of what the device has."""
    unchanged = [path for path in staged if on_device.get(path) == staged[path]]
    switch = [path for path in staged if on_device.get(path) != staged[path]]
    copy = [path for path in switch if on_device.get(path + NEW) != staged[path]]
    wanted = set(staged) | {path + NEW for path in switch}
    remove = [path for path in on_device if is_ours(path) and path not in wanted]
    return Plan(*(tuple(sorted(paths)) for paths in (copy, switch, remove, unchanged)))


def is_ours(path):
    """True for a file that flashing may remove when it is not staged."""
    return path.startswith(PACKAGE + "/") and path.endswith(OURS) or path in (MAIN + NEW, BOARD + NEW)
