"""The walk-through of the oracle: pictures and figures match the definitions, lists are complete."""

import re
import xml.etree.ElementTree as ElementTree

from host_sim.theory.formal import pictures, report, winners
from host_sim.theory.formal import positional_games as pg

FOLDER = pictures.FOLDER
README = (FOLDER.parent / "README.md").read_text(encoding="utf-8")


def test_pictures_are_up_to_date_small_and_shown():
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert there == pictures.all_pictures(), "run python -m host_sim.theory.formal.pictures"
    assert [name for name, text in there.items() if len(text) >= 20_000] == []
    assert [name for name in there if README.count(f"](pictures/{name})") != 1] == []
    assert {ElementTree.fromstring(text).tag.rpartition("}")[2] for text in there.values()} == {"svg"}


def test_the_example_groups_are_of_one_kind_only():
    for kind, group in pictures.KINDS.items():
        assert winners.havannah_win_types(4, frozenset(group)) == {kind}
        assert not any(winners.havannah_win_types(4, frozenset(group) - {p}) for p in group)  # and minimal
    assert not any(winners.havannah_win_types(4, frozenset(loop)) for loop in pictures.NO_RINGS)


def test_the_patterns_of_havannah_of_size_3_up_to_symmetry():
    wps, kinds = pg.Havannah_game(3).wps1, pg.Havannah_candidates(3)
    classes = [pictures.up_to_symmetry(wps & kind) for kind in kinds]
    assert [len(found) for found in classes] == [22, 21, 3]
    assert {image for found in classes for group in found for image in pictures.havannah_images(group)} == wps


def test_the_table_of_games_is_what_the_command_says():
    rows = re.findall(r"^\| (tic-tac-toe|Hex \d|Havannah \d) \| (.*) \|$", README, re.MULTILINE)
    assert len(rows) == 6
    for name, row in rows:
        game, _, size = name.lower().partition(" ")
        subject = report.subject_of(game, size)
        names = ("patterns", "configurations", "games", "drawless", "excluding", "value", "openings")
        for property_name, wanted in zip(names, row.split(" | "), strict=True):
            found = report.answer(subject, property_name)
            assert found == wanted or found.startswith((f"{wanted}, ", f"{wanted} "))
