"""No word of the page is forgotten in another language, and each fits: it is looked at in a language nobody speaks."""

import contextlib
import io
import json

import pseudo
import pytest
import result_links
from browser import visiting
from cases import long
from result_links import result, task
from rich.console import Console

from host_sim.languages import html_words
from host_sim.languages.language import NAMES, Language
from host_sim.lessons.in_language import in_language
from host_sim.lessons.markdown import read
from host_sim.lessons.proving import proven
from host_sim.lessons.sheet import sheet
from host_sim.lessons.walking import Walk
from tools.languages import catalog as catalogs
from tools.languages import sources
from tools.web import front, languages

WIDTHS = {360: 740, 768: 1024, 1280: 800}
HTML = "text/html; charset=utf-8"
SPEAK = """if (location.protocol === "http:") localStorage.setItem("glowgrid language", JSON.stringify("CODE"))"""
WAIT = "[data-screen='{}'] h1"  # what is there once that screen is up
PROVEN = "#author-state:has(#author-stop[hidden])"  # what is there once nothing is being proven
# (link, what is pressed)
VIEWS = {
    "a first visit": ("", []),
    "the menu": ("", ["#entries button"]),
    "a match": ("#hex=5&moves=c3,d2", []),
    "a first stone": ("#hex=5&moves=c3&seats=0,0", ["#hint"]),
    "a look back": ("#hex=5&moves=c3,d2", ["h1", ".field-step"]),
    "the pause": ("#hex=5&moves=c3,d2&seats=0,0", ["#back"]),
    "the handheld": ("#hex=5&moves=c3,d2", ["#view"]),
    "no draw": ("#hex=5&moves=c3,d2&seats=0,0", ["#back", "[data-entry='no draw']", WAIT.format("no draw")]),
    "the coach": ("#hex=3&moves=b2,a1&to=coach", []),
    "the coach of three": ("#three-player&moves=b2,a1,c3&to=coach", []),
    "minimax": ("#tic-tac-toe&moves=b2,a1,c1,b1,a3&to=minimax", ["#entries button", "#entries button"]),
    "an illegal move": ("#tic-tac-toe&moves=b2,a1&seats=0,0", [".field-board [aria-label^='b2']"]),
    "hidden stones": ("#dark-hex=3&seats=0,0", []),
    "the end": ("#tic-tac-toe&moves=b2,a1,c1,b1,a3&seats=0,1", []),
    "before the mistake": ("#tic-tac-toe&moves=b2,a2,a1,c3,c1,a3,b1&seats=0,1", ["#see"]),
    "a set-up": ("#setup&position=three-player: a1 b1 / c1 / d1, 3 to move", []),
    "a set-up that cannot be played": ("#setup&position=tic-tac-toe: a1 b1 c1 / a2 b2 c2, 1 to move", []),
    "a variation": ("#hex=5&moves=c3,d2&seats=0,0", ["#variation", "#scratch-coach"]),
    "puzzles": ("#puzzles", []),
    "a puzzle": ("#puzzle=tic-tac-toe-1", []),
    "a puzzle that was tried": (
        "#position=tic-tac-toe: a2 c3 / a1 a3, 1 to move; wins in 3",
        [".field-board [aria-label^='b2']"],
    ),
    "a lesson": ("#lesson=minimax&step=6", [".field-board [aria-label^='c1']"]),
    "a lesson that asks": ("#lesson=double_threats&step=3", ["#task-form button"]),
    "results": ("#lesson=double_threats&step=3", ["#task-form button", "#lesson-results"]),
    "stones to set up": (
        "#lesson=hidden_stones&step=3",
        [".field-board [aria-label^='b1']", "#task-form > button"],
    ),
    "sharing": ("#hex=5&moves=c3,d2", ["#share summary", "#link"]),
    "a link that is wrong": ("#hex=5&moves=z9", []),
    "a lesson of one's own": ("#lesson=new", []),  # it stays open
    "a task of one's own": ("#tic-tac-toe&moves=b2,a2&seats=0,0", ["#author-add button", PROVEN]),
    "a task of one's own is played": (
        "#tic-tac-toe&moves=b2,a2&seats=0,0",
        ["#author-play", "body.lesson #step-at", ".field-board [aria-label^='a3']", "#lesson-results"],
    ),
}
BY_DAY = ["a match", "a set-up that cannot be played", "a lesson that asks", "sharing"]
SEEN = """() => {
  const apart = "[translate=no], #build, textarea, script, style";
  const shown = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(apart);
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const at = walk.currentNode.parentElement;
    if (shown(at)) found.push(walk.currentNode.data);
  }
  for (const each of document.querySelectorAll("[title], [aria-label], [placeholder]"))
    if (shown(each)) found.push(...["title", "aria-label", "placeholder"].map((name) => each.getAttribute(name) ?? ""));
  for (const each of document.querySelectorAll("select"))
    if (shown(each)) found.push(...[...each.options].map(({ text }) => text));
  const quoted = (each, part) => getComputedStyle(each, part).content.match(/"[^"]*"/g) ?? [];
  for (const each of document.querySelectorAll("body *"))
    if (shown(each)) found.push(...["::before", "::after", "::marker"].flatMap((part) => quoted(each, part)));
  return [...new Set(found.map((each) => each.trim()).filter(Boolean))];
}"""
CUT = """() => {
  const KINDS = "button, .button, summary, label, nav a, h1, h2, h3, p, li, td, th, dt, dd";
  const boxes = [...document.querySelectorAll(KINDS)];
  const wider = (each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1;
  const clipped = (each) => getComputedStyle(each).clipPath !== "none";
  const cut = boxes.filter((each) => each.checkVisibility() && !clipped(each) && wider(each));
  const found = cut.map((each) => `${each.localName}#${each.id}: ${each.textContent.trim().slice(0, 40)}`);
  const main = document.querySelector("main:not(.match)");
  const overflows = main && main.scrollHeight > main.clientHeight + 1 && getComputedStyle(main).overflowY === "visible";
  if (overflows) found.push("what is beside the field lies over what is below");
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth + 1 ? [...found, `the page: ${scrollWidth} of ${clientWidth}`] : found;
}"""


@pytest.fixture(scope="module")
def spoken(built_page):
    """The pseudo-language, in the place of a language that is here: {pattern of an address: what it gives}."""
    table = pseudo.table(catalogs.found())
    page = (built_page / "index.html").read_text(encoding="utf-8")
    lessons = {name: (built_page / f"lessons/{name}.html").read_text(encoding="utf-8") for name, _ in front.lessons()}
    results = (built_page / "results.html").read_text(encoding="utf-8")
    words = languages.words({"index": page, "results": results}, table, [*lessons])
    found = {f"**/lessons/{name}.de.html": languages.lesson(text, "de", table) for name, text in lessons.items()}
    return {**found, "**/languages/de-*.json": json.dumps(words)}


def forgotten(visit):
    """Return what is seen, or read out, with foreign words."""
    return [each for each in visit.page.evaluate(SEEN) if pseudo.foreign(each)]


@pytest.fixture(scope="module")
def results():
    """The links of two pupils, one of them twice, and one that is cut."""
    answers = task(2, ["b3"], "a1"), task(3, [], "7", free=True), task(4, ["draw"], ""), task(5, [], "")
    with result_links.talking() as links:
        made = [links.write(result("bridges", name, 1_700_000_000, [*answers])) for name in ("", "7")]
        return [*made, made[0], made[1][:-20], "https://school.example/results.html#1"]


@contextlib.contextmanager
def speaking(chromium, address, code, width):
    """Yield a visit of the page in a language, on a screen of that width."""
    with visiting(chromium, address, "desk") as visit:
        visit.page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        visit.page.add_init_script(SPEAK.replace("CODE", code))
        yield visit
        assert visit.faults == []


def looked_at(visit, address, results, views=VIEWS):
    """Show one view after the other; yield the name of each."""
    for what in views:
        link, presses = VIEWS[what]
        visit.open(link)
        for press in presses:
            visit.press(press)
        yield what
    visit.page.goto(f"{address}results.html")
    visit.page.locator("#links").fill("\n".join(results))
    visit.page.locator("#add button").click()
    yield "results of pupils"


@pytest.mark.parametrize("width, views", [(360, BY_DAY), *(long(width, [*VIEWS]) for width in WIDTHS)])
def test_no_word_of_the_page_is_forgotten_or_cut(chromium, address, spoken, results, width, views):
    with speaking(chromium, address, "de", width) as visit:
        for place, text in spoken.items():
            visit.page.route(place, lambda route, _, text=text: route.fulfill(body=text, content_type=HTML))
        shown = looked_at(visit, address, results, views)
        found = {what: (forgotten(visit), visit.page.evaluate(CUT)) for what in shown}
    assert {what: seen for what, seen in found.items() if any(seen)} == {}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("code", [pytest.param(code, marks=pytest.mark.long) for code in NAMES])
def test_no_word_of_a_language_is_cut(chromium, address, results, code, width):
    with speaking(chromium, address, code, width) as visit:
        found = {what: visit.page.evaluate(CUT) for what in looked_at(visit, address, results)}
        assert visit.page.locator("html").get_attribute("lang") == code
    assert {what: cut for what, cut in found.items() if cut} == {}


class Answers:
    """What a pupil types, one line after the other: each kind of answer, right and wrong."""

    def __init__(self, *lines):
        self._lines = iter(lines)

    def __call__(self):
        return next(self._lines, None)


LINES = [
    "x",
    "?",
    "!",
    "b2",
    "a3",
    "b1",
    "",
    "orange",
    "draw",
    "c2",
    "a3",
    "7",
    "3",
    "c2",
    "",
    "a3",
    "b1",
    "",
    "",
    "",
    "two words",
]


@pytest.fixture(scope="module")
def language():
    return Language("xx", pseudo.table(catalogs.found()))


@pytest.fixture(scope="module")
def lesson():
    return read((sources.LESSONS / "double_threats.md").read_text(encoding="utf-8"))


def test_no_word_of_a_lesson_in_the_terminal_is_forgotten(language, lesson):
    said, shown = [], io.StringIO()
    spoken = in_language(lesson, "double_threats", language)
    Walk(spoken, proven, Answers(*LINES), said.append, Console(file=shown), said=language.said).go()
    assert len(said) > 30
    lines = [line for text in [*said, shown.getvalue()] for line in text.split("\n")]
    assert [line for line in lines if pseudo.foreign(line) - {"tic", "tac", "toe", "mnk"}] == []


def test_no_word_of_a_sheet_is_forgotten(language, lesson):
    spoken = in_language(lesson, "double_threats", language)
    made = sheet(spoken, [proven(task) for task in spoken.tasks], said=language.said)
    assert "<svg" in made
    assert [message for message in html_words.messages(made) if pseudo.foreign(message)] == []
