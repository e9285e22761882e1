"""The one file that holds the modules on the device; firmware/glowgrid/__init__.py reads it and states its format."""

from binascii import crc32

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import CODE_BEGIN, FACTOR, FOLDER, SEED, summed
from host_sim.errors import ToolError

MODULES = "/glowgrid/modules.bin"
PACKAGE = "/glowgrid"
APART = PACKAGE + "/__init__.mpy"  # imports the others from the bundle
_BEGIN = 3  # bytes
_LENGTH = 2  # bytes, of the length of the index
_LONGEST = FOLDER - 1


def bundled(files, code=b""):
    """Return {path: bytes} of the device, sorted, with all .mpy under /glowgrid except APART in the file MODULES.

    code: of the kernels that run in place.
    """
    modules = {path: data for path, data in files.items() if _belongs(path)}
    others = {path: data for path, data in files.items() if path not in modules}
    return dict(sorted({**others, MODULES: bundle(modules, code)}.items()))


def unbundled(files):
    """Undo `bundled`: return {path: bytes} with each module of MODULES in its own file."""
    others = {path: data for path, data in files.items() if path != MODULES}
    return dict(sorted({**others, **(modules(files[MODULES]) if MODULES in files else {})}.items()))


def bundle(modules, code=b""):
    """Return the bundle of {path on the device: .mpy} as bytes; code: of the kernels that run in place."""
    folders = {}
    for path, data in sorted(modules.items()):
        folder, _, name = path.removeprefix(PACKAGE).removesuffix(".mpy").rpartition("/")
        if max(len(folder), len(name)) > _LONGEST:
            raise ToolError(f"{path}: folder or name has more than {_LONGEST} letters")
        folders.setdefault(folder, {})[name] = data
    size = 1 + sum(1 + len(folder) + sum(1 + len(name) + _BEGIN for name in folders[folder]) for folder in folders)
    head = CODE_BEGIN + len(code) + _LENGTH
    size += -(head + size + sum(map(len, modules.values()))) % 16
    index, content = b"", b""
    for folder, inside in folders.items():
        index += bytes([FOLDER + len(folder)]) + folder.encode()
        for name, data in inside.items():
            begin = head + size + len(content)
            index += bytes([len(name)]) + name.encode() + begin.to_bytes(_BEGIN, "little")
            content += data
    data = (head - _LENGTH).to_bytes(4, "little") + code
    data += size.to_bytes(_LENGTH, "little") + index.ljust(size, b"\0") + content
    words = memoryview(bytes(4) + data).cast("I")
    return summed(words, len(words), SEED, FACTOR).to_bytes(4, "little") + data


def code_end(bundle):
    """Return where the code of kernels that run in place ends in a bundle."""
    return int.from_bytes(bundle[4:CODE_BEGIN], "little")


def with_crc(data):
    """Return a file followed by its CRC-32: the CRC of both together is a constant, which main.py knows."""
    return data + crc32(data).to_bytes(4, "little")


def modules(bundle):
    """Return {path on the device: .mpy} from what `bundle` made."""
    at, folder, begins = code_end(bundle) + _LENGTH, "", {}
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
