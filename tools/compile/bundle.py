"""Make the one file that holds the modules on the device; firmware/glowgrid/__init__.py states its format."""

from binascii import crc32

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import CODE_BEGIN, FACTOR, FOLDER, IS_PACKAGE, SEED, summed
from host_sim.cli.errors import ToolError

from .layout.bundle import BEGIN, LENGTH
from .layout.places import MODULES, PACKAGE

APART = PACKAGE + "/__init__.mpy"  # imports the others from the bundle
_LONGEST = FOLDER - 1


def bundled(files, code=b""):
    """Return {path: bytes} of the device, sorted, with all .mpy under /glowgrid except APART in the file MODULES.

    code: of the kernels that run in place.
    """
    modules = {path: data for path, data in files.items() if _belongs(path)}
    others = {path: data for path, data in files.items() if path not in modules}
    return dict(sorted({**others, MODULES: bundle(modules, code)}.items()))


def bundle(modules, code=b""):
    """Return the bundle of {path on the device: .mpy} as bytes; code: of the kernels that run in place."""
    packages = {}
    for path, data in sorted(modules.items()):
        package, _, name = dotted(path).rpartition(".")
        if max(len(package), len(name)) > _LONGEST:
            raise ToolError(f"{path}: package or name has more than {_LONGEST} letters")
        packages.setdefault(package, {})[name] = data, IS_PACKAGE * path.endswith("/__init__.mpy")
    size = 1 + sum(1 + len(package) + sum(1 + len(name) + BEGIN for name in packages[package]) for package in packages)
    head = CODE_BEGIN + len(code) + LENGTH
    size += -(head + size + sum(map(len, modules.values()))) % 16
    index, content = b"", b""
    for package, inside in packages.items():
        index += bytes([FOLDER + len(package)]) + package.encode()
        for name, (data, kind) in inside.items():
            begin = head + size + len(content) | kind
            index += bytes([len(name)]) + name.encode() + begin.to_bytes(BEGIN, "little")
            content += data
    data = (head - LENGTH).to_bytes(4, "little") + code
    data += size.to_bytes(LENGTH, "little") + index.ljust(size, b"\0") + content
    words = memoryview(bytes(4) + data).cast("I")
    return summed(words, len(words), SEED, FACTOR).to_bytes(4, "little") + data


def with_crc(data):
    """Return a file followed by its CRC-32: the CRC of both together is a constant, which main.py knows."""
    return data + crc32(data).to_bytes(4, "little")


def dotted(path):
    """Return the dotted name of the module at this path on the device."""
    return path[1:].removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")


def _belongs(path):
    return path.startswith(PACKAGE + "/") and path.endswith(".mpy") and path != APART
