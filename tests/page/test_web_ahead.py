"""Who was ahead over a match and what gave it away, as found and as a visitor sees it; what the coach says."""

import pytest
from all_games import GAMES
from browser import visiting

from glowgrid.rules.notation import move_name, parse_move
from glowgrid.search import DRAWN
from host_sim.web.match.ahead import Ahead
from tools.web.visit import LIMIT_MS, point

LOST = "a1 b1 a2 a3 b2 c2 c3"  # in tic-tac-toe: only the centre holds the draw after a corner
# (game, size, moves, the move that gave it away: plies before it, side, name, what it gave away)
TURNED = {
    "an edge against a corner": ("tic-tac-toe", (), LOST, (1, 2, "b1", "the draw")),
    "the last of three mistakes": ("hex", (3,), "a1 b2 c3 a2 c1 a3 b1 c2", (6, 1, "b1", "the win")),
    "no swap": ("hex", (3,), "b2 c1 b1 c3 b3", (1, 2, "c1", "the win")),
    "a draw without a mistake": ("tic-tac-toe", (), "a1 b2 a2 a3 c1 b1 b3 c2 c3", None),
    "a win that was not kept": ("tic-tac-toe", (), "a1 b1 b2 c3 c2 a2 c1 a3 b3", (4, 1, "c2", "the win")),
    "the first side wins by best play": ("fano", (), "b2 c4 e4 d2 c3", None),
    "three sides": ("three-player", (), "d2 c3 b3 c1 c2 c4 a4 b1 a1 d4 a3 b2 a2 d1 b4", (13, 2, "d1", "the win")),
    "hidden stones": ("phantom-tic-tac-toe", (), "b2 b2 a1", None),
}
SMALL = {name: TURNED[name][:3] for name in TURNED if TURNED[name][0] == "tic-tac-toe"}


def looked_at(game, size, moves, **more):
    """Return what is found of each position, by its plies, and the move that gave the match away."""
    ahead = Ahead(GAMES[game], size, "", moves.split(), **more)
    return {found["plies"]: found for found in ahead.looking()}, ahead.turning()


def played(game, moves):
    position = GAMES[game].setup()
    for name in moves:
        assert position.play(parse_move(position, name))
    return position


KNOWN = {}  # by the stones of tic-tac-toe


def worth(position):
    """Return (outcome, plies to it) by best play: the soonest win, else a draw, else the latest loss."""
    if position.is_over():
        return position.winner or DRAWN, 0
    stones, side = bytes(position.cells), position.to_move
    if stones not in KNOWN:
        KNOWN[stones] = max(by_move(position).values(), key=lambda found: liking(found, side))
    return KNOWN[stones]


def by_move(position):
    """Return {name: the same after this move} of each legal move."""
    found = {}
    for move in range(position.points):
        if position.play(move):
            outcome, plies = worth(position)
            position.undo()
            found[move_name(position, move)] = outcome, plies + 1
    return found


def liking(found, side):
    outcome, plies = found
    return (2, -plies) if outcome == side else (1, 0) if outcome == DRAWN else (0, plies)


@pytest.mark.parametrize("kind", TURNED)
@pytest.mark.sample(3)
def test_the_move_that_gave_it_away_is_found(kind):
    game, size, moves, expected = TURNED[kind]
    _, turning = looked_at(game, size, moves)
    found = turning and (turning["plies"], turning["side"], turning["name"], turning["given"])
    assert found == expected


def test_without_the_swap_rule_a_strong_first_stone_is_a_won_match():
    assert looked_at("hex", (3,), "b2 c1 b1 c3 b3", swap=False)[1] is None


@pytest.mark.parametrize("kind", SMALL)
def test_each_position_and_each_move_of_it_is_what_minimax_says(kind):
    _, _, moves = SMALL[kind]
    names = tuple(moves.split())
    found, _ = looked_at(*SMALL[kind])
    assert sorted(found) == list(range(len(names) + 1))
    for plies, about in found.items():
        position = played("tic-tac-toe", names[:plies])
        outcome, _ = worth(position)
        assert about["proven"] and about["ahead"] == (0 if outcome == DRAWN else outcome)
        if plies == len(names):
            continue
        expected = {
            str(parse_move(position, name)): in_words(each, position.to_move)
            for name, each in by_move(position).items()
        }
        assert {at: says(mark) for at, mark in about["marks"].items()} == expected


def in_words(found, side):
    outcome, plies = found
    return "draws" if outcome == DRAWN else f"{'wins' if outcome == side else 'loses'} in {plies}"


def says(mark):
    return mark["mark"] if mark["mark"] == "draws" else f"{mark['mark']} in {mark['plies']}"


def test_what_cannot_be_proven_in_time_is_estimated():
    found, turning = looked_at("mnk", (7, 7, 5), "d4 a1 d5 g7 d3 a7 d2 g1 d6", work=900_000)
    assert found[9] == {"plies": 9, "ahead": 1, "percent": 100, "proven": True, "published": False}
    assert not found[0]["proven"] and 0 < found[0]["percent"] < 100
    assert turning["side"] == 2


@pytest.mark.parametrize(
    "moves, swap, turning",
    [
        ("d4 swap", True, None),
        ("d4 d5", True, (1, 2, "d5", "the win as published")),
        ("a1 d4", False, (0, 1, "a1", "the win as published")),
    ],
)
def test_what_is_published_is_not_said_to_be_proven(moves, swap, turning):
    found, given = looked_at("hex", (8,), moves, swap=swap, work=200_000)
    assert found[0]["published"] and not found[0]["proven"]
    assert (found[0]["ahead"], found[0]["percent"]) == (2 if swap else 1, 100)
    assert found[0]["coach"] == ("64 lose" if swap else "32 win, 32 lose") + " as published"
    assert (given and tuple(given.values())) == turning


@pytest.mark.parametrize("size", [8, 9])
@pytest.mark.parametrize("moves, swap", [("a1", True), ("a1", False), ("a1 d4", True), ("a1 d4", False)])
def test_after_a_first_stone_that_loses_the_winner_is_said_as_published(size, moves, swap):
    found, _ = looked_at("hex", (size,), moves, swap=swap, work=200_000)
    assert (found[1]["ahead"], found[1]["percent"], found[1]["published"], found[1]["proven"]) == (2, 100, True, False)
    if len(found) > 2:  # the position has been searched
        assert found[1]["coach"].endswith("; side 2 wins as published")


browser = pytest.mark.browser


@browser
@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_a_lost_match_says_what_gave_it_away_shows_it_and_is_played_better_from_there(chromium, address, screen):
    *moves, last = LOST.split()
    with visiting(chromium, address, screen) as visit:
        visit.open(f"#tic-tac-toe&moves={','.join(moves)}&seats=0,2")
        visit.show_field()
        visit.point(last)
        visit.page.locator("#see:enabled", has_text="Show the mistake").wait_for()
        words, bar = visit.page.locator("#field [aria-live]"), visit.page.locator(".field-ahead")
        assert "Move 2, Blue b1, gave the draw away." in words.inner_text()
        columns = visit.page.locator(".field-ahead title").all_text_contents()
        assert columns == [f"After move {plies}: {'orange wins' if plies > 1 else 'a draw'}" for plies in range(8)]
        bar.click(position={"x": bar.bounding_box()["width"] * 3.5 / 8, "y": 3})
        words.get_by_text("Looking at move 3 of 7.").wait_for()
        visit.page.get_by_role("button", name="Show the mistake").click()
        words.get_by_text("Looking at move 1 of 7.").wait_for()
        assert "gives away the draw: it loses now (6 moves); better: b2" in words.inner_text()
        assert marks(visit) == {
            name: in_words(found, 2) for name, found in by_move(played("tic-tac-toe", ["a1"])).items()
        }
        visit.page.get_by_role("button", name="Play it better").click()
        words.get_by_text("You are Blue. Blue is to move.").wait_for()  # blue was the engine's: sides change
        assert list(visit.page.locator("#field ol button").all_text_contents()) == ["1 a1"]
        assert bar.is_hidden() and visit.page.get_by_role("button", name="Show the mistake").is_hidden()
        assert visit.faults == []


def marks(visit):
    """Return what each free point says that its move does."""
    points = visit.field().points.items()
    return {name: each["words"].split(", ")[2] for name, each in points if "empty" in each["words"]}


@browser
@pytest.mark.parametrize("moves", ["a1 b1", *(pytest.param(m, marks=pytest.mark.long) for m in ("a1", "b2 a1 c3 a3"))])
def test_with_the_coach_each_free_point_says_what_minimax_says(chromium, address, moves):
    position = played("tic-tac-toe", moves.split())
    expected = {name: in_words(found, position.to_move) for name, found in by_move(position).items()}
    with visiting(chromium, address, "desk") as visit:
        visit.open(f"#tic-tac-toe&moves={','.join(moves.split())}&to=coach")
        last, words = list(expected.items())[-1]
        visit.page.wait_for_function(
            "([selector, words]) => document.querySelector(selector)?.ariaLabel.includes(words)",
            arg=[point(last), words],
            timeout=LIMIT_MS,
        )
        visit.settle()
        assert marks(visit) == expected
        assert visit.faults == []
