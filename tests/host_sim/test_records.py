"""Files of the world: a corpus of records with what is right about each, and round trips through our own SGF."""

import json
from pathlib import Path

import pytest

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from host_sim.gtp.gtp_command import find_game
from host_sim.records.position_line import position_line
from host_sim.records.reader import read, read_games
from host_sim.records.record import ended
from host_sim.records.sgf import sgf

CORPUS = Path(__file__).parents[1] / "data/records"
TABLE = json.loads((CORPUS / "table.json").read_text(encoding="utf-8"))
GAMES = {game.name: game for game in discover()[0]}


def found(name):
    return find_game(name)[0]


def known(record):
    """What the table says of a game."""
    position = ended(record, GAMES[record.game])
    return {
        "position": position_line(GAMES[record.game], record.size, position),
        "winner": position.winner or record.winner,
        "players": {str(side): name for side, name in record.players.items()},
        "moves": " ".join(map(record.name, range(len(record.moves)))),
        "notes": len(record.notes),
    }


def test_the_table_is_about_the_files():
    assert set(TABLE) == {path.name for path in CORPUS.iterdir()} - {"table.json"} and len(TABLE) >= 60


@pytest.mark.parametrize("file", TABLE)
def test_a_file_of_the_corpus_is_read_right(file):
    path = CORPUS / file
    records = read_games(path.read_bytes(), path.stem, found)
    assert [known(record) for record in records] == TABLE[file]
    for record in records:  # written by us, it is the same game
        again = read(sgf(record, GAMES[record.game]))
        told, before = known(again), known(record)
        for name in ("position", "winner"):
            assert told[name] == before[name], sgf(record, GAMES[record.game])
        assert again.players == record.players or record.seats
