"""Abstract board games with exact answers: Hex, Havannah, Y, m,n,k, three sides, hidden stones, games of your own.

    import glowgrid

    position = glowgrid.parse("hex 5: a4 c1 / b2 d3, 2 to move")
    answer = glowgrid.solve(position, milliseconds=3000)  # of a Raspberry Pi Pico
    answer.winner, answer.plies, answer.best

What is not known is None, never a guess. Errors are subclasses of `glowgrid.Error`, with a message of one line. The
games, engines and proofs are those of the handheld: its firmware is part of this package (`glowgrid.rules`,
`glowgrid.search`, ...), without promises from version to version. README.md of this folder's parent says what is exact.

To import it leaves `host_sim` and a stand-in for MicroPython's module `micropython` in `sys.modules`, and viper's names
of types (ptr8, ptr16, ptr32, uint) in `builtins`. `sys.path` stays as it was.
"""

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .errors import Error, IllegalMove, NotKnown
    from .playing import DRAW, Game, Position, game, game_names, parse
    from .solving import Answer, Value, prove, solve

__all__ = [
    "DRAW",
    "Answer",
    "Error",
    "Game",
    "IllegalMove",
    "NotKnown",
    "Position",
    "Value",
    "game",
    "game_names",
    "parse",
    "prove",
    "solve",
]
# {name: its module}, imported when it is asked for: the simulator, which is on this package, needs none of them.
_MODULES = {
    **dict.fromkeys(("Error", "IllegalMove", "NotKnown"), "errors"),
    **dict.fromkeys(("DRAW", "Game", "Position", "game", "game_names", "parse"), "playing"),
    **dict.fromkeys(("Answer", "Value", "prove", "solve"), "solving"),
}
_FOR_OTHERS = "pettingzoo", "gymnasium", "openspiel"  # each needs an extra


def _loaded(name, path):
    """Return the package with this name, from this folder, without a search on `sys.path`."""
    spec = importlib.util.spec_from_file_location(name, path / "__init__.py")
    assert spec and spec.loader, path
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _home():
    """Return the folder with host_sim and the firmware: glowgrid_app beside this package, or a clone."""
    beside, clone = (Path(__file__).resolve().parents[up] for up in (1, 3))
    return beside / "glowgrid_app" if (beside / "glowgrid_app/host_sim").is_dir() else clone


if "host_sim" not in sys.modules:  # it may have imported this package
    _loaded("host_sim", _home() / "host_sim")
elif Path(sys.modules["host_sim"].__file__ or "").resolve().parent != _home() / "host_sim":
    raise ImportError(f"another host_sim is loaded, {sys.modules['host_sim'].__file__}; expected that of {_home()}")
_firmware = _home() / "firmware/glowgrid"
__path__.append(str(_firmware))
_on_device = _loaded(f"{__name__}._on_device", _firmware)  # the firmware's own package
home, summed, find = _on_device.home, _on_device.summed, _on_device.find
__version__: str = _on_device.VERSION

if not TYPE_CHECKING:

    def __getattr__(name):
        """Import what the library offers when it is asked for; the firmware has its constants here."""
        if name.isupper() and hasattr(_on_device, name):
            return getattr(_on_device, name)
        if name in _FOR_OTHERS:
            return importlib.import_module(f".{name}", __name__)
        if name not in _MODULES:
            raise AttributeError(f"module 'glowgrid' has no attribute {name!r}")
        found = globals()[name] = getattr(importlib.import_module(f".{_MODULES[name]}", __name__), name)
        return found


def __dir__():
    return sorted([*globals(), *__all__])
