"""`soak`: minutes of play with all faults, or with refused transfers; taps during a save."""

import json
import re

import pytest

from host_sim.boards import load_board
from host_sim.errors import ToolError
from tools.lab.pico.play_evenings import Stretch
from tools.lab.pico.soak_command import command, firmware_hash, read_notes, write_notes
from tools.lab.pico.taps import heard

NAME = "pico_ws2812_8x8_keys_4x4"


@pytest.mark.long
@pytest.mark.emulator
def test_two_minutes_of_play_leave_the_pico_like_its_twin(pico_image, tmp_path):
    count = Stretch(load_board(NAME), tmp_path, "1 1", pico_image).play(120)
    assert count["ms"] >= 120_000 and count["power cuts"] == 1 and count["checks"] >= 2
    assert count["puzzles begun"] >= 1


@pytest.mark.long
@pytest.mark.emulator
@pytest.mark.parametrize("name", ["pico_neotrellis_8x8", "pimoroni_pico_rgb_keypad"])
def test_one_transfer_in_fifty_may_be_refused(pico_image, tmp_path, name):
    count = Stretch(load_board(name), tmp_path, "1 0", pico_image).play_refused(40, 0.02)
    assert count["presses"] > 20 and count["checks"] >= 1
    assert 0.01 < count["refused"] / count["transfers"] < 0.03


@pytest.mark.parametrize("about", [{"refuse": 0.02}, {"board": "pico_neotrellis_8x8"}])
def test_minutes_need_refusals_and_parts_on_i2c(about):
    with pytest.raises(ToolError, match="needs --refuse, and a board with parts on I2C"):
        command(minutes=1, **about)


@pytest.mark.long
@pytest.mark.emulator
@pytest.mark.parametrize(
    "name, slow", [("pico_ws2812_8x8_keys_8x8", True), ("pico_neotrellis_8x8", True), (NAME, False)]
)
def test_a_tap_is_lost_only_within_an_erase_and_on_tiles_never(pico_image, name, slow):
    found = heard(load_board(name), 40, 1, pico_image, slow)
    assert found.wrongly == 0 and found.erases > 3
    assert found.lost == 0 or slow and name.endswith("keys_8x8")


def written_down(folder, **counts):
    """Write the notes of earlier runs: figures by hash of the firmware."""
    folder.mkdir()
    (folder / "done.json").write_text(json.dumps({"saves": {}, "firmware": counts}))


def test_completed_hours_are_only_listed_by_firmware(tmp_path, capsys):
    done = {"ms": 7_200_000, "presses": 9000, "stretches": 20, "least free": 30000}
    written_down(tmp_path / f"{NAME}-1", **{firmware_hash(): done, "0123456789ab": {**done, "ms": 1_800_000}})
    command(hours=2, folder=tmp_path)
    line = f"2.00 hours without a fault, all with firmware {firmware_hash()}: 9000 presses, 20 stretches; "
    line += "30000 bytes free in the menu at least; others: 0.50 hours with 0123456789ab\n"
    assert capsys.readouterr().out == f"{NAME}: {line}"


@pytest.mark.parametrize(
    "text, why",
    [
        ("{", "is not JSON"),
        ('{"ms": 5}', "done.json: saves is missing"),
        ('{"saves": {"match": "xy"}, "firmware": {}}', "non-hexadecimal number"),
        ('{"saves": {}, "firmware": {"a": {"ms": -1}}}', "firmware.a.ms: -1; expected 0 to"),
    ],
)
def test_damaged_notes_are_one_line(tmp_path, text, why):
    written_down(tmp_path / f"{NAME}-1")
    (tmp_path / f"{NAME}-1" / "done.json").write_text(text)
    with pytest.raises(ToolError, match=re.escape(why)) as refused:
        command(hours=2, folder=tmp_path)
    assert "move it away" in str(refused.value) and "\n" not in str(refused.value)


def test_saves_and_figures_are_written_together(tmp_path):
    notes = tmp_path / "done.json"
    assert read_notes(notes) == {"saves": {}, "firmware": {}}
    for number in range(3):
        done = {"saves": {"games/1": b"save".hex()}, "firmware": {"0123456789ab": {"ms": number}}}
        (tmp_path / "done.new").write_text("half of wh")  # a run that was cut off
        write_notes(notes, done)
        assert read_notes(notes) == done and [path.name for path in tmp_path.iterdir()] == ["done.json"]


@pytest.mark.parametrize("content", [None, "{", "[]", '{"bounce": {"presses_us": [], "releases_us": []}}'])
def test_a_profile_that_is_no_report_is_one_line(tmp_path, content):
    path = tmp_path / "report.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ToolError, match=f"^{path}[^\n]*$"):
        command(profile=path)
