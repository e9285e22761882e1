"""What is in the file that holds the modules on the device; firmware/glowgrid/__init__.py states its format."""

from glowgrid import CODE_BEGIN, FOLDER, IS_PACKAGE

from .places import MODULES

BEGIN = 3  # bytes of where a module begins
LENGTH = 2  # bytes of the length of the index


def unbundled(files):
    """Return {path: bytes} with each module of MODULES in its own file."""
    others = {path: data for path, data in files.items() if path != MODULES}
    others.update(modules(files[MODULES]) if MODULES in files else {})
    return dict(sorted(others.items()))


def code_end(bundle):
    """Return where the code of kernels that run in place ends in a bundle."""
    return int.from_bytes(bundle[4:CODE_BEGIN], "little")


def modules(bundle):
    """Return {path on the device: .mpy} from what `bundle` made."""
    at, package, begins = code_end(bundle) + LENGTH, "", []
    while size := bundle[at]:
        end = at + 1 + size % FOLDER
        name = bundle[at + 1 : end].decode()
        if size >= FOLDER:
            package, at = name, end
        else:
            begin = int.from_bytes(bundle[end : end + BEGIN], "little")
            inside = "/__init__" if begin & IS_PACKAGE else ""
            begins.append(("/" + f"{package}.{name}".replace(".", "/") + inside + ".mpy", begin & ~IS_PACKAGE))
            at = end + BEGIN
    ends = [begin for _, begin in begins[1:]] + [len(bundle)]
    return {path: bundle[begin:end] for (path, begin), end in zip(begins, ends)}
