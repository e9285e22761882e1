"""What lessons ask of games and positions: the library; on the page, as much of it as they need."""

import sys

__all__ = "DRAW", "game", "parse", "solve"
TYPE_CHECKING = False  # MicroPython has no module `typing`

if TYPE_CHECKING:
    from ..library.glowgrid import DRAW, game, parse, solve
elif sys.implementation.name == "micropython":
    from .small_library import DRAW, game, parse, solve
else:
    from glowgrid import DRAW, game, parse, solve
