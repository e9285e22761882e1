"""Bytes on the wire do what a frame does and nothing else: noise, and frames whose words are forged."""

import random

import pytest
from console import SELECT, Person
from linked import WIRED, Pair

from glowgrid.console.frames import Frames, packed
from glowgrid.console.shared import Heard
from host_sim.console.session import Session, VirtualWire

NOTHING_SHARED = ["1", "1a3bc697", "tic-tac-toe", "-", "-", "1", "0", "0", "0", "00000000", "0", "00000000", "-", "-"]
NUMBER, GAME, SIZE, SIDES, EPOCH, CUT, BASE, BASE_CHECK, PLIES, CHECK, MOVES = 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12
GAMES = [("hex", "5"), ("hex", "11"), ("hex", "99999"), ("havannah", "4"), ("no such game", "3"), ("[/]", "-")]
WORDS = (
    *("0", "1", "2", "9", "-1", "255", "536870911", "536870912", "99999999999999999999", "-", "", "x", "ff", "00"),
    *("0408", "09ff", "12", "13", "123", "\x1b[31m", "[/]", "hex", "5", "5,4,4", "u", "uyno", "é", "²", "٣"),
)
HARMFUL = [
    (SIDES, "0"),
    (SIDES, "9"),
    (SIDES, "-"),
    (SIDES, ""),
    (SIDES, "11"),
    (CUT, "-1"),
    (PLIES, "-1"),
    (BASE, "-3"),
]
HARMFUL += [(EPOCH, str(1 << 29)), (NUMBER, "20000000"), (MOVES, "123"), (MOVES, "xy"), (BASE_CHECK, "-")]


@pytest.mark.parametrize("at, word", HARMFUL)
def test_a_frame_with_an_impossible_word_is_ignored(at, word):
    with pytest.raises(ValueError):
        Heard([*NOTHING_SHARED[1:at], word, *NOTHING_SHARED[at + 1 :]])


def test_noise_is_no_frame():
    chance, wire = random.Random(1), VirtualWire()
    frames, found = Frames(wire), []
    wire.came += chance.randbytes(10_000) + b"\n" + packed(NOTHING_SHARED)
    while wire.came:
        found.append(frames.next())
    assert [words for words in found if words] == [NOTHING_SHARED]


def forged(chance, match, begun):
    """Return the words of a frame in which a few are wrong: of a match that is shared here, or of another one.

    begun: game and size that the other one offers.
    """
    words = list(NOTHING_SHARED)
    words[GAME], words[SIZE] = begun
    if match and match.shared and chance.random() < 0.8:
        shared, journal = match.shared, match.shared.journal(match)
        words[1:] = shared.words(match)
        words[SIDES] = "".join(map(str, sorted(shared.away)))
        if chance.random() < 0.7:  # the next move, legal or not
            move = bytes([chance.choice((0, 1, 2, 5, 8, 9, 10, 25, 254, 255))])
            words[BASE], words[PLIES], words[MOVES] = str(len(journal)), str(len(journal) + 1), move.hex()
            words[BASE_CHECK], words[CHECK] = words[CHECK], f"{chance.getrandbits(32):08x}"
        if chance.random() < 0.2:
            words[EPOCH], words[CUT] = str(shared.epoch + 1), chance.choice(("0", "1", "50"))
    if chance.random() < 0.15:
        words[GAME], words[SIZE] = chance.choice(GAMES)
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
        words[chance.randrange(len(words))] = chance.choice(WORDS)
    return words[: chance.randrange(20)] if chance.random() < 0.1 else words


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 400))])
def test_forged_frames_crash_nothing(seed, tmp_path):
    """A person presses keys meanwhile, at random. A crash would end the session with its exception."""
    chance = random.Random(seed)
    begun = chance.choice((("tic-tac-toe", "-"), ("tic-tac-toe", "-"), ("phantom-tic-tac-toe", "-"), ("dark-hex", "4")))
    person = Person(tmp_path, WIRED)
    for _ in range(40):
        person.session.wire.came += packed(forged(chance, person.app.match, begun))
        person.wait(chance.choice((50, 300, 800)))
        if person.screen in ("join", "keep which", "take back"):
            person.tap(chance.choice((SELECT, SELECT, chance.randrange(16))))
        elif chance.random() < 0.5:
            person.tap(chance.randrange(16))
        assert person.text() and isinstance(person.app.screen.help(), str)
    Session(WIRED, tmp_path).tick()  # what was saved is read again


def test_resigning_before_a_stone_is_placed_ends_the_match_on_both(tmp_path):
    pair = Pair(tmp_path)
    pair.begin("hex", "5")
    one, two = pair.people
    pair.resign(0)
    pair.wait_for(lambda: one.position.is_over() and two.position.is_over())
    assert one.position.winner == two.position.winner == 2
