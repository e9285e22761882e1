"""What has to happen on the device so that it holds exactly the staged files. Nothing here talks to a device.

How a flash stays safe wherever it is cut off (cable, power, Ctrl-C):

0. Clear. A file that has the name of one of our folders, and what is in a folder that has the name of a NAME.new, is
   moved aside: nothing could be copied there.
1. Copy. Every file that differs is written beside its place as NAME.new. The old program is untouched and still boots
   and plays. What was copied before a cut is kept: its hash shows that it is complete.
2. Switch. /main.py is taken away first: from here on a boot ends at the REPL, lights dark, so that no mix of old and
   new files ever runs. Then stale files are removed, and folders in whose place a file of ours belongs, or that
   MicroPython would import before it. At last every NAME.new is renamed over NAME (atomic in littlefs).
3. Check. All files are hashed on the device; only if nothing is left to do, one rename makes /main.py.new /main.py.

A cut leaves: in 1 the old program, in 2 and 3 a board at its REPL. The next run does what is left.

Ours, and so removed or replaced: a file that is as a manifest on the device says (manifest.py), as it is staged now, or
as `mip` copies it; and NAME.new of a path that is ours. A file that is not ours is never deleted or overwritten: where
it is in the way of one of ours it is moved into a new folder /replaced_1, /replaced_2, ... So are modules under
/glowgrid of which no manifest tells, because the program would import them, what is in a folder that has to go, and
games of a person's own (OWN_GAMES) that are not staged any more.
Everything else on the device (saves, settings, crash.txt, other games) is not touched.
"""

from dataclasses import dataclass

from .build import MAIN, OWN_GAMES
from .bundle import MODULES, PACKAGE
from .leftovers import folders_of
from .manifest import MANIFEST

NEW = ".new"
CODE = (".py", ".mpy", MODULES)


@dataclass(frozen=True)
class Plan:
    """Paths on the device, sorted; `switch`, `remove` and `park` are empty if nothing is left to do."""

    copy: tuple[str, ...] = ()  # written as NAME.new
    switch: tuple[str, ...] = ()  # NAME.new renamed over NAME: what is copied, and what an earlier run left copied
    remove: tuple[str, ...] = ()  # stale files of ours
    park: tuple[str, ...] = ()  # moved into the folder of what was replaced
    unchanged: tuple[str, ...] = ()
    first: tuple[str, ...] = ()  # those of `park` that are moved before anything is copied
    clear: tuple[str, ...] = ()  # folders that have to go

    def __bool__(self):
        return bool(self.switch or self.remove or self.park or self.clear)


def make_plan(staged, on_device, manifests=(), folders=()):
    """Return the Plan for {path: sha256 hex} of what is staged and of what the device has.

    manifests: the Manifest of the device, and others that say what is ours. folders: those on the device.
    """
    unchanged = [path for path in staged if on_device.get(path) == staged[path]]
    switch = [path for path in staged if on_device.get(path) != staged[path]]
    copy = [path for path in switch if on_device.get(path + NEW) != staged[path]]
    known = {(path, digest) for manifest in manifests for path, digest in manifest.files.items()}
    paths = {MANIFEST, *staged, *(path for path, _ in known)}
    scratch = {path + NEW for path in paths}
    told = any(manifest.files for manifest in manifests[:1])
    clear = [folder for folder in folders if folder in scratch or _is_in_the_way(folder, staged)]
    ours = {folder for path in staged for folder in folders_of(path)}
    remove, park = [], []
    for path, digest in on_device.items():
        if path in scratch:
            if path.removesuffix(NEW) not in switch:
                remove.append(path)
        elif path == MANIFEST or path in unchanged:
            pass
        elif (path, digest) in known:
            if path not in staged:
                (park if path.startswith(OWN_GAMES + "/") else remove).append(path)
        elif (
            path in staged
            or path in ours
            or _hides(path, staged)
            or _is_in(path, clear)
            or (not told and path.startswith(PACKAGE + "/") and path.endswith(CODE))
        ):
            park.append(path)
    # The coming manifest is there before anything else, and in force after everything else.
    copy.sort(key=lambda path: (path != MANIFEST, path))
    switch.sort(key=lambda path: (path in (MANIFEST, MAIN), path == MAIN, path))
    first = [path for path in park if path in ours or _is_in(path, [folder for folder in clear if folder in scratch])]
    others = remove, park, unchanged, first, clear
    return Plan(tuple(copy), tuple(switch), *(tuple(sorted(paths)) for paths in others))


def _is_in(path, folders):
    return any(path.startswith(folder + "/") for folder in folders)


def _is_in_the_way(folder, staged):
    """Return whether a file of ours belongs in the place of this folder, or is a module that the folder hides."""
    if folder in staged:
        return True
    is_module = not folder.endswith("/__init__") and (folder + ".mpy" in staged or folder + ".py" in staged)
    return is_module and not any(path.startswith(folder + "/") for path in staged)


def _hides(path, staged):
    """Return whether MicroPython would import a source in place of one of ours."""
    return path.endswith(".py") and path[:-3] + ".mpy" in staged
