"""Plan the steps that make a device hold exactly the staged files. Nothing here talks to a device.

How a flash stays safe wherever it is interrupted (cable, power, Ctrl-C):

0. Clear. A file with the name of one of our folders, and the content of a folder with the name of a NAME.new, are
   moved aside: nothing could be copied there.
1. Copy. Every file that differs is written beside its place as NAME.new. The old program is untouched and still boots
   and plays. Files copied before an interruption are kept: the hash shows that they are complete.
2. Switch. /main.py is removed first: from here on a boot ends at the REPL, lights dark, so that no mix of old and new
   files ever runs. Then stale files are removed, and folders that are in the place of one of our files, or that
   MicroPython would import before it. Finally every NAME.new is renamed over NAME (atomic in littlefs).
3. Check. All files are hashed on the device; only if nothing is left to do, /main.py.new is renamed to /main.py.

An interruption leaves the old program in step 1, a board at its REPL in steps 2 and 3. The next run does the rest.

A file is ours, and may be removed or replaced, if it matches a manifest on the device (manifest.py), the staged file or
the file that `mip` copies; so is NAME.new of a path that is ours. A file that is not ours is never deleted or
overwritten: if it is in the way of one of ours, it moves into a new folder /replaced_1, /replaced_2, ... So do modules
under /glowgrid if the device has no manifest, because the program would import them, the content of a folder that has
to go, and the user's own games (OWN_GAMES) that are no longer staged; tables of these are removed.
Everything else on the device (saves, settings, crash.txt, other games) is not touched.
"""

from host_sim.own_games.data.tables import TABLES

from ...compile.layout.manifest import MANIFEST
from ...compile.layout.places import MAIN, MODULES, NEW, OWN_GAMES, PACKAGE
from .leftovers import folders_of

CODE = (".py", ".mpy", MODULES)


class Plan:
    """Paths on the device, sorted; `switch`, `remove` and `park` are empty if nothing is left to do.

    copy       written as NAME.new
    switch     NAME.new renamed over NAME: files copied now or by an earlier run
    remove     stale files of ours
    park       moved into the folder /replaced_N
    unchanged
    first      the part of `park` that moves before anything is copied
    clear      folders that have to go
    """

    def __init__(self, copy=(), switch=(), remove=(), park=(), unchanged=(), first=(), clear=()):
        self.copy, self.switch, self.remove, self.park = copy, switch, remove, park
        self.unchanged, self.first, self.clear = unchanged, first, clear

    def __eq__(self, other):
        return type(other) is Plan and vars(self) == vars(other)

    def __repr__(self):
        return f"Plan({vars(self)})"

    def __bool__(self):
        return bool(self.switch or self.remove or self.park or self.clear)


def make_plan(staged, on_device, manifests=(), folders=()):
    """Return the Plan from {path: sha256 hex} of the staged files and of those on the device.

    manifests: the device's Manifest first, then others that say what is ours. folders: those on the device.
    """
    unchanged = [path for path in staged if on_device.get(path) == staged[path]]
    switch = [path for path in staged if on_device.get(path) != staged[path]]
    copy = [path for path in switch if on_device.get(path + NEW) != staged[path]]
    known = {(path, digest) for manifest in manifests for path, digest in manifest.files.items()}
    paths = {MANIFEST} | set(staged) | {path for path, _ in known}
    scratch = {path + NEW for path in paths} | {MODULES + NEW + NEW}  # Device.in_one_piece makes the last
    has_manifest = any(manifest.files for manifest in manifests[:1])
    clear = [folder for folder in folders if folder in scratch or _is_in_the_way(folder, staged)]
    ours = {folder for path in staged for folder in folders_of(path)}
    remove, park = [], []
    for path, digest in on_device.items():
        if path in scratch:
            if path[: -len(NEW)] not in switch:
                remove.append(path)
        elif path == MANIFEST or path in unchanged:
            pass
        elif (path, digest) in known:
            if path not in staged:
                (park if _is_the_users(path) else remove).append(path)
        elif (
            path in staged
            or path in ours
            or _hides(path, staged)
            or _is_in(path, clear)
            or (not has_manifest and path.startswith(PACKAGE + "/") and path.endswith(CODE))
        ):
            park.append(path)
    # The new manifest is copied before anything else, and takes effect after everything else.
    copy.sort(key=lambda path: (path != MANIFEST, path))
    switch.sort(key=lambda path: (path in (MANIFEST, MAIN), path == MAIN, path))
    first = [path for path in park if path in ours or _is_in(path, [folder for folder in clear if folder in scratch])]
    remaining = [tuple(sorted(paths)) for paths in (remove, park, unchanged, first, clear)]
    return Plan(tuple(copy), tuple(switch), *remaining)


def _is_the_users(path):
    """Return whether a file that flashing wrote is the user's work; tables are made of it."""
    return path.startswith(OWN_GAMES + "/") and not path.endswith(TABLES)


def _is_in(path, folders):
    return any(path.startswith(folder + "/") for folder in folders)


def _is_in_the_way(folder, staged):
    """Return whether one of our files belongs in the place of this folder, or is a module that the folder hides."""
    if folder in staged:
        return True
    is_module = not folder.endswith("/__init__") and (folder + ".mpy" in staged or folder + ".py" in staged)
    return is_module and not any(path.startswith(folder + "/") for path in staged)


def _hides(path, staged):
    """Return whether MicroPython would import this source instead of one of our modules."""
    return path.endswith(".py") and path[:-3] + ".mpy" in staged
