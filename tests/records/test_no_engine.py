"""Fields of more than 250 points in GTP, in records and in reviews: people play there, and no engine."""

from random import Random

import pytest
from command_lines import run
from gtp_talk import said, talk_of
from support.judges.groups import Rules

from glowgrid.rules.notation import move_name
from host_sim.engine.large_fields import allowed
from host_sim.own_games.find import find_game
from host_sim.records.reader import read
from host_sim.records.record import ended

NO_ENGINE = "no engine holds a field of {} points: people only"
COLUMN = [f"j{row}" for row in range(1, 20)]  # from top to bottom of Hex 19


@pytest.fixture(autouse=True)
def large():
    with allowed():
        yield


@pytest.mark.parametrize("name, size", [("hex", (19,)), ("havannah", (10,)), ("mnk", (19, 19, 5))])
def test_gtp_plays_a_whole_game_and_takes_it_back(name, size):
    talk, random = talk_of(name, size), Random(name)
    position = talk.position
    rules = Rules(name, *size) if name != "mnk" else None
    names = [move_name(position, point) for point in range(position.points)]
    order = random.sample(range(position.points), position.points)
    stones = {1: set(), 2: set()}
    for number, point in enumerate(order):
        side = 1 + number % 2
        assert said(talk, f"play {'bw'[side - 1]} {names[point]}") == ""
        stones[side].add((position.field.columns[point], position.field.rows[point]))
        if rules:
            assert said(talk, "winner") == str(side if rules.wins(side, stones[side]) else 0)
        if said(talk, "winner") != "0":
            break
    assert said(talk, "final_score") == f"{side}+" and said(talk, "genmove b") == ("pass" if side == 1 else "resign")
    assert sum(sign in "12" for sign in "".join(field_of(said(talk, "showboard")))) == number + 1
    line = said(talk, "position")
    assert said(talk, *["undo"] * (number + 1), "perft 1") == str(position.points)
    assert said(talk, f"position {line}", "winner") == str(side)


def field_of(picture):
    """The rows of a picture without the names of rows and columns."""
    return [line.split(maxsplit=1)[1] for line in picture.splitlines()[2:-1]]


def test_no_engine_holds_a_large_field_and_says_so_in_one_line():
    for name, size, points in (("hex", (16,), 256), ("havannah", (10,), 271), ("mnk", (19, 19, 5), 361)):
        talk = talk_of(name, size)
        for line in ("genmove b", "hint", "values", "w_star", "m_hat", "w_k 3", "engine_sees"):
            assert talk.answer(line) == "? " + NO_ENGINE.format(points), line
        assert said(talk, "w_k 0") == "0" and said(talk, "to_move") == "1" and said(talk, "nodes", "level 2") == ""
    talk = talk_of("hex", (19,), "hexgui")
    for line in ("genmove b", "reg_genmove b", "coach", "best_moves"):
        assert talk.answer(line) == "? " + NO_ENGINE.format(361), line
    assert said(talk, "boardsize 11", "level 1", "genmove b")
    assert talk.answer("boardsize 20") == "? unacceptable size: hex: size 20; expected 1 to 19"


def test_an_engine_plays_havannah_9():
    talk = talk_of("havannah", (9,))
    assert said(talk, "nodes 1000", "genmove b") in said(talk, "undo", "legal").split()


def test_gogui_names_the_points_of_a_field_of_19():
    talk = talk_of("mnk", (19, 19, 5), "gogui")
    assert said(talk, "play b t1", "gogui-rules_board").splitlines()[-1].split() == ["."] * 18 + ["X"]


def test_a_game_of_hex_19_is_loaded_and_reviewed(tmp_path):
    moves = [name for pair in zip(COLUMN, [f"k{row}" for row in range(1, 20)]) for name in pair][:-1]
    path, out = tmp_path / "game.sgf", tmp_path / "out.sgf"
    path.write_text("(;GM[11]SZ[19]" + "".join(f";{'BW'[at % 2]}[{name}]" for at, name in enumerate(moves)) + ")")
    talk = talk_of("hex", (11,))
    assert said(talk, f"loadsgf {path} 37", "winner") == "0" and said(talk, "play b j19", "final_score") == "1+"
    done = run("host_sim.app", "review", path, "--no-draw", "--to", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Hex 19\nnote: {NO_ENGINE.format(361)}\n\n  1. orange j1\n\n  2. blue k1\n")
    assert done.stdout.endswith("\n 37. orange j19\n\nOrange has won.\n")
    assert "C[" not in out.read_text() and ended(read(out.read_text()), find_game("hex")[0]).winner == 1
    path.write_text("hex 19: a1 s19 / j10, 2 to move")
    done = run("host_sim.app", "review", path)
    assert NO_ENGINE.format(361) in done.stdout and done.stdout.endswith("Blue is to move\n\n"), done.stdout
