"""The way of a key: what one reads to follow a press in a match, from the scan of the keys to the light, stays short.

It is what runs from the press to the light of the first board: the console's own modules, loaded by name or not; its
drivers, and what these import at their top. Rules and search are left out: the way ends at their doors.
"""

import sys

import source
from console import Person

HARDWARE = "glowgrid.hardware."
DRIVERS = [HARDWARE + name for name in ("keys_matrix", "leds_ws2812", "lights", "loop", "plugged")]
OTHERS = "glowgrid.rules", "glowgrid.search", "glowgrid.games"
FILES, LINES = 24, 3400


def run_by_a_press(person, modules):
    """Return the modules of which a function runs while a stone is placed and until its light is on."""
    files, by_file = set(), {str(path): name for name, path in modules.items()}

    def note(frame, event, _):
        if event == "call":
            files.add(frame.f_code.co_filename)

    plies = person.position.plies
    sys.setprofile(note)
    try:
        person.play("b2")
    finally:
        sys.setprofile(None)
    assert person.position.plies == plies + 1
    return {by_file[file] for file in files & by_file.keys()}


def test_the_way_of_a_key_is_short(tmp_path):
    modules = source.modules()
    person = Person(tmp_path)
    person.begin("tic-tac-toe")
    ran = {name for name in run_by_a_press(person, modules) if not name.startswith(OTHERS)}
    edges = source.graph(modules)
    way = ran.union(DRIVERS, *(source.reachable(driver, edges) for driver in DRIVERS))
    lines = {name: len(modules[name].read_text().splitlines()) for name in way}
    assert len(lines) <= FILES, sorted(lines)
    assert sum(lines.values()) <= LINES, lines
