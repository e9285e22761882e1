"""`python -m tools.lab verify pico`: its findings, and its report of differences."""

import contextlib

import pytest
import typer

from tools.lab import replay


@pytest.mark.emulator
@pytest.mark.parametrize("think", [100, pytest.param(250, marks=pytest.mark.long)])
def test_the_pico_plays_the_same_moves(think, pico_image, monkeypatch, capsys):
    """With the heap locked: masks of 7x7 use bit 30, a number that Python would allocate."""
    monkeypatch.setenv("GLOWGRID_UF2", str(pico_image))
    with contextlib.suppress(typer.Exit):  # starting a search takes 5 to 10 ms, a large part of so short a time
        replay.command("hex", "7", think, 1, 1)
    assert "1 of 1 moves the same" in capsys.readouterr().out


@pytest.mark.parametrize(
    "there, said",
    [
        ({"best": 0, "nodes": 1, "proven": False, "us": 1000}, "0 of 2 moves the same"),
        (None, "2 too late"),
    ],
)
def test_other_moves_and_late_ones_are_reported(there, said, monkeypatch, capsys):
    class Pico:
        def answers(self, function, name, size, moves, work):
            if there:
                return [dict(there)]
            here = replay.player(f"work:{work}", replay.match_of(name, "4", "think:20", "random").game, size)
            found = {**here.ask(moves=moves), "us": 21_000}
            here.close()
            return [found]

    monkeypatch.setattr(replay, "emulated", Pico)
    with pytest.raises(typer.Exit):
        replay.command("hex", "4", 20, 2, 1)
    assert said in capsys.readouterr().out


def test_positions_go_from_the_empty_field_to_half_of_it():
    match = replay.match_of("mnk", "5,5,4", "think:20", "random")
    here = replay.player("think:20", match.game, match.size)
    plies = [len(replay.moves_of(match.game, match.size, number, 4, number, here)) for number in range(4)]
    here.close()
    assert plies[0] == 0 and plies[-1] > 6 and plies == sorted(plies)
