"""The text protocol on connection games: hints on tiny fields, and games to their end."""

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from host_sim.gtp.protocol import Gtp

GAMES = {game.name: game for game in discover()[0]}


@pytest.mark.parametrize(
    "name, size, lines, hint",
    [
        ("havannah", 1, (), "a1 draw 1"),
        ("hex", 1, (), "a1 1 1"),  # a stone that wins at once cannot be taken over
        ("hex", 6, (), "a1 2 ?"),  # the book knows every reply, the swap too
        ("hex", 8, (), "a1 ? unsolved after 1 nodes, depth 1, leaning 42%"),
        ("hex", 6, ("play 1 c4",), "swap-pieces 2 ?"),  # by the book
        ("hex", 8, ("nodes 10", "play 1 d5"), "swap-pieces ? unsolved after 4 nodes, depth 1, leaning 62%"),
        ("hex", 2, ("nodes 100", "play 1 b1"), "swap-pieces 2 3"),
    ],
)
def test_hints_on_fields_with_next_to_nothing_to_find_out(name, size, lines, hint):
    gtp = Gtp(GAMES[name], (size,))
    for line in ("nodes 1", *lines):
        assert gtp.answer(line).startswith("=")
    assert gtp.answer("hint").strip() == f"= {hint}"


@pytest.mark.parametrize("name, size", [("hex", 4), ("havannah", 3), ("y", 4)])
def test_the_text_protocol_plays_a_game_to_its_end(name, size):
    talk = Gtp(GAMES[name], (size,))
    talk.answer("nodes 60")
    for _ in range(talk.position.points + 1):
        answer = talk.answer(f"genmove {talk.position.to_move}")
        assert answer.startswith("= "), answer
        if talk.position.is_over():
            break
    assert talk.position.is_over()
