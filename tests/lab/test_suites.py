"""The suites: their files are as stated, drawn by the rule, and right as far as an independent judge reaches."""

import re
from collections import Counter
from itertools import count, islice

import command_lines
import pytest
from support.judges import masks
from support.judges.brute import brute
from support.judges.groups import Joining, Judge
from support.judges.lines import NEVER, Two

from host_sim.cli.errors import ToolError
from tools.lab.runs.store import Store
from tools.lab.runs.workers import Processes
from tools.lab.suites import drawing, held
from tools.lab.suites.drawing import best_of, empty_points
from tools.lab.suites.measuring import Result, answered, result
from tools.lab.suites.suite import SUITES, VALUES, Case, about, by_band, line_of, names, read, spread, suite_of
from tools.lab.suites.suite_command import measured_row

STATED = {
    "hex 5": (100, 4),
    "hex 6": (400, 4),
    "hex 7": (300, 5),
    **dict.fromkeys(("havannah 3", "havannah 4", "y 5", "y 6", "mnk 5,5,4", "mnk 6,6,5"), (100, 4)),
}


def judgement(suite, moves):
    """Return {move: its value, 1 a win, 0 a draw, -1 a loss} for the side to move after these moves."""
    position = suite.game.setup(suite.size)
    for point in moves:
        position.play(point)
    return judge_of(suite)[0](suite, position)


def judge_of(suite):
    """Return (the function that judges a position, up to how many empty points it is quick, and takes some seconds).

    It shares no code with what found the values.
    """
    if suite.source == "judge":
        return by_minimax, 8, 12
    return {"mnk": (by_lines, 11, 17), "havannah": (by_groups, 10, 15)}.get(suite.name, (by_joining, 17, 20))


def by_joining(suite, position):
    mine, other = masks(position)
    wins = Joining(suite.name, *suite.size).winning(mine, other, position.to_move)
    return {point: 1 if point in wins else -1 for point in empty_points(position)}


def by_groups(suite, position):
    judge, (mine, other) = Judge(suite.name, *suite.size), masks(position)
    return {point: judge.after(mine, other, point, position.to_move) for point in empty_points(position)}


def by_lines(suite, position):
    judge, (mine, other) = Two(*suite.size), masks(position)

    def value(point):
        after = mine | 1 << point
        if judge.wins_at(mine, point) or judge.forces(after, other, False, NEVER):
            return 1
        return -1 if judge.forces(other, after, True, NEVER) else 0

    return {point: value(point) for point in empty_points(position)}


def by_minimax(suite, position):
    known, values, side = {}, {}, position.to_move
    for point in empty_points(position):
        position.play(point)
        winner = brute(position, position.empty, known)[0]
        values[point] = (winner == side) - (winner == 3 - side)
        position.undo()
    return values


def fault(suite, case):
    """Return how a position differs from what the judge says of it, "" if it does not."""
    value, keeps = best_of(judgement(suite, case.moves))
    if value != case.value:
        return f"the judge says {VALUES.get(value, 'loss')}"
    wrong, missing = sorted({*case.keeps} - {*keeps}), sorted({*keeps} - {*case.keeps})
    found = [f"{text}: {names(suite, points)}" for text, points in (("loses", wrong), ("keeps", missing)) if points]
    return ", ".join(found)


EVERY = pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.title)


@EVERY
@pytest.mark.sample(3)
def test_a_suite_has_the_stated_positions_and_each_is_easily_lost(suite):
    cases = read(suite)
    positions, bands = STATED[suite.title]
    assert [len(band) for band in by_band(suite, cases)] == [positions // bands] * bands
    assert Counter(len(case.moves) for case in cases) == {
        stones: wanted for band in suite.bands for stones, wanted in suite.quotas(band).items()
    }
    assert len({(frozenset(case.moves[::2]), frozenset(case.moves[1::2])) for case in cases}) == positions
    for case in cases:
        position = suite.game.setup(suite.size)
        for point in case.moves:
            position.play(point)
        assert not position.is_over() and 0 < 2 * len(set(case.keeps)) <= position.empty
        assert case.value == 1 or suite.name in ("havannah", "mnk")


@EVERY
def test_the_positions_are_drawn_one_after_another(suite):
    cases = read(suite)
    for stones, _ in suite.bands:
        positions = (drawing.random_position(suite.game, suite.size, stones, 1, number) for number in count())
        drawn = (list(position.history[:stones]) for position in islice(positions, 1000))
        assert all(case.moves in drawn for case in cases if len(case.moves) == stones)  # `in` goes on where it was


def few(suite, most, of_each):
    """Return a sample of the positions of a suite with at most this many empty points."""
    cases = read(suite)
    points = suite.game.setup(suite.size).points
    within = [[n for n in band if points - len(cases[n].moves) <= most] for band in by_band(suite, cases)]
    return [cases[n] for band in within for n in spread(band, of_each)]


@EVERY
@pytest.mark.parametrize("most, of_each", [(1, 3), pytest.param(2, 10, marks=pytest.mark.long)])
@pytest.mark.sample(3)
def test_an_independent_judge_agrees(suite, most, of_each):
    sample = few(suite, judge_of(suite)[most], of_each)
    assert sample and {line_of(suite, case): said for case in sample if (said := fault(suite, case))} == {}


def test_drawing_again_gives_the_same_positions(tmp_path):
    suite = suite_of("y", "5")
    with Store(tmp_path / "x.sqlite") as store:
        found = [case for case in drawing.cases_of(suite, 9, 4, 1, store, Processes(1)) if case]
    assert found == [case for case in read(suite) if len(case.moves) == 9][:4]


def altered(suite, tmp_path, change):
    """Return a file with the last positions of a suite, the last of them changed, and its line."""
    cases = read(suite)[-3:]
    cases[-1] = change(cases[-1])
    file = tmp_path / "altered.txt"
    file.write_text("# comment\n" + "".join(f"{line_of(suite, case)}\n" for case in cases))
    return file, line_of(suite, cases[-1])


@pytest.mark.parametrize(
    "name, change, said",
    [
        ("hex 5", lambda case: case._replace(keeps=others(case, 25)), "loses: .*, keeps: "),
        ("mnk 5,5,4", lambda case: case._replace(value=1 - case.value), "the judge says (win|draw)"),
        ("y 6", lambda case: case._replace(keeps=case.keeps[1:] + others(case, 21)[:1]), "loses: .*, keeps: "),
    ],
)
def test_an_altered_position_is_found(name, change, said):
    suite = suite_of(*name.split())
    assert re.match(said, fault(suite, change(read(suite)[-1])))


def others(case, points):
    """Return the moves of a position that are not listed."""
    return [point for point in range(points) if point not in case.moves + case.keeps]


def test_measure_counts_the_moves_that_keep_the_value(tmp_path):
    """The engine settles these; one lists only moves that lose, so its move counts as a loss there."""
    suite = suite_of("y", "5")
    file, line = altered(suite, tmp_path, lambda case: case._replace(keeps=others(case, 15)))
    words = "tools.lab", "suite", "measure", "y", "5", "--from", file, "--rows", tmp_path / "x.sqlite"
    done = command_lines.run(*words, "--think", 300, "--verbose", "--jobs", 1)
    lost, *bands, whole = done.stdout.splitlines()
    assert lost.startswith(f"{line}, not "), done.stderr
    assert bands[-1].startswith("8 to 9 stones: 2 of 3, 66.7% (20.8% to 93.9%); ")
    assert whole.startswith("y 5, think:300: keeps 2 of 3, 66.7% (20.8% to 93.9%); ")
    assert {band.partition(": ")[2] for band in bands[:-1]} == {"no positions; 0 proven"}
    again = command_lines.run(*words, "--think", 300, "--jobs", 1, "--each", 2)
    assert again.stdout.splitlines()[-1].startswith("y 5, think:300: keeps 2 of 2"), again.stdout
    with Store(tmp_path / "x.sqlite") as store:
        assert [count for _, count in store.jobs()] == [3]  # the second run found its rows there


def test_a_result_has_its_interval():
    """E. B. Wilson's: 0 of 10 is 0 to 27.8%."""
    cases = [Case([0], 1, [number]) for number in range(10)]
    found = {number: [number if number < 3 else 99, number % 2] for number in range(10)}
    assert result(cases, found, range(10)) == Result(10, 3, 5)
    assert result(cases, found, [2, 9]) == Result(2, 1, 1)
    assert Result(10, 0, 0).text() == "0 of 10, 0.0% (0.0% to 27.8%)"
    assert Result(0, 0, 0).text() == "no positions"


def test_the_row_of_a_result_repeats_it():
    bands = [Result(5, 5, 4), Result(5, 3, 3), Result(5, 5, 4), Result(5, 5, 5)]
    row = measured_row(suite_of("mnk", "5,5,4"), "think:10000", 5, bands, Result(20, 18, 16))
    assert row["name"] == "suite_mnk_5x5x4_think_10000"
    assert row["command"] == "python -m tools.lab suite measure mnk 5,5,4 --think 10000 --each 5"
    assert row["what"].startswith("mnk 5,5,4, 10 s: ")
    assert row["figure"] == "18 of 20, 90.0% (69.9% to 97.2%); at worst 3 of 5, with 5 to 8 stones"


@pytest.mark.parametrize(
    "text, error",
    [
        ("a1 b2 : c3", "line 2: expected moves, a colon, win or draw, the moves that keep it"),
        ("a1 b2 : win", "line 2: expected"),
        ("a1 b2 : win z9", "line 2: expected"),
        ("a1 a1 : win b2", "line 2: expected"),
        ("a1 b2 : win a1", "line 2: expected"),
        ("a1 : win b2", "line 2: 1 stones are in no band of hex 5"),
    ],
)
def test_a_wrong_line_is_named(text, error, tmp_path):
    file = tmp_path / "x.txt"
    file.write_text(f"# hex\n{text}\n")
    with pytest.raises(ToolError, match=error):
        read(suite_of("hex", "5"), file)


def test_an_unknown_suite_is_one_line():
    done = command_lines.run("tools.lab", "suite", "measure", "hex", "9")
    assert done.returncode == 2 and done.stderr.startswith("error: no suite of hex 9; expected hex 5, ")


def test_a_row_refuses_another_file(tmp_path):
    suite = suite_of("y", "5")
    file, _ = altered(suite, tmp_path, lambda case: case)
    parameters = {**about(suite, file), "player": "work:1000"}
    assert answered(parameters, 0)
    altered(suite, tmp_path, lambda case: case._replace(keeps=case.keeps[1:] + others(case, 15)[:1]))
    with pytest.raises(ToolError, match="is not the file of this job"):
        answered(parameters, 0)


def test_a_game_from_an_opening_is_held_by_the_side_that_wins_there():
    """c3 on 6x6 wins, a1 loses."""
    parameters = {"size": 6, "player": "level:1"}
    wins = held.winners(6)
    assert (wins[14], wins[0], len(wins)) == (1, 2, 18)
    for number in (0, 17, 18):
        moves = held.game(parameters, number)
        position = drawing.suite_of("hex", "6").game.setup((6,))
        assert moves[0] == [*wins][number % 18] and all(position.play(move) for move in moves)
        assert position.is_over() and held.is_held(6, moves) == (position.winner == wins[moves[0]])
    assert held.game(parameters, 18) == moves
    assert not held.is_held(6, [14, 0]) and held.is_held(6, [0, 14]) and held.is_held(6, [14, 0, 15])
