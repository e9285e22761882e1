"""Puzzles are made from proofs: exactly one move wins, a seed makes the same ones again, and a person can read them."""

import pytest
from all_games import GAMES
from command_lines import call, invoke

from host_sim.own.puzzles.make import Prover, making
from host_sim.own.puzzles.puzzle_line import parse
from host_sim.own.puzzles.second_opinion import SecondOpinion


def made(name, size, plies, count=3, seed=1):
    for found, _ in making(GAMES[name], size, plies, count, seed):
        pass
    return found


def run(*words):
    return invoke("puzzles", *words)


@pytest.mark.parametrize(
    "name, size, plies",
    [
        ("tic-tac-toe", (), 3),
        ("mnk", (4, 4, 3), 5),
        ("hex", (4,), 3),
        pytest.param("havannah", (3,), 3, marks=pytest.mark.long),
        pytest.param("y", (4,), 3, marks=pytest.mark.long),
    ],
)
def test_exactly_one_move_wins_in_what_is_made(name, size, plies):
    prover = Prover(GAMES[name], size)
    found = made(name, size, plies)
    assert len(found) == 3
    for puzzle in found:
        assert parse(puzzle.line()).line() == puzzle.line()
        position, side, second = puzzle.position, puzzle.position.to_move, SecondOpinion()
        outcomes = prover.prove(position).outcomes
        wins = [move for move in range(position.points) if outcomes[move] == side]
        assert wins == second.winning_moves(position, plies) and len(wins) == 1
        assert not second.wins(position, plies - 2)
    prover.close()


def test_a_seed_makes_the_same_puzzles():
    first, again, other = ([puzzle.line() for puzzle in made("tic-tac-toe", (), 3, seed=seed)] for seed in (1, 1, 2))
    assert first == again != other


def test_the_second_opinion_knows_when_a_win_comes():
    position, second = parse("mnk 4,4,3: a2 b1 / c1, 2 to move; wins in 5").position, SecondOpinion()
    assert not second.wins(position, 3) and second.wins(position, 5)
    assert second.must_stop(parse("tic-tac-toe: a1 b1 / a3, 2 to move; wins in 5").position)
    assert not second.must_stop(position)


def test_puzzles_are_printed_the_easiest_first_and_checked(tmp_path):
    done = run("make", "--game", "tic-tac-toe", "--wins-in", 3, "--count", 6)
    lines = done.stdout.splitlines()
    assert done.exit_code == 0 and len(lines) == 7 and lines[0].startswith("# ")
    assert all(line.startswith("tic-tac-toe: ") and "; wins in 3; grade " in line for line in lines[1:])
    grades = [int(line[-1]) for line in lines[1:]]
    assert grades == sorted(grades)
    file = tmp_path / "tic_tac_toe.txt"
    file.write_text(done.stdout)
    assert run("check", file).stdout == "6 of 6 puzzles are right\n"
    file.write_text("tic-tac-toe: b2 / a2, 1 to move; wins in 5; grade 2\n")
    wrong = run("check", file)
    assert wrong.exit_code == 1 and wrong.stdout.endswith("2: 6 moves win in time\n0 of 1 puzzles are right\n")
    file.write_text("tic-tac-toe: a1 b1 / a2 b2, 1 to move; wins in 3\n")
    assert run("check", file).stdout.endswith("grade 1: it wins sooner\n0 of 1 puzzles are right\n")
    file.write_text("# none\n")
    assert call(["host_sim", "puzzles", "check", str(file)]) == (2, "", f"error: {file}: no puzzles in it\n")
    file.write_text("tic-tac-toe: a1 / b2; wins in 4\n")
    assert (
        ", line 1: wins in 4: expected an odd number of plies" in call(["host_sim", "puzzles", "check", str(file)])[2]
    )


@pytest.mark.parametrize(
    "words, said",
    [
        (["make", "--game", "hx"], "error: no game hx; did you mean hex? expected one of "),
        (["make", "--game", "hex", "--size", "99"], "error: hex: size 99; expected 1 to 15"),
        (["make", "--game", "hex", "--wins-in", "4"], "error: --wins-in 4: expected an odd number up to 9"),
        (["make", "--game", "three-player"], "error: three-player: puzzles are of games of lines or groups with two"),
        (["make", "--game", "fano", "--wins-in", "3"], "error: none found: fano has no puzzles with a win in 3"),
        (["check", "no/such.txt"], "error: no/such.txt: cannot be read: "),
    ],
)
def test_what_cannot_be_made_is_said_in_one_line(words, said):
    code, _, err = call(["host_sim", "puzzles", *words])
    assert code == 2 and err.startswith(said) and err.count("\n") == 1
