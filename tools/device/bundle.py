"""The one file that holds the modules on the device; firmware/glowgrid/__init__.py states its format and reads it."""

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import FOLDER

from ..errors import ToolError

MODULES = "/glowgrid/modules.bin"
PACKAGE = "/glowgrid"
APART = PACKAGE + "/__init__.mpy"  # imports the others from the bundle
_BEGIN = 3  # bytes
_LONGEST = FOLDER - 1


def bundled(files):
    """Return {path: bytes} of the device with all .mpy under /glowgrid, but APART, in the file MODULES; sorted."""
    modules = {path: data for path, data in files.items() if _belongs(path)}
    others = {path: data for path, data in files.items() if path not in modules}
    return dict(sorted({**others, MODULES: bundle(modules)}.items()))


def unbundled(files):
    """The opposite: {path: bytes} with each module of MODULES as a file of its own."""
    others = {path: data for path, data in files.items() if path != MODULES}
    return dict(sorted({**others, **(modules(files[MODULES]) if MODULES in files else {})}.items()))


def bundle(modules):
    """Return the bundle of {path on the device: .mpy} as bytes."""
    folders = {}
    for path, data in sorted(modules.items()):
        folder, _, name = path.removeprefix(PACKAGE).removesuffix(".mpy").rpartition("/")
        if max(len(folder), len(name)) > _LONGEST:
            raise ToolError(f"{path}: folder or name has more than {_LONGEST} letters")
        folders.setdefault(folder, {})[name] = data
    size = 1 + sum(1 + len(folder) + sum(1 + len(name) + _BEGIN for name in folders[folder]) for folder in folders)
    index, content = size.to_bytes(2, "little"), b""
    for folder, inside in folders.items():
        index += bytes([FOLDER + len(folder)]) + folder.encode()
        for name, data in inside.items():
            begin = 2 + size + len(content)
            index += bytes([len(name)]) + name.encode() + begin.to_bytes(_BEGIN, "little")
            content += data
    return index + b"\0" + content


def modules(bundle):
    """Return {path on the device: .mpy} of what `bundle` made."""
    at, folder, begins = 2, "", {}
    while size := bundle[at]:
        end = at + 1 + size % FOLDER
        name = bundle[at + 1 : end].decode()
        if size >= FOLDER:
            folder, at = name, end
        else:
            begins[f"{PACKAGE}{folder}/{name}.mpy"] = int.from_bytes(bundle[end : end + _BEGIN], "little")
            at = end + _BEGIN
    ends = [*list(begins.values())[1:], len(bundle)]
    return {path: bundle[begin:end] for (path, begin), end in zip(begins.items(), ends)}


def _belongs(path):
    return path.startswith(PACKAGE + "/") and path.endswith(".mpy") and path != APART
