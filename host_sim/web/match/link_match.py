"""A link of the page: the match or the guided game that it opens, and the field of a game as it begins."""

from glowgrid.console import load, sharing, your_level
from glowgrid.console.match import PERSON, Match
from glowgrid.console.your_level import YOURS
from glowgrid.levels import LEVELS
from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import parse_move

from ...console.readable import check_shown, room_beside
from ..field.field_state import FieldState

LINK_LEVEL = 3  # of the engine that plays the other sides of a link
MOST_MOVES = 255  # of a link
_YOURS_OF_FIVE = 6  # your level in links from when levels were five; a game that has this level now means the level


def game_named(app, name):
    """Return the game of the console with this name, or None."""
    for game in app.games:
        if game.name == name:
            return game
    return None


def match_of(app, link):
    """Return the match of a link; ValueError, in one line, if it makes no sense."""
    name = link["game"]
    game = game_named(app, name)
    if not game:
        raise ValueError("no game %s is here" % name)
    size = parse_size(link["size"]) if link["size"] else game.sizes[0]
    people, stones = [PERSON] * game.sides, link.get("stones", "")
    try:
        game.setup(size)
    except ValueError as error:
        if len(size) != len(game.sizes[0]):
            raise
        raise ValueError("%s, as on the handheld" % error) from None  # a computer has larger fields
    seats = link["seats"].split(",") if link.get("seats") else []
    files, swap = strategies_at(app, game, size, seats)
    swap = swap and link.get("swap") != "off"
    match = Match(game, size, people, swap=swap, stones=stones)
    check_shown(app, game, size, match.position.field)
    position = match.position
    if position.placed and link.get("plies"):
        match.pose(load.puzzle.Puzzle(match, 0, link["plies"]))
    play(position, link["moves"])
    if seats:
        seats = [str(LEVELS) if name else seat for seat, name in zip(seats, files or [""] * len(seats))]
        if len(seats) != game.sides or [seat for seat in seats if seat not in "0123456789" or len(seat) != 1]:
            raise ValueError("seats %s; expected %d numbers 0 to %d" % (link["seats"], game.sides, YOURS))
        seats = [int(seat) for seat in seats]
        if match.levels < _YOURS_OF_FIVE:
            seats = [YOURS if seat == _YOURS_OF_FIVE else seat for seat in seats]
        match.adapts = YOURS in seats and PERSON in seats
        yours = your_level.of(app.settings, game, match.levels)
        seats = [yours if seat == YOURS else seat for seat in seats]
    else:
        seats = [match.levels if link.get("puzzle") else LINK_LEVEL] * game.sides
        seats[solver_of(match) - 1] = PERSON
    match.sit(seats, files, app.strategies)
    if link.get("away"):
        sharing.share(match, sharing.of_game(game)(link["number"], link["away"]))
    return match


def solver_of(match):
    """Return the side that is to win the puzzle of a link; without a length the only person, or the side to move."""
    if match.puzzle:
        return match.position.placed[1]
    return match.seats.index(PERSON) + 1 if match.seats.count(PERSON) == 1 else match.position.to_move


def play(position, moves):
    """Make the moves of a link, a text; ValueError, in one line, if one is not legal."""
    words = [word.strip() for word in moves.split(",") if word.strip()]
    if len(words) > MOST_MOVES:
        raise ValueError("%d moves; a match has at most %d" % (len(words), MOST_MOVES))
    for number, word in enumerate(words):
        if word == "?":
            raise ValueError("move %d, ?: a link holds no hidden moves; play the game to its end" % (number + 1))
        move = parse_move(position, word)
        why = "no such move" if move < 0 else position.refusal(position.to_move, move)
        if why:
            raise ValueError("move %d, %s: %s" % (number + 1, word, why))
        position.play(move)


def guided_start(app, link):
    """Return the screen that goes to the guided game of a link; ValueError, in one line, if there is none."""
    game = game_named(app, link["game"])
    if not game or game not in app.offered or game.name not in load.offer.GUIDED + (load.first_game.GAME,):
        raise ValueError("no guided game of %s is here" % link["game"])
    return load.starting.Starting(app, load.offer.starting(app, game))


def guide(app, link):
    """Make the moves of a link in the guided game that is up, of its own size and seats; ValueError as in `play`."""
    screen = app.screen
    if link["game"] == load.first_game.GAME:
        screen.on_end = app.open_menu
    play(screen.position, link["moves"])
    screen.coach.forget()
    app.go(screen)  # as it is after these moves


def strategies_here(app, game, size):
    """Return the names of a person's own strategies for this game and size, as the console lists them at the seats."""
    listing = load.strategy_file.listing(app.strategies, game, size) if app.strategies else ()
    return [name for name in listing if name]


def strategies_at(app, game, size, seats):
    """Return the strategy's file of each seat, "" for a number, [] without files; and whether the swap rule is on."""
    files = ["" if seat.isdigit() else seat for seat in seats]
    if not any(files):
        return [], True
    here = strategies_here(app, game, size)
    for name in files:
        if name and name not in here:
            raise ValueError("no strategy %s for %s is here" % (name, game.title(size)))
    return files, load.strategy_file.swap_in(app.strategies, files) is not False


def lights_for(app, link):
    """Return what LEDs must have at least for the field of a link, see empty_field; None if it has none."""
    game = game_named(app, link.get("game"))  # a puzzle of the files is named by its number
    if not game:
        return None
    try:
        size = parse_size(link["size"]) if link["size"] else game.sizes[0]
        return _lights(game, size, game.setup(size))
    except (ValueError, MemoryError):
        return None


def empty_field(app, name, size):
    """Return the state of the empty field of a game, or None if there is no such game or size. size: a list.

    lights: the width and height that the LEDs of a board must have at least, and how much more if they lack colours.
    """
    game = game_named(app, name)
    if not game:
        return None
    try:
        start = game.setup(tuple(size))
        start.swap_rule = game.swap
    except (ValueError, MemoryError):
        return None
    state = FieldState(game, tuple(size), start).state(start)
    known = {"stones": "", "palette": app.settings.colours, "lights": _lights(game, tuple(size), start)}
    return dict(state, strategies=strategies_here(app, game, tuple(size)), **known)


def _lights(game, size, position):
    field = position.field
    return [field.width, field.height, room_beside(game, size, field)]
