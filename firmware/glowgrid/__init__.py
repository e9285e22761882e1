"""Glowgrid: abstract board games on an LED matrix and a key grid. This file also finds its modules.

`python -m tools build` puts them all into one file, from which MicroPython imports them here: finding one in folders
takes 5 ms. Modules that are files of their own (from `mip install`, on a desktop) need none of this.
"""

import sys

if sys.platform == "rp2":
    # MicroPython looks for these in all folders, 1.2 ms each, and prefers a file to its own module.
    sys.path[:] = (".frozen",)
    for _name in "array", "binascii", "io", "json", "machine", "os", "select", "time":
        sys.modules.pop(_name, None)  # boot.py may have imported a person's file
        sys.modules[_name] = __import__(_name)
    sys.path[:] = ".frozen", "", "/lib"

import builtins  # noqa: E402
import io  # noqa: E402
import os  # noqa: E402

import micropython  # noqa: E402

VERSION = "0.2.0"

MOUNT = "/mpy"  # where a bundle is mounted
FOLDER = 128  # in an index: its entry is a package
_HERE = __file__.replace("\\", "/").rpartition("/")[0]  # Windows has backslashes
home = _HERE  # the folder of this package's files; MOUNT if there is a bundle
_ONE = __name__ + ".m"  # what MicroPython calls each module of a bundle
_FILE_OF_ONE = "/m.mpy"
_ENDING, _INIT = ".mpy", ".__init__"
_IS_FILE, _IS_FOLDER = 0x8000, 0x4000
_STAT = _IS_FILE, 0, 0, 0, 0, 0, 0, 0, 0, 0
IS_PACKAGE = 0x800000  # in an index: the module is a package
_BUFFER_SIZE = 11  # the request for the number of bytes that a stream prefers to give at once
_BLOCK = 4096  # bytes of a bundle read at once
SEED, FACTOR = 1, 16777619  # of the sum of a bundle
CODE_BEGIN = 8  # where the code in a bundle begins
code = 0  # the address of the bundle in the flash, once it is known
_import_slowly = __import__
_bundle = None
m = None  # for a moment, the module that was imported last
_packages = {__name__}  # those that are loaded
_under_way = []  # the dotted names of the modules that are being imported from the bundle, one for another


class _Bundle:
    """A file system of the module that is imported now and of the files in a folder: own games, and data.

    A bundle is its sum (four bytes, see `whole`), where its index begins (four bytes), the code of the kernels that run
    in place, the length of its index (two bytes), the index, then the modules as .mpy. The index has an entry for each
    package (a byte: FOLDER + length of its name; its dotted name), followed by one for each module in it (a byte:
    length of its name; the name; three bytes: where it begins, + IS_PACKAGE), and ends with zeros. The size of a
    bundle is a multiple of 16 bytes. The index is one object in memory.
    """

    def __init__(self, path, folder):
        self.file = file = open(path, "rb")  # stays open: opening takes 1.5 ms and 1 KB each time
        if not whole(file):
            raise ValueError(path + " is damaged")
        file.seek(4)
        self.code_end = int.from_bytes(file.read(4), "little")
        file.seek(self.code_end)
        self.index = file.read(int.from_bytes(file.read(2), "little"))
        self._module = _Module(file)
        self._folder = folder
        self._interrupted = False  # Ctrl-C was pressed while MicroPython looked for a file
        self._of_one = {_FILE_OF_ONE: _STAT}.__getitem__
        self.stat = self._of_folder

    def mount(self, readonly, make):
        """Part of what MicroPython asks of a file system."""

    def umount(self):
        """Part of what MicroPython asks of a file system."""

    def give(self, begin):
        """The next file that MicroPython looks for and opens is the module that begins here."""
        self.file.seek(begin)
        self.stat = self._of_one  # no Python code: it asks three times

    def _of_folder(self, path):
        return self._answer(path)[0]  # the index error of () means that there is no such file

    def _answer(self, path):
        """Return (what `stat` says,), or () if there is no such file.

        MicroPython takes any exception of `stat` for "no such file", even Ctrl-C. It checks for Ctrl-C at each jump,
        and each `except` makes one: so the one that catches it is around all others, and `stat` has none.
        """
        try:
            if self._begin(path) >= 0:  # the first import of a program names more than this package
                return ((_IS_FILE if path.endswith(_ENDING) else _IS_FOLDER,) + _STAT[1:],)
            try:
                return (os.stat(self._folder + path),)
            except OSError:
                return ()
        except KeyboardInterrupt:
            self._interrupted = True
            return self._answer(path)

    def open(self, path, mode):
        self.stat = self._of_folder
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt
        if path == _FILE_OF_ONE:
            return self._module
        begin = self._begin(path)
        if begin < 0:
            return open(self._folder + path, mode)
        self.file.seek(begin & ~IS_PACKAGE)
        return self._module

    def _begin(self, path):
        """Return where the module at this path, or the package in this folder, begins, as the index says; or -1."""
        is_module = path.endswith(_ENDING)
        name = __name__ + path.replace("/", ".")
        if is_module:
            name = name[: -len(_ENDING)]
            if name.endswith(_INIT):
                name = name[: -len(_INIT)]
        begin = find(self.index, name.encode(), len(name))
        return begin if is_module or begin & IS_PACKAGE else -1

    def ilistdir(self, path):
        yield from os.ilistdir(self._folder + path)
        index, at, inside = self.index, 0, False
        package = (__name__ + path.replace("/", ".")).encode()
        while index[at]:
            end = at + 1 + index[at] % FOLDER
            if index[at] >= FOLDER:
                if inside:  # those of another package follow
                    return
                inside = index[at + 1 : end] == package
                at = end
            else:
                if inside:
                    yield index[at + 1 : end].decode() + ".mpy", _IS_FILE, 0
                at = end + 3


class _Module(io.IOBase):
    """A bundle as the file that one of its modules is read from. An .mpy itself says where it ends."""

    def __init__(self, file):
        self.readinto = file.readinto

    def ioctl(self, request, argument):
        return 255 if request == _BUFFER_SIZE else 0


def whole(file):
    """Return whether a bundle is as it was built, neither cut off nor damaged. A CRC would take four times as long."""
    block = bytearray(_BLOCK)
    size = file.readinto(block)
    wanted = int.from_bytes(block[:4], "little")
    block[:4] = bytes(4)
    total = SEED
    while size and not size % 16:
        total = summed(block, size // 4, total, FACTOR)
        size = file.readinto(block)
    return not size and total == wanted


@micropython.viper
def summed(words: ptr32, count: int, total: int, factor: int) -> int:
    """Return the 30-bit sum of `count` words, a multiple of four, continued from `total`."""
    at = 0
    while at < count:
        total = (total * factor + words[at]) * factor + words[at + 1]
        total = (total * factor + words[at + 2]) * factor + words[at + 3]
        total += (words[at] ^ words[at + 1] ^ words[at + 2] ^ words[at + 3]) >> 15 & 0x1FFFF  # include the highest bits
        total &= 0x3FFFFFFF
        at += 4
    return total


@micropython.viper
def find(index: ptr8, name: ptr8, size: int) -> int:
    """Return where the module with this dotted name begins, as its index says; -1 if it is not in the bundle.

    A text search would take 0.5 ms in Python.
    """
    at = begin = 0  # begin: of the module's own name, if it is in this package
    while index[at]:
        length = int(index[at]) & 127
        is_package = int(index[at]) & 128
        if is_package:
            begin = 0
        left = -1
        if (is_package and length < size) or (is_package == 0 and begin + length == size):
            left = length
            while left and index[at + left] == name[begin + left - 1]:  # names differ near the end
                left -= 1
        at += length + 1
        if is_package:
            begin = 256  # not in this package
            if left == 0 and name[length] == 46:  # a dot
                begin = length + 1
        elif left == 0:
            return int(index[at]) | int(index[at + 1]) << 8 | int(index[at + 2]) << 16
        else:
            at += 3
    return -1


@micropython.viper
def _aim(function: int, like: int, kept: int, code: int):
    """Make the function object at this address one of the type of another, with its code at the address `code`.

    Words of a function: its type, its context, its children, its code (mp_obj_fun_bc_t in MicroPython's py/objfun.h).
    kept: the address of an object that it keeps in memory in place of its children, which a kernel has not; or 0.
    """
    words = ptr32(function)
    words[0] = ptr32(like)[0]
    words[2] = kept
    words[3] = code


def kernel(place, begin, end):
    """Return the kernel whose code is at this place of the bundle, as a function that runs it there.

    begin, end: the places of all code of its module, for hardware/in_place.py if code has to be copied; end: 0 but for
    the first kernel of the module.
    """
    made = lambda: None  # noqa: E731
    _aim(id(made), id(summed), 0, code + place)
    return made


def _import(name, wanted):
    """Import a module as MicroPython does, but each module of the bundle as `glowgrid.m`.

    MicroPython makes three names for a module that stay in memory for ever: its dotted name, the last part, its path.
    So all modules share these three, and only sys.modules has their own. A module that is there is found at once:
    MicroPython looks up each part of its name, which takes up to 2 ms once all names are made.

    Return what the import statement asks for; None if MicroPython has to find it; True or False, as `_begin` does, if
    `glowgrid.m` has to be imported first: then call `_imported`.
    """
    modules = sys.modules
    if name not in modules:
        if not name.startswith(__name__):
            return None
        package = name.rpartition(".")[0]
        while package and package not in modules:
            name = package
            package = name.rpartition(".")[0]
        return _begin(name)
    module = modules[name]
    if wanted:
        begun = _begin_part(name, module, wanted) if name in _packages else None
        return module if begun is None else begun
    while "." in name:  # `import a.b` finds b in a
        package, _, leaf = name.rpartition(".")
        if package not in modules:  # it was unloaded
            return None
        setattr(modules[package], leaf, modules[name])
        name = package
    return modules[name]


def _begin_part(package, module, wanted):
    """Begin what `from package import wanted` names and is not there: MicroPython would make a name of each.

    Return as `_begin` does; None if there is nothing to begin.
    """
    for part in wanted if wanted is not True else ():
        name = package + "." + part
        if part == "*" or hasattr(module, part):
            continue
        if name in sys.modules:
            setattr(module, part, sys.modules[name])
            continue
        begun = _begin(name)
        if begun is not None:
            return begun


def _begin(name):
    """Have `glowgrid.m` be the module with this name; None if it is not in the bundle.

    Return whether no other module of the bundle imports it.
    """
    begin = find(_bundle.index, name.encode(), len(name))
    if begin < 0:
        return None
    _rename()
    is_first = not _under_way
    _under_way.append(name)
    if begin & IS_PACKAGE:
        _packages.add(name)
    _bundle.give(begin & ~IS_PACKAGE)
    return is_first


def _rename():
    """Enter `glowgrid.m` under its own name, if it is there: the module that was begun last."""
    module = sys.modules.pop(_ONE, None)
    if module:
        sys.modules[_under_way[-1]] = module


def _forget():
    """Leave out the module that was begun last: its import has failed."""
    sys.modules.pop(_ONE, None)
    name = _under_way.pop()
    sys.modules.pop(name, None)
    _packages.discard(name)


def _imported(name, wanted):
    """The module that was begun for this import is there: go on. Return as `_import` does."""
    global m
    m = None  # where MicroPython put it
    _rename()
    done = _under_way.pop()
    if done in _packages:
        module = sys.modules[done]
        module.__name__, module.__path__ = done, MOUNT + done[len(__name__) :].replace(".", "/")
    return _import(name, wanted)


def _import_first(name, wanted):
    """Do the rest of an import that no module of the bundle does; after an error, leave out all that was begun."""
    found = True
    try:
        while found is True:
            _import_slowly(_ONE)
            found = _imported(name, wanted)
        return found
    finally:
        while _under_way:
            _forget()


@micropython.native
def _hook(
    name,
    names=None,
    more=None,
    wanted=None,
    level=0,
    quickly=_import,
    first=_import_first,
    slowly=__import__,
    imported=_imported,
    one=_ONE,
):
    """Take the place of `__import__`. A nested import has nothing else on the stack, which is short.

    A relative import begins from the globals of its caller. Bytecode would put its own there; native code that needs
    none does not.
    """
    found = None if level else quickly(name, wanted)
    if found is True:
        found = first(name, wanted)
    while found is False:
        slowly(one)
        found = imported(name, wanted)
    return found or slowly(name, names, more, wanted, level)


def _mount():
    """Import the modules of this package from the bundle, if there is one."""
    global __path__, code, kernel, home, _bundle
    path = _HERE + "/modules.bin"
    try:
        bundle = _Bundle(path, _HERE)
    except OSError:
        try:
            os.stat(path)
        except OSError:  # there are only sources
            return
        raise ValueError(path + " cannot be read")
    os.mount(bundle, MOUNT)
    home = __path__ = MOUNT
    _bundle = bundle
    builtins.__import__ = _hook
    if bundle.code_end > CODE_BEGIN:
        from glowgrid import hardware
        from glowgrid.hardware import in_place

        code = in_place.find(path, bundle.code_end)
        if code:
            in_place.check(summed, kernel(CODE_BEGIN, 0, 0))
        else:
            kernel = in_place.copying(bundle.file, _aim, summed)
        del hardware.in_place, sys.modules["glowgrid.hardware.in_place"]


if __file__.endswith(".mpy"):
    _mount()
elif sys.implementation.name == "micropython":
    try:
        from glowgrid import sources

        __path__ = sources.mount(_HERE)
    except ImportError:  # `build --source` has copied the constants
        pass
