"""What a choice offers, whatever else it may offer one day: those of its entries that a test knows by name."""

PAUSE = "go on", "pass", "take back", "hint", "coach", "wins within", "neighbours", "once more", "menu"
MENU = "go on", "statistics", "settings"  # besides the games


def known(person, names):
    """The entries of the screen that are among these names, in the order of the screen."""
    return [name for name in person.entries() if name in names]


def in_menu(person):
    """The entries of the menu that tests know, games among them."""
    return known(person, (*MENU, *(game.name for game in person.app.games)))
