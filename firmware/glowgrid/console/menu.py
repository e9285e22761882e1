"""The menu and the way from it to a match: game, size, seats. Loaded when it is opened, unloaded during a match."""

from glowgrid import games
from glowgrid.console import icons
from glowgrid.console.choice import Choice
from glowgrid.console.match import PERSON, levels_of


def open_menu(app):
    """The games, and what else there is to choose."""
    def choose_brightness(now_ms):
        from glowgrid.console.brightness import Brightness
        app.go(Brightness(app))

    entries = []
    at = 0
    under_way = app.match_under_way()
    if under_way:
        entries.append((icons.RESUME, app.resume))
    for game in app.offered:
        if game.name == app.settings.game and not under_way:
            at = len(entries)
        entries.append((game.icon, lambda now_ms, game=game: choose_game(app, game, now_ms)))
    entries.append((icons.BRIGHTNESS, choose_brightness))
    app.go(Choice(app, entries, at=at, on_hold=app.test_hardware))


def fitting(app, game, most=99):
    """The sizes of a game that fit the LEDs, the first `most` of them."""
    games.wake(game)
    if not game.sketch:
        return game.sizes
    found = []
    for size in game.sizes:
        sketch = game.sketch(*size)
        if len(sketch) <= app.lights.height and len(sketch[0]) <= app.lights.width:
            found.append(size)
            if len(found) == most:
                break
    return found


def choose_game(app, game, now_ms):
    """On to its sizes if there is a choice, else to the seats."""
    sizes = fitting(app, game)
    if len(sizes) == 1:
        choose_seats(app, game, sizes[0])
    else:
        from glowgrid.console.sizes import Sizes
        size = app.settings.size
        app.go(Sizes(app, game, sizes, sizes.index(size) if size in sizes else 0))


def choose_seats(app, game, size):
    """Who plays: at first as the last time."""
    seats = app.settings.seats.get(game.name)
    if seats is None or len(seats) != game.sides or max(seats) > levels_of(game):
        seats = [PERSON] + [levels_of(game)] * (game.sides - 1)
    from glowgrid.console.seats import Seats
    app.go(Seats(app, game, size, list(seats)))


def leave_seats(app, game, now_ms):
    """Back from the seats: to the sizes if there is a choice, else to the menu."""
    if len(fitting(app, game, 2)) == 1:
        open_menu(app)
    else:
        choose_game(app, game, now_ms)
