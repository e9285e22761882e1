"""The sign for memory that has run out: a chip, crossed out."""

from glowgrid.console.screens.sign import Sign


class NoMemory(Sign):
    """Any key goes on with the match, without the engine or without hint and coach."""

    NAME = "no memory"
    LOOK_MS = 1 << 28  # there is no room for words
    ICON = (
        "!.-.-.!."
        ".!---!.."
        "--!-!--."
        "---!---."
        "--!-!--."
        ".!---!.."
        "!.-.-.!."
        "........"
    )  # fmt: skip
