"""Hint and coach on the lights: they agree with `values`, and play never waits for them."""

import random
import re

import pytest
from all_games import GAMES
from cases import long
from console import BOARD, RIGHT, SELECT, UNDO, Person
from support import values

from glowgrid.console.match import ADVICE, PERSON, Match
from glowgrid.console.palette import BRIGHT, CYAN, OFF
from glowgrid.console.screens import coach as coach_screen
from glowgrid.console.screens.coach import ESTIMATED, HOLDS, LOSES, WINS, Coach
from glowgrid.console.screens.coach_picture import COLOURS, led_colour
from glowgrid.console.screens.proving import matter
from glowgrid.console.view import NOTHING
from glowgrid.rules.notation import parse_move, parse_point, point_name
from glowgrid.search import DRAWN, NO_MOVE, Limits
from host_sim.boards.files import load_board
from host_sim.console import describe
from host_sim.own_games.load import game_in
from host_sim.records.gtp.protocol import Gtp
from host_sim.theory.proofs.solver import Solver
from host_sim.theory.proofs.tables import tables_of
from tools.paths import ROOT


def marks_by_gtp(game, size, moves):
    """Return the values of every move by `values`, as the coach's marks."""
    talk = Gtp(GAMES[game], size)
    for move in moves:
        talk.position.play(move)
    marks = bytearray(talk.position.moves)
    mover = str(talk.position.to_move)
    for line in talk.answer("values")[2:].split("\n"):
        name, outcome, _ = line.split()
        move = parse_move(talk.position, name)
        marks[move] = 0 if outcome == "?" else HOLDS if outcome == "draw" else WINS if outcome == mover else LOSES
    return marks


def coached(game, size, coach=True):
    """Return a match between people, with its engine."""
    match = Match(GAMES[game], size, [PERSON] * GAMES[game].sides)
    for _ in match.making_engine():
        pass
    match.coach = coach
    return match


def advised(match, moves, steps=100_000):
    """Return a Coach that has finished with the position after these moves."""
    while match.position.undo() >= 0:
        pass
    for point in moves:
        assert match.position.play(point)
    coach = Coach(match)
    coach.ask()
    while steps and (coach.asked or not coach.complete):
        coach.work()
        steps -= 1
    assert steps
    return coach


@pytest.mark.parametrize("mark, lit", [(WINS, 12), (HOLDS, 8), (LOSES, 4), (ESTIMATED + 1, 12), (ESTIMATED + 3, 12)])
def test_a_single_led_shows_outcomes_by_how_long_it_is_lit(mark, lit):
    shown = [led_colour(mark, phase) for phase in range(16)]
    assert shown[0] == COLOURS[mark]
    assert shown.count(COLOURS[mark]) == lit and set(shown) <= {COLOURS[mark], OFF, NOTHING}


def random_games(points, plies, count, seed):
    chance = random.Random(seed)
    return [chance.sample(range(points), plies) for _ in range(count)]


CASES = (
    [("tic-tac-toe", (), moves) for plies in (0, 1, 2, 3, 4) for moves in random_games(9, plies, 3, plies)]
    + [("three-player", (), moves) for moves in random_games(16, 8, 5, 1)]
    + [("mnk", (4, 3, 3), moves) for moves in random_games(12, 3, 3, 2)]
)


@pytest.mark.parametrize("game, size, moves", CASES)
def test_marks_agree_with_values(game, size, moves):
    assert advised(coached(game, size), moves).marks == marks_by_gtp(game, size, moves)


def positions_3x3():
    """Moves to every reachable position of 3x3 that is not over, one way to each."""
    position = GAMES["tic-tac-toe"].setup(())
    ways = {}

    def walk(moves):
        if not position.is_over() and bytes(position.cells) not in ways:
            ways[bytes(position.cells)] = list(moves)
            for point in range(9):
                if position.play(point):
                    walk([*moves, point])
                    position.undo()

    walk([])
    return list(ways.values())


def test_a_hint_is_in_m_hat_and_wins_first_or_loses_last():
    ways = positions_3x3()
    assert len(ways) == 4520
    match = coached("tic-tac-toe", (), False)
    verdict = match.engine.verdict
    for moves in random.Random(7).sample(ways, 60):
        coach = advised(match, moves)
        mover = match.position.to_move
        known = {}
        for point in range(9):
            if match.position.is_legal(point):
                outcome = verdict.outcomes[point]
                known[point] = (3 if outcome == mover else 2 if outcome == DRAWN else 1), verdict.plies[point]
        best = max(rank for rank, _ in known.values())
        plies = [plies for rank, plies in known.values() if rank == best]
        assert known[coach.hint] == (best, min(plies) if best == 3 else max(plies))
        assert (coach.hint_mark, coach.hint_plies) == known[coach.hint]


@pytest.mark.parametrize("moves, mark", [("c4 c2 b2 d4", WINS), long("d3 c3 d5 d4", LOSES)])
def test_a_hint_in_a_decided_game_of_hex_is_the_engines_move(moves, mark):
    match = coached("hex", (5,), False)
    position, engine = match.position, match.engine
    for name in moves.split():
        assert position.play(parse_point(position.field, name))
    coach = Coach(match)
    coach.ask()
    while coach.asked:
        coach.work()
    engine.start(position, Limits(coach_screen.HINT_WORK, seed=match.seed))
    while not engine.step(32_000):
        pass
    assert (coach.hint_mark, coach.hint) == (mark, engine.verdict.best)


def test_without_a_proof_in_time_a_hint_is_an_estimate(person, monkeypatch):
    monkeypatch.setattr(coach_screen, "HINT_WORK", 400_000)
    person.start("mnk", 0, 0, size="8,8,5")
    person.pause_and("hint")
    assert person.screen == "play" and person.app.screen.coach.asked
    coach = person.app.screen.coach
    while coach.asked:
        person.wait(100)
    assert coach.hint != NO_MOVE and coach.hint_mark > ESTIMATED
    estimate = f"hint {point_name(person.position.field, coach.hint)}: unsolved after "
    assert describe.known(person.app).startswith(estimate)
    colours = set()
    person.wait(150)  # until it is drawn
    for _ in range(60):
        person.wait(10)
        if person.app.screen.match.cursor != coach.hint:
            colours.add(person.app.panel.frame[person.app.screen.view.corner[coach.hint]])
    assert colours <= {CYAN, OFF}


def test_keys_stay_alive_while_the_coach_thinks(person):
    person.start("mnk", 0, 0, size="8,8,5")
    person.pause_and("coach")
    assert person.app.match.coach and person.app.match.engine
    person.wait(300)
    coach = person.app.screen.coach
    assert not coach.complete and coach.engine.verdict.nodes
    cursor = person.app.screen.match.cursor
    person.tap(RIGHT, then=20)
    assert person.app.screen.match.cursor == cursor + 1
    person.tap(SELECT)
    assert person.position.plies == 1 and not any(coach.marks)  # earlier knowledge is of another position
    person.tap(UNDO)
    assert person.position.plies == 0
    person.pause_and("coach")
    assert not person.app.match.coach and person.app.screen.coach is None
    person.pause_and("menu")
    assert person.screen == "menu"


def test_only_a_person_to_move_is_coached(person):
    person.start("tic-tac-toe", 0, 2)
    person.pause_and("coach")
    person.wait(300)
    assert describe.known(person.app) == "coach: 9 draw"
    person.tap(1)
    assert person.app.match.engine_to_move() and describe.known(person.app) == ""
    assert not set("+?!") & set(person.text())
    person.wait(1500)
    assert person.position.plies == 2 and describe.known(person.app) == "coach: 6 draw, 1 loses"


def test_the_coach_is_saved_with_the_match_and_a_hint_is_not(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.tap(5, 4)
    person.pause_and("coach")
    person.pause_and("hint")
    person.wait(500)
    assert describe.known(person.app) == "hint a1: wins in 5 moves (all sides')   coach: 6 win, 1 draws"
    again = Person(tmp_path)
    again.tap(SELECT, then=450)
    assert again.app.match.coach and describe.known(again.app) == "coach: 6 win, 1 draws"
    again.tap(0, 10, 2, 1, 8)
    assert again.position.winner == 1 and describe.known(again.app) == ""
    again.wait(700)
    again.pause_and("once more")
    assert again.app.match.coach
    again.pause_and("menu")
    again.start("tic-tac-toe", 0, 0)
    assert not again.app.match.coach  # a new match begins without


def test_wins_within_k_are_shown_again_after_a_power_cut(tmp_path):
    person = Person(tmp_path)
    person.start("tic-tac-toe", 0, 0)
    person.tap(5)
    person.pause_and("wins within")
    person.wait(500)
    again = Person(tmp_path)
    again.tap(SELECT, then=450)
    assert again.app.screen.coach.within


def test_a_key_may_have_the_role_hint(person):
    key = person.session.board["keys"]["roles"]["hint"]
    person.start("tic-tac-toe", 0, 0)
    person.tap(5, 4)
    person.tap(key, then=450)
    assert describe.known(person.app) == "hint a1: wins in 5 moves (all sides')"
    person.tap(key, 0, key)
    person.wait(300)
    assert describe.known(person.app) == "hint c3: loses in 4 moves (all sides')"
    person.tap(10, 2, 1, 8)
    assert person.position.winner == 1
    person.tap(key)  # nothing left to show
    assert person.screen == "play"


@pytest.mark.parametrize(
    "game, size, moves", [("tic-tac-toe", (), [4, 1]), ("tic-tac-toe", (), [0, 1]), ("hex", (3,), [0, 2])]
)
def test_the_dial_marks_wins_and_losses_one_ply_deeper_each_time(person, game, size, moves):
    person.begin(game, size)
    for move in moves:
        person.position.play(move)
    person.app.match_changed(person.session.now_ms)
    person.pause_and("wins within")
    coach, talk = person.app.screen.coach, Gtp(GAMES[game], size)
    for move in moves:
        talk.position.play(move)
    plies = [line.split()[2] for line in talk.answer("values")[2:].split("\n")]
    legal = [move for move in range(talk.position.moves) if talk.position.is_legal(move)]
    known = {move: int(word) for move, word in zip(legal, plies, strict=True)}
    right, seen = marks_by_gtp(game, size, moves), []
    for _ in range(120):
        person.wait(100)
        if coach.complete and coach.within not in seen:
            seen.append(coach.within)
            soon = [move for move in legal if known[move] <= coach.within and right[move] != HOLDS]
            assert [move for move in legal if coach.marks[move]] == soon
            assert all(coach.marks[move] == right[move] for move in soon)
            assert f"coach, within {coach.within} move" in describe.known(person.app)
            assert ("undecided" in describe.known(person.app)) == (len(soon) < len(legal))
    assert seen[0] == 1 and seen == sorted(seen) and len(seen) >= 5
    person.pause_and("coach")
    person.wait(3000)
    assert "within" not in describe.known(person.app) and person.app.screen.coach.marks == right


def test_unknown_outcomes_are_unsolved_after_the_coachs_nodes(tmp_path, monkeypatch):
    gravity = game_in(ROOT / "tests/own_games/gravity.py")
    person = Person(tmp_path, BOARD, games=[gravity])
    monkeypatch.setattr(coach_screen, "COACH_WORK", 3_000_000)
    person.begin("gravity", ())
    person.pause_and("coach")
    assert describe.known(person.app) == "coach: 4 not known"
    person.wait(8000)
    assert describe.known(person.app) == "coach: 4 not known: unsolved after 1000 nodes, depth 4"


def test_in_connection_games_estimates_look_unlike_proofs(tmp_path, monkeypatch):
    person = Person(tmp_path, BOARD)  # it takes a chip that is not slow
    monkeypatch.setattr(coach_screen, "HINT_WORK", 200_000)
    monkeypatch.setattr(coach_screen, "COACH_WORK", 1_000_000)
    person.begin("y", (8,))
    person.pause_and("coach")
    coach, points = person.app.screen.coach, range(person.position.points)
    person.wait(3000)
    assert " estimated" in describe.known(person.app) and not set(coach.marks) & {1, 2, 3}
    assert set("lmh") & set(person.text()) and not set("+?!") & set(person.text())
    for _ in range(64):  # estimates keep changing, and points are looked up in turn
        if coach.marks[max(points, key=lambda p: min(coach.percent(p), 100 - coach.percent(p)))] == ESTIMATED + 3:
            break
        person.wait(10)
    else:
        pytest.fail("the best move is not marked as good")
    person.pause_and("hint")
    while person.app.screen.coach.asked:
        person.wait(100)
    assert re.search(r": unsolved after \d+ nodes, depth \d+, leaning \d+%", describe.known(person.app))


@pytest.mark.parametrize("name, size", [("hex", (5,)), long("y", (5,)), long("havannah", (4,))])
def test_the_hint_for_a_first_stone_makes_the_swap_a_hard_choice(person, name, size):
    person.begin(name, size)
    person.pause_and("hint")
    while not person.app.screen.coach or person.app.screen.coach.asked:
        person.wait(100)
    coach = person.app.screen.coach
    assert coach.hint != NO_MOVE and coach.hint_mark in (LOSES, HOLDS, ESTIMATED + HOLDS) and coach.hint_percent <= 50
    assert coach.hint == person.app.match.engine.verdict.best


def exact_marks(position, game, size, moves):
    """Return the coach's marks by a judge; a first stone may be taken over."""
    ranks = {DRAWN: HOLDS, position.to_move: WINS}
    marks = bytearray(position.moves)
    for point, outcome in values.truth(game, size, moves)[0].items():
        rank = ranks.get(outcome, LOSES)
        marks[point] = rank if moves else min(rank, 4 - rank)
    if len(moves) == 1:
        marks[position.action("swap")] = 4 - max(marks)
    return marks


@pytest.mark.parametrize(
    "game, size, moves",
    [
        ("hex", (3,), [4]),
        ("hex", (3,), [0]),
        ("hex", (3,), [1, 4]),
        ("hex", (3,), []),
        long("hex", (4,), [0, 5, 10]),
        ("hex", (4,), [5, 9, 2, 7]),
        ("havannah", (2,), []),
        ("havannah", (2,), [3]),
        ("havannah", (2,), [0, 3]),
        ("y", (3,), [0]),
        ("y", (3,), [4]),
        ("havannah", (3,), [0, 9, 4, 13, 1, 18, 7, 11]),
    ],
)
def test_the_coach_is_right_on_small_connection_games(game, size, moves):
    match = coached(game, size)
    coach = advised(match, moves)
    marks = exact_marks(match.position, game, size, moves)
    assert all(mark == 0 or mark == marks[move] or mark > ESTIMATED for move, mark in enumerate(coach.marks))
    if game != "y":  # whose small sizes are not solved
        assert coach.marks == marks
    if coach.hint_mark < ESTIMATED:
        assert coach.hint_mark == max(marks) == marks[coach.hint]


def test_the_swap_is_marked_on_the_first_stone(tmp_path, monkeypatch):
    person = Person(tmp_path, BOARD)  # it takes a chip that is not slow
    monkeypatch.setattr(coach_screen, "COACH_WORK", 400_000)
    person.begin("y", (8,))
    person.app.match.sit([PERSON, PERSON])
    person.position.play(12)
    person.app.match_changed(person.session.now_ms)
    person.pause_and("coach")
    while "coach: swap estimated, " not in describe.known(person.app):
        person.wait(100)
    corner = person.app.screen.view.corner[12]
    shown = set()
    for _ in range(200):
        person.wait(10)
        shown.add(person.app.panel.frame[corner])
    mark = shown & set(COLOURS[ESTIMATED + 1 :])
    assert len(mark) == 1 and shown == {*mark, BRIGHT + 1, OFF}  # dark gaps tell the mark from the stone's colours
    person.tap(RIGHT, SELECT)
    assert person.app.screen.coach.marks[-1] == 0 and "swap" not in describe.known(person.app)


@pytest.mark.parametrize("name, size, point", [long("hex", (6,), 15), ("hex", (5,), 12), ("y", (4,), 4)])
def test_the_coach_says_that_the_swap_wins_as_soon_as_every_stone_loses(person, name, size, point):
    person.begin(name, size)
    person.position.play(point)
    person.app.match_changed(person.session.now_ms)
    person.pause_and("coach")
    others = person.position.empty
    for _ in range(600):
        if f"{others} lose" in describe.known(person.app):
            break
        person.wait(100)
    person.wait(500)
    assert describe.known(person.app) == f"coach: swap wins, {others} lose"


def test_the_hint_key_is_named_only_if_it_helps(person):
    person.begin("hex", (5,))
    assert "hint: a good move" in describe.advice(person.app)
    person.app.match.sit([1, PERSON])
    assert "hint" not in describe.advice(person.app)
    person.app.match.sit([PERSON, PERSON])
    person.app.match.without = ADVICE
    assert "hint" not in describe.advice(person.app)


def test_a_hint_may_be_the_swap(person):
    person.begin("hex", (3,))
    person.tap(5)  # the middle: too good to leave to the other side
    person.pause_and("hint")
    person.wait(2000)
    assert describe.known(person.app) == "hint swap: wins in 5 moves (all sides')"
    person.tap(5)
    assert person.position.history[1] == person.position.action("swap")


@pytest.mark.parametrize("speed", [0.01, 0.2])
def test_a_slow_chip_gives_a_hint_too(tmp_path, speed):
    person = Person(tmp_path, {**load_board(BOARD), "speed": speed})
    person.start("tic-tac-toe", 0, 0)
    person.pause_and("hint")
    coach = person.app.screen.coach
    person.wait(2000)
    assert not coach.asked and coach.hint != NO_MOVE


@pytest.mark.parametrize(
    "size, swap, moves, hint, coach",
    [
        long(8, True, "", "loses as published", "64 lose as published"),
        (8, False, "", "wins as published", "32 win as published, 32 lose as published"),
        (8, True, "d4", "wins as published", "swap wins as published, 63 lose as published"),
        long(8, False, "d4", "loses as published", "63 lose as published"),
        (8, True, "a1", "side 2 wins as published", "swap loses as published"),
        long(7, True, "", "loses", "49 lose"),
        (7, True, "d4", "wins", "swap wins, 48 lose"),
    ],
)
def test_hint_and_coach_say_whether_a_first_stone_is_published_or_proven(person, size, swap, moves, hint, coach):
    """At once, or as soon as a hint may come; they agree with the coach's marks."""
    person.begin("hex", (size,))
    match = person.app.match
    match.position.swap_rule = swap
    for name in moves.split():
        assert match.position.play(parse_move(match.position, name))
    for asks_coach, expected in ((False, hint), (True, coach)):
        match.coach = asks_coach
        person.app.resume(person.session.now_ms, hint=not asks_coach)
        said = ""
        for _ in range(2000):
            person.wait(10)
            said = describe.known(person.app).partition(": ")[2]
            if said.startswith(expected):
                break
        assert said == expected or expected in ("side 2 wins as published", "swap loses as published"), said
        assert said.startswith(expected)


def hex_match(size, moves):
    match = coached("hex", (size,))
    match.position.swap_rule = False
    for name in moves.split():
        assert match.position.play(parse_move(match.position, name))
    return match


def test_moves_that_a_threat_rules_out_are_marked_before_the_winner_is_known():
    match = hex_match(5, "c4 c3")
    coach, position, verdict = Coach(match), match.position, match.engine.verdict
    while LOSES not in coach.marks:
        coach.work()
    assert not verdict.proven and not coach.needed
    tables = tables_of(position)
    for point in range(position.points):
        if coach.marks[point] == LOSES:
            own, theirs = tables.stones[1], tables.stones[0] | 1 << point
            assert Solver(tables, 2, True, 100_000, lambda met: None).carrier(own, theirs, 0)[0]


@pytest.mark.parametrize("moves, needed", [("b2", True), ("b2 a1", False)])
def test_who_loses_is_told_which_points_matter(moves, needed):
    match = hex_match(3, moves)
    coach = Coach(match)
    while not coach.complete:
        coach.work()
    assert bool(coach.needed) == needed  # who wins may choose among several ways
    coach.forget()
    assert coach.needed is None


@pytest.mark.parametrize("count, told", [(6, True), (7, False), (8, False)])
def test_it_is_told_only_where_a_quarter_of_the_free_points_do_not_matter(count, told):
    match = hex_match(3, "b2")
    coach = Coach(match)
    while not coach.complete:
        coach.work()
    free = [point for point in range(9) if not match.position.cells[point]]
    match.engine.verdict.carrier = bytearray(point in free[:count] for point in range(9))
    coach.work()
    assert bool(coach.needed) == told
    said = f"only {count} of the 8 free points matter"
    assert matter(coach) == (said if told else "")
