"""The signs of the lights differ for any colour vision: by colour, or else by rhythm or shape."""

import itertools

import pytest
from colour_vision import VISIONS, difference, lab, lights_at

from glowgrid.console.palette import BRIGHT, DIM, EDGE, ESTIMATE, FREE, GREY, OFF, SILVER, STONE, WHITE
from glowgrid.console.palettes import NAMES, table
from glowgrid.console.screens.settings import STEPS
from host_sim.boards.files import load_board

BOARD = load_board("pico_ws2812_8x8_keys_4x4")
BRIGHTNESSES = sorted({*STEPS, BOARD["power"]["brightness"]})
LEAST = 12  # difference; 2.3 is what can just be noticed
LEAST_LIGHTNESS = 6  # of L* 0..100, for those who see no colours

# Side by side at one LED a point, all steady. The last move, like free points of most games, has one side at a time.
TOGETHER = (
    [[OFF, STONE + 1, STONE + 2, FREE, BRIGHT + last, SILVER] for last in (1, 2)]  # connection games, with a neighbour
    # In connection games too; for the edges of side 1 while it waits, and grey corners, see test_visual_language.py.
    + [[FREE, EDGE + 1, EDGE + 2, DIM + 2]]
    + [[OFF, EDGE + 1, DIM + 2], [OFF, EDGE + 2, DIM + 1]]
    + [[OFF, STONE + 1, STONE + 2, DIM + me, BRIGHT + last, GREY] for me in (1, 2) for last in (1, 2)]
    + [[OFF, STONE + 1, STONE + 2, STONE + 3, DIM + me, BRIGHT + last] for me in (1, 2, 3) for last in (1, 2, 3)]
    + [
        [STONE + 1, STONE + 2, DIM + me, SILVER] for me in (1, 2)
    ]  # a neighbour, and what was there before the cursor came
    + [[ESTIMATE + 1, ESTIMATE + 2, ESTIMATE + 3, OFF]]  # of one rhythm
    + [[OFF, EDGE + 1, EDGE + 2]]
    + [[EDGE + 1, STONE + 2, DIM + 2], [EDGE + 2, STONE + 1, DIM + 1]]  # for its own side's see test_visual_language.py
    + [[WHITE, colour] for colour in (*range(WHITE), SILVER, FREE)]  # the cursor, the key that is down
)
# By lightness alone: a side's own things, and the quality of estimates. Edges are known by their running gap.
LIGHTER = (
    [(STONE + side, DIM + side) for side in (1, 2, 3)]
    + [(BRIGHT + side, STONE + side) for side in (1, 2, 3)]
    + [(GREY, DIM + 1), (GREY, DIM + 2), (GREY, FREE), (SILVER, FREE), (EDGE + 2, DIM + 2)]
    + [(ESTIMATE + 2, ESTIMATE + 1), (ESTIMATE + 3, ESTIMATE + 2)]
)


# For each palette: its colour vision, and the least difference of neighbours under it.
PALETTES = [(0, VISIONS, LEAST), (1, ("normal", "protanopia", "deuteranopia"), 20), (2, ("normal",), 20)]


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
@pytest.mark.parametrize("colours, vision, least", [(n, vision, d) for n, eyes, d in PALETTES for vision in eyes])
def test_neighbouring_things_look_different(brightness, colours, vision, least):
    light = lights_at(BOARD, brightness, table(colours))
    alike = {
        (one, other): round(difference(light[one], light[other], vision), 1)
        for together in TOGETHER
        for one, other in itertools.combinations(together, 2)
    }
    assert {pair: found for pair, found in alike.items() if found < least} == {}


@pytest.mark.parametrize("brightness", BRIGHTNESSES)
@pytest.mark.parametrize("colours", range(len(NAMES)))
def test_a_sides_own_and_estimates_differ_in_lightness(brightness, colours):
    lightness = [lab(colour, "normal")[0] for colour in lights_at(BOARD, brightness, table(colours))]
    assert [pair for pair in LIGHTER if abs(lightness[pair[0]] - lightness[pair[1]]) < LEAST_LIGHTNESS] == []
