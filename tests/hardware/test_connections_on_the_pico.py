"""Data games on the emulated Pico, of connections and of lines that lose: a match of each kind of engine is played."""

import json
from pathlib import Path

import pytest
from compiled import tables_of
from support.replay_judge import Twin

from glowgrid.games import discover
from host_sim.boards import load_board
from host_sim.console import describe
from host_sim.console.golden import BOARD
from host_sim.console.session import Session

pytestmark = pytest.mark.emulator

OWN = Path(__file__).resolve().parents[1] / "own_games"
TEXTS = {
    "hex-map": (OWN / "hex_map.json").read_text(),  # minimax
    "avoid": (OWN / "avoid.json").read_text(),  # minimax, on lines
    "little-y": json.dumps(  # the engine of groups
        {"name": "little-y", "shape": "triangle 3", "connect": ["all edges"], "swap": True}
    ),
}


class OwnTwin(Twin):
    """A Pico and its twin with these files in the folder of own games."""

    def __init__(self, folder, image):
        own = folder / "games"
        own.mkdir()
        tables = {f"{name}.tables": tables_of(text) for name, text in TEXTS.items()}
        for name, data in tables.items():
            (own / name).write_bytes(data)

        def change(files):
            return {**files, **{f"/games/{name}": data for name, data in tables.items()}}

        super().__init__(load_board(BOARD), folder / "saves", image, change)
        self.session = Session(self.board, folder / "saves", discover(own=str(own)))


@pytest.mark.parametrize(
    "name", ["little-y", *(pytest.param(name, marks=pytest.mark.long) for name in ("hex-map", "avoid"))]
)
def test_a_match_of_a_data_game_is_the_same_on_the_pico(pico_image, tmp_path, name):
    (tmp_path / "saves").mkdir()
    twin = OwnTwin(tmp_path, pico_image)
    twin.boot()
    twin.run(300)
    app, roles = twin.session.app, twin.board["keys"]["roles"]
    for _ in range(20):
        if app.screen.entry_name() == name:
            break
        twin.tap(roles["right"])
    twin.tap(roles["select"])
    twin.run(1000)
    twin.tap(roles["select"])
    twin.run(2500)  # the Pico sets the match up more slowly
    assert describe.screen_name(app) == "play" and app.match.game.name == name
    position = app.match.position
    while not position.is_over():
        if app.match.engine_to_move():
            twin.run(100)
        else:
            point = next(point for point in range(position.points) if position.is_legal(point))
            twin.tap(next(key for key in range(16) if app.screen.key_point(key) == point))
    twin.run(500)
    assert twin.saved() == twin.expected() and twin.saved()["moves"]
    assert "/crash.txt" not in twin.pico.files()
