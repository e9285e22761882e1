"""A strategy of lines with carriers: the proof of Hex 6 in a file, which wins every game as side 1."""

from random import Random

import pytest
from command_lines import invoke

from host_sim.cli.errors import Refused
from host_sim.own.strategies.strategy import Strategy


@pytest.fixture(scope="module")
def text():
    return invoke("strategy", "make", "hex", "--size", "6").stdout


def strategy_of(text, folder):
    path = folder / "proof.txt"
    path.write_text(text)
    return Strategy(path)


def test_it_wins_every_game(text, tmp_path):
    strategy = strategy_of(text, tmp_path)
    assert strategy.plays == (1,) and len(strategy.rows) > 2_000
    for number in range(20):
        random, position = Random(number), strategy.setup()
        while not position.is_over():
            free = [point for point in range(position.points) if not position.cells[point]]
            assert position.play(strategy.move(position) if position.to_move == 1 else random.choice(free))
        assert position.winner == 1


def test_the_other_side_and_the_swap_rule_are_searched_as_before():
    for more in ("--side", 2), ("--swap",):
        done = invoke("strategy", "make", "hex", "--size", "6", "--most", "3", *more)
        assert "answers more than 3 positions" in str(done.exception)


@pytest.mark.parametrize("wrong", ["a....a/a.....", "aa*...", "2.....", "..../........"])
def test_a_wrong_row_is_named(text, tmp_path, wrong):
    head, word, rows = text.partition("carriers 2299\n")
    first, _, others = rows.partition("\n")
    with pytest.raises(Refused, match="carriers, line 1: expected"):
        strategy_of(f"{head}{word}{wrong}{first[len(wrong) :]}\n{others}", tmp_path)


def test_a_cut_file_is_named(text, tmp_path):
    with pytest.raises(Refused, match="cut off after line"):
        strategy_of(text[:50_000], tmp_path)


def test_check_accepts_the_proof_and_no_false_line(text, tmp_path):
    path = tmp_path / "proof.txt"
    path.write_text(text)
    done = invoke("strategy", "check", path)
    assert done.exit_code == 0 and "always wins: 2,299 lines with carriers prove it" in done.output
    rows = text.splitlines()
    first = rows.index("carriers 2299") + 1
    for at in (5, 700, 2_000):
        wrong = [*rows]
        wrong[first + at] = wrong[first + at].replace("1", ".", 1)  # a stone less than it needs
        path.write_text("\n".join([*wrong, ""]))
        assert "carriers" in str(invoke("strategy", "check", path).exception), at
