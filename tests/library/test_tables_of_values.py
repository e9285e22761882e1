"""`glowgrid values`: the rows against plain play, the formal definitions, the solver; files, cuts, what is refused."""

import json
import os
import pickle
import random
import signal
import subprocess
import sys
from collections import Counter

import command_lines
import pytest
import source
import web_start
from deadline import DEADLINE_S, wait_until

import glowgrid
from glowgrid.search.lines.solved_file import Solved
from glowgrid.tables import part_of as glowgrid_part_of
from host_sim.cli.errors import Refused
from host_sim.tables import columns
from host_sim.tables.asked import Asked, about, in_words, part_of, table_of
from host_sim.tables.progress import Estimate
from host_sim.theory.formal import backward, played

SMALL = [("tic-tac-toe", ()), ("hex", (3,)), ("havannah", (2,)), ("fano", ()), ("y", (3,)), ("mnk", (2, 4, 3))]
PLAYED = "game, size", SMALL
FORMAL = [("tic-tac-toe", ()), ("havannah", (2,)), ("hex", (2,))]


def rows_of(game, size, **sample):
    """Return the rows of a table as dictionaries."""
    asked = Asked(game, size, **sample)
    parts = range(len(table_of(asked).work()))
    return [dict(zip(columns.COLUMNS, row, strict=True)) for number in parts for row in table_of(asked).rows(number)]


def position_of(game, size, row):
    """Return the glowgrid.Position of a row, as README.md says how."""
    numbers = ",".join(map(str, size))
    return glowgrid.parse(f"{game} {numbers}: {row['position']}, {row['to_move']} to move")


def reached_by_play(game, size):
    """Return {stones: (ply, to_move, winner, plies, best, optimal)} by playing every game, without the table's code."""
    position, found = glowgrid.game(game, *size).start(), {}

    def visit():
        stones = frozenset(position.stones.items())
        if stones not in found:
            outcomes = {}
            for move in position.legal_moves():
                position.play(move)
                outcomes[move] = visit()
                position.undo()
            found[stones] = (len(position.history), position.to_move, *judged(position, outcomes))
        return found[stones][2:4]

    visit()
    return found


def judged(position, outcomes):
    """Return (winner, plies, best, optimal) of a position with these outcomes, (winner, plies), of its moves."""
    if position.is_over():
        return position.winner, 0, set(), set()
    rank = {position.to_move: 2, glowgrid.DRAW: 1}
    winner = max((winner for winner, _ in outcomes.values()), key=lambda winner: rank.get(winner, 0))
    best = {move for move in outcomes if outcomes[move][0] == winner}
    lengths = [outcomes[move][1] for move in best]
    if winner == glowgrid.DRAW:
        return winner, None, best, best
    length = min(lengths) if winner == position.to_move else max(lengths)
    return winner, length + 1, best, {move for move in best if outcomes[move][1] == length}


@pytest.mark.parametrize(*PLAYED)
def test_rows_are_all_positions_that_play_reaches_each_with_its_value(game, size):
    expected, rows = reached_by_play(game, size), rows_of(game, size)
    plies = Counter()
    for row in rows:
        position = position_of(game, size, row)
        best, optimal = set(row["best"].split()), set(row["optimal"].split())
        said = row["ply"], row["to_move"], row["winner"], row["plies"], best, optimal
        assert said == expected[frozenset(position.stones.items())], row
        assert position.text().split(": ")[1].startswith(row["position"])
        plies[row["ply"]] += row["count"]
    assert plies == Counter(ply for ply, *_ in expected.values())


@pytest.mark.parametrize("game, size", FORMAL)
def test_rows_and_their_images_are_the_positions_each_once(game, size):
    symmetries = about(Asked(game, size))["symmetries"]
    names, met = about(Asked(game, size))["points"], set()
    for row in rows_of(game, size):
        stones = position_of(game, size, row).stones
        turned = [dict(zip(names, images, strict=True)) for images in [names, *symmetries]]
        images = {frozenset((image[name], side) for name, side in stones.items()) for image in turned}
        assert len(images) == row["count"] and met.isdisjoint(images), row
        met |= images
    assert met == reached_by_play(game, size).keys()


def test_known_numbers_of_positions():
    rows = rows_of("tic-tac-toe", ())
    assert (len(rows), sum(row["count"] for row in rows)) == (765, 5478)
    over = [row for row in rows if row["plies"] == 0]
    assert (len(over), sum(row["count"] for row in over)) == (138, 958)
    assert len(about(Asked("tic-tac-toe", ()))["symmetries"]) == 7 and len(about(Asked("hex", (3,)))["symmetries"]) == 1


@pytest.mark.parametrize("game, size", FORMAL)
def test_winners_are_those_of_the_formal_definition(game, size):
    found = played.listed(glowgrid.game(game, *size).start().core, lambda moves, *_: moves)
    formal = backward.values(played.abstract_of(found))
    rows = rows_of(game, size)
    for row in rows:
        position = position_of(game, size, row)
        key = bytes(position.core.cells), position.to_move, row["ply"], ()
        assert formal[key] == {1: 1, 0: 0, 2: -1}[row["winner"]], row
    assert sum(row["count"] for row in rows) == len(formal)


def agrees_with_solver(game, size, row):
    """Return whether what `glowgrid.solve` proves of a position is what the row says; AssertionError if not."""
    answer = glowgrid.solve(position_of(game, size, row), nodes=300_000)
    assert answer.winner in (None, row["winner"]) and answer.plies in (None, row["plies"]), row
    if answer.winner is not None and not answer.published:
        assert [move for move in row["best"].split() if move in answer.best] == answer.best, row
    return answer.winner is not None


@pytest.mark.parametrize(
    "game, size, samples",
    [
        ("hex", (3,), 30),
        ("mnk", (4, 3, 3), 30),
        pytest.param("hex", (4,), 10_000, marks=pytest.mark.long),
        pytest.param("mnk", (4, 4, 3), 3_000, marks=pytest.mark.long),
    ],
)
def test_values_are_those_of_the_solver(game, size, samples):
    table, draw = table_of(Asked(game, size)), random.Random(1)
    work, proven = table.work(), 0
    for number, count in Counter(draw.choices(range(len(work)), work, k=samples)).items():
        rows = [dict(zip(columns.COLUMNS, row, strict=True)) for row in table.rows(number)]
        proven += sum(agrees_with_solver(game, size, row) for row in draw.choices(rows, k=count))
    assert proven > 0.9 * samples


def test_a_wrong_value_is_found():
    """A control of the tests above."""
    row = next(row for row in rows_of("hex", (3,)) if row["winner"] == 1 and row["plies"] == 3)
    assert agrees_with_solver("hex", (3,), row)
    for wrong in {"winner": 2}, {"plies": 5}:
        with pytest.raises(AssertionError):
            agrees_with_solver("hex", (3,), {**row, **wrong})


# Three sides ---------------------------------------------------------------------------------------------------------


def test_three_sides_have_the_first_plies_by_max_n():
    table = table_of(Asked("three-player", ()))
    counts = []
    for number in range(4):
        rows = [dict(zip(columns.COLUMNS, row, strict=True)) for row in table.rows(number)]
        counts.append(len(rows))
        for row in rows[:: 1 + len(rows) // 40]:
            follows_max_n(row)
    assert counts == [1, 16, 240, 3360]
    last = next(table.rows(5))
    assert last[1:7] == (5, 3, last[3], None, None, None) and "5 plies" in in_words(Asked("three-player", ()))


def follows_max_n(row):
    """Fail unless the row follows from the rows after each move: the first best one in reading order is played."""
    position, rank = position_of("three-player", (), row), {row["to_move"]: 2, glowgrid.DRAW: 1}
    file = Solved(position.core.tables.solved, position.core.points)  # the firmware's reader
    outcomes = {move: file.max_n(position.core, position.number(move)) for move in position.legal_moves()}
    most = max(rank.get(winner, 0) for winner in outcomes.values())
    best = [move for move in outcomes if rank.get(outcomes[move], 0) == most]  # in reading order
    assert row["winner"] == outcomes[best[0]] and {*row["best"].split()} == {*best}, row


# A sample ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game, size", [("tic-tac-toe", ()), ("hex", (3,)), ("three-player", ())])
def test_a_sample_is_random_positions_with_what_the_solver_proves(game, size):
    rows = rows_of(game, size, sample=24, seed=5, milliseconds=20)
    assert rows == rows_of(game, size, sample=24, seed=5, milliseconds=20) != rows_of(game, size, sample=24, seed=6)
    assert len({row["ply"] for row in rows}) > 4 and len(rows) == 24
    for row in rows:
        position = position_of(game, size, row)
        answer = glowgrid.solve(position, milliseconds=20)
        assert not position.is_over() and len(position.stones) == row["ply"] and row["count"] == 1
        assert (row["winner"], row["plies"]) == (answer.winner, answer.plies)
        assert row["best"] == (None if answer.winner is None else " ".join(answer.best))


def test_a_sample_agrees_with_the_complete_table():
    full = {row["position"]: row for row in rows_of("y", (3,))}
    agreed = 0
    for row in rows_of("y", (3,), sample=60):
        whole = full.get(row["position"])
        if whole:  # else its image has the row
            assert (
                row["winner"] == whole["winner"]
                and row["best"].split()
                and {*row["best"].split()} <= {*whole["best"].split()}
            )
            assert row["plies"] in (None, whole["plies"]) and row["optimal"] in (None, whole["optimal"])
            agreed += row["optimal"] is not None
    assert agreed > 5


def test_what_is_not_proven_is_null():
    rows = rows_of("hex", (5,), sample=10, milliseconds=1)
    unknown = [row for row in rows if row["winner"] is None]
    assert unknown and all(row["plies"] is row["best"] is row["optimal"] is None for row in unknown)


# The command ---------------------------------------------------------------------------------------------------------


def test_json_lines_on_standard_output_and_in_a_file(tmp_path):
    code, out, err = command_lines.call(["host_sim", "values", "hex", "--size", "3"])
    assert code == 0 and "without swap" in err and "keep the rules (1)" in err
    assert [json.loads(line) for line in out.splitlines()] == rows_of("hex", (3,))
    file = tmp_path / "hex3.jsonl"
    code, nothing, err = command_lines.call(["host_sim", "values", "hex", "--size", "3", "--to", str(file)])
    assert (code, nothing) == (0, "") and f"{file}: 2,781 rows" in err
    assert file.read_text() == out and [*tmp_path.iterdir()] == [file]


@pytest.mark.tables
def test_a_parquet_file_has_the_rows_and_says_what_it_is(tmp_path):
    from pyarrow import parquet

    file = tmp_path / "hex3.parquet"
    code, _, err = command_lines.call(["host_sim", "values", "hex", "--size", "3", "--to", str(file)])
    assert code == 0, err
    rows = rows_of("hex", (3,))
    table = parquet.read_table(file)  # what pandas.read_parquet stands on
    assert table.to_pylist() == rows and table.column_names == [*columns.COLUMNS]
    said = json.loads(parquet.read_schema(file).metadata[b"glowgrid"])
    assert said == about(Asked("hex", (3,))) and said["symmetries"] == [[*reversed(said["points"])]]


SAMPLED = "tic-tac-toe", "--sample", "400", "--milliseconds", "20"


def has_ended(group):
    """Return whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_run_that_was_cut_goes_on_and_makes_the_same_file(tmp_path):
    file = tmp_path / "sample.jsonl"
    parts = tmp_path / "sample.jsonl.parts"
    words = "host_sim", "values", *SAMPLED, "--to", file, "--workers", 2
    with command_lines.running(*words, stderr=subprocess.PIPE) as process:
        wait_until(lambda: len([*parts.glob("*.jsonl")]) > 2, "three parts", process)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=DEADLINE_S)[1].decode()
        assert process.returncode == 130 and "Traceback" not in said, said
        wait_until(lambda: has_ended(process.pid), "workers and their engines end")
    kept = {path.name: path.read_bytes() for path in parts.glob("*.jsonl")}
    assert not file.exists() and 2 < len(kept) < 40
    other = command_lines.call(["host_sim", "values", "tic-tac-toe", "--to", str(file)])
    assert other[0] == 2 and "has parts of another table; remove it" in other[2]
    assert {path.name: path.read_bytes() for path in parts.glob("*.jsonl")} == kept
    code, _, said = command_lines.call([*map(str, words)])
    assert code == 0 and f"{len(kept)} of 40 parts are there from an earlier run" in said
    asked = Asked("tic-tac-toe", (), 400, 1, 20)
    assert file.read_bytes() == b"".join(part_of(asked, number, ".jsonl") for number in range(40))
    assert file.read_bytes().startswith(b"".join(kept[name] for name in sorted(kept))) and not parts.exists()


def test_what_a_dask_worker_runs_can_be_had_where_glowgrid_is_installed(tmp_path):
    """The worker gets the function by name, before anything of Glowgrid is imported."""
    asked = Asked("hex", (2,))
    program = (
        "import pickle, sys\n"
        f"sys.path.insert(0, {str(web_start.installed(tmp_path))!r})\n"
        "function, *arguments = pickle.load(sys.stdin.buffer)\n"
        "sys.stdout.buffer.write(function(*arguments))\n"
    )
    given = pickle.dumps((glowgrid_part_of, tuple(asked), 0, ".jsonl"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    run = subprocess.run(
        [sys.executable, "-c", program], input=given, capture_output=True, cwd=tmp_path, env=environment
    )
    assert run.stdout == part_of(asked, 0, ".jsonl"), run.stderr.decode()


@pytest.mark.lab
def test_a_dask_scheduler_makes_the_same(tmp_path):
    import distributed

    file = tmp_path / "sample.jsonl"
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        words = "values", "y", "--size", "3", "--to", file, "--scheduler", cluster.scheduler_address
        ended = command_lines.invoke(*words)
    assert ended.exception is None and [json.loads(line) for line in file.read_text().splitlines()] == rows_of(
        "y", (3,)
    )


@pytest.mark.parametrize(
    "words, said",
    [
        (["hex", "--size", "5"], "hex 5 has no complete table: 25 points, and up to 161,"),
        (["havannah", "--size", "3"], "19 points, and up to"),
        (["tests/own_games/avoid.json"], "only games of lines and groups"),
        (["dark-hex"], "hides stones, so its positions have no single value"),
        (["hexx"], "did you mean hex?"),
        (["hex", "--size", "0"], "expected 1 to 15"),
        (["hex", "--seed", "3"], "--seed is of a sample; add --sample 1000"),
        (["hex", "--size", "2", "--to", "hex.csv"], "expected a name that ends in .jsonl or .parquet"),
        (["hex", "--size", "2", "--to", "nowhere/hex.jsonl"], "there is no folder nowhere"),
        (["hex", "--size", "2", "--scheduler", "tcp://127.0.0.1:1"], "Dask"),
        ([], "a game is missing"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words, said):
    refused = command_lines.invoke("values", *words).exception
    assert isinstance(refused, Refused) and said in str(refused) and "\n" not in str(refused)


def test_a_search_is_no_longer_than_the_library_allows():
    words = ["host_sim", "values", "tic-tac-toe", "--sample", "1", "--milliseconds", "1000001"]
    code, out, err = command_lines.call(words)
    assert (code, out) == (2, "") and "less than or equal to 1000000" in err


# How far -------------------------------------------------------------------------------------------------------------


def test_the_estimate_is_by_the_pace_since_the_first_part():
    now = [100.0]
    estimate = Estimate([10, 10, 20, 40, 20], {0}, clock=lambda: now[0])
    assert estimate.seconds_left() is None and estimate.text() == "1 of 5 parts, getting ready"
    now[0] += 50  # the workers get ready
    estimate.add(1)
    assert estimate.seconds_left() is None
    now[0] += 4
    estimate.add(2)
    assert estimate.seconds_left() == 12 and estimate.text() == "3 of 5 parts, about 12 s left"
    now[0] += 396
    estimate.add(3)
    assert estimate.text() == "4 of 5 parts, about 2 minutes left"


# Documents -----------------------------------------------------------------------------------------------------------


def test_the_readme_and_the_help_name_every_column():
    readme = (source.ROOT / "host_sim/tables/README.md").read_text()
    help_text = " ".join(command_lines.invoke("values", "--help").stdout.split())
    for name, what in columns.COLUMNS.items():
        assert f"| `{name}` | {what} |" in readme, name
        assert f" {name}, " in help_text or f" {name} " in help_text, name
