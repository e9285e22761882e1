"""Where words come from: the sources whose texts reach people, on the page and in the lessons of the terminal."""

import re

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import games

from ..paths import ROOT
from .python_words import messages

WEB = ROOT / "host_sim/web"
LESSONS = WEB / "learn/lessons"
# Python whose texts the page shows, or a lesson in the terminal; what else it says is in English.
PYTHON = (
    *(f"firmware/glowgrid/console/{name}" for name in ("link", "palette", "puzzle", "taking_back")),
    *(
        f"firmware/glowgrid/console/screens/{name}"
        for name in (
            "attract blocks choice cover first_game linked_pause linked_play menu minimax no_draw off offer pairs "
            "pause pause_chord play_help proving puzzles results resume seats settings sign sizes splash starting sure "
            "together words"
        ).split()
    ),
    *(
        f"firmware/glowgrid/games/{name}"
        for name in "dark_hex fano havannah hex mnk phantom_tic_tac_toe three_player tic_tac_toe y".split()
    ),
    *(f"firmware/glowgrid/rules/{name}" for name in ("placed",)),
    *(f"host_sim/console/{name}" for name in ("published", "puzzle_words", "readable", "refusal")),
    *(f"host_sim/records/{name}" for name in ("judging", "sharing")),
    *(f"host_sim/web/field/{name}" for name in ("explaining", "field_state", "search_tree")),
    *(f"host_sim/web/{name}" for name in ("learn/puzzle_list", "learn/refutation", "match/ahead", "match/link_match")),
    *(f"host_sim/web/{name}" for name in ("setup/set_up", "worker/handheld")),
    "host_sim/text/field_text",
    *(f"host_sim/lessons/{name}" for name in ("answering", "in_words", "sheet")),
)
# Likewise, but the terminal alone shows them: the page does not load their translations.
TERMINAL = (
    *(f"host_sim/terminal/{name}" for name in ("demo", "text", "window_words")),
    *(f"host_sim/console/{name}" for name in ("describe", "unsolved_text")),
    "host_sim/lessons/walking",
)
# Of these only some texts: the others are for those who write lessons or programs.
SOME = {
    "firmware/glowgrid/console/palettes": ("for everybody", "for red-green blindness", "vivid"),
    "firmware/glowgrid/console/statistics": ("level {0}: won {1}, drawn {2}, lost {3}",),
    "firmware/glowgrid/rules/game": (
        "expected one like {0}",
        "it has only one, give none",
        "{0}: size {1}; {2}",
        "size {0}; expected whole numbers between commas, such as 5,4,4",
    ),
    "firmware/glowgrid/rules/groups": ("there is no first stone to take over", "swap", "ring", "edges"),
    "firmware/glowgrid/rules/lines": ("line",),
    "firmware/glowgrid/rules/position": (
        "the game is over",
        "it is the turn of side {0}",
        "a stone is there",
        "no such point",
    ),
    "host_sim/lessons/document": ("Look at the field.", "Hint", "Answer"),
    "host_sim/lessons/proving": ("{0}: the answer is {1}",),
    "host_sim/records/sgf_reader": ("resignation", "time", "forfeit"),
    "host_sim/lessons/lesson_command": ("{0} of {1} right at the first try",),
    "host_sim/terminal/app": ("{0} does nothing here: press the key of a point.",),
    "host_sim/grids/grid": (
        "{0}: unplugged. Plug it in again, and the match goes on.",
        "{0}: play on it. Ctrl-C ends.",
        "{0}: it is back.",
    ),
    "host_sim/cli/suggest": ("{0}: {1} has no such move; {2}", "expected {0} to {1}{2}"),
}
# Of these the page shows none.
SOME_TERMINAL = "host_sim/lessons/lesson_command", *(f"host_sim/terminal/{name}" for name in ("app", "widgets"))
# What these put together from pieces: a translator has it whole.
WHOLE = {
    "host_sim/console/describe": ("{0} swap", "{0} in {1} moves (all sides')", "{0} in 1 move"),
    "host_sim/terminal/widgets": (
        "Glowgrid needs a window of {0} x {1} characters; this one has {2} x {3}. Make it larger, or use --text.",
    ),
    "host_sim/terminal/text": (
        "side {0}",
        "side no. {0}",  # the sides on lights of one colour
        "{0}: not a key",
        "keys",
        "roles",
        "red",  # and of two
        "yellow",
        *(f"♪ {name}" for name in "press refusal move win loss draw".split()),
    ),
    "firmware/glowgrid/console/screens/play_help": ("arrows",),
    "firmware/glowgrid/console/screens/words": ("swap: press the blinking stone", "swap: select the blinking stone"),
    "firmware/glowgrid/console/statistics": ("won {0} in a row", "lost {0} in a row"),
    "firmware/glowgrid/console/screens/results": ("{0}, level {1}: won {2}, drawn {3}, lost {4}",),
    "firmware/glowgrid/console/screens/sure": ("delete match? {0}", "delete statistics? {0}"),
    "firmware/glowgrid/games/mnk": (
        *(f"{number} in a row {{0}}" for number in "One Two Three Four Five Six Seven Eight".split()),
        "{0} in a row {1}",
        "K in a row",
    ),
    "firmware/glowgrid/games/hex": ("{0} top to bottom", "{0} left to right"),
    "host_sim/console/published": ("{0} as published",),
}
# Texts of those that mean something to the program alone.
FOR_THE_PROGRAM = set(
    "hex tic-tac-toe three-player view play blocks edges shortage search levels match refusal cover free keeps who "
    "count build any all named mark plies percent number pictures choice sizes resume letter wrong more unclear re "
    "last puzzle sure splash starting null misere Misere Hidden min max hexagon square dot attract sign offer glowgrid "
    "en {0}/strategies link wired".split()
)
# Likewise: these are in English, or put together from other texts.
FOR_THE_PROGRAM |= {
    "keep which",
    "delete{0}? {1}",
    "{0} ms",
    "{0} mA{1}\n{2}",
    "{0}: not a key; keys: {1}; roles: {2}",
    "standard input, {0}{1}",
    "and {0} more: see the lines that begin with ?",
}
APART = "workshop"  # a page of its own, in English so far


def python():
    """Yield (message, path) of the Python sources."""
    for name in (*PYTHON, *TERMINAL, *SOME):
        path = ROOT / f"{name}.py"
        for message, _ in messages(path.read_text(encoding="utf-8")):
            if message in SOME[name] if name in SOME else message not in FOR_THE_PROGRAM:
                yield message, path
    for name, sentences in WHOLE.items():
        for message in sentences:
            yield message, ROOT / f"{name}.py"


def screens():
    """Yield (name of a screen with a colon, path), as the terminal says which one is up."""
    path = ROOT / "host_sim/terminal/text.py"
    for screen in sorted((ROOT / "firmware/glowgrid/console").rglob("*.py")):
        for name in re.findall(r'^    NAME = "(.+)"$', screen.read_text(encoding="utf-8"), re.MULTILINE):
            yield f"{name}:", path


def is_for_the_terminal(name):
    """Return whether the page shows nothing of a source. name: its path in the repository."""
    return name.removesuffix(".py") in (*TERMINAL, *SOME_TERMINAL)


def titles():
    """Yield (title, path) of the games: "Hex", and "Hex {0}" of a size."""
    for game in games.discover()[0]:
        path = ROOT / f"firmware/glowgrid/games/{game.name.replace('-', '_')}.py"
        for size in ((), *game.sizes):
            yield re.sub(r" [\dx,]+$", " {0}", game.title(size)), path


def scripts():
    """Return the paths of the scripts of the page."""
    return [path for path in sorted(WEB.rglob("*.js")) if APART not in path.parts]


def lessons():
    """Return the paths of the documents of the lessons."""
    return sorted(LESSONS.glob("*.html"))
