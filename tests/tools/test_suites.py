"""The suites: their files are as stated, drawn by the rule, and right as far as an independent judge reaches."""

import re
from collections import Counter
from itertools import count, islice

import command_lines
import pytest

from host_sim.errors import ToolError
from tools.lab.arena.players import player
from tools.lab.runs.store import Store
from tools.lab.runs.workers import Processes
from tools.lab.suites import checking, drawing
from tools.lab.suites.measuring import Result, answered, result
from tools.lab.suites.suite import SUITES, Case, about, by_band, line_of, read, spread, suite_of
from tools.lab.suites.suite_command import measured_row

STATED = {
    "hex 5": (100, 4),
    "hex 6": (400, 4),
    "hex 7": (300, 5),
    **dict.fromkeys(("havannah 3", "havannah 4", "y 5", "y 6", "mnk 5,5,4", "mnk 6,6,5"), (100, 4)),
}
# Up to so many empty points a judge takes a fraction of a second.
QUICK = {checking.by_lines: 11, checking.by_groups: 10, checking.by_joining: 17, checking.by_minimax: 8}
EVERY = pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.title)


@EVERY
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
    return [(n, cases[n]) for band in within for n in spread(band, of_each)]


@EVERY
def test_an_independent_judge_agrees(suite):
    sample = few(suite, QUICK[checking.judge_of(suite)[0]], 3)
    for number, case in sample:
        assert not checking.fault(suite, case, checking.judged(about(suite), number)), line_of(suite, case)
    assert sample


@EVERY
@pytest.mark.long
def test_an_independent_judge_agrees_on_more(suite):
    for number, case in few(suite, checking.judge_of(suite)[1] - 2, 10):
        assert not checking.fault(suite, case, checking.judged(about(suite), number)), line_of(suite, case)


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
        ("hex 5", lambda case: case, ""),
        ("hex 5", lambda case: case._replace(keeps=others(case, 25)), "loses: .*, keeps: "),
        ("mnk 5,5,4", lambda case: case._replace(value=1 - case.value), "the judge says (win|draw)"),
        ("y 6", lambda case: case._replace(keeps=case.keeps[1:] + others(case, 21)[:1]), "loses: .*, keeps: "),
    ],
)
def test_check_finds_an_altered_position(name, change, said, tmp_path):
    suite = suite_of(*name.split())
    file, line = altered(suite, tmp_path, change)
    done = command_lines.run(
        *("tools.lab", "suite", "check", *name.split(), "--from", file, "--rows", tmp_path / "x.sqlite", "--jobs", 1)
    )
    *_, first, last = done.stdout.splitlines()
    assert last == f"{name}: 3 of 3 positions judged, {1 if said else 0} wrong", done.stderr
    assert done.returncode == (1 if said else 0)
    if said:
        assert re.fullmatch(re.escape(line) + f": {said}.*", done.stdout.splitlines()[0])


@pytest.mark.parametrize(
    "name, stones, empty, said",
    [
        ("hex 5", (2, 4, 12), 13, "1 of 3 positions judged, 0 wrong; 1 band out of reach"),  # 2 and 4 are of one band
        ("hex 5", (2, 5, 12), 13, "1 of 3 positions judged, 0 wrong; 2 bands out of reach"),
        ("hex 5", (2, 5, 12), 1, "0 of 3 positions judged, 0 wrong; 3 bands out of reach"),
        ("hex 7", (20, 32), 20, "1 of 2 positions judged, 0 wrong; 1 band out of reach"),
    ],
)
def test_check_says_how_many_bands_are_out_of_reach(name, stones, empty, said, tmp_path):
    suite = suite_of(*name.split())
    chosen = [next(case for case in read(suite) if len(case.moves) == each) for each in stones]
    (tmp_path / "x.txt").write_text("".join(f"{line_of(suite, case)}\n" for case in chosen))
    words = "tools.lab", "suite", "check", *name.split(), "--from", tmp_path / "x.txt", "--empty", empty
    done = command_lines.run(*words, "--rows", tmp_path / "x.sqlite", "--jobs", 1)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, f"{name}: {said}"), done.stderr


@pytest.mark.parametrize("command", ["measure", "check"])
def test_a_folder_is_no_suite(command, tmp_path):
    done = command_lines.run("tools.lab", "suite", command, "hex", "5", "--from", tmp_path)
    assert (done.returncode, done.stderr) == (2, f"error: {tmp_path} is a folder; name a file\n")


@pytest.mark.parametrize("command", ["measure", "perfect"])
def test_the_help_says_the_default_thinking_time(command):
    said = command_lines.run("tools.lab", "suite", command, "--help").stdout.replace("│", "")
    assert "3000 without --level" in " ".join(said.split())


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


def test_the_engine_plays_as_in_a_match(tmp_path):
    suite = suite_of("hex", "5")
    case = read(suite)[30]
    engine = player("level:2", suite.game, suite.size)
    best = engine.ask(moves=case.moves)["best"]
    engine.close()
    assert answered({**about(suite), "player": "level:2"}, 30)[0] == best


def test_a_result_has_its_interval():
    """E. B. Wilson's: 0 of 10 is 0 to 27.8%."""
    cases = [Case([0], 1, [number]) for number in range(10)]
    found = {number: [number if number < 3 else 99, number % 2] for number in range(10)}
    assert result(cases, found, range(10)) == Result(10, 3, 5)
    assert result(cases, found, [2, 9]) == Result(2, 1, 1)
    assert Result(10, 0, 0).text() == "0 of 10, 0.0% (0.0% to 27.8%)"
    assert Result(0, 0, 0).text() == "no positions"


def test_the_row_of_a_result_repeats_it():
    row = measured_row(suite_of("mnk", "5,5,4"), "think:10000", 5, [Result(5, 5, 4)] * 4, Result(20, 20, 16))
    assert row["name"] == "suite_mnk_5x5x4_think_10000"
    assert row["command"] == "python -m tools.lab suite measure mnk 5,5,4 --think 10000 --each 5"
    assert row["what"].startswith("mnk 5,5,4, 10 s: ")
    assert row["figure"].startswith(
        "20 of 20, 100.0% (83.9% to 100.0%); 2 to 4: 5 of 5, 100.0% (56.6% to 100.0%); 5 to 8:"
    )


def test_a_sample_comes_from_all_parts_of_a_band():
    assert spread([*range(10)], 3) == [0, 3, 6] and spread([1, 2], 3) == [1, 2] and spread([1, 2], None) == [1, 2]


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
    parameters = about(suite, file)
    assert checking.judged(parameters, 0)
    altered(suite, tmp_path, lambda case: case._replace(keeps=case.keeps[1:] + others(case, 15)[:1]))
    with pytest.raises(ToolError, match="is not the file of this job"):
        checking.judged(parameters, 0)
