"""Minimax on games that no fast engine knows, against brute force: misere, gravity, passing, three sides."""

from random import Random

import pytest
from compiled import own_games
from line_games import TO_THE_END, searched
from own_games_truth import DRAW, GAMES, Truth

from glowgrid import games
from glowgrid.answers import UNDECIDED, m_hat, w_k, w_star
from glowgrid.games import discover
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of
from glowgrid.search import DRAWN, Limits, engine_for, work_in
from host_sim.own_games.data.reader import game_from

FOLDER = own_games()
games.__path__.append(str(FOLDER))  # modules of games are imported as glowgrid.games.NAME
FOUND, ERRORS = discover(str(FOLDER))
CONNECTIONS = "bridg-it", "hex-map", "three-coasts", "triangle-with-holes"  # tests/rules/test_connections.py plays them


def game_of(name):
    return next(game for game in FOUND if game.name == name)


def random_state(name, random, least=0):
    """Return a position of a game under way, at least so many plies in, and brute force's state of it."""
    size, truth = GAMES[name]
    while True:
        position, state = game_of(name).setup(size), truth.start()
        for _ in range(random.randint(least, position.points)):
            if position.is_over():
                break
            move = random.choice(truth.moves(state))
            assert position.play(move)
            state = truth.after(state, move)
        if not position.is_over() and position.plies >= least:
            return position, state


def named(outcome):
    """Return an outcome of brute force as a verdict has it."""
    return DRAWN if outcome == DRAW else outcome


def solved(position, every=False, limits=TO_THE_END):
    return searched(engine_for(position), position, limits, every)


def test_the_games_are_found_and_get_no_fast_engine():
    assert not ERRORS and sorted(game.name for game in FOUND) == sorted([*GAMES, *CONNECTIONS])
    assert {game_of(name).family(game_of(name).setup()) for name in GAMES} == {"minimax"}


@pytest.mark.parametrize(
    "name, least, number",
    [
        ("misere", 3, 20),
        ("avoid", 3, 20),
        ("gravity", 6, 20),
        ("passing", 0, 30),
        ("two-stones", 3, 10),
        ("replacing", 4, 10),
        ("fenced", 1, 12),
        ("apart", 1, 12),
        pytest.param("misere", 0, 90, marks=pytest.mark.long),
        pytest.param("gravity", 6, 90, marks=pytest.mark.long),
    ],
)
def test_outcome_and_plies_of_every_move(name, least, number):
    random, truth = Random(2), GAMES[name][1]
    for _ in range(number):
        position, state = random_state(name, random, least)
        verdict = solved(position, every=True)
        assert verdict.proven and verdict.settled
        said = {move: truth.solved(truth.after(state, move)) for move in truth.moves(state)}
        for move, (outcome, plies) in said.items():
            right = (named(outcome), 0 if outcome == DRAW else plies + 1)
            assert (verdict.outcomes[move], verdict.plies[move]) == right, (state, move)
        outcome, plies = truth.solved(state)
        best = said[solved(position).best]
        assert best == (outcome, plies - 1) or outcome == DRAW == best[0], state


def test_in_misere_eight_openings_lose_and_the_middle_draws():
    verdict = solved(game_of("misere").setup(), every=True)
    assert [verdict.outcomes[move] for move in range(9)] == [2, 2, 2, 2, 4, 2, 2, 2, 2]
    assert verdict.best == 4


@pytest.mark.parametrize("rows, columns, k", [(2, 4, 2), (3, 3, 2)])
def test_a_data_game_in_which_a_line_loses_is_played_right_to_its_end(rows, columns, k):
    game = game_from({"name": "own", "rows": {"of": [columns, rows], "k": k}, "misere": True})
    truth, position = Truth(rows, columns, k, winner_of=lambda side: 3 - side), game.setup()
    while not position.is_over():
        position.play(solved(position).best)
    assert (position.winner or DRAW) == truth.solved(truth.start())[0]
    marks = bytearray(position.points)
    position.winning_points(marks)
    line = {position.cells[point] for point in range(position.points) if marks[point]}
    assert line == ({3 - position.winner} if position.winner else set())


@pytest.mark.parametrize("name, least, number", [("three-misere", 0, 60), ("three-apart", 3, 12)])
def test_three_sides_each_for_itself_and_one_against_both(name, least, number):
    random, truth = Random(3), GAMES[name][1]
    for _ in range(number):
        position, state = random_state(name, random, least)
        verdict = solved(position, every=True)
        for move in truth.moves(state):
            assert verdict.outcomes[move] == named(truth.max_n(truth.after(state, move))), (state, move)
        assert truth.max_n(truth.after(state, verdict.best)) == truth.max_n(state)
        forced = [move for move in truth.moves(state) if forces_win(truth, truth.after(state, move), position.to_move)]
        assert not forced or solved(position).best in forced, state


def forces_win(truth, state, side):
    over = truth.outcome(state)
    if over is not None:
        return over == side
    after = [forces_win(truth, truth.after(state, move), side) for move in truth.moves(state)]
    return any(after) if state[1] == side else all(after)


@pytest.mark.parametrize("k", [3, 4])
@pytest.mark.parametrize("cut", [2, 4, 250])
def test_three_sides_from_nine_of_sixteen_stones_are_solved_within_five_seconds_of_the_pico(k, cut):
    """For any rules: here those of three-misere on 4x4, to the end or cut after k plies (w_k)."""
    random, rules = Random(k + cut), type(game_of("three-misere").setup())
    for _ in range(4):
        position = rules(Lines(square(4, 4), 3, rows_of(4, 4, k)))
        while position.plies < 9:
            position.play(random.choice([move for move in range(16) if position.is_legal(move)]))
            if position.is_over():
                position.undo()
        truth = Truth(4, 4, k, sides=3, winner_of=lambda side: side % 3 + 1, most_plies=min(9 + cut, 16))
        state = tuple(position.cells), position.to_move, 0, position.plies
        verdict = solved(position, True, Limits(work_in(5000), cut=cut))
        assert verdict.proven and verdict.settled
        for move in truth.moves(state):
            assert verdict.outcomes[move] == named(truth.max_n(truth.after(state, move))), (state, move)


@pytest.mark.parametrize("cut", [2, 3])
def test_three_sides_that_may_be_stuck_in_a_cut_game(cut):
    random, allows = Random(cut), GAMES["three-apart"][1].allows
    for _ in range(12):
        position, state = random_state("three-apart", random)
        truth = Truth(3, 3, 2, sides=3, allows=allows, most_plies=position.plies + cut)
        outcome = truth.max_n(state)
        said = w_k(solved(position, True, Limits(10**9, cut=cut)), position, cut)
        assert said in ((DRAWN, UNDECIDED) if outcome == DRAW else (outcome,)), state


@pytest.mark.parametrize(
    "name, least", [("misere", 0), ("avoid", 0), ("gravity", 6), ("passing", 0), ("fenced", 0), ("apart", 0)]
)
def test_answers_of_a_search_cut_after_k_plies(name, least):
    """w_k to a depth of k is exact: a winner, or none that soon."""
    random, truth = Random(4), GAMES[name][1]
    for _ in range(40):
        position, state = random_state(name, random, least)
        k = random.randint(1, 4)
        said = w_k(solved(position, True, Limits(10**9, depth=k)), position, k)
        outcome, plies = truth.solved(state)
        if outcome == DRAW or plies > k:
            assert said == UNDECIDED or outcome == DRAW and said == DRAWN, (state, k)
        else:
            assert said == outcome, (state, k)


def test_w_star_and_m_hat_count_the_pass():
    random, truth = Random(5), GAMES["passing"][1]
    for _ in range(40):
        position, state = random_state("passing", random)
        verdict, marks = solved(position, every=True), bytearray(position.moves)
        outcome = truth.solved(state)[0]
        assert w_star(verdict, position) == named(outcome)
        held = [move for move in truth.moves(state) if truth.solved(truth.after(state, move))[0] == outcome]
        assert m_hat(verdict, position, marks) == len(held) and [m for m in range(position.moves) if marks[m]] == held
