"""A person's own games, loaded one after the other: each may be wrong, and none stops the console.

trial.py says whether a game works.
"""

from glowgrid.rules.game import one_line

# Bytes that a person's games leave free: Hex 7 with coach and hint takes 46 KB, and wants 12 KB beside it.
FREE = 59_392
MOST_ERRORS = 20  # kept where memory is small; the rest are only printed


class Mine:
    """Load a person's own files, one after the other, and try those that are new or changed.

    load_data and load_code come from games/__init__.py. own: their folder. refused: {path: why} of files not to read.
    tried: the record of earlier tries (console/tried.py), or None. gc, sys: the modules; files: the folder's.
    """

    def __init__(self, load_data, load_code, own, refused, tried, gc, sys, files):
        self._load_data, self._load_code = load_data, load_code
        self._own, self._refused, self.tried = own, refused, tried
        self._gc, self._sys = gc, sys
        self._is_small = hasattr(gc, "mem_free")  # whether memory is small
        self._helpers = []  # files without a game
        self._before = keep_built_in(files, sys)

    def loading(self, path):
        """Yield after each step, at last the game; one-line ValueError if the game does not work."""
        tried = self.tried
        if path in self._refused:
            raise ValueError(self._refused[path])
        if tried:
            tried.begin(path)
        try:
            stem, _, ending = path[len(self._own) + 1 :].rpartition(".")
            if ending in ("json", "tables"):
                game = self._load_data(path)
            else:
                game = self._load_code(stem, path, self._own)
            if not game:
                self._helpers.append(path)
            else:
                game.file = path
            if game and not (tried and tried.has_passed(path)):
                trial = __import__("glowgrid.rules.trial", None, None, ("trying",))  # most files were tried before
                for _ in trial.trying(game):
                    yield game
            if self._is_small:
                self._gc.collect()
                if self._gc.mem_free() < FREE:
                    raise MemoryError
        except MemoryError:
            raise ValueError("%s: too large for this Pico" % path)
        except KeyboardInterrupt:
            if tried:
                tried.spare()
            raise
        except (Exception, SystemExit) as error:
            said = str(error) if isinstance(error, ValueError) else "%s: %s" % (type(error).__name__, error)
            raise ValueError(said if said.startswith(path) else "%s: %s" % (path, said)) from error
        if tried:
            tried.passed(path)
        yield game

    def end(self, no_game):
        """All files were loaded: return an error for each without a game that no other has imported."""
        errors = []
        for path in self._helpers:
            if not is_from(self._own, self._sys.modules.get(path[len(self._own) + 1 :].rpartition(".")[0])):
                errors.append(no_game % path)
        forget(self._own, self._sys, self._before)
        if self.tried:
            self.tried.end()
        return errors

    def has_failed(self, path, error, errors):
        """Record the failure; return whether the caller keeps the error. Small machines keep only the first 20."""
        if self.tried:
            self.tried.failed(path)
        self._gc.collect()
        if self._is_small and errors >= MOST_ERRORS:
            print(one_line(str(error)))
            return False
        return True


def keep_built_in(files, sys):
    """Import the modules of Python whose names a person's files have, so that these do not hide them.

    Return the names of all modules that are loaded then.
    """
    folders, known = sys.path[:], getattr(sys, "stdlib_module_names", None)  # CPython has it
    if known is None:
        sys.path[:] = []  # then MicroPython finds only what is built in
    for file in files:
        stem = file.rpartition(".")[0]
        if stem and (known is None or stem in known):
            try:
                sys.modules[stem] = __import__(stem)  # where MicroPython would not enter it
            except ImportError:
                pass
    sys.path[:] = folders
    return set(sys.modules)


def is_from(folder, module):
    """Return whether a module was loaded from a file in this folder."""
    file = getattr(module, "__file__", None) or ""
    return file.replace("\\", "/").rpartition("/")[0] == folder.replace("\\", "/")


def forget(own, sys, before):
    """Forget the modules of a person's folder, but for those `before`: another folder may have files of these names."""
    for name, module in list(sys.modules.items()):
        if name not in before and is_from(own, module):
            del sys.modules[name]
