"""The lessons on the page, in Chromium: text and field side by side, each step answered on the field."""

import re

import browser
import pytest
from browser import visiting
from cases import by_day
from deadline import wait_until
from page_steps import wait_for_field

from host_sim.boards.files import load_board
from host_sim.console import golden

ONE_DRAWS = "#lesson=minimax&step=6"  # orange a1; blue holds the draw with b2 alone
TWO_LOSE = "#lesson=minimax&step=8"  # 4,3,3: b1 and b4
TABLETS = [(820, 1180), (1180, 820)]
PHONES = [(390, 844), (360, 740), (844, 390)]
POINT_A1 = ".field-board [aria-label^='a1,']"
PARTS = "#lesson", "#task", ".field-board"
FILLS = 0.5  # the field fills so much of the shorter side of its room at least
TEXT = 0.39  # of the height of an upright screen that the text has at least
DOCUMENT = "<!doctype html><main><h1>A teacher's</h1>{}</main>"
PLACE = """() => [document.querySelector("#lesson").scrollTop, scrollY]"""


def verdict(visit):
    return visit.page.locator("#task-verdict").inner_text()


def wait_for_verdict(visit, words):
    visit.page.locator("#task-verdict").filter(has_text=re.compile(f"^{words}")).wait_for(state="attached")


def wait_for_step(visit, number):
    """Wait until a step is open, and the field is its own."""
    visit.page.locator("#step-at").filter(has_text=f"Step {number} of").wait_for()
    wait_for_field(visit.page)
    visit.settle()


def done(visit):
    return visit.page.locator("#lesson .open.done").count()


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_a_step_is_answered_wrongly_then_rightly_on_the_field_and_the_text_stays(chromium, address, screen):
    with visiting(chromium, address, screen) as visit:
        visit.open(ONE_DRAWS)
        place, asked = visit.page.evaluate(PLACE), []
        visit.page.on("request", lambda request: asked.append(request))
        assert place[0] > 0 and verdict(visit) == ""
        visit.point("c1")
        wait_for_verdict(visit, r"No, not c1\. Orange then wins in 5 moves \(all sides'\), with a2 first\.$")
        visit.page.locator("#field svg [aria-label*='move 6, last move, wins']").wait_for()  # one after the other
        points = [each["words"] for each in visit.field().points.values()]
        assert {"c1, blue stone, move 1, refuted", "a2, orange stone, move 2, wins, refutes"} <= set(points)
        visit.press("#task-again")
        wait_for_field(visit.page)
        wait_for_verdict(visit, "$")
        assert done(visit) == 0 and len(visit.field().points) == 9
        visit.point("b2")
        wait_for_verdict(visit, "Right: b2.")
        assert done(visit) == 1 and not visit.page.locator("#task-again").is_visible()
        visit.press("#undo")  # the answer is what stands on the field
        wait_for_verdict(visit, "$")
        assert visit.page.evaluate(PLACE) == place
        assert not [request.url for request in asked if request.is_navigation_request()]
        assert visit.faults == []


def test_a_match_of_a_lesson_is_not_judged(chromium, address):
    """The lesson made moves of it, and knew which lose."""
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=must_play")
        turn, stone = visit.page.locator(".field-turn"), ".field-board [aria-label^='{},'][aria-label*=stone]"
        for point in ("a1", "a2", "a3", "a4", "b1", "b4", "c1", "c2"):
            wait_until(lambda: verdict(visit) or "Blue is to move" in turn.inner_text(), "the pupil is on turn")
            if verdict(visit):
                break
            if not visit.page.locator(stone.format(point)).count():
                visit.point(point)
                visit.page.locator(stone.format(point)).wait_for(state="attached")
        wait_for_verdict(visit, "Orange has won.")
        visit.settle()
        assert visit.page.locator(".field-ahead").is_hidden() and visit.page.locator("#see").is_hidden()
        assert "away" not in visit.page.locator("#field [aria-live]").inner_text()
        assert visit.faults == []


def test_the_field_is_busy_until_that_of_the_next_step_is_there(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=double_threats")
        field, held = visit.page.locator("#field"), []
        visit.page.route("**/worker-*.js", lambda route: held.append(route))
        wait_for_field(visit.page)
        visit.press("#step-on")
        wait_until(lambda: visit.settle() or held, "the console of the next step is on its way")
        assert field.get_attribute("aria-busy") == "true"
        held[0].continue_()
        visit.page.locator("#field[aria-busy=false]").wait_for()
        visit.point("a3")
        wait_for_verdict(visit, "Right: a3.")
        assert visit.faults == []


@pytest.mark.long
def test_a_wrong_answer_does_not_tell_the_right_one(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=must_play&step=4")
        visit.point("a1")
        wait_for_verdict(visit, r"No, not a1\. Orange then wins[^,]*\.$")


@pytest.mark.long
def test_each_of_several_answers_is_found(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open(TWO_LOSE)
        visit.point("b1")
        wait_for_verdict(visit, "Right: b1. 1 more.")
        assert done(visit) == 0 and not visit.page.locator("#lesson .answer").last.get_attribute("open")
        visit.press("#task-again")
        wait_for_field(visit.page)
        wait_for_verdict(visit, "Found: b1.")
        visit.point("b4")
        wait_for_verdict(visit, "Right: b1, b4.")
        assert done(visit) == 1
        assert visit.page.locator("#lesson .answer").last.get_attribute("open") == ""  # the answer, to compare


@pytest.mark.long
def test_the_place_in_a_lesson_is_kept_and_one_control_leads_back_to_free_play(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open()
        visit.press("#lessons")
        wait_for_step(visit, 1)
        assert visit.page.url.endswith("#lesson=double_threats") and visit.page.locator("#new").is_hidden()
        visit.press("#step-on")
        wait_for_step(visit, 2)
        visit.press("#lesson-end")
        visit.page.locator("#new").wait_for()
        assert visit.page.url == address and visit.page.locator("#lesson").is_hidden()
        visit.press("#lessons")
        wait_for_step(visit, 2)
        visit.page.reload()
        wait_for_step(visit, 2)
        visit.page.locator("#lesson-choice").select_option("three_players")
        wait_for_step(visit, 1)
        assert (
            visit.page.url.endswith("#lesson=three_players")
            and "Three players" in visit.page.locator("#lesson").inner_text()
        )
        visit.press("#lesson a:has-text('minimax')")
        visit.page.locator("#lesson h1:has-text('Minimax')").wait_for()
        visit.page.goto(f"{address}#hex=5&moves=c3")
        visit.page.locator(
            '#field svg [aria-label="c3, orange stone, move 1, last move, press to take it over"]'
        ).wait_for()
        assert visit.page.locator("#lesson").is_hidden()
        assert visit.faults == []


def test_the_last_step_leads_to_the_next_lesson_and_a_search_is_walked_on_the_field(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=double_threats&step=10")
        assert visit.page.locator("#step-on").inner_text().startswith("Results")  # though no task is solved
        visit.press("#step-on")
        visit.press("#own-results-next")
        visit.page.locator("#lesson h1:has-text('Bridges')").wait_for()
        wait_for_step(visit, 1)
        visit.open("#lesson=minimax&step=5")
        words = visit.page.locator("#field [aria-live]")
        words.get_by_text("Orange to move, 3 points left.").wait_for()
        visit.page.keyboard.press("ArrowRight", delay=80)
        words.get_by_text("Step 1: orange tries b2.").wait_for()
        visit.press("#entries button")
        words.get_by_text("Step 2: blue tries b1.").wait_for()
        assert visit.page.evaluate("document.activeElement.matches('#entries button')")
        visit.page.keyboard.press("ArrowLeft", delay=80)
        words.get_by_text("Step 1: orange tries b2.").wait_for()
        visit.page.keyboard.press("ArrowRight", delay=80)
        words.get_by_text("Step 2: blue tries b1.").wait_for()
        assert visit.page.locator(".field-tree").is_visible() and not visit.page.locator("#lights").is_visible()
        visit.press("#step-on")
        wait_for_step(visit, 6)
        assert visit.page.locator(".field-board").is_visible() and not visit.page.locator(".field-tree").is_visible()


# The page is told of a scroll in the next frame; nobody turns a tablet within that one.
SCROLL = """async () => {
  [...document.querySelectorAll("#lesson p")].at(6).scrollIntoView(true);
  for (const each of [1, 2, 3]) await new Promise(requestAnimationFrame);
}"""
TOPMOST = """() => {
  const top = document.querySelector("#lesson").getBoundingClientRect().top;
  const parts = [...document.querySelectorAll("#lesson p")].filter((each) => each.checkVisibility());
  const distance = (each) => Math.abs(each.getBoundingClientRect().top - top);
  const nearest = parts.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  return [nearest.innerText.slice(0, 40), distance(nearest) < 30];
}"""


@pytest.mark.long
def test_a_tablet_that_is_turned_keeps_the_paragraph_at_its_place(chromium, address):
    window = browser.Window(chromium, load_board(golden.BOARD), viewport={"width": 820, "height": 1180})
    window.page.goto(f"{address}#lesson=strategy_stealing&step=3")
    window.page.locator("#step-at:has-text('Step 3')").wait_for()
    window.page.evaluate(SCROLL)
    read = window.page.evaluate(TOPMOST)
    assert read[1]
    for width, height in [(1180, 820), (820, 1180), (390, 844), (1180, 820)]:
        window.page.set_viewport_size({"width": width, "height": height})
        wait_until(lambda: window.page.evaluate(TOPMOST) == read, "the paragraph is at its place again")
    window.context.close()
    assert window.errors == []


@pytest.mark.long
@pytest.mark.parametrize("screen", [*TABLETS, *PHONES, (1280, 800), (1920, 1080)], ids=str)
def test_text_task_and_field_are_in_the_window_side_by_side_and_stay(chromium, address, screen):
    width, height = screen
    window = browser.Window(chromium, load_board(golden.BOARD), viewport={"width": width, "height": height})
    page = window.page
    page.goto(address + ONE_DRAWS)
    page.locator('#field svg [aria-label^="a1, orange"]').wait_for()
    boxes = {part: page.locator(part).bounding_box() for part in PARTS}
    for part, box in boxes.items():
        assert box["x"] >= -1 and box["y"] >= -1 and box["width"] > 0, part
        assert box["x"] + box["width"] <= width + 1 and box["y"] + box["height"] <= height + 1, part
    lesson, field = boxes["#lesson"], boxes[".field-board"]
    if width >= 960 or height < 480:
        assert lesson["x"] + lesson["width"] <= field["x"]
    else:
        assert field["y"] + field["height"] <= lesson["y"] and lesson["height"] >= TEXT * height
    assert min(field["width"], field["height"]) >= FILLS * min(width, height) * (0.8 if height < 480 else 1)
    assert page.evaluate(
        "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
    )
    for name, back in (("c1", "#task-again"), ("b2", "#undo")):
        page.locator(f'#field svg [aria-label^="{name},"]').click()
        page.locator("#task-verdict").filter(has_text=name).wait_for()
        wait_until(lambda: page.locator(".field-board").bounding_box() == field, "the field stays")
        page.locator(back).click()
        page.locator(f'#field svg [aria-label="{name}, empty"]').wait_for()
    window.context.close()
    assert window.errors == []


def answered(visit, words):
    """Type an answer beside the field."""
    visit.page.locator("#task-form input").fill(words)
    visit.page.get_by_role("button", name="Answer").click()


def test_a_lesson_from_a_file_is_answered_by_buttons_numbers_words_and_a_game(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=double_threats&step=3")
        assert visit.page.locator("#task-form").get_by_role("button").all_inner_texts() == ["Orange", "Blue", "A draw"]
        visit.page.get_by_role("button", name="Blue", exact=True).click()
        wait_for_verdict(visit, "No, not blue.")
        visit.page.get_by_role("button", name="A draw", exact=True).click()
        wait_for_verdict(visit, "Right: draw.")
        visit.press("#step-on")
        wait_for_step(visit, 4)
        assert visit.page.locator("#task-form").is_hidden()
        visit.point("c2")
        wait_for_verdict(visit, "No, not c2.")
        visit.press("#task-again")
        wait_for_field(visit.page)
        wait_for_verdict(visit, "$")
        visit.point("a3")
        wait_for_verdict(visit, "Right: a3.")
        visit.press("#step-on")
        wait_for_step(visit, 5)
        answered(visit, "5")
        wait_for_verdict(visit, "No, not 5.")
        answered(visit, "03")
        wait_for_verdict(visit, "Right: 3.")
        visit.press("#step-on")
        wait_for_step(visit, 6)
        assert done(visit) == 3 and visit.faults == []
        visit.open("#lesson=double_threats&step=10")
        answered(visit, "It lies on four lines")
        wait_for_verdict(visit, "Noted.")


def test_a_slower_win_is_right_and_the_quicker_one_is_named(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=double_threats&step=8")
        visit.point("c1")
        wait_for_verdict(visit, r"Right: c1\. Quicker is c2: it wins in 3 instead of 5\.$")
        assert done(visit) == 1


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_a_game_to_the_end_is_right_if_it_keeps_what_the_position_was_worth(chromium, address, screen):
    with visiting(chromium, address, screen) as visit:
        visit.open("#lesson=double_threats&step=7")
        visit.point("a3")  # loses: orange then makes two threats
        visit.page.locator("#field svg [aria-label^='c1, orange']").wait_for()
        visit.point("b1")
        wait_for_verdict(visit, r"Orange has won\. Move 1 was the mistake: Orange then wins in 3 moves")
        assert visit.page.locator("#task").get_attribute("data-state") == "wrong" and done(visit) == 0
        assert visit.faults == []


def test_a_right_answer_opens_the_answer_of_the_text_but_no_hint(chromium, address):
    text = """<h2>Try</h2><p><a class="open" href="../index.html#hex=3" data-task="number" data-right="3"
      data-say="?">?</a></p><details class="hint"><summary>Hint</summary></details>
      <details class="answer"><summary>Three</summary></details>"""
    with visiting(chromium, address, "desk") as visit:
        visit.page.route("**/lessons/bridges.html", lambda route: route.fulfill(body=DOCUMENT.format(text)))
        visit.open("#lesson=bridges")
        wait_for_step(visit, 1)
        answered(visit, "3")
        wait_for_verdict(visit, "Right: 3.")
        assert visit.page.locator("#lesson details[open]").get_attribute("class") == "answer"


def test_stones_are_compared_side_by_side_and_other_text_is_no_answer(chromium, address):
    text = """<h2>Try</h2><p><a class="open" href="../index.html#hex=3" data-task="stones"
      data-right="a1 b2 / -, 2 to move" data-say="?">?</a></p>"""
    with visiting(chromium, address, "desk") as visit:
        visit.page.route("**/lessons/bridges.html", lambda route: route.fulfill(body=DOCUMENT.format(text)))
        visit.open("#lesson=bridges")
        wait_for_step(visit, 1)
        for said in "a1 / b2", "- / a1 b2", "a1 b2 / c3", "a1":
            answered(visit, said)
            wait_for_verdict(visit, f"No, not {said}.")
        for said in "I do not know", "a1, b2", "a1 b":
            answered(visit, said)
            wait_for_verdict(visit, "Write points such as a1 / b2.")
            assert visit.page.locator("#task").get_attribute("data-state") == "" and done(visit) == 0
        for said in "a1 b2", "b2 a1 /", "A1 B2/-", "a1 b2 / - , 1 to move":
            answered(visit, said)
            wait_for_verdict(visit, f"Right: {said}.")
        assert done(visit) == 1 and visit.faults == []


def test_what_is_typed_before_the_field_is_there_is_set_up_on_it(chromium, address):
    step = '<p><a class="open" href="../index.html#hex=3" {} data-say="?">?</a></p>'
    text = "<h2>Try</h2>" + step.format("") + step.format('data-task="stones" data-right="a1 / b2"')
    with visiting(chromium, address, "desk") as visit:
        page, line, held = visit.page, visit.page.locator("#task-form input"), []
        page.route("**/lessons/bridges.html", lambda route: route.fulfill(body=DOCUMENT.format(text)))
        visit.open("#lesson=bridges")
        wait_for_step(visit, 1)
        page.route("**/worker-*.js", lambda route: held.append(route))
        visit.press("#step-on")
        wait_until(lambda: visit.settle() or held, "the console of the next step is on its way")
        line.fill("a1 / b2")
        held[0].continue_()
        page.locator("#field svg [aria-label='a1, orange stone']").wait_for()
        assert line.input_value() == "a1 / b2"
        visit.press("#task-form button:has-text('Answer')")
        wait_for_verdict(visit, "Right: a1 / b2.")
        assert visit.faults == []


# {how a step begins: (the stones that stand there, what they are to become)}
BUILT = {
    "position=three-player:+a1+/+b1+/+c1,+1+to+move&amp;seats=0,0,0": ("a1 / b1 / c1", "a2 / b1 / c1 d1"),
    "dark-hex=4&amp;seats=0,0": ("", "a1 b2 / c3"),  # it hides stones, but not those that are set up
}


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.long)])
@pytest.mark.parametrize("begun", by_day(BUILT, [*BUILT][0]))
def test_stones_are_set_up_on_the_field_by_mouse_and_keyboard(chromium, address, screen, begun):
    there, wanted = BUILT[begun]
    text = f"""<h2>Try</h2><p><a class="open" href="../index.html#{begun}" data-task="stones" data-right="{wanted}"
      data-say="?">?</a> <a class="open" href="../index.html#hex=3" data-task="write" data-say="Why?">Why?</a></p>"""
    with visiting(chromium, address, screen) as visit:
        page, line = visit.page, visit.page.locator("#task-form input")
        page.route("**/lessons/bridges.html", lambda route: route.fulfill(body=DOCUMENT.format(text)))
        visit.open("#lesson=bridges")
        page.locator("#task-form .swatch").first.wait_for()
        assert page.locator(".undefined").count() == 0
        assert line.input_value() == there and not page.locator("#roles, #set-up").locator("visible=true").count()
        sides = [names.split() for names in wanted.split(" / ")]
        for side, colour in enumerate(("orange", "blue", "green")[: len(sides)]):
            visit.press(f"#task-form [aria-label='Place {colour}']")
            for name in sides[side]:
                if f"{name}, empty" in [each["words"] for each in visit.field().points.values()]:
                    visit.point(name)
                    assert visit.field().points[name]["words"] == f"{name}, {colour} stone"
        if there:
            visit.press("#task-form button:has-text('Answer')")
            wait_for_verdict(visit, "No, not a1 a2 / b1 / c1 d1.")
            visit.press(POINT_A1)  # green now takes its place
            visit.key("Delete")
            visit.key("1")  # the brush
            assert page.locator("#task-form [aria-pressed=true]").get_attribute("aria-label") == "Place orange"
        visit.press("#task-form button:has-text('Answer')")
        wait_for_verdict(visit, f"Right: {wanted}.")
        line.fill("a1")  # what is typed stands on the field
        assert "a1, orange stone" in [each["words"] for each in visit.field().points.values()]
        visit.press("#step-on")
        wait_for_step(visit, 2)
        page.locator("#field svg [aria-label='b2, empty']").wait_for()  # the match again
        assert done(visit) == 1 and visit.faults == []


def test_an_empty_field_is_an_answer_and_a_point_that_is_not_there_is_none(chromium, address):
    begun = "position=tic-tac-toe:+a1+/+b2,+1+to+move&amp;seats=0,0"
    text = f"""<h2>Try</h2><p><a class="open" href="../index.html#{begun}" data-task="stones" data-right="-"
      data-say="?">?</a></p>"""
    with visiting(chromium, address, "desk") as visit:
        page, line = visit.page, visit.page.locator("#task-form input")
        page.route("**/lessons/bridges.html", lambda route: route.fulfill(body=DOCUMENT.format(text)))
        visit.open("#lesson=bridges")
        page.locator("#task-form .swatch").first.wait_for()
        answered(visit, "a1 / Z9")
        wait_for_verdict(visit, "There is no point z9 on this field.")
        assert visit.page.locator("#task").get_attribute("data-state") == ""
        page.locator("#lesson-results").click()
        page.locator("#own-results-tasks").get_by_text("not answered").wait_for()
        page.keyboard.press("Escape")
        line.fill("a1 / b2")
        visit.point("a1")
        visit.press("#task-form [aria-label='Place blue']")
        visit.point("b2")
        assert line.input_value() == "-"
        visit.press("#task-form button:has-text('Answer')")
        wait_for_verdict(visit, "Right: -.")
        assert done(visit) == 1 and visit.faults == []


def test_a_link_to_another_place_opens_a_tab_and_leaves_the_lesson(chromium, address):
    text = """<h2>Read</h2><p><a href="https://example.com/lessons/">elsewhere</a> <a href="https://[">nowhere</a>
      <a href="../../forum">of this server</a> <a href="notes.html">notes</a> <a href="minimax.html">Minimax</a>
      <a class="open" href="../index.html#hex=3" data-task="write" data-say="Why?">Why?</a></p>"""
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        page.route("**/lessons/bridges.html", lambda route: route.fulfill(body=DOCUMENT.format(text)))
        page.context.route("https://example.com/**", lambda route: route.fulfill(body="elsewhere"))
        visit.open("#lesson=bridges")
        wait_for_step(visit, 1)
        with page.expect_popup() as tab:
            visit.press("#lesson a:has-text('elsewhere')")
        assert tab.value.url == "https://example.com/lessons/" and tab.value.evaluate("opener === null")
        tab.value.close()
        assert page.locator("#lesson [data-free]").count() == 0
        assert page.locator("#lesson [data-lesson]").all_inner_texts() == ["Minimax"]
        assert page.locator("#lesson a:has-text('notes')").get_attribute("target") == "_blank"
        assert page.url.endswith("#lesson=bridges") and page.locator("#lesson h1").inner_text() == "A teacher's"
        assert visit.faults == []
