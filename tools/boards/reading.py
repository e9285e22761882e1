"""How to read lights without all colours: one text for the guides of such boards."""

TITLE, ANCHOR = "How to read it", "how-to-read-it"
ONE = "An LED is only on or off, so its rhythm says what it means: look at it for two seconds."
TWO = (
    "Side 1 is red, side 2 green, side 3 yellow; bad moves are red, draws yellow, good ones green. The rhythm says the "
    "rest: look at an LED for two seconds."
)
# What there is to see on the left, as hardware/lights_mono.py and console/screens/play_mono.py show it on the right.
SIGNS = (
    ("stone", "on; side 2 winks once in two seconds, side 3 twice"),
    ("stone of several LEDs", "a full square for side 1, a diagonal for side 2, a corner for side 3"),
    (
        "last stone, and those that won",
        "on for a second, dark for a second; while it is on, side 2 winks once, 3 twice",
    ),
    ("free point", "dark"),
    (
        "cursor, or a point whose key is down",
        "on and off twice a second; the third time longer for side 2, only two times for side 3",
    ),
    (
        "cursor on a stone",
        "the stone winks four times in two seconds, three for side 2, two for 3; the last stone blinks while dark",
    ),
    ("move that is not legal", "its point goes dark, then is lit, for a quarter of a second each"),
    ("stone that swap may take", "on for half a second, dark for half a second"),
    (
        "edges of Hex",
        "solid for side 1, broken for side 2; those of the side that waits only flash: two pairs in two seconds",
    ),
    ("point that the engine thinks about", "flashes three times in two seconds"),
    (
        "coach: loses, draws, wins",
        "one, two, four flashes in two seconds; of 2x2 LEDs these flash: the lower right one, the two beside it (the "
        "diagonal that side 2 does not use), all three",
    ),
    ("coach, only an estimate: poor, even, good", "one, two, three longer flashes"),
    ("hint", "three quick flashes; the longer the flash after them, the better; two for an estimate"),
    ("hint to swap", "the stone flashes three times in half a second, then longer"),
    ("who plays", "a head and shoulders is a person, a bar a level: the more lights, the higher"),
    (
        "with [a link](link.md), who plays: the other device",
        "a head and shoulders too, one step to the right of the person",
    ),
)


def needed(board):
    """Return whether a board's lights need such a text: they have not all colours."""
    return len(board["leds"]["channels"]) < 3


def section(board):
    """Return the section as lines of Markdown; none for lights of all colours."""
    if not needed(board):
        return []
    rows = [f"| {what} | {how} |" for what, how in SIGNS]
    words = TWO if len(board["leds"]["channels"]) > 1 else ONE
    return [f"## {TITLE}", "", words, "", "| you see | as |", "| --- | --- |", *rows, ""]
