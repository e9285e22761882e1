"""What is shown when memory has run out: a chip, crossed out. The match goes on without what there is no memory for."""

from glowgrid import search
from glowgrid.modules import forget

NO_MEMORY = (
    "!.-.-.!.",
    ".!---!..",
    "--!-!--.",
    "---!---.",
    "--!-!--.",
    ".!---!..",
    "!.-.-.!.",
    "........",
)


def tell(app):
    """Say it, on the lights too; any key goes on."""
    if app.match.alone:
        from glowgrid.search.making import forget_engines
        forget_engines()
        forget(search, "making")
    print("out of memory: the match goes on without %s" % ("an engine" if app.match.alone else "hint and coach"))
    app.warn(app.resume, NO_MEMORY)
