"""The entries of a choice that a test knows by name; a choice may offer others."""

PAUSE = "go on", "pass", "take back", "hint", "coach", "wins within", "neighbours", "once more", "menu"
MENU = "go on", "statistics", "settings"  # besides the games


def known(person, names):
    """Return the entries of the screen that have these names, in the order of the screen."""
    return [name for name in person.entries() if name in names]


def in_menu(person):
    """Return the entries of the menu that tests know, games among them."""
    return known(person, (*MENU, *(game.name for game in person.app.games)))
