"""A phantom game on two devices: what each holds and hears is what its side may know, and no more."""

import base64
import binascii
import random
import re

import pytest
from cases import long
from linked import Pair
from source import ROOT

from glowgrid.console import sealed
from glowgrid.console.frames import packed, unpacked
from glowgrid.console.sealed import PRIME, number_of
from glowgrid.rules.apart import Apart, joined
from host_sim.console import describe
from host_sim.console.refusal import why_refused

LINES = {15: "a state", 6: "a seal or an answer", 5: "a question, a key or moves", 3: "nothing"}  # by their words


def turn(pair, at, point):
    """The person at a device tries a point once it is their turn; wait for the answer."""
    person = pair.people[at]
    pair.wait_for(lambda: person.screen == "play" and not person.app.match.engine_to_move())
    before = person.position.plies
    person.play(point)
    pair.wait_for(lambda: person.position.plies > before)


def whole(pair):
    """Both halves as one game."""
    one, two = (person.position for person in pair.people)
    game = pair.people[0].app.match.game
    return joined(game.setup(pair.people[0].app.match.size), (one.own_moves(), two.own_moves()))


def are_joined(pair):
    """Return whether both devices have all stones."""
    return not [person for person in pair.people if isinstance(person.position, Apart)]


def numbers_in(thing, seen=None):
    """Yield every large number within an object, also those in bytes and texts of bytes."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, int):
        if thing >> 128:
            yield thing
    elif isinstance(thing, bytes | bytearray):
        for at in range(len(thing) - sealed.BYTES + 1):
            yield int.from_bytes(thing[at : at + sealed.BYTES], "big")
    elif isinstance(thing, dict):
        for each in thing.values():
            yield from numbers_in(each, seen)
    elif isinstance(thing, list | tuple | set):
        for each in thing:
            yield from numbers_in(each, seen)
    elif hasattr(thing, "__dict__"):
        yield from numbers_in(vars(thing), seen)


def assert_knows_its_view(pair, full):
    """Each device has the cells of its side's view; nothing that it holds makes a hidden stone of the other's seals."""
    for at, person in enumerate(pair.people):
        match, view = person.app.match, full.view(at + 1)
        assert match.position.cells == view.cells and match.position.stones == view.stones
        held = {*numbers_in(match.shared), *numbers_in(match.position)}
        seals = set(numbers_in(match.shared.journal(match)))
        for point in range(full.points):
            if full.cells[point] and not view.cells[point]:
                number = number_of(match.shared.number, point)
                assert number not in held
                assert not seals & {pow(number, each, sealed.PRIME) for each in held - seals}


def play(pair, chance):
    """Play at random to the end; return how many positions were looked at."""
    one, two = pair.people
    looked = 0
    while not (one.position.is_over() or two.position.is_over()):
        at = one.position.to_move - 1
        position = pair.people[at].position
        turn(pair, at, chance.choice([point for point in range(position.points) if position.is_legal(point)]))
        pair.wait_for(lambda: one.position.stones == two.position.stones)
        if not (one.position.is_over() or two.position.is_over()):
            assert_knows_its_view(pair, whole(pair))
            looked += 2
    for line in pair.wire.lines():
        words = line.split()
        assert len(words) in LINES, line
        assert len(words) < 15 or words[12] == b"-"  # no moves in a state
    pair.wait_for(lambda: pair.moves()[0] == pair.moves()[1])
    return looked


@pytest.mark.parametrize("positions", [50, long(500)])
def test_a_device_holds_and_hears_nothing_beyond_its_view(tmp_path, positions):
    looked, seed = 0, 0
    while looked < positions:
        seed += 1
        folder = tmp_path / str(seed)
        folder.mkdir()
        pair = Pair(folder)
        pair.begin(*(("phantom-tic-tac-toe", None), ("dark-hex", "4"))[seed % 2])
        looked += play(pair, random.Random(seed))


def test_the_examples_of_the_page_of_the_protocol_are_right():
    text = (ROOT / "boards/LINK.md").read_text(encoding="utf-8")
    lines = re.findall(r"^    (:1 .*)$", text, re.MULTILINE)
    words = [unpacked(line.encode()) for line in lines]
    assert len(words) == 7 and None not in words
    said = {each[2]: binascii.a2b_base64(each[-1]) for each in words[2:]}
    key, question, answer = (int.from_bytes(said[kind], "big") for kind in ("key", "?", "!"))
    power = int(re.search(r"^`([0-9a-f]{64})`:$", text, re.MULTILINE)[1], 16)
    number = number_of(int(words[2][1], 16), 4)
    seal = pow(number, key, sealed.PRIME)
    assert said["+"] == sealed.as_bytes(seal) + b"\0" and said["moves"] == bytes((4,))
    assert question == pow(number, power, sealed.PRIME) and words[4][3] == sealed.as_text(question)[:8]
    assert answer == pow(question, key, sealed.PRIME) and pow(answer, sealed.inverse(power), sealed.PRIME) == seal


def test_a_stone_that_is_met_is_seen_and_all_is_seen_at_the_end(tmp_path):
    pair = Pair(tmp_path)
    pair.begin("phantom-tic-tac-toe")
    one, two = pair.people
    for at, point in [(0, "b2"), (1, "b2"), (1, "a1"), (0, "a1"), (0, "a2"), (1, "a3")]:
        turn(pair, at, point)
    assert bytes(two.position.cells) == bytes((2, 0, 0, 0, 1, 0, 2, 0, 0))
    turn(pair, 0, "c2")
    pair.wait_for(lambda: pair.moves()[0] == pair.moves()[1] == bytes((4, 4, 0, 0, 3, 6, 5)))
    assert [person.position.winner for person in pair.people] == [1, 1]
    assert bytes(one.position.cells) == bytes(two.position.cells) == bytes((2, 0, 0, 1, 1, 1, 2, 0, 0))


def test_a_resignation_is_heard_and_all_is_seen(tmp_path):
    pair = Pair(tmp_path)
    pair.begin("phantom-tic-tac-toe")
    one, two = pair.people
    for at, point in [(0, "b2"), (1, "a1"), (0, "c3")]:
        turn(pair, at, point)
    pair.wait_for(lambda: not two.app.match.engine_to_move())
    pair.wait(600)
    pair.resign(1)
    pair.wait_for(lambda: are_joined(pair))
    for person in pair.people:
        assert person.position.winner == 1 and bytes(person.position.cells) == bytes((2, 0, 0, 0, 1, 0, 0, 0, 1))
        assert person.app.screen.words()[0] == "orange wins  by resignation"


def test_a_resignation_outlasts_a_power_cut(tmp_path):
    pair = Pair(tmp_path)
    pair.begin("phantom-tic-tac-toe")
    one, two = pair.people
    for at, point in [(0, "b2"), (1, "a1"), (0, "c3")]:
        turn(pair, at, point)
    pair.wait_for(lambda: not two.app.match.engine_to_move())
    pair.wait(600)
    pair.wire.plugged = False
    pair.resign(1)
    pair.wait(1000)
    for _ in range(2):  # before the halves are joined, and after
        pair.cut_power(1)
        pair.wire.plugged = True
        pair.wait_for(lambda: are_joined(pair))
        pair.wait(1000)
        assert [person.position.winner for person in pair.people] == [1, 1]
        assert [person.app.match.shared.resigned for person in pair.people] == [True, True]


def test_while_the_other_device_is_asked_a_press_is_refused_with_that(tmp_path):
    pair = Pair(tmp_path)
    pair.begin("phantom-tic-tac-toe")
    pair.wait(600)
    match = pair.people[0].app.match
    pair.wire.plugged = False
    pair.people[0].play("b2")
    assert match.shared.awaits(match)
    assert why_refused(match, 0) == "the other device is asked"
    assert why_refused(pair.people[1].app.match, 0) == "it is the other device's turn"


def test_a_device_that_has_moved_a_stone_is_found_out(tmp_path):
    """Its moves at the end are not those of its seals."""
    pair = Pair(tmp_path)
    pair.begin("phantom-tic-tac-toe")
    one, two = pair.people
    for at, point in [(0, "b2"), (1, "a1"), (0, "a2"), (1, "a3")]:
        turn(pair, at, point)
    position = two.position
    position.history[position.plies - 1] = 8  # c3, it says, not a3: a legal game, but of other seals
    position.cells[8], position.cells[6] = 2, 0
    turn(pair, 0, "c2")
    pair.wait(5000)
    assert one.position.is_over() and bytes(one.position.cells).count(2) == 0
    assert one.app.screen.words()[0] == "the other one's moves are no legal game"


def test_once_more_begins_with_fresh_halves(tmp_path):
    pair = Pair(tmp_path)
    pair.begin("phantom-tic-tac-toe")
    one, two = pair.people
    for at, point in [(0, "b2"), (1, "a1"), (0, "a2"), (1, "a3"), (0, "c2")]:
        turn(pair, at, point)
    pair.wait_for(lambda: pair.moves()[0] == pair.moves()[1])
    pair.once_more(0)
    pair.wait(600)
    two.take("join")
    turn(pair, 1, "b2")
    turn(pair, 0, "a1")
    pair.wait_for(lambda: two.position.stones == 2)
    assert bytes(one.position.cells) == bytes((2,)) + bytes(8) and bytes(two.position.cells) == bytes(
        (0,) * 4 + (1,) + (0,) * 4
    )


@pytest.mark.parametrize(
    "number, is_answered", [(4, True), (PRIME - 2, True), (0, False), (1, False), (PRIME - 1, False), (PRIME, False)]
)
def test_a_question_that_could_tell_of_the_key_has_no_answer(tmp_path, number, is_answered):
    pair = Pair(tmp_path)
    pair.begin("phantom-tic-tac-toe")
    pair.wait(1000)
    pair.wire.plugged = False
    two = pair.people[1]
    question = "?", base64.b64encode(number.to_bytes(32, "big")).decode()
    two.session.wire.came[:] = packed(("1", "%08x" % two.app.match.shared.number) + question)
    pair.wait(3000)
    answers = {line.split()[3] for line in bytes(pair.wire.sent[1]).split(b"\n") if line.split()[2:3] == [b"!"]}
    assert (b"%08x" % (number >> 224) in answers) == is_answered


def test_each_question_is_asked_by_another_number(tmp_path):
    """Also of the same point: else the other device could tell how often it is asked about."""
    pair = Pair(tmp_path)
    pair.begin("phantom-tic-tac-toe")
    pair.wait(20_000)
    asked = {line.split()[3] for line in pair.wire.lines() if line.split()[2:3] == [b"?"]}
    turn(pair, 0, "b2")
    assert len(asked) > 20


def test_a_try_changes_nothing_in_when_a_device_says_its_state(tmp_path):
    pair = Pair(tmp_path)
    pair.begin("phantom-tic-tac-toe")
    turn(pair, 0, "b2")
    pair.wait(3000)
    quiet = longest_silence(pair, 1, 3000)
    pair.people[1].press(describe.point_key(pair.people[1].app, 4))
    pair.wait(60)
    pair.people[1].release(describe.point_key(pair.people[1].app, 4))
    assert longest_silence(pair, 1, 3000) <= quiet
    assert pair.people[1].position.cells[4] == 1


def longest_silence(pair, at, ms):
    """Return for how long a device says nothing within that time."""
    longest, since, before = 0, 0, len(pair.wire.sent[at])
    for _ in range(ms // 10):
        pair.tick()
        since = since + 10 if len(pair.wire.sent[at]) == before else 0
        longest, before = max(longest, since), len(pair.wire.sent[at])
    return longest
