"""Check that a game keeps the contract of rules/position.py: play random games, and try every move at many positions.

The engine, minimax and full play-out must agree about endings. The first fault is a ToolError of one line: what, where,
and what to do.
"""

import inspect
import traceback
from array import array
from pathlib import Path
from random import Random
from typing import Any

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.answers import w_star
from glowgrid.rules.game import size_name
from glowgrid.rules.notation import move_name, parse_move
from glowgrid.rules.position import Position, perft
from glowgrid.search import DRAWN, Limits, engine_for
from host_sim.cli.errors import ToolError
from host_sim.own_games.load import last_words, line_of

MOST_TRIED = 2000  # moves tried in each random game, besides those played
MOST_POSITIONS = 3000  # of an ending that is played out completely
ENDINGS = 4  # random games whose endings are played out
WORK = 3 * 10**6  # units of an engine for such an ending, and more for each position in it: enough to solve it
WORK_A_POSITION = {"minimax": 10**7, "lines": 5_000, "groups": 5_000}  # minimax is slow but always finishes
QUICK = 5_000  # units of an engine for a move of a game against itself
QUICK_PLIES = 12  # of that game
PLAIN = (int, str, bytes, bytearray, array, list, tuple, dict, set, type(None))  # types of values that can be compared


class Raised(ToolError):
    """The game has raised an error that the contract does not allow."""


def check(game, size, tests, games=20, seed=1, file=None, passed=lambda: None):
    """Raise ToolError for the first fault of a game in this size.

    tests: the known facts in its file ("perft", "example"). games: how many random games; seed: of the first one.
    file: the path of the game, for line numbers. passed() is called after each step, such as a random game.
    """
    play = Play(game, size, file)
    try:
        declared(play)
        initial(play)
        known(play, tests)
        for swap in (False, True) if hasattr(play.position, "swap_rule") else (False,):
            play.swap = swap
            for number in range(seed, seed + games):
                random_game(play, Random(number))
                passed()
            engines(play, Random(seed), passed)
    except ToolError:
        raise
    except NotImplementedError as error:
        raise play.fault(*unwritten(error, play)) from None
    except Exception as error:
        raise Raised(str(play.fault(last_words(error, file), "fix the rules, which must not raise an error"))) from None


def unwritten(error, play):
    """Return (what, advice) for a required method that the class of a position lacks."""
    method, own = traceback.extract_tb(error.__traceback__)[-1].name, type(play.position).__name__
    about = (inspect.getdoc(getattr(Position, method, None)) or "see rules/position.py").split("\n")[0]
    return f"{own} has no {method}{play.place(own)}", f"write it: {about[0].lower()}{about[1:].rstrip('.')}"


class Play:
    """A game being played; `moves`: the names of its moves so far; `swap`: whether the swap rule is on."""

    def __init__(self, game, size, file=None):
        self.game, self.size, self.swap, self.file = game, size, False, file
        self.position: Any = None
        self.moves = []

    def begin(self):
        """Go back to the beginning, with a new position."""
        self.moves = []
        try:
            self.position = self.game.setup(self.size)
        except ValueError as error:
            raise ToolError(f"{error}{self.place('setup')}") from None
        if self.swap:
            self.position.swap_rule = True

    def place(self, name):
        """Return the place where the game's file defines this name, in brackets; "" if it is not Python, or unknown."""
        if self.file is None or Path(self.file).suffix != ".py":
            return ""
        return f" ({Path(self.file).name}, line {line_of(self.file, name)})"

    def fault(self, what, advice):
        """Return the error for a fault at this point of the game."""
        where = " ".join([self.game.name, size_name(self.size)]).strip() + " with the swap rule" * self.swap
        if self.moves:
            where += " after " + " ".join(self.moves)
        return ToolError(f"{where}: {what}; {advice}")

    def expect(self, right, what, advice):
        if not right:
            raise self.fault(what, advice)

    def name(self, move):
        return move_name(self.position, move)

    def legal(self):
        """Return the legal moves of a game that is not over."""
        legal = [move for move in range(self.position.moves) if self.position.is_legal(move)]
        self.expect(legal, "no move is legal and the game goes on", "leave is_over to Position")
        return legal

    def make(self, move):
        """Play a legal move."""
        position, name, plies = self.position, self.name(move), self.position.plies
        self.expect(
            position.play(move), f"{name} is legal and play refuses it", "let `refusal` alone say what is legal"
        )
        self.moves.append(name)
        self.expect(
            position.plies == plies + 1 and position.history[plies] == move,
            f"the history does not end with {name}",
            "call the play method of Position",
        )

    def take_back(self, move, before):
        """Undo a move and check that the state is again `before`."""
        undone = self.position.undo()
        self.expect(undone == move, f"undo returns {undone}, not {move}", "return the move that was taken back")
        left = differing(state_of(self.position), before)
        self.expect(not left, f"undo does not restore {left}", "take back all that play has changed")
        self.moves.pop()


# What the menu shows, and the beginning -------------------------------------------------------------------------------


def declared(play):
    """Check what the menu and the commands need."""
    game = play.game
    play.expect(
        game.name and not game.name.strip("abcdefghijklmnopqrstuvwxyz0123456789-_"),
        f"the name {game.name!r} cannot be typed",
        "use small letters, digits, dashes and underscores",
    )
    play.expect(
        len(game.icon) == 64,
        "the icon is not eight rows of eight signs",
        "draw it like those in firmware/glowgrid/games",
    )
    play.expect(
        len({len(size) for size in game.sizes}) == 1,
        "the sizes are not all of one length",
        "a game of only one size has sizes=((),)",
    )
    play.expect(
        game.sketch or len(game.sizes) == 1,
        "there are sizes to choose from but no sketch",
        "state sketch, a function that gives rows of signs for a size",
    )
    play.expect(
        not game.sketch or len({len(row) for row in game.sketch(*play.size)}) == 1,
        "the rows of the sketch are not of one length",
        "fill them up with dots",
    )


def initial(play):
    """Check the initial position, and that no two positions share anything."""
    play.begin()
    position, sides = play.position, play.game.sides
    play.expect(
        position.sides == sides, f"the position has {position.sides} sides and the game {sides}", "state the same"
    )
    begun = any(position.cells) or position.plies or position.winner or position.to_move != 1
    play.expect(
        not begun, "the initial position is not empty with side 1 to move", "call the __init__ method of Position"
    )
    play.expect(
        not position.is_over(), "the game is over before the first move", "let `refusal` and is_draw allow a first move"
    )
    play.expect(
        position.undo() == -1, "undo before the first move does not return -1", "call the undo method of Position"
    )
    for move in range(position.moves):
        name = play.name(move)
        play.expect(
            parse_move(position, name) == move,
            f"the name {name} of move {move} is another move's",
            "give actions names unlike points, in small letters",
        )
    before = state_of(position)
    play.begin()
    play.make(play.legal()[0])
    shared = differing(state_of(position), before)
    play.expect(not shared, f"all positions share one {shared}", "make it in __init__")


# Random games ---------------------------------------------------------------------------------------------------------


def random_game(play, random):
    """Play to the end and check everything on the way; take it all back, and play it again."""
    play.begin()
    position = play.position
    tried = min(1.0, MOST_TRIED / (position.moves * position.points))
    states, played = [state_of(position)], []
    while not position.is_over():
        play.expect(
            position.plies < position.most_plies,
            f"the game goes on after {position.most_plies} moves",
            "state how long a game can be as most_plies, and ask the is_draw of Position too",
        )
        check_answers(play)
        legal = play.legal()
        if position.plies < 2 or random.random() < tried:
            try_all(play, legal)
        played.append(some_move(play, legal, random))
        play.make(played[-1])
        states.append(state_of(position))
    check_answers(play)
    try_all(play, [])
    copy = position.fresh()
    copy.become(position)
    left = differing(state_of(copy), states[-1])
    play.expect(not left, f"in a copy by fresh and become {left} is another", "override both if moves do not tell all")
    for move, before in zip(reversed(played), reversed(states[:-1])):
        play.take_back(move, before)
    for move, after in zip(played, states[1:]):
        play.make(move)
        left = differing(state_of(position), after)
        play.expect(not left, f"played once more {left} is another", "let undo take back all that play has changed")


def some_move(play, legal, random):
    """Return a random move; at first often an action, as few games begin with one."""
    actions = [move for move in legal if move >= play.position.points]
    if actions and play.position.plies < 3 and random.random() < 0.5:
        return random.choice(actions)
    return random.choice(legal)


def check_answers(play):
    """Check that all answers of a position are consistent."""
    position = play.position
    winner, drawn = position.winner, position.is_draw()
    play.expect(0 <= winner <= position.sides, f"the winner is {winner}", f"it is 0 or a side, 1 to {position.sides}")
    play.expect(not (winner and drawn), "the game has a winner and is a draw", "is_draw is false if there is a winner")
    stuck = not any(position.is_legal(move) for move in range(position.moves))
    play.expect(
        bool(position.is_over()) == bool(winner or drawn or stuck),
        f"is_over is {position.is_over()}, with winner {winner} and is_draw {drawn}",
        "override is_draw and leave is_over to Position",
    )
    stones = sum(1 for cell in position.cells if cell)
    play.expect(
        (position.stones, position.empty) == (stones, position.points - stones),
        f"{stones} stones are counted as {position.stones}",
        "add to position.stones what comes, subtract what goes",
    )
    play.expect(
        1 <= position.to_move <= position.sides,
        f"to_move is {position.to_move}",
        f"it is a side, 1 to {position.sides}",
    )
    kind = position.win_type()
    play.expect(
        isinstance(kind, str) if winner else kind is None,
        f"the win type is {kind!r}, with winner {winner}",
        "win_type is a word if there is a winner, else None",
    )
    last = position.last_stone()
    play.expect(
        last < 0 or position.cells[last], "no stone is where last_stone says", "override last_stone where stones move"
    )
    marks = bytearray([7] * position.points)
    position.winning_points(marks)
    play.expect(
        not set(marks) - {0, 1} and (winner or not any(marks)),
        "winning_points leaves marks that mean nothing",
        "set every mark to 1 or 0, and all to 0 while there is no winner",
    )


def try_all(play, legal):
    """Try every move, and some numbers that are not moves: play agrees with is_legal, undo restores everything."""
    position = play.position
    before = state_of(position)
    over = " when the game is over" if position.is_over() else ""
    for move in range(-1, position.moves + 2):
        name = play.name(move) if 0 <= move < position.moves else str(move)
        sides = [side for side in range(1, position.sides + 1) if not position.refusal(side, move)]
        play.expect(
            move in legal or sides != [position.to_move],
            f"`refusal` lets {name} be played and is_legal does not",
            "override `refusal` alone",
        )
        play.expect(
            sides == [position.to_move] * (move in legal),
            f"`refusal` lets sides {sides} play {name}{over}",
            "begin with the refusal of Position",
        )
        if move in legal:
            play.make(move)
            play.take_back(move, before)
            continue
        play.expect(
            not position.play(move), f"play takes {name}, which is illegal{over}", "let play ask is_legal first"
        )
        left = differing(state_of(position), before)
        play.expect(
            not left, f"play refuses {name} and changes {left}", "let play ask is_legal before it changes anything"
        )


# What the file knows of the game ------------------------------------------------------------------------------------


def known(play, tests):
    """Check the perft numbers and the example."""
    play.begin()
    for depth, wanted in enumerate(tests.get("perft", ()), 1):
        found = perft(play.position, depth)
        play.expect(found == wanted, f"perft {depth} is {found}, not {wanted}", "fix the rules or the number")
    if "example" in tests:
        moves, _, ending = tests["example"].partition("=")
        for name in moves.split():
            move = parse_move(play.position, name)
            play.expect(
                play.position.is_legal(move),
                f"the example goes on with {name}, which is illegal",
                "fix the rules or the example",
            )
            play.make(move)
        position, ending = play.position, " ".join(ending.split())
        drawn = position.is_over() and not position.winner
        found = "draw" if drawn else f"{position.winner} {position.win_type()}"
        play.expect(found == ending, f"the example ends with {found!r}, not {ending!r}", "fix the rules or the example")


# Engines --------------------------------------------------------------------------------------------------------------


def engines(play, random, passed):
    """Let the engine play against itself, and check engine and minimax on short endings.

    They must find out who wins. A draw, or the outcome of a swap, may stay unknown.
    """
    play.begin()
    family = play.game.family(play.position)
    playing = {name: engine_for(play.position, family=name) for name in (family, "minimax")}
    engine_game(play, playing[family])
    passed()
    for _ in range(ENDINGS):
        play.begin()
        position = play.position
        while not position.is_over():
            play.make(random.choice(play.legal()))
        while position.undo() >= 0:
            play.moves.pop()
            rows, positions = outcomes(position)
            if rows is None:
                break
            passed()
            for name, engine in playing.items():
                search(engine, position, Limits(WORK + WORK_A_POSITION[name] * positions), every=True)
                open_end = position.to_move not in rows.values() and DRAWN in rows.values()
                play.expect(
                    w_star(engine.verdict, position) or open_end or play.swap and position.plies < 2,
                    f"{name} does not find out who wins",
                    'state engine="minimax", unless fresh, become or undo go wrong',
                )
                for move, outcome in rows.items():
                    said = engine.verdict.outcome(move)
                    play.expect(
                        said in (0, outcome),
                        f"{name} takes {play.name(move)} for {word(said)}, it is {word(outcome)}",
                        'state engine="minimax", unless fresh, become or undo go wrong',
                    )


def engine_game(play, engine):
    """Check that the engine makes legal moves."""
    while not play.position.is_over() and play.position.plies < QUICK_PLIES:
        search(engine, play.position, Limits(QUICK))
        move = engine.verdict.best
        play.expect(
            play.position.is_legal(move), f"the engine makes the illegal move {move}", "see that fresh and become work"
        )
        play.make(move)


def search(engine, position, limits, every=False):
    engine.start(position, limits, every)
    while not engine.step(100_000):
        pass


def outcomes(position):
    """Return {legal move: who wins with best play, or DRAWN}, and the number of positions searched.

    The moves are None if there are too many positions.
    """
    left = MOST_POSITIONS

    def outcome():
        nonlocal left
        left -= 1
        if left < 0 or position.is_over():
            return position.winner or DRAWN
        found, me = list(following().values()), position.to_move
        return me if me in found else DRAWN if DRAWN in found else found[0]

    def following():
        found = {}
        for move in range(position.moves):
            if position.play(move):
                found[move] = outcome()
                position.undo()
        return found

    rows = following()
    return rows if left >= 0 else None, MOST_POSITIONS - left


def word(outcome):
    return "a draw" if outcome == DRAWN else f"a win of side {outcome}"


# Comparison -----------------------------------------------------------------------------------------------------------


def state_of(position):
    """Return everything of a position that can be compared, by name."""
    state = {}
    for name, value in vars(position).items():
        if name == "history":
            value = value[: position.plies]
        if not name.startswith("_") and isinstance(value, PLAIN):
            state[name] = bytes(value) if isinstance(value, bytearray) else repr(value)
    return state


def differing(state, other):
    """Return the names of what differs, as one text."""
    return ", ".join(name for name in state if state[name] != other.get(name))
