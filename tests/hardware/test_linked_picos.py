"""Two emulated Picos, their UARTs crossed, play one match; and a line that babbles."""

import random

import pytest
from linked_picos import GAMES, Device, Evening

from glowgrid import record
from host_sim.pico.bench import PowerCut

pytestmark = pytest.mark.emulator

MATCHES = [("tic-tac-toe", ()), ("hex", (3,))]
SHORT = 5  # the seed of a match of seven presses
PRESSES = 12
SEAL_BYTES = 33
TOLERATED_NS = 1_000_000


def same_at_the_end(evening):
    """Both devices have the same moves, a legal game; return them."""
    evening.settle()
    one, two = evening.moves()
    assert one == two and all(device.position().is_over() for device in evening.devices)
    return one


def test_a_match_is_played_in_spite_of_harm_an_unplugging_and_a_power_cut(pico_image):
    evening = Evening(pico_image, "tic-tac-toe", (), seed=SHORT, unpluggings=1, cuts=1)
    evening.play()
    same_at_the_end(evening)
    assert evening.said["unplug"] == 1 and evening.said["cut"] == 1 and evening.cable.harmed > 5


@pytest.mark.long
@pytest.mark.parametrize("number", range(9))
def test_more_matches_with_ten_unpluggings_and_five_power_cuts(pico_image, number, night_seed):
    game, size = MATCHES[number % len(MATCHES)]
    evening = Evening(pico_image, game, size, seed=100 * night_seed + number, unpluggings=10, cuts=5)
    evening.play()
    same_at_the_end(evening)


@pytest.mark.long
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("number", range(0, 40, 5))
def test_a_power_cut_at_a_flash_operation_loses_nothing(pico_image, at, number, night_seed):
    """Of the operations of a match; which one of five the night decides."""
    evening = Evening(pico_image, "hex", (3,), seed=number, harm=0)
    device = evening.devices[at]
    number += night_seed % 5
    device.pico.flash_model.cut_at(number)
    try:
        evening.play()
    except PowerCut:
        device.pico.power_cycle()
        device.switched_on()
        evening.play()
    same_at_the_end(evening)


def test_if_both_take_the_others_match_one_is_kept_whole(pico_image):
    """Hex 3: of the two matches, that with the lower number stays, on both, also in the saves."""
    before = [3, 4, 0], [4, 1]
    evening = Evening(
        pico_image, "hex", (3,), seed=1, saved=[{"number": 7, "moves": before[0]}, {"number": 9, "moves": before[1]}]
    )

    def press(role):
        for device in evening.devices:
            device.press(device.board["keys"]["roles"][role])
        evening.run(60)
        for device in evening.devices:
            device.release()

    evening.wait_for(lambda: [device.screen for device in evening.devices] == ["keep which"] * 2)
    evening.run(1000)
    press("right")
    evening.cable.plugged = False
    press("select")
    evening.run(1500)
    evening.cable.plugged = True
    evening.wait_for(lambda: evening.moves() == [before[0]] * 2 and evening.devices[1].screen == "play")
    evening.run(3000)
    for device in evening.devices:
        match = record.unpack(device.pico.files()["/saves/match"])
        assert (match["link"][0], match["moves"]) == (7, before[0])


def saved(device):
    """Return the match as the device has saved it; how many moves it made; how many stones both have placed."""
    match = record.unpack(device.pico.files()["/saves/match"])
    _, seals, own = match["sealed"]
    return match, len(own) // 2, len(seals) // (2 * SEAL_BYTES)


@pytest.mark.long
def test_a_phantom_game_ends_with_all_stones_on_both(pico_image):
    """The second side meets a stone; each device shows its own stones until the end."""
    evening = Evening(pico_image, "phantom-tic-tac-toe", (), seed=1, harm=0)
    while [device.screen for device in evening.devices] != ["play"] * 2:
        for device in evening.devices:
            if device.screen in ("resume", "wired"):
                device.press(device.board["keys"]["roles"]["select"])
        evening.run(60)
        for device in evening.devices:
            device.release()
        evening.run(1000)
    placed = 0
    for at, point, meets in ((0, 4, 0), (1, 4, 1), (1, 0, 0), (0, 3, 0), (1, 6, 0), (0, 5, 0)):
        device, made = evening.devices[at], saved(evening.devices[at])[1]
        placed += not meets
        device.press(device.points.index(point))
        evening.run(60)
        device.release()
        evening.wait_for(lambda made=made, device=device: saved(device)[1] > made)
        evening.wait_for(lambda placed=placed: all(saved(each)[2] == placed for each in evening.devices))
    print("ms from press to save, and to the other device's:", evening.waited_ms)
    evening.run(6000)  # the moves are told, the seals opened, the match saved
    assert [saved(each)[0]["moves"] for each in evening.devices] == [[4, 4, 0, 3, 6, 5]] * 2


def waits_ns(pico_image, noise):
    """Play tic-tac-toe alone, with the other side's moves never coming; return how long each press waits for light."""
    device = Device(pico_image, GAMES["tic-tac-toe"], (), {2})
    chance, found = random.Random(1), []
    device.pico.run_ms(1500)
    for number in range(PRESSES):
        key = device.board["keys"]["roles"]["select"] if not number else device.points.index(number % 9)
        frames = len(device.hardware.frames())
        device.press(key)
        begun = device.pico.now_ns
        for step in range(400):
            if noise:
                device.hardware.end.coming += chance.randbytes(2)
            device.pico.run_ms(1)
            for _ in range(2):
                device.hardware.end.feed()
            if step == 80:
                device.release()
        found.append(device.hardware.frames(frames)[0].end_ns - begun)
    return found


def test_a_line_that_babbles_delays_no_light(pico_image):
    """At 19,200 baud without a pause, from the press to the end of the first frame."""
    quiet, noisy = waits_ns(pico_image, False), waits_ns(pico_image, True)
    assert max(noisy) <= max(quiet) + TOLERATED_NS
    assert sum(noisy) <= sum(quiet) + PRESSES * TOLERATED_NS
