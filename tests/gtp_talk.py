"""Talks in the text protocol: what is said to it, and what it answers."""

from host_sim.own_games.find import find_game
from host_sim.records.gtp.dialects import DIALECTS


def talk_of(game="tic-tac-toe", size=None, dialect="plain"):
    return DIALECTS[dialect](find_game(game)[0], size)


def said(talk, *lines):
    """Return the last response to these lines; every one must succeed."""
    responses = [talk.answer(line) for line in lines]
    assert all(response.startswith("=") for response in responses), responses
    return responses[-1].partition(" ")[2]


def refused(talk, line):
    """Return why a line is refused, in one line; the field stays as it was."""
    before = talk.answer("showboard")
    response = talk.answer(line)
    assert response.startswith("? ") and "\n" not in response and talk.answer("showboard") == before, response
    return response[2:]
