"""Each step of the page's lessons is for everybody: by keyboard alone, read out, enlarged, dark, without motion."""

import re

import lesson_walk
import pytest
from axe import faults_of_axe
from browser import visiting
from lesson_steps import NAMES, steps_of
from page_steps import wait_for_field

QUIET_MS = 150
ENLARGED = {"width": 640, "height": 400}  # 1280x800 at 200 %
ARROWS = "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"
# (lesson, each how manieth of its steps)
WALKS = [("double_threats", 5), *(pytest.param(name, 1, marks=pytest.mark.long) for name in NAMES)]
FOCUS = """() => {
  const each = document.activeElement;
  const { left, top, width, height } = each.getBoundingClientRect();
  const { id, value, tagName: tag } = each;
  const [words, field] = [each.ariaLabel ?? each.innerText ?? "", Boolean(each.closest(".field-board"))];
  return { words, id, value, tag, field, x: left + width / 2, y: top + height / 2 };
}"""
POINT = """(name) => {
  const point = document.querySelector(`.field-board [aria-label^="${name},"]`);
  const { left, top, width, height } = point.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
MOTIONS = (
    "() => document.getAnimations().map(({ effect }) => effect.target.getAttribute('class') ?? effect.target.tagName)"
)
# Buttons that cannot be brought into view, or that something else covers there.
OUT_OF_REACH = """() => {
  const all = [...document.querySelectorAll(":is(main, header) :is(button, a, input, select, summary)")];
  const covered = (each) => {
    each.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = each.getBoundingClientRect();
    const there = document.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2);
    return !there || !(each.contains(there) || there.contains(each));
  };
  const live = all.filter((each) => each.checkVisibility() && !each.disabled);
  return live.filter(covered).map((each) => each.ariaLabel ?? each.innerText);
}"""
# Texts that their box cuts, where it does not scroll.
CUT = """() => {
  const wider = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1;
  const higher = ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2;
  const hides = (each) => ["hidden", "clip"].includes(getComputedStyle(each).overflowY);
  const all = [...document.querySelectorAll("main *, header *")].filter((each) => !each.closest("svg, select"));
  const shown = all.filter((each) => each.checkVisibility() && each.clientWidth > 1 && hides(each));
  return shown.filter((each) => wider(each) || higher(each)).map((each) => each.id || each.className || each.innerText);
}"""


def numbered(name, each):
    return [*enumerate(steps_of(name), 1)][::each]


def open_step(visit, name, number):
    visit.open(f"#lesson={name}&step={number}")
    visit.page.locator("#step-at").filter(has_text=f"Step {number} of").wait_for()
    visit.page.locator(".field-board").wait_for()


def is_done(visit):
    return visit.page.locator("#lesson .open[aria-current].done").count() == 1


# By keyboard ----------------------------------------------------------------------------------------------------------


def tab_to(visit, fits):
    """Press Tab until what has the focus fits."""
    for _ in range(90):
        visit.page.keyboard.press("Tab")
        if fits(focus := visit.page.evaluate(FOCUS)):
            return focus
    raise AssertionError("Tab does not lead there")


def go_to(visit, name):
    """Lead the focus to a point of the field, with Tab and arrows."""
    focus, seen = tab_to(visit, lambda focus: focus["field"]), set()
    target = visit.page.evaluate(POINT, name)
    while focus["words"].split(",")[0] != name:
        x, y = target[0] - focus["x"], target[1] - focus["y"]
        ways = {"ArrowLeft": -x, "ArrowRight": x, "ArrowUp": -y, "ArrowDown": y}
        tried = [way for way in ARROWS if (focus["words"], way) not in seen]
        way = max(tried, key=lambda way: ways[way])
        seen.add((focus["words"], way))
        visit.page.keyboard.press(way)
        focus = visit.page.evaluate(FOCUS)


def play(visit, name):
    if name == "swap":
        tab_to(visit, lambda focus: focus["id"] == "swap")
    else:
        go_to(visit, name)
    visit.key("Enter")


def answer(visit, step):
    """Answer a task rightly."""
    if step.kind in ("find", "all"):
        for number, name in enumerate(step.right if step.kind == "all" else step.right[:1]):
            if number:
                tab_to(visit, lambda focus: focus["id"] == "task-again")
                visit.key("Enter")
                visit.page.locator("#task-again").wait_for(state="hidden")
                wait_for_field(visit.page)
            play(visit, name)
            visit.page.locator("#task-verdict").filter(has_text=re.compile("^Right")).wait_for()
    elif step.kind == "choose":
        tab_to(visit, lambda focus: focus["tag"] == "BUTTON" and focus["value"] == step.right[0])
        visit.key("Enter")
    elif step.kind in ("number", "stones", "write"):
        tab_to(visit, lambda focus: focus["tag"] == "INPUT" and focus["id"] == "")
        visit.page.keyboard.type(" ".join(step.right) or "So it is")
        visit.key("Enter")
    else:
        lesson_walk.play(visit.page, step, lambda name: play(visit, name))


# What everybody needs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, each", WALKS)
def test_each_task_is_answered_by_keyboard_alone_and_axe_finds_nothing(chromium, address, name, each):
    with visiting(chromium, address, "desk", QUIET_MS) as visit:
        visit.page.emulate_media(reduced_motion="reduce")
        for number, step in numbered(name, each):
            open_step(visit, name, number)
            if step.kind != "look":
                answer(visit, step)
                visit.settle()
            assert is_done(visit), (name, number, visit.page.locator("#task-verdict").inner_text())
            assert (number, faults_of_axe(visit.page)) == (number, [])
            assert (number, visit.page.evaluate(MOTIONS)) == (number, [])
        assert visit.faults == []


@pytest.mark.parametrize("name, each", WALKS)
def test_on_a_phone_in_the_dark_axe_finds_nothing_before_and_after_a_wrong_answer(chromium, address, name, each):
    with visiting(chromium, address, "phone", QUIET_MS) as visit:
        visit.page.emulate_media(reduced_motion="reduce")
        for number, step in numbered(name, each):
            open_step(visit, name, number)
            assert (number, faults_of_axe(visit.page)) == (number, [])
            wrong = [move for move in step.position().legal_moves() if move not in [*step.right, "swap"]]
            if step.kind not in ("find", "all") or not wrong:
                continue
            visit.point(wrong[0])
            visit.page.locator("#task[data-state=wrong]").wait_for()
            visit.settle()
            assert (number, faults_of_axe(visit.page)) == (number, [])
            assert (number, visit.page.evaluate(MOTIONS)) == (number, [])


@pytest.mark.parametrize("name, each", WALKS)
def test_enlarged_no_text_is_cut_and_each_button_is_in_reach(chromium, address, name, each):
    with visiting(chromium, address, "desk", QUIET_MS) as visit:
        visit.page.set_viewport_size(ENLARGED)
        for number, _ in numbered(name, each):
            open_step(visit, name, number)
            assert (number, visit.cut_off(), visit.page.evaluate(CUT)) == (number, [], [])
            assert (number, visit.page.evaluate(OUT_OF_REACH)) == (number, [])


# {link of the position: what is said of a point}
SAID = {
    "#hex=3&moves=b2,a1": "a1, blue stone, move 2, last move",
    "#tic-tac-toe&moves=a1,b1,b2,c1&to=hint": "c3, empty, hint",
    "#tic-tac-toe&moves=a1,b1,b2,c1&to=coach": "c3, empty, wins in 1",
}


def test_a_point_says_what_stands_there_and_what_is_known_of_it(chromium, address):
    with visiting(chromium, address, "desk", QUIET_MS) as visit:
        for link, said in SAID.items():
            visit.open(link)
            visit.page.locator(f"#field svg [aria-label='{said}']").wait_for()
