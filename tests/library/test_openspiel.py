"""The games as games of OpenSpiel: its own tests, its own games beside ours, and its algorithms on ours."""

import random
import re

import pytest
import source

import glowgrid

pytestmark = pytest.mark.arena
OWN = f"glowgrid_own(file={source.ROOT / 'tests/own_games'}/%s)"
GAMES = [
    "glowgrid_tic_tac_toe",
    "glowgrid_mnk(m=4,n=5,k=4)",
    "glowgrid_three_player",
    "glowgrid_hex(board_size=5)",
    "glowgrid_hex(board_size=4,swap=true)",
    "glowgrid_havannah(board_size=3)",
    "glowgrid_havannah(board_size=3,swap=true)",
    "glowgrid_y(board_size=4)",
    "glowgrid_fano",
    "glowgrid_dark_hex(board_size=3)",
    "glowgrid_phantom_tic_tac_toe",
    OWN % "avoid.json",
    OWN % "veiled.py",
]
each_game = pytest.mark.parametrize("name", GAMES, ids=[name.rpartition("/")[2] for name in GAMES])


@pytest.fixture
def spiel():
    import pyspiel

    import glowgrid.openspiel  # noqa: F401  (registers the games)

    return pyspiel


@pytest.fixture
def simulated():
    """OpenSpiel's test of a whole game, with clones, serialization and pickles."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    return GamesSimTest().sim_game


# OpenSpiel's tests ----------------------------------------------------------------------------------------------------


@each_game
def test_official_suites(spiel, simulated, name):
    game = spiel.load_game(name)
    spiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    simulated(game)


def test_every_game_of_the_library_is_registered(spiel):
    names = {each.short_name for each in spiel.registered_games() if each.short_name.startswith("glowgrid_")}
    expected = {f"glowgrid_{name.replace('-', '_')}" for name in glowgrid.game_names()}
    assert names == expected | {"glowgrid_own"}
    for name in expected:
        game, first = spiel.load_game(name), glowgrid.game(name.removeprefix("glowgrid_").replace("_", "-")).start()
        assert str(game.new_initial_state()) == str(first) and game.num_players() == first.sides


def spoiled(spiel, methods):
    """Return a game of tic-tac-toe with other methods of its states."""
    from glowgrid import openspiel

    class Spoiled(openspiel.GlowgridGame):
        def __init__(self, params=None):
            super().__init__(glowgrid.game("tic-tac-toe"), kind, params or {})

        def new_initial_state(self, state=None):
            return State(self)

    name = f"spoiled_{len(spiel.registered_names())}"
    State = globals()[name] = type(name, (openspiel.State,), methods)  # a state is pickled by the name of its class
    State.__module__ = __name__
    kind = openspiel.kind_of(name, glowgrid.game("tic-tac-toe"), {})
    spiel.register_game(kind, Spoiled)
    return spiel.load_game(name)


class OneForAll:
    """A position that a clone shares with what it is a clone of."""

    def __init__(self, position):
        self.position = position

    def __deepcopy__(self, memo):
        return self

    def __getattr__(self, name):
        if name == "position":  # while it is unpickled
            raise AttributeError(name)
        return getattr(self.position, name)

    def __str__(self):
        return str(self.position)


def apply_shared(state, action):
    if not isinstance(state.position, OneForAll):
        state.position = OneForAll(state.position)
    state.position.play(action)


def at_the_end(*returns):
    return lambda state: list(returns) if state.is_terminal() else [0.0, 0.0]


SPOILED = {  # what: (methods, what is said of it)
    "nothing": ({}, None),
    "any point is legal": ({"_legal_actions": lambda state, player: [*range(9)]}, "a stone is there"),
    "moves are not sorted": ({"_legal_actions": lambda state, player: [4, 3]}, "actions.i - 1. < actions.i."),
    "clones share a position": ({"_apply_action": apply_shared}, "illegal action"),
    "too much is won": ({"returns": at_the_end(2.0, -2.0)}, "<= game.MaxUtility"),
    "all win": ({"returns": at_the_end(1.0, 1.0)}, "Near.rsum, 0.0"),
    "pickled without its moves": (
        {"__reduce__": lambda state: (type(state), (state.get_game(),))},
        "side 2 to move(.|\n)*side 1 to move",
    ),
}


@pytest.mark.parametrize("what", SPOILED)
def test_a_spoiled_game_is_rejected(spiel, simulated, what):
    methods, said = SPOILED[what]
    game = spoiled(spiel, methods)
    try:
        spiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
        simulated(game)
    except (spiel.SpielError, glowgrid.Error, AssertionError) as error:
        assert said and re.search(said, str(error)), error
    else:
        assert said is None


# Beside its own games -------------------------------------------------------------------------------------------------


def same(game, position):
    return {move: move for move in range(game.num_distinct_actions())}


def by_name(game, position):
    """Points of the same name; the swap is a move onto the first stone."""
    names = {name: move for move, name in enumerate(position.game.moves)}
    found = {}
    for move in range(game.num_distinct_actions()):
        name = game.new_initial_state().action_to_string(0, move)
        if name in names:
            found[names[name]] = move
    if position.game.swap and position.history:
        found[names["swap"]] = found[names[position.history[0]]]
    return found


def turned(game, position):
    """After the swap OpenSpiel mirrors at the other diagonal: its field is ours turned upside down."""
    moves = same(game, position)
    if "swap" in position.history:
        moves |= {point: position.game.points - 1 - point for point in range(position.game.points)}
    return moves


def upright(game, position):
    """OpenSpiel's triangle stands on its tip: its row is our diagonal."""
    field = position.core.field
    return {p: field.columns[p] + (field.rows[p] - field.columns[p]) * field.width for p in range(field.points)}


BESIDE = [
    ("glowgrid_tic_tac_toe", "tic_tac_toe", same),
    ("glowgrid_mnk(m=4,n=5,k=4)", "mnk(m=4,n=5,k=4)", same),
    ("glowgrid_hex(board_size=5)", "hex(board_size=5)", same),
    ("glowgrid_hex(board_size=4,swap=true)", "hex(board_size=4,swap=true)", turned),
    ("glowgrid_havannah(board_size=4)", "havannah(board_size=4)", by_name),
    ("glowgrid_havannah(board_size=3,swap=true)", "havannah(board_size=3,swap=true)", by_name),
    ("glowgrid_y(board_size=5)", "y(board_size=5)", upright),
    ("glowgrid_dark_hex(board_size=4)", "dark_hex(board_size=4)", same),
    ("glowgrid_phantom_tic_tac_toe", "phantom_ttt", same),
]
each_pair = pytest.mark.parametrize("name, own, numbers", BESIDE, ids=[own for _, own, _ in BESIDE])


def beside(spiel, name, own, numbers, games, seed=1):
    """Play random games in both; yield (our state, theirs, {our move: theirs}) before each move, and at the end."""
    one, other, draw = spiel.load_game(name), spiel.load_game(own), random.Random(seed)
    for _ in range(games):
        ours, theirs = one.new_initial_state(), other.new_initial_state()
        while True:
            moves = numbers(other, ours.position)
            yield ours, theirs, moves
            if ours.is_terminal() or theirs.is_terminal():
                break
            move = draw.choice(ours.legal_actions())
            ours.apply_action(move)
            theirs.apply_action(moves[move])


def differ(spiel, name, own, numbers, games):
    """Return in how many positions of random games legal moves, turn, end or returns differ."""
    return sum(
        sorted(moves[move] for move in ours.legal_actions()) != theirs.legal_actions()
        or ours.current_player() != theirs.current_player()
        or ours.returns() != theirs.returns()
        for ours, theirs, moves in beside(spiel, name, own, numbers, games)
    )


@each_pair
def test_a_game_is_that_of_openspiel(spiel, name, own, numbers):
    assert differ(spiel, name, own, numbers, games=40) == 0


@pytest.mark.long
@each_pair
def test_a_game_is_that_of_openspiel_in_many_games(spiel, name, own, numbers):
    assert differ(spiel, name, own, numbers, games=1000) == 0


def test_another_game_differs(spiel):
    """So that the comparison could fail: columns for rows, and misere."""
    with pytest.raises((KeyError, spiel.SpielError)):
        differ(spiel, "glowgrid_mnk(m=5,n=4,k=4)", "mnk(m=4,n=4,k=4)", same, 20)
    assert differ(spiel, "glowgrid_mnk(m=4,n=4,k=3)", "mnk(m=4,n=4,k=4)", same, 20)
    assert differ(spiel, OWN % "avoid.json", "tic_tac_toe", same, 20)


HIDDEN = [each for each in BESIDE if "dark" in each[1] or "phantom" in each[1]]


@pytest.mark.parametrize("name, own, numbers", HIDDEN, ids=[own for _, own, _ in HIDDEN])
def test_a_player_to_move_knows_what_openspiel_says(spiel, name, own, numbers):
    """Two states look alike to it here if they do there. Tensors: the string of dark_hex counts the others' tries."""
    to_theirs, to_ours, to_string = {}, {}, {}
    for ours, theirs, _ in beside(spiel, name, own, numbers, games=60):
        if ours.is_terminal():
            continue
        player = ours.current_player()
        mine, its = ((player, tuple(each.information_state_tensor(player))) for each in (ours, theirs))
        assert to_theirs.setdefault(mine, its) == its and to_ours.setdefault(its, mine) == mine
        assert to_string.setdefault(mine, ours.information_state_string(player)) == ours.information_state_string(
            player
        )
    assert len(to_theirs) == len(to_ours) == len({*to_string.values()}) > 200


def test_a_player_learns_of_tries_only_its_own(spiel):
    game = spiel.load_game("glowgrid_dark_hex(board_size=4)")
    one, other = game.new_initial_state(), game.new_initial_state()
    for state, moves in (one, "a1 b2"), (other, "a1 a1 c3"):
        for move in moves.split():
            state.apply_action(state.string_to_action(move))
    for ask in "information_state_string", "information_state_tensor", "observation_string", "observation_tensor":
        assert getattr(one, ask)(0) == getattr(other, ask)(0)
        assert getattr(one, ask)(1) != getattr(other, ask)(1)
    assert other.information_state_string(1) == "player 1: ? a1! c3"
    assert other.information_state_string(0) == "player 0: a1 ?"


def test_tensors_have_the_layout_that_is_stated(spiel):
    import numpy as np

    game = spiel.load_game("glowgrid_phantom_tic_tac_toe")
    state = game.new_initial_state()
    for move in 4, 4, 0, 8:
        state.apply_action(move)
    planes, plies = np.split(np.array(state.information_state_tensor(1)), [36])
    assert planes.tolist() == state.observation_tensor(1)
    planes = planes.reshape(game.observation_tensor_shape())
    assert [np.flatnonzero(plane).tolist() for plane in planes] == [[0], [4], [], [*range(9)]]
    rows = plies.reshape(game.max_game_length(), game.num_distinct_actions() + 2)
    assert [np.flatnonzero(row).tolist() for row in rows if row.any()] == [[9], [4, 10], [0], [9]]


# Its algorithms on ours -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, moves",
    [
        ("glowgrid_tic_tac_toe", "b2 a1"),
        ("glowgrid_tic_tac_toe", "a1 b1 c3"),
        ("glowgrid_hex(board_size=3)", "a2 b2"),
        ("glowgrid_hex(board_size=3)", "c1 b1"),
        ("glowgrid_mnk(m=3,n=4,k=3)", "b2 a1 b3"),
        ("glowgrid_havannah(board_size=2)", "a1 b2"),
        ("glowgrid_y(board_size=3)", "a2"),
        ("glowgrid_fano", ""),
        ("glowgrid_hex(board_size=2,swap=true)", "a1"),
    ],
)
def test_minimax_finds_what_solve_says(spiel, name, moves):
    from open_spiel.python.algorithms import minimax

    game = spiel.load_game(name)
    state = game.new_initial_state()
    for move in moves.split():
        state.apply_action(state.string_to_action(move))
    value, action = minimax.alpha_beta_search(game, state, maximizing_player_id=0)
    answer = glowgrid.solve(state.position, engine="cpython")
    assert value == {1: 1, 2: -1, glowgrid.DRAW: 0}[answer.winner]
    assert state.action_to_string(action) in answer.best


def outcomes(state):
    """Return the winners (0 for a draw) that max^n can end in, whatever a player does among equally good moves."""
    if state.is_terminal():
        returns = state.returns()
        return {returns.index(1.0) + 1 if 1.0 in returns else 0}
    me, found = state.current_player() + 1, []
    for action in state.legal_actions():
        found.append(outcomes(state.child(action)))
    value = {me: 2, 0: 1}
    worst = [min(value.get(winner, 0) for winner in each) for each in found]
    best = [max(value.get(winner, 0) for winner in each) for each in found]
    return set().union(*[each for each, most in zip(found, best) if most >= max(worst)])


def test_max_n_over_the_states_finds_what_solve_says(spiel):
    """OpenSpiel has max^n for C++ alone. Three sides, seven points left."""
    game, sure = spiel.load_game("glowgrid_three_player"), 0
    for seed in range(6):
        draw, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal() and len(state.history()) < 10:
            state.apply_action(draw.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        answer = glowgrid.solve(state.position, engine="cpython")
        for move, value in answer.values.items():
            possible = outcomes(state.child(state.string_to_action(move)))
            assert value.winner in possible, (seed, move)
            sure += len(possible) == 1
    assert sure > 20


def test_mcts_plays_a_whole_game_and_wins_it(spiel):
    import numpy as np
    from open_spiel.python.algorithms import evaluate_bots, mcts
    from open_spiel.python.bots import uniform_random

    game = spiel.load_game("glowgrid_hex(board_size=3)")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 60, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    for _ in range(3):
        returns = evaluate_bots.evaluate_bots(
            game.new_initial_state(), [bot, uniform_random.UniformRandomBot(1, rng)], rng
        )
        assert list(returns) == [1, -1]


def test_the_exploitability_of_a_hidden_game_is_that_of_openspiel(spiel):
    """Of random play, over all information states."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    found = []
    for name in "glowgrid_dark_hex(board_size=2)", "dark_hex(board_size=2)":
        game = spiel.load_game(name)
        found.append(exploitability.nash_conv(game, policy.UniformRandomPolicy(game)))
    assert found[0] == pytest.approx(found[1]) and found[0] > 0.5


# What it says ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, said",
    [
        ("glowgrid_hex(board_size=99)", "hex: size 99; expected 1 to 15"),
        ("glowgrid_own", "glowgrid_own: no file"),
        ("glowgrid_own(file=nothing.json)", "nothing.json"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(spiel, name, said):
    with pytest.raises(glowgrid.Error, match=said):
        spiel.load_game(name)


def test_python_ends_well_after_the_import():
    """OpenSpiel holds what is registered until the very end."""
    import subprocess
    import sys

    run = subprocess.run([sys.executable, "-c", "import glowgrid.openspiel"], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
