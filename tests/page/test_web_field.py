"""The page's field: what is made of a position, on each Python, and what a browser draws, says and presses."""

import json
import re

import pytest
from field_examples import EXAMPLES, FOLDER, ROOT, example, match_of, text_of
from three_tiers import on_cpython, on_unix_micropython, on_webassembly

from glowgrid.console import palettes
from glowgrid.console.match import PERSON, Match
from glowgrid.games import discover
from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import parse_move
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.console.describe import point_key
from host_sim.console.menu_path import to_match
from host_sim.console.refusal import Refusals
from host_sim.console.session import Session
from host_sim.web.field.field_state import FieldState, console_state
from host_sim.web.match import link_match
from host_sim.web.worker import handheld, page_state
from tools.web import build, npm

WEB = ROOT / "host_sim" / "web"
SCREENS = {"upright": (390, 844), "lying": (844, 390), "wide": (1920, 1080)}
BEGIN = """() => {
  window.said = [];
  const note = (what) => (value) => said.push([what, value]);
  const parts = { press: note("press"), release: note("release"), ask: note("ask") };
  window.view = new MatchView(document.querySelector("#field"), parts);
  window.field = view.field;
  document.querySelector("main").classList.add("match");
}"""
PROGRAM = """
import json
from glowgrid.games import discover
for game in discover()[0]:
    position = game.setup(game.sizes[0])
    position.swap_rule = True
    picture = FieldState(game, game.sizes[0], position)
    move = 0
    while not position.is_over() and position.plies < 9:
        while not position.is_legal(move):
            move = (move + 1) % position.points
        position.play(move)
        move = (move + 3) % position.points
    for plies in range(2):
        state = picture.state(position, refusal="no")
        print(game.name, state["shape"], state["won"], state["goal"], state["win_type"])
        print([(each["side"], each["points"], "corner" in each) for each in state["edges"]])
        print([(each["side"], each["name"]) for each in state["moves"]])
        for point in state["points"]:
            print(sorted([(key, str(value).replace(".0", "")) for key, value in point.items()]))
        print([(each["text"], int(2 * each["x"]), each["y"]) for each in state["labels"]])
        position.undo()
"""


def stored(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_what_the_rules_say(name):
    assert text_of(example(name)) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("run", [on_unix_micropython, pytest.param(on_webassembly, marks=pytest.mark.long)])
def test_what_micropython_makes_is_the_same(run):
    published, field = (
        path.read_text(encoding="utf-8") for path in (WEB.parent / "console/published.py", WEB / "field/field_state.py")
    )
    text = published + field.replace("from ...console.published import also_published, as_published\n", "") + PROGRAM
    expected = on_cpython(text)
    assert len(expected) > 250 and run(text) == expected


def test_a_picture_follows_a_match_back_and_forth_and_through_the_swap():
    match = match_of("hex", (5,), "b2 swap c3 a1")
    picture = FieldState(match.game, (5,), match.position)
    after = picture.state(match.position)
    assert [move["name"] for move in after["moves"]] == ["b2", "swap", "c3", "a1"]
    taken = {point["name"]: point for point in after["points"] if "side" in point}
    assert set(taken) == {"d4", "c3", "a1"} and taken["d4"]["side"] == 2 and taken["d4"]["number"] == 2
    for _ in range(3):
        match.position.undo()
    before = picture.state(match.position)
    assert before["moves"] == [{"side": 1, "name": "b2"}] and before["swap"]
    assert [point["name"] for point in before["points"] if "side" in point] == ["b2"]


def of_link(console, **more):
    """What a link opens on the console of a session."""
    app, link = console.app, {"game": "tic-tac-toe", "size": "", "moves": "", **more}
    while not app.games:
        console.tick()
    app.match = link_match.match_of(app, link)
    app.resume(0)
    console.tick()
    while app.screen.NAME != "play":
        console.tick()
    return app.match


def test_a_link_begins_from_stones_and_a_puzzle_of_it_is_played(tmp_path):
    console, pictures = Session(load_board(DEFAULT_BOARD), tmp_path), {}
    match = of_link(console, stones="a2 c3 / a1 a3, 1 to move", plies=3, puzzle=True)
    assert match.seats == [PERSON, match.levels] and match.puzzle.task() == "win in 2" and match.without
    state = console_state(console.app, pictures)
    assert state["stones"] == "a2 c3 / a1 a3, 1 to move" and state["moves"] == []
    assert sum("side" in point for point in state["points"]) == 4
    for moves, said, then in (
        ("", "Puzzle: win in 2.", "each lit key is a point"),
        ("c2 b2 c1", "Solved.", "any key: next puzzle or menu"),
        ("c2 b2 b3", "That does not win in 2: try again.", "each lit key is a point"),
    ):
        match.begin_again()
        for name in moves.split():
            match.position.play(parse_move(match.position, name))
        spoken = page_state.spoken(console.app)
        assert spoken["puzzle"] == page_state.position(console.app, "", pictures)["puzzle"] == said
        assert spoken["help"].startswith(then)
    match = of_link(console, stones="b2 / a1", moves="c3")
    state = console_state(console.app, pictures)
    assert [move["name"] for move in state["moves"]] == ["c3"] and not match.puzzle
    assert of_link(console) and console_state(console.app, pictures)["stones"] == ""
    with pytest.raises(ValueError, match="stone z9: no such point$"):
        of_link(console, stones="z9")
    with pytest.raises(ValueError, match="hex: size 19; expected 1 to 15, as on the handheld$"):
        of_link(console, game="hex", size="19")


@pytest.mark.parametrize(
    "link, seats",
    [
        ({"game": "hex", "size": "5", "moves": "c3,d2"}, [PERSON, 3]),
        ({"game": "hex", "size": "5", "moves": "c3"}, [3, PERSON]),
        ({"game": "three-player", "moves": "b2"}, [3, PERSON, 3]),
        ({"game": "hex", "size": "5", "seats": "0,0"}, [PERSON, PERSON]),
        ({"game": "hex", "size": "5", "seats": "4,0"}, [4, PERSON]),
        ({"game": "hex", "size": "8", "seats": "0,6"}, [PERSON, 6]),
        ({"game": "hex", "size": "8", "seats": "0,9"}, [PERSON, 2]),  # your level
        ({"game": "hex", "size": "5", "seats": "0,6"}, [PERSON, 2]),  # your level in a link from when levels were five
        ({"game": "hex", "size": "5", "moves": "c3,d2", "puzzle": True}, [PERSON, 5]),
    ],
)
def test_a_link_seats_the_engine_at_the_other_sides(tmp_path, link, seats):
    console = Session(load_board(DEFAULT_BOARD), tmp_path)
    while not console.app.games:
        console.tick()
    assert link_match.match_of(console.app, {"size": "", "moves": "", **link}).seats == seats


@pytest.mark.parametrize(
    "game, size, stones, moves, points, plies",
    [
        ("hex", (5,), "", "b2 swap c3 a1", {1: "b2 1", 2: "d4 2", 3: "c3 1, d4 2"}, {1: 1, 2: 2, 3: 3}),
        ("hex", (5,), "a4 c1 / b2 d3, 2 to move", "c3 e5", {1: "a4 1, b2 2, c1 1, c3 2, d3 2"}, {1: 1}),
        ("three-player", (), "", "b2 a1 d4", {1: "b2 1", 2: "a1 2, b2 1"}, {1: 1, 2: 2}),
        ("phantom-tic-tac-toe", (), "", "b2 b2 a1", {1: "b2 1", 2: "b2 1"}, {1: 1, 2: 2}),
    ],
)
def test_an_earlier_position_of_a_match_is_shown_and_the_match_stays(game, size, stones, moves, points, plies):
    found = next(each for each in discover()[0] if each.name == game)
    match, pictures = Match(found, size, [PERSON] * found.sides, stones=stones), {}
    for name in moves.split():
        assert match.position.play(parse_move(match.position, name))
    history = bytes(match.position.history)
    for at, expected in points.items():
        state = page_state.earlier(match, at, pictures)
        standing = sorted(f"{point['name']} {point['side']}" for point in state["points"] if "side" in point)
        assert (", ".join(standing), len(state["moves"])) == (expected, plies[at])
    assert bytes(match.position.history) == history and match.position.plies == len(moves.split())


@pytest.mark.parametrize("moves, seats", [("b2,a1,b1,c3", ""), ("b2,a1,b1", "0,2")])
def test_only_the_puzzle_of_a_link_allows_hint_and_coach_once_it_is_solved(tmp_path, monkeypatch, moves, seats):
    """The side to move is to solve it, or the only person."""
    monkeypatch.setattr(handheld, "SAVES", str(tmp_path))
    console = handheld.Handheld(load_board(DEFAULT_BOARD))
    link = {"game": "tic-tac-toe", "size": "", "moves": moves, "seats": seats, "puzzle": True}
    console.open_position(console.app, link)
    linked, others = console.app.match, {**link, "moves": "", "seats": "", "stones": "a1 a2 / b1 b2", "plies": 1}
    linked.position.play(8)  # c3, if nobody has been there
    for match, point, allowed in (link_match.match_of(console.app, others), 6, False), (linked, 7, True):
        console.app.match = match
        console.app.resume(console.now_ms)
        console.tick()
        match.position.play(point)
        for _ in range(5):
            console.tick()
        assert match.position.winner == 1 and (not match.without) == allowed


def test_the_match_on_the_console_is_shown_with_its_refusal(tmp_path):
    """Through the menu into a match of two people; the second press is on the first stone."""
    board = load_board(DEFAULT_BOARD)
    session, pictures = Session(board, tmp_path), {}
    session.refusals = Refusals()
    assert console_state(session.app, pictures) is None
    changes = to_match(board, 500, "tic-tac-toe", "", [0, 0])
    at = changes[-1][0] + 1000
    for _ in session.play(changes, at):
        pass
    key = point_key(session.app, 4)
    for refusal, plies in (("", 1), ("b2: a stone is there", 1)):
        presses = [(session.now_ms, key, 1), (session.now_ms + 80, key, 0)]
        for _ in session.play(presses, session.now_ms + 300):
            pass
        state = console_state(session.app, pictures, session.refusals.said)
        assert (state["refusal"], len(state["moves"])) == (refusal, plies)
        assert state["points"][4]["side"] == 1 and state["goal"] == ["3 in a row"] * 2
    for _ in session.play([], session.now_ms + 2000):
        pass
    assert session.refusals.said == "b2: a stone is there"  # three seconds, longer than its light flashes
    for _ in session.play([], session.now_ms + 1000):
        pass
    assert session.refusals.said == ""


@pytest.fixture(scope="module")
def page(chromium, tmp_path_factory):
    """The page without its console, and without what stands below the match."""
    folder = tmp_path_factory.mktemp("view")
    try:
        modules = build.node_modules()
    except npm.NodeMissing as error:
        pytest.skip(str(error))
    build.bundle(modules, folder, ["match/match_view.js", "style.css"])
    script, style = ((folder / name).read_text(encoding="utf-8") for name in ("match/match_view.js", "style.css"))
    main = re.search("<header>.*</main>", (WEB / "index.html").read_text(encoding="utf-8"), re.DOTALL)[0]
    script = re.sub(r"export\{([\w$]+) as MatchView\}", r"window.MatchView=\1", script)
    head = f'<!doctype html><meta name="viewport" content="width=device-width"><style>{style}</style>'
    context, errors = chromium.new_context(), []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content(f'{head}<body>{main}<script type="module">{script}</script>')
    page.wait_for_function("() => !!window.MatchView")
    page.evaluate(BEGIN)
    yield page
    context.close()
    assert errors == []


def show(page, name):
    page.evaluate("(state) => { said.length = 0; view.show(state); }", stored(name))


def said(page):
    return [tuple(each) for each in page.evaluate("said.splice(0)")]


def test_the_field_is_played_by_keyboard_by_mouse_and_by_name(page):
    show(page, "tic_tac_toe_coach")
    button = page.get_by_role("button", name="a1, blue stone, move 2")
    assert button.count() == 1
    assert page.get_by_role("button", name="c1, orange stone, move 3, last move").count() == 1
    assert page.get_by_role("button", name="b1, empty, loses in 2").count() == 1
    assert page.get_by_role("button", name="a3, empty, draws, hint").count() == 1
    page.locator("#view").press("Tab")  # the field is one stop of the Tab key; it begins in the middle
    for key, point in (("ArrowLeft", 3), ("ArrowDown", 6), ("ArrowRight", 7), ("ArrowDown", 7), ("ArrowUp", 4)):
        page.keyboard.press(key)
        assert page.evaluate("field.buttons.indexOf(document.activeElement)") == point
    page.keyboard.press("ArrowLeft")
    page.keyboard.down("Enter")
    assert said(page) == [("press", 3)]
    page.keyboard.up("Enter")
    page.keyboard.press(" ")
    assert said(page) == [("release", 3), ("press", 3), ("release", 3)]
    page.get_by_role("button", name="c3, empty").click()
    assert said(page) == [("press", 8), ("release", 8)]
    page.get_by_role("button", name="Move 2 a1, blue").click()
    assert said(page) == [("ask", 2)]
    page.get_by_role("button", name="c3, empty").hover()
    page.mouse.down()
    page.evaluate("document.activeElement.blur()")  # as when a dialog takes the focus
    assert said(page) == [("press", 8), ("release", 8)]
    page.mouse.up()


def test_what_goes_on_is_read_out_in_a_live_region(page):
    live = page.locator("#field [aria-live=polite]")
    show(page, "tic_tac_toe_refused")
    lines = [line for line in live.inner_text().split("\n") if line]
    assert lines == ["Orange is to move.", "Move 2: Blue a1", "Not possible: a stone is there."]
    show(page, "hex_3_coach")
    assert "Hint: swap wins in 7." in live.inner_text() and "or takes the first stone over, as " in live.inner_text()
    assert page.locator(".field-goal").inner_text() == "Orange: top to bottom. Blue: left to right"
    show(page, "three_player_line")
    assert "Green has won by a line." in live.inner_text()
    assert page.locator(".field-moves button").all_inner_texts()[-1] == "9 d2"
    assert page.locator(".field-ring.win").count() == 3


@pytest.mark.parametrize(
    "name, legend",
    [
        ("hex_3_coach", "−4 loses in 4 moves (all sides')"),
        ("y_3_coach", "+5 wins in 5 moves (all sides')   −4 loses in 4 moves (all sides')"),
        ("tic_tac_toe_coach", "= draws   −2 loses in 2 moves (all sides')"),
        ("three_player_coach", "+1 wins in 1 move   − loses"),
        ("havannah_8", ""),
    ],
)
def test_the_legend_explains_the_signs_that_are_shown(page, name, legend):
    show(page, name)
    assert page.locator(".field-legend").text_content() == legend
    assert page.locator(".field-legend").is_visible() == bool(legend)
    for sign in page.locator(".field-mark").all_text_contents():
        assert sign[0] in legend


def test_sides_have_colours_where_a_game_numbers_them_and_the_only_person_is_named(page):
    about = "Two sides; side 1 joins top and bottom, side 2 left and right."
    state = {**stored("hex_5_swap"), "goal": ["", ""], "about": about, "seats": [3, 0]}
    page.evaluate("(state) => view.show(state)", state)
    goal = page.locator(".field-goal").inner_text()
    assert goal == "Two sides; Orange joins top and bottom, Blue left and right."
    assert page.locator(".field-turn").inner_text().startswith("You are Blue. Blue is to move")


def outside(page):
    """Return what is not wholly on the screen, or not to be seen in its place: names."""
    return page.evaluate(
        """() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          const out = (each) => {
            const { left, top, right, bottom } = each.getBoundingClientRect();
            return Math.min(left, top, innerWidth - right, innerHeight - bottom) < -0.5;
          };
          const parts = [...document.querySelectorAll(".field-point, .field-label, .field-words > *:not([hidden])")];
          const names = parts.filter(out).map((each) => each.getAttribute("class"));
          return scrollWidth > innerWidth || scrollHeight > innerHeight ? ["the page scrolls", ...names] : names;
        }"""
    )


@pytest.mark.parametrize("screen", SCREENS)
def test_a_large_field_with_many_words_fits(page, screen):
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    show(page, "hex_14")
    assert outside(page) == []
    page.evaluate(
        "(state) => view.show({ ...state, refusal: 'a stone is there', coach: '1 wins, 90 lose, 80 not known',"
        " hint: { move: 'a1', says: 'about 50 of 100' }, moves: Array(190).fill({ side: 1, name: 'm10' }) })",
        stored("hex_14"),
    )
    assert outside(page) == []
    assert page.locator(".field-moves").evaluate("(list) => list.clientHeight") > 40


# How many points the arrow keys lead to.
REACHED = """() => {
  const seen = new Set([0]);
  const ways = [[0, -1], [0, 1], [-1, 0], [1, 0]];
  for (const from of seen) for (const way of ways) seen.add(field.nearest(from, way));
  return seen.size;
}"""


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_fits_and_each_point_has_a_name_of_its_own_and_is_reached(page, screen, name):
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    show(page, name)
    assert outside(page) == []
    assert page.evaluate(REACHED) == len(stored(name)["points"])
    names = [each.get_attribute("aria-label") for each in page.locator(".field-point").all()]
    assert [each.split(",")[0] for each in names] == [point["name"] for point in stored(name)["points"]]
    assert all(re.search("empty|(orange|blue|green) stone", each) for each in names)


def test_stones_have_the_colours_of_the_palettes():
    css = (WEB / "field/field.css").read_text(encoding="utf-8")
    for number, name in enumerate(("", ':has([data-palette="red-green"])', ':has([data-palette="vivid"])')):
        rule = css[css.index(f".field{name} {{") :]
        table = palettes.table(number)
        for side, colour in enumerate(("orange", "blue", "green"), 1):
            red, green, blue = table[3 * side : 3 * side + 3]
            assert re.search(rf"--{colour}: rgb\((\d+ \d+ \d+)\)", rule)[1] == f"{red} {green} {blue}", (name, colour)


def test_the_first_stone_is_taken_over_by_a_press_and_no_match_leaves_no_field(page):
    show(page, "hex_5_swap")
    page.get_by_role("button", name="b2, orange stone, move 1, last move, press to take it over").click()
    assert said(page) == [("press", 6), ("release", 6)]
    page.get_by_role("button", name="Move 1 b2, orange").click()  # the last one: nothing to look at
    assert said(page) == [] and page.locator(".field-back").is_hidden()
    page.evaluate("() => view.show(null)")
    assert page.locator(".field-board").is_hidden()


def test_lights_without_colours_need_room_beside_a_field_with_edges(tmp_path):
    console = Session(load_board("pico_max7219_8x8_buttons"), tmp_path)
    while not console.app.games:
        console.tick()
    for game, size, lights in (("hex", "6", [6, 6, 2]), ("hex", "7", [7, 7, 2]), ("mnk", "8,8,5", [8, 8, 0])):
        link = {"game": game, "size": size, "moves": ""}
        assert link_match.lights_for(console.app, link) == lights
        assert (
            link_match.empty_field(console.app, game, [int(number) for number in size.split(",")])["lights"] == lights
        )
        if max(lights[:2]) + lights[2] > 8:
            with pytest.raises(ValueError, match="its edges would look like stones; take another size or board$"):
                link_match.match_of(console.app, link)
        else:
            assert link_match.match_of(console.app, link).size == parse_size(size)
