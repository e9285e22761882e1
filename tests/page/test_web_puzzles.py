"""Puzzles on the page: all are listed, one is opened by its number, solved and failed, and why is shown and right."""

import re

import pytest
from browser import visiting

from glowgrid import record
from glowgrid.console.screens import puzzles as of_console
from host_sim.boards.files import list_boards, load_board
from host_sim.console import golden
from host_sim.own.puzzles.second_opinion import SecondOpinion
from host_sim.web.field.field_state import picture_of
from host_sim.web.learn import puzzle_list, refutation
from host_sim.web.match import key_ways
from host_sim.web.worker import handheld, page_state
from tools.paths import FIRMWARE
from tools.web.visit import point

FILES = FIRMWARE / "glowgrid" / "games" / "puzzles"
QUIET_MS = 150  # each step waits for what it needs
SMALL = "pimoroni_pico_rgb_keypad"  # 4x4 lights: few fields fit


def lines_of(name):
    lines = (FILES / f"{name.replace('-', '_')}.txt").read_text().splitlines()
    return [line for line in lines if line.strip() and line[0] != "#"]


COUNT = sum(len(lines_of(path.stem)) for path in FILES.glob("*.txt"))


@pytest.fixture
def console(tmp_path, monkeypatch):
    monkeypatch.setattr(handheld, "SAVES", str(tmp_path))
    console = handheld.Handheld(load_board(golden.BOARD))
    while not console.app.offered:
        console.tick()
    return console


def opened(console, named):
    console.open_position(console.app, {"named": named})
    return console.app.match


def run(console, ticks):
    for _ in range(ticks):
        console.tick()


def play(console, move):
    """Press the keys of a point; wait until the engine has answered, or plays no more, and all is saved."""
    match = console.app.match
    plies = match.position.plies
    for key in key_ways.keys_to(console.app, move):
        for down in (1, 0):
            console.keys.down[key] = down
            run(console, 10)
    assert match.position.plies > plies
    while match.engine_to_move() and not match.puzzle.has_failed():
        console.tick()
    run(console, 60)


def test_every_puzzle_of_the_files_is_listed_by_its_number_with_its_length_and_stones(console):
    found = puzzle_list.listed(console.app)
    assert {game["name"].replace("-", "_") for game in found} == {path.stem for path in FILES.glob("*.txt")}
    for game in found:
        lines = lines_of(game["name"])
        assert [puzzle["number"] for puzzle in game["puzzles"]] == list(range(1, len(lines) + 1))
        for line, puzzle in zip(lines, game["puzzles"], strict=True):
            stones = line.partition(":")[2].partition(",")[0]
            counts = [len(side.split()) for side in stones.split("/")]
            assert [puzzle["cells"].count(side) for side in "12"] == counts
            assert len(puzzle["cells"]) == len(game["fields"][puzzle["size"]]["points"])
            assert f"{puzzle['to_move']} to move; wins in {2 * puzzle['wins_in'] - 1}" in line
            assert not puzzle["solved"]


def test_only_what_fits_the_lights_is_listed(tmp_path, monkeypatch):
    assert SMALL in list_boards()
    monkeypatch.setattr(handheld, "SAVES", str(tmp_path))
    console = handheld.Handheld(load_board(SMALL))
    while not console.app.offered:
        console.tick()
    found = {game["name"]: game for game in puzzle_list.listed(console.app)}
    assert {len(puzzle["cells"]) for puzzle in found["mnk"]["puzzles"]} == {16}
    assert [puzzle["number"] for puzzle in found["tic-tac-toe"]["puzzles"]] == list(
        range(1, len(lines_of("tic-tac-toe")) + 1)
    )


@pytest.mark.parametrize("named", ["hex-0", "hex-99", "hex-x", "chess-1", "hex"])
def test_a_puzzle_that_is_not_there_is_refused_in_a_line(console, named):
    with pytest.raises(ValueError, match=f"^no puzzle {named} is here$"):
        opened(console, named)


def test_a_puzzle_that_is_solved_is_noted_by_the_console_and_the_next_one_follows(console, tmp_path):
    match = opened(console, "tic-tac-toe-2")
    line = lines_of("tic-tac-toe")[1]
    assert line.partition(": ")[2].startswith(match.stones) and match.without
    assert puzzle_of(console) == {"name": "tic-tac-toe-2", "plies": 3, "solved": False}
    second = SecondOpinion()
    while not match.position.is_over():
        play(console, second.winning_moves(match.position, match.puzzle.plies - match.position.plies)[0])
    assert match.puzzle.is_solved()
    for listing in (console, handheld.Handheld(load_board(golden.BOARD))):
        while not listing.app.offered:
            listing.tick()
        (game,) = [game for game in puzzle_list.listed(listing.app) if game["name"] == "tic-tac-toe"]
        assert [puzzle["number"] for puzzle in game["puzzles"] if puzzle["solved"]] == [2]
    of_console.PuzzlePause(console.app).entries[0][2](console.now_ms)
    while console.app.screen.NAME != "play" or console.app.match is match:
        console.tick()
    assert puzzle_of(console) == {"name": "tic-tac-toe-3", "plies": 3, "solved": False}


def puzzle_of(console):
    return page_state.position(console.app, "", {})["puzzle_of"]


# What is stored, what a window has, and both together.
SOLVED_TOGETHER = [
    ({}, {"hex": "9 01"}, {"hex": "9 01"}),
    ({"hex": "9 01"}, {}, {"hex": "9 01"}),
    ({"hex": "9 0001"}, {"hex": "9 01"}, {"hex": "9 0101"}),
    ({"hex": "9 1", "y": "5 1"}, {"hex": "9 001", "gomoku": "7 1"}, {"hex": "9 101", "gomoku": "7 1", "y": "5 1"}),
    ({"hex": "8 11"}, {"hex": "9 01"}, {"hex": "9 01"}),  # the file of puzzles is another one
    ([1], {"hex": "9 01"}, {"hex": "9 01"}),
]


@pytest.mark.parametrize("other, mine, both", SOLVED_TOGETHER)
def test_solved_puzzles_of_two_windows_are_one_record_of_the_console(other, mine, both):
    assert record.unpack(puzzle_list.together(record.pack(other), record.pack(mine))) == both


@pytest.mark.parametrize("named", ["tic-tac-toe-1", "mnk-10", "hex-1", "hex-27", "havannah-2", "y-1"])
def test_the_line_of_a_solved_puzzle_wins_in_time_by_moves_that_win(console, named):
    match, second = opened(console, named), SecondOpinion()
    assert not refutation.can_explain(match, False) and refutation.can_explain(match, True)
    line = refutation.explained(match, picture_of(match, {}))
    assert (line["says"], line["at"], line["refutes"]) == (refutation.WON, 1, -1)
    position, most = match.position.fresh(), match.puzzle.plies
    for ply, state in enumerate(line["states"][1:]):
        move = named_move(match, state["moves"][-1]["name"])
        if ply % 2 == 0:
            assert move in second.winning_moves(position, most - ply)
        assert position.play(move)
    assert position.winner == position.placed[1] and position.plies <= most and not match.position.plies


@pytest.mark.parametrize("named", ["tic-tac-toe-2", "tic-tac-toe-19", "mnk-10", "hex-20", "havannah-2", "y-1"])
def test_a_wrong_move_is_refuted_by_an_answer_after_which_nothing_wins(console, named):
    match, second = opened(console, named), SecondOpinion()
    best = second.winning_moves(match.position, match.puzzle.plies)
    wrong = [move for move in range(match.position.points) if match.position.is_legal(move) and move not in best]
    for move in wrong[:3]:
        match = opened(console, named)
        play(console, move)
        while not match.puzzle.has_failed():
            play(console, next(each for each in range(match.position.points) if match.position.is_legal(each)))
        before = bytes(match.position.cells)
        line = refutation.explained(match, picture_of(match, {}))
        assert line["at"] == 2 and bytes(match.position.cells) == before
        wrong_name, answer = [each["name"] for each in line["states"][2]["moves"]]
        other = 3 - match.position.placed[1]
        assert re.fullmatch(f"{wrong_name} fails: side {other} answers {answer}( and (wins|draws))?\\.", line["says"])
        assert line["states"][1]["points"][move]["number"] == 1
        stone = line["states"][2]["points"][line["refutes"]]
        assert (stone["name"], stone["side"], stone["number"]) == (answer, other, 2)
        position = match.position.fresh()
        assert position.play(move) and position.play(line["refutes"])
        assert position.is_over() or not second.wins(position, match.puzzle.plies - 2)


def named_move(match, name):
    picture = picture_of(match, {}).state(match.position.fresh())
    return [each["name"] for each in picture["points"]].index(name)


def tile(named):
    return f"#puzzles a[href='#puzzle={named}']"


def label(visit, selector):
    return visit.page.locator(selector).first.get_attribute("aria-label")


def said(visit):
    return " ".join(visit.page.locator("#field [aria-live]").inner_text().split())


def wait_for_words(visit, words):
    visit.page.locator("#field [aria-live]").get_by_text(words).wait_for()
    visit.settle()


def wait_for_list(visit, words):
    visit.page.locator("#puzzles").get_by_text(words).wait_for()
    visit.settle()


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_a_puzzle_is_solved_and_its_mark_outlasts_a_reload(chromium, address, screen):
    with visiting(chromium, address, screen, QUIET_MS) as visit:
        visit.open()
        visit.press("#to-puzzles")
        wait_for_list(visit, f"0 of {COUNT} solved.")
        assert not visit.page.locator("main").is_visible() and visit.cut_off() == []
        visit.press(tile("tic-tac-toe-1"))
        wait_for_words(visit, "Puzzle: win in 2.")
        assert visit.in_view() == "field in view" and visit.page.locator("#why").is_hidden()
        stones = visit.page.locator('.field-board [aria-label*=" stone"]')
        there = stones.count()
        visit.point("a1")
        stones.nth(there + 1).wait_for()  # its answer
        visit.settle()
        visit.point("a3")
        wait_for_words(visit, "Solved.")
        visit.press("#why")
        wait_for_words(visit, "The winning line.")
        assert "move 1" in label(visit, point("a1")) and "empty" in label(visit, point("a3"))
        visit.press("#to-puzzles")
        wait_for_list(visit, f"1 of {COUNT} solved.")
        assert label(visit, tile("tic-tac-toe-1")) == "Tic-tac-toe, puzzle 1, win in 2, orange to move, solved"
        visit.page.reload()
        wait_for_list(visit, f"1 of {COUNT} solved.")
        assert label(visit, tile("tic-tac-toe-1")).endswith(", solved")
        assert label(visit, tile("tic-tac-toe-2")).endswith(" to move")
        assert visit.faults == []


@pytest.mark.parametrize("screen", [pytest.param("desk", marks=pytest.mark.long), "phone"])
def test_a_failed_try_is_refuted_on_the_field_tried_again_and_left_for_the_next(chromium, address, screen):
    with visiting(chromium, address, screen, QUIET_MS) as visit:
        visit.open("#puzzle=tic-tac-toe-19")
        visit.point("b2")
        wait_for_words(visit, "That does not win in 3: try again.")
        seen = visit.page.locator("main").inner_text()
        assert (seen.count("does not win"), seen.count("is to move")) == (1, 0)
        visit.press("#why")
        wait_for_words(visit, "b2 fails: Blue answers b3 and draws.")
        assert label(visit, point("b3")) == "b3, blue stone, move 2, last move, refutes"
        assert visit.in_view() == "field in view"
        visit.press("#field [aria-label='One move on']")
        assert "refutes" in label(visit, point("b3")) and "move 3" in label(visit, point("a3"))
        visit.press("#field .field-back")
        assert said(visit).startswith("That does not win in 3: try again.")
        visit.press("#again")
        wait_for_words(visit, "Puzzle: win in 3.")
        assert label(visit, point("b2")) == "b2, empty" and visit.page.locator("#why").is_hidden()
        visit.press("#next")
        visit.page.locator("#field").get_by_text("Tic-tac-toe, puzzle 1", exact=True).wait_for()
        assert visit.page.url.endswith("#puzzle=tic-tac-toe-1")
        assert visit.faults == []


@pytest.mark.long
def test_the_list_is_gone_through_by_keyboard_and_the_console_hears_nothing_of_it(chromium, address):
    with visiting(chromium, address, "desk", QUIET_MS) as visit:
        visit.open("#tic-tac-toe&moves=b2,a1")
        visit.press("#to-puzzles")
        wait_for_list(visit, f"0 of {COUNT} solved.")
        focused = "() => document.activeElement.hash ?? document.activeElement.textContent"
        seen = [visit.page.evaluate(focused)]
        for key in ["Tab"] * 7 + ["ArrowRight", "ArrowRight", "ArrowLeft", "1", "Tab", "ArrowUp"]:
            visit.page.keyboard.press(key)
            seen.append(visit.page.evaluate(focused))
        games = ["Tic-tac-toe", "K in a row", "Hex", "Havannah", "Y"]
        assert seen[:7] == ["Puzzles", "Back to the field", *games]
        places = [int(found[1]) for each in seen[7:] if (found := re.fullmatch(r"#puzzle=tic-tac-toe-(\d+)", each))]
        *first, longer, above = places
        lengths = [line.partition("wins in ")[2][0] for line in lines_of("tic-tac-toe")]
        assert first == [1, 2, 3, 2, 2] and longer == lengths.count(lengths[0]) + 1
        boxes = [visit.page.locator(tile(f"tic-tac-toe-{each}")).bounding_box() for each in (longer, above, longer - 1)]
        assert above < longer and boxes[0]["x"] == boxes[1]["x"] and boxes[1]["y"] == boxes[2]["y"]
        visit.key("Escape")
        assert visit.page.url.endswith("#tic-tac-toe&moves=b2,a1") and visit.in_view() == "field in view"
        assert visit.page.locator("#field ol button").count() == 2
        visit.press("#to-puzzles")
        visit.page.locator(tile("hex-12")).focus()
        visit.key("Enter")
        visit.page.locator("#field").get_by_text("Hex 4, puzzle 12").wait_for()
        visit.page.go_back()
        wait_for_list(visit, f"0 of {COUNT} solved.")
        assert visit.page.evaluate(focused) == "#puzzle=hex-12"
        assert visit.faults == []
