from collections.abc import Iterator
from types import ModuleType

from glowgrid import levels as levels
from glowgrid import memory as memory
from glowgrid import search as search
from glowgrid.console import apply_settings as apply_settings
from glowgrid.console import battery as battery
from glowgrid.console import edges as edges
from glowgrid.console import finished as finished
from glowgrid.console import match as match
from glowgrid.console import pointing as pointing
from glowgrid.console import puzzle as puzzle
from glowgrid.console import rotation as rotation
from glowgrid.console import set_aside as set_aside
from glowgrid.console import shortage as shortage
from glowgrid.console import shrinking as shrinking
from glowgrid.console import sounds as sounds
from glowgrid.console import statistics as statistics
from glowgrid.console import strategy_file as strategy_file
from glowgrid.console import tried as tried
from glowgrid.console import view as view
from glowgrid.console.screens import attract as attract
from glowgrid.console.screens import blocks as blocks
from glowgrid.console.screens import choice as choice
from glowgrid.console.screens import coach as coach
from glowgrid.console.screens import coach_picture as coach_picture
from glowgrid.console.screens import cover as cover
from glowgrid.console.screens import first_game as first_game
from glowgrid.console.screens import lines_through as lines_through
from glowgrid.console.screens import menu as menu
from glowgrid.console.screens import minimax as minimax
from glowgrid.console.screens import no_draw as no_draw
from glowgrid.console.screens import offer as offer
from glowgrid.console.screens import pairs as pairs
from glowgrid.console.screens import pause as pause
from glowgrid.console.screens import pause_chord as pause_chord
from glowgrid.console.screens import pictures as pictures
from glowgrid.console.screens import play as play
from glowgrid.console.screens import play_help as play_help
from glowgrid.console.screens import play_picture as play_picture
from glowgrid.console.screens import proving as proving
from glowgrid.console.screens import puzzles as puzzles
from glowgrid.console.screens import results as results
from glowgrid.console.screens import resume as resume
from glowgrid.console.screens import seats as seats
from glowgrid.console.screens import selftest as selftest
from glowgrid.console.screens import settings as settings
from glowgrid.console.screens import sign as sign
from glowgrid.console.screens import sizes as sizes
from glowgrid.console.screens import splash as splash
from glowgrid.console.screens import starting as starting
from glowgrid.console.screens import sure as sure
from glowgrid.console.screens import words as words
from glowgrid.rules import placed as placed

def ahead(name: str) -> ModuleType: ...
def steps_to_menu() -> Iterator[None]: ...
