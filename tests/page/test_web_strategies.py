"""A person's own strategies on the page: added, offered at the seats, played against; their pairs on the field."""

import pytest
from browser import visiting
from page_steps import copied

from host_sim.console import golden
from host_sim.own_games import own_files

# Blue answers in pairs; it has an answer for each point but the middle, which it takes.
PAIRS = """# By hand.
glowgrid strategy 1
game tic-tac-toe
plays 2
pair a1 b1
pair c1 c2
pair c3 b3
pair a3 a2
else b2 a1 c1
end
"""
FREE = "glowgrid strategy 1\ngame tic-tac-toe\nelse a1 b1 c1 a2 b2 c2 a3 b3 c3\nend\n"


@pytest.fixture
def own(tmp_path, monkeypatch):
    (tmp_path / "strategies").mkdir()
    monkeypatch.setattr(own_files, "GAMES", str(tmp_path))
    return tmp_path


def give(visit, name, text):
    """Choose a file in the box of own games."""
    visit.page.locator("#choose").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def answered(visit):
    """Press a1 once the match is there, and wait for the answer of the strategy; return where the page says it."""
    visit.page.locator("main.match").wait_for()
    visit.point("a1")
    words = visit.page.locator("#field [aria-live]")
    words.get_by_text("Move 2: Blue b1").wait_for()
    return words


def seats(visit, side):
    """Return what may sit at a side of the new game."""
    return visit.page.locator(f"#sides .{side} option").all_inner_texts()


PLAYS = {"game": "tic-tac-toe", "title": "Tic-tac-toe", "size": []}


@pytest.mark.parametrize(
    "text, found",
    [
        (FREE, {**PLAYS, "plays": [1, 2]}),
        (PAIRS, {**PLAYS, "plays": [2]}),
        (FREE.replace("strategy 1", "strategy 7"), {"fault": "it is of version 7; this Glowgrid knows 1", "line": 0}),
        (FREE.replace("else", "plays 1\nelse k9"), {"fault": "line 4: k9 is no move of this game", "line": 0}),
        (FREE.replace("tic-", "phantom-tic-"), {"fault": "in a game that hides stones no file plays", "line": 0}),
        (
            FREE.replace("else a1 b1 c1 a2 b2 c2 a3 b3 c3", "plays 1"),
            {"fault": "no answer to 1 .../.../...", "line": 0},
        ),
    ],
)
def test_what_a_file_plays_or_why_it_cannot(own, text, found):
    (own / "strategies" / "mine.txt").write_text(text)
    assert own_files.strategy_in("strategies/mine.txt") == found


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_a_strategy_is_added_played_against_and_offered_from_then_on(chromium, address, screen):
    with visiting(chromium, address, screen) as visit:
        visit.open("")
        message = visit.page.locator("#message")
        visit.page.locator("#sides .blue option").first.wait_for(state="attached")
        before = seats(visit, "blue")
        assert not [each for each in before if "strategy" in each]
        give(visit, "bad.txt", FREE[:-5])
        message.get_by_text("bad.txt: cut off after line 3; its last line is: end.").wait_for()
        give(visit, "by pairs.txt", PAIRS)
        message.get_by_text("by_pairs.txt plays Tic-tac-toe; from now on it is offered above, at each side.").wait_for()
        words = answered(visit)
        assert visit.page.locator("#sides .blue").input_value() == "by_pairs.txt"
        visit.page.reload()  # the browser keeps it, and the match
        words.get_by_text("Move 2: Blue b1").wait_for()
        visit.page.locator("#game").select_option("hex")
        visit.page.locator("#sides .blue option", has_text="your strategy").wait_for(state="detached")
        assert seats(visit, "blue") == before
        visit.page.locator("#game").select_option("tic-tac-toe")
        visit.page.locator("#sides .blue option", has_text="by_pairs, your strategy").wait_for(state="attached")
        visit.page.locator("#sides .blue").select_option("by_pairs.txt")
        visit.press("#play")
        words.get_by_text("You are Orange. Orange is to move.").wait_for()
        visit.point("c1")
        words.get_by_text("Move 2: Blue c2").wait_for()
        visit.open("#tic-tac-toe&seats=0,gone.txt")
        message.get_by_text("no strategy gone.txt for Tic-tac-toe is here").wait_for()
        assert visit.faults == []


@pytest.mark.long
def test_the_pairs_of_a_strategy_are_drawn_on_the_field_and_links_name_it(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("")
        give(visit, "pairs.txt", PAIRS)
        visit.page.locator("#message", has_text="pairs.txt plays").wait_for()
        words = answered(visit)
        visit.page.locator(".side").get_by_role("button", name="Pause").click()
        visit.page.locator("[data-entry='pairs']").click()
        words.get_by_text("pairs.txt: 4 pairs. A stone on one point of a pair is answered on the other.").wait_for()
        assert visit.page.locator(".field-pairs polyline").count() == 4
        known = {name: each["words"] for name, each in visit.field().points.items()}
        assert known["c2"] == "c2, empty, a pair with c1" and known["b2"] == "b2, empty"
        visit.page.locator(".side").get_by_role("button", name="Back to the match").click()
        words.get_by_text("Orange is to move.").wait_for()
        assert visit.page.locator(".field-pairs polyline").count() == 0
        link = copied(visit.page, "Copy a link to the match")
        assert link.endswith("#tic-tac-toe=&moves=a1,b1&seats=0,pairs.txt")
        message = "Copied: the link opens the whole match. The other needs your file pairs.txt: send it, too."
        assert visit.page.locator("#message").inner_text() == message
        link = copied(visit.page, "Copy a link to the whole session")
        assert f"#tic-tac-toe=&seats=0,pairs.txt&board={golden.BOARD}&keys=" in link
        assert "The other needs your file pairs.txt: send it, too." in visit.page.locator("#message").inner_text()
        assert visit.faults == []
