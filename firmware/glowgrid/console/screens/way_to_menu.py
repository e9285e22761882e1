"""The way from a match that is no person's, or the first one, to the menu."""

from glowgrid import overlay


def steps(app):
    """Load what the menu needs, one by one, so that keys are read in between; wait until no key is held."""
    for name in ("pictures", "choice", "sizes", "icons", "menu"):
        overlay.load_screen(name)
        yield
    while any(app.levels):  # the menu would take a key that is held for something else
        yield
