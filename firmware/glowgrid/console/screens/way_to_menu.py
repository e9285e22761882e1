"""The way from a match that is no person's, or the first one, to the menu."""

from glowgrid import overlay


def steps():
    """Load what the menu needs, one by one, so that keys are read in between."""
    for name in ("pictures", "choice", "sizes", "icons", "menu"):
        overlay.load_screen(name)
        yield
