"""Results: a pupil answers, the code is read from the screen, and a teacher's page makes a table and a CSV file."""

import base64
import csv
import io
import json
import re
from urllib.parse import quote

import pytest
import result_links
from axe import faults_of_axe
from browser import LIMIT_MS, visiting
from cases import by_day
from page_steps import wait_for_field
from result_links import result, task

from host_sim.lessons import of_the_page
from tools.web import build
from tools.web.visit import SCREENS

STEP = '<a class="open" href="../index.html#hex=3" data-say="?" data-task="{}">?</a>'
LOOK = '<a class="open" href="../index.html#hex=3">Look</a>'
TASKS = LOOK, STEP.format('number" data-right="3'), STEP.format("write")
DOCUMENT = "<!doctype html><main><h1>A teacher's</h1><h2>Try</h2>{}</main>"
# Read a QR code from a picture.
DECODE = """async (source) => {
  const picture = Object.assign(new Image(), { src: source });
  await picture.decode();
  const { width, height } = picture;
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const found = jsQR(data, width, height, { inversionAttempts: "dontInvert" }); // dark on light
  return found && [found.data, found.version];
}"""


def verdict(visit, words):
    visit.page.locator("#task-verdict").filter(has_text=re.compile(f"^{words}")).wait_for(state="attached")


def answer(visit, words, expected):
    visit.page.locator("#task-form input").fill(words)
    visit.page.get_by_role("button", name="Answer").click()
    verdict(visit, expected)


def go_on(visit, step):
    visit.page.locator("#step-on").click()
    visit.page.locator("#step-at").filter(has_text=f"Step {step} of").wait_for()


def answered(visit):
    """Do a lesson of a look, a number after a wrong one, and a text."""
    body = DOCUMENT.format("".join(f"<p>{task}</p>" for task in TASKS))
    visit.page.route("**/lessons/bridges.html", lambda route: route.fulfill(body=body))
    visit.open("#lesson=bridges&step=2")
    answer(visit, "4", "No, not 4")
    answer(visit, "3", "Right: 3")
    go_on(visit, 3)
    answer(visit, "=1+1, so it is", "Noted")


def copied(visit):
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.page.get_by_role("button", name="Copy the link").click()
    visit.page.locator("#own-results-said").filter(has_text="Copied").wait_for()
    return visit.page.evaluate("navigator.clipboard.readText()")


def decoded(visit):
    """Return (text, version) of the code on the screen."""
    visit.page.locator("#own-results-code").scroll_into_view_if_needed()
    seen = base64.b64encode(visit.page.screenshot()).decode()
    reader = visit.context.new_page()
    reader.evaluate((build.node_modules() / "jsqr/dist/jsQR.js").read_text(encoding="utf-8"))
    found = reader.evaluate(DECODE, f"data:image/png;base64,{seen}")
    reader.close()
    return found


def listed(page):
    return page.locator("#own-results-tasks li").all_inner_texts()


def cells(page):
    """Return the lines of all tables, each a list of texts."""
    return [[each.strip() for each in row.locator("th, td").all_inner_texts()] for row in page.locator("tr").all()]


@pytest.mark.parametrize("screen", by_day(SCREENS, "desk"))
def test_a_lesson_is_done_and_its_code_is_read_and_counts_on_the_teachers_page(chromium, address, screen):
    with visiting(chromium, address, screen) as visit:
        page = visit.page
        answered(visit)
        assert page.locator("#step-on").inner_text().startswith("Results")
        page.locator("#step-on").click()
        dialog = page.get_by_role("dialog", name="Your results")
        dialog.get_by_text("0.5 of 1 points, 2 of 2 tasks.").wait_for()
        assert listed(page) == ["right after 1 wrong: 4, 3", "written: =1+1, so it is"]
        dialog.get_by_label("Your name, if you like").fill("Zoë")
        link = copied(visit)
        text, version = decoded(visit)
        assert text == link and len(link) < 200 and version <= 9
        assert faults_of_axe(page) == []
        page.keyboard.press("Escape")
        dialog.wait_for(state="hidden")
        assert page.locator(".field-board").is_visible() and "Zo" not in page.evaluate("JSON.stringify(localStorage)")
        page.goto(link)
        page.get_by_text("Zoë, Bridges: 0.5 of 1 points, 2 of 2 tasks.").wait_for()
        head, line, share = cells(page)
        assert [head[0], *head[2:]] == ["Pupil", "Points", "Step 2", "Step 3"]
        assert [line[0], *line[2:]] == ["Zoë", "0.5 of 1", "right after 1 wrong\n4, 3", "written\n=1+1, so it is"]
        assert share == ["Right at once", "", "", "0 of 1", ""]
        assert page.url == f"{address}results.html" and faults_of_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert visit.faults == []


def test_answers_on_the_field_count_as_they_were_given_first_and_stay_until_one_starts_over(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        visit.open("#lesson=double_threats&step=4")
        visit.point("c2")
        verdict(visit, "No, not c2")
        visit.press("#task-again")
        wait_for_field(page)
        verdict(visit, "$")
        visit.point("a3")
        verdict(visit, "Right: a3")
        visit.press("#undo")
        visit.point("c1")
        verdict(visit, "No, not c1")
        page.reload()
        page.get_by_role("button", name="Results").click()
        page.get_by_text("0.5 of 9 points, 1 of 10 tasks.").wait_for()
        assert listed(page)[2:4] == ["not answered", "right after 1 wrong: c2, a3"]
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Start over").click()
        page.locator("#step-at").filter(has_text="Step 1 of").wait_for()
        assert page.locator("#lesson .done").count() == 0
        page.get_by_role("button", name="Results").click()
        assert set(listed(page)) == {"not answered"}
        assert visit.faults == []


@pytest.mark.long
def test_presses_after_a_wrong_answer_are_no_answers(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        visit.open("#lesson=double_threats&step=4")
        visit.point("c2")
        page.locator("#field svg [aria-label='a2, blue stone, move 2, last move, refutes']").wait_for()
        visit.point("b3")
        points = visit.field().points
        assert (points["b3"]["words"], points["c2"]["words"]) == ("b3, empty", "c2, orange stone, move 1, refuted")
        page.keyboard.press("Enter")  # on that point: the keyboard goes to what may follow
        assert page.evaluate("document.activeElement.id") == "task-again"
        page.keyboard.press("Enter")
        wait_for_field(page)
        verdict(visit, "$")
        for name in ("c1", "b3", "a2"):  # the last two may come before the verdict
            visit.point(name)
        verdict(visit, "No, not c1")
        visit.settle()
        visit.press("#task-again")
        wait_for_field(page)
        verdict(visit, "$")
        visit.point("a3")
        verdict(visit, "Right: a3")
        page.get_by_role("button", name="Results").click()
        assert listed(page)[3] == "right after 2 wrong: c2, c1, a3"
        assert visit.faults == []


@pytest.mark.long
def test_each_of_several_right_answers_is_one_of_its_own(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        visit.open("#lesson=minimax&step=8")
        for name in ("b1", "b4"):
            visit.point(name)
        verdict(visit, "Right: b1. 1 more.")
        visit.press("#task-again")
        wait_for_field(page)
        verdict(visit, "Found: b1.")
        visit.point("b4")
        verdict(visit, "Right: b1, b4.")
        page.get_by_role("button", name="Results").click()
        assert "right at once: b1, b4" in listed(page)
        assert visit.faults == []


def test_the_results_lead_on_to_the_next_lesson_by_keyboard_alone(chromium, address):
    names = list(of_the_page.files())
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        visit.open("#lesson=minimax")
        page.get_by_role("button", name="Results").focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for()
        for _ in range(3):
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Next lesson"
        page.keyboard.press("Enter")
        page.locator("#lesson h1:not(:has-text('Minimax'))").wait_for()
        assert page.locator("#lesson-choice").input_value() == names[names.index("minimax") + 1]
        assert visit.faults == []


@pytest.fixture(scope="module")
def links():
    with result_links.talking() as links:
        yield links


@pytest.fixture
def teacher(chromium, address):
    """The teacher's page, in a window that keeps nothing of another test."""
    context = chromium.new_context(accept_downloads=True)
    context.set_default_timeout(LIMIT_MS)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}results.html")
    yield page
    context.close()
    assert faults == []


def sent(links, name, *tasks, at=1_700_000_000, lesson="bridges"):
    """Return the link of a pupil."""
    return links.write(result(lesson, name, at, list(tasks)))


def add(page, *lines):
    """Paste lines; return what the page says of them."""
    page.get_by_label("Links of pupils").fill("\n".join(lines))
    page.get_by_role("button", name="Add").click()
    return page.locator("#said li").all_inner_texts()


def saved(page):
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    data = download.value.path().read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") and data.count(b"\n") == data.count(b"\r\n")
    return [*csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""))]


def test_thirty_links_of_a_chat_become_a_table_and_a_file(teacher, links):
    names = [f"Pupil {number:02}" for number in range(28)] + ['=HYPERLINK("x")', "Ana, 7b"]
    all_links = [
        sent(
            links, name, task(3, ["a1"] * (number % 3), "b2"), task(4, ["c1"], ""), task(9, [], "-1; or so", free=True)
        )
        for number, name in enumerate(names)
    ]
    chat = [f"[12:{number:02}] {name}: here it is: {link}" for number, (name, link) in enumerate(zip(names, all_links))]
    assert len(add(teacher, "Good morning!", *chat)) == 30
    assert len(cells(teacher)) == 32
    assert cells(teacher)[-1] == ["Right at once", "", "", "10 of 30", "0 of 30", ""]
    lines = saved(teacher)
    assert [line["Pupil"] for line in lines[-28:]] == names[:28]
    assert {line["Pupil"] for line in lines[:2]} == {'\'=HYPERLINK("x")', "Ana, 7b"}
    assert {key: lines[3][key] for key in [*lines[3]][4:]} == {
        "Points": "0.5",
        "Of": "2",
        "Percent": "25",
        "Tasks": "3",
        "Tasks that came": "3",
        "Step 3": "right after 1 wrong",
        "Step 3: answers": "a1, b2",
        "Step 4": "1 wrong, not solved",
        "Step 4: answers": "c1",
        "Step 9": "written",
        "Step 9: answers": "'-1; or so",
    }
    assert lines[3]["Lesson"] == "Bridges" and re.fullmatch(r"2023-11-1\d \d\d:\d\d", lines[3]["Date"])
    teacher.reload()
    assert len(cells(teacher)) == 32 and faults_of_axe(teacher) == []
    teacher.once("dialog", lambda dialog: dialog.accept())
    teacher.get_by_role("button", name="Clear").click()
    assert cells(teacher) == []
    teacher.reload()
    assert cells(teacher) == [] and teacher.get_by_text("No results yet").is_visible()


def test_what_counts_is_said_of_each_link(teacher, links):
    tasks = task(1, [], "b2"), task(2, [], "c3")
    first, newer = sent(links, "Zoë", *tasks[:1], task(2, [], "")), sent(links, "zoë ", *tasks, at=1_700_000_060)
    cut = newer[: newer.rindex("/", 0, -3) + 1]
    changed = cut.replace("results.html#1:", "results.html#1:x")
    for lines, said, points in [
        ([first], ["Zoë, Bridges: 1 of 2 points, 1 of 2 tasks."], ["1 of 2"]),
        ([first], ["Zoë, Bridges: the same link again. It counts once."], ["1 of 2"]),
        ([cut], ["zoë, Bridges: newer or longer results are there already, and count."], ["1 of 2"]),
        ([newer], ["zoë, Bridges: 2 of 2 points, 2 of 2 tasks. They replace earlier ones."], ["2 of 2"]),
        ([first], ["Zoë, Bridges: newer or longer results are there already, and count."], ["2 of 2"]),
        (["Good morning"], ["No link is in it: nothing is added."], ["2 of 2"]),
        (["at https://example.com/a"], ["https://example.com/a is no link of results: it does not count."], ["2 of 2"]),
        ([changed], [f"{changed[:60]}... was cut or changed before its first answer: it does not count."], ["2 of 2"]),
    ]:
        assert add(teacher, *lines) == said
        assert [line[2] for line in cells(teacher)[1:-1]] == points
    (whole,) = saved(teacher)
    assert (whole["Pupil"], whole["Tasks that came"]) == ("zoë", "2")


@pytest.mark.long
def test_a_cut_link_counts_as_far_as_it_goes_and_a_whole_one_replaces_it(teacher, links):
    whole = sent(links, "Ida", *(task(step, [], "b2") for step in range(1, 6)))
    begins = whole.index("/", whole.index("#")) + 1
    came = []
    for length in range(begins, len(whole)):
        add(teacher, whole[:length])
        came.append(int(saved(teacher)[0]["Tasks that came"]) if length in (begins, len(whole) - 1) else len(came))
    assert (came[0], came[-1]) == (0, 5) and len(cells(teacher)) == 3
    teacher.evaluate("localStorage.clear()")
    teacher.reload()
    said = add(teacher, whole[: whole.index("3s")])
    assert said == ["Ida, Bridges: 2 of 2 points, 2 of 2 tasks. The link was cut: 2 of 5 tasks came, and count."]
    assert cells(teacher)[1][2] == "2 of 2, 2 of 5 tasks came"


@pytest.mark.long
def test_a_link_that_mail_or_a_filter_has_changed_counts(teacher, links):
    whole = sent(links, "Ida", task(1, [], "50 % / so"), task(2, ["b1"], "c3"), task(3, [], "long words " * 20, True))
    said = "Ida, Bridges: 1.5 of 2 points, 3 of 3 tasks."
    lines = [whole[at : at + 70] for at in range(0, len(whole), 70)]
    assert len(lines) > 3
    wrapped = "https://filter.example/?url=" + quote(whole, safe="") + "&data=1%2F2"
    for changed in (
        "> " + "\n> ".join(lines),
        whole.replace("#", "%23"),
        wrapped,
        f"See\n{lines[0]}\n{''.join(lines[1:])}\nIda",
    ):
        teacher.evaluate("localStorage.clear()")
        assert add(teacher, changed) == [said]
    teacher.evaluate("localStorage.clear()")
    assert add(teacher, "".join(lines[:3]), "and", lines[0], *lines[1:])[-1].endswith(
        "They replace earlier ones."
    )  # two links


# (script of a browser, what it shows)
KEEPS_NOTHING = [
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
]


@pytest.mark.parametrize("script", by_day(KEEPS_NOTHING, KEEPS_NOTHING[1]), ids=["none", "full"])
def test_where_the_browser_keeps_nothing_the_table_grows_and_says_so(teacher, links, script):
    teacher.add_init_script(script)
    teacher.reload()
    for count, name in enumerate(("Ann", "Bob", "Cy"), 1):
        said = add(teacher, sent(links, name, task(1, [], "b2")))
        assert said == [
            f"{name}, Bridges: 1 of 1 points, 1 of 1 tasks.",
            "Not kept in this browser: save them as CSV before you close the page.",
        ]
        assert len(cells(teacher)) == count + 2
    assert [line["Pupil"] for line in saved(teacher)] == ["Ann", "Bob", "Cy"]


@pytest.mark.parametrize("lesson", by_day(["constructor", "__proto__"], "__proto__"))
def test_a_lesson_has_no_title_but_its_own(teacher, links, lesson):
    assert add(teacher, sent(links, "Eve", task(1, ["toString"], "b2"), lesson=lesson)) == [
        f"Eve, {lesson}: 0.5 of 1 points, 1 of 1 tasks."
    ]


def test_no_cell_of_the_file_is_a_formula(teacher, links):
    formulas = ["=1+1", "\u200b=1+1", "\u00a0\u2060@SUM(1)", "a;=1+1"]
    add(teacher, *(sent(links, name, task(1, [], f"\u200b-1;{name}")) for name in formulas))
    with teacher.expect_download() as download:
        teacher.get_by_role("button", name="Save as CSV").click()
    lines = download.value.path().read_text(encoding="utf-8-sig").splitlines()[1:]
    assert all(line.startswith(("'", '"a;')) and ",\"'\u200b-1;" in line for line in lines)


@pytest.mark.long
def test_pupils_without_a_name_and_lessons_are_kept_apart(teacher, links):
    one, other = task(1, [], "b2"), task(1, ["a1"], "b2")
    add(teacher, sent(links, "", one), sent(links, "", other), sent(links, "", one), sent(links, "Bo", one))
    add(teacher, sent(links, "Bo", one, lesson="mine"), sent(links, "Bo", one, lesson="<b>mine</b>"))
    assert [line[0] for line in cells(teacher) if line[0] not in ("Pupil", "Right at once")] == [
        "Bo", "No name", "No name", "Bo", "Bo",
    ]  # fmt: skip
    assert teacher.locator("caption").all_inner_texts() == ["<b>mine</b>", "Bridges", "mine"]
    assert json.loads(teacher.evaluate("localStorage['glowgrid results']"))[0]["name"] == ""


@pytest.mark.long
def test_codes_that_are_scanned_one_after_the_other_come_together(teacher, links):
    """Each opens a tab of its own."""
    address = teacher.url
    for name in ("Ida", "Bo"):
        tab = teacher.context.new_page()
        tab.goto(address + sent(links, name, task(1, [], "b2")).partition("results.html")[2])
        tab.get_by_text(f"{name}, Bridges: 1 of 1 points").wait_for()
        assert tab.url == address
    teacher.get_by_role("rowheader", name="Ida").wait_for()
    assert [line[0] for line in cells(teacher)] == ["Pupil", "Bo", "Ida", "Right at once"]


def test_the_teachers_page_opens_without_a_network(built_page):
    kept = (built_page / "offline.js").read_text(encoding="utf-8")
    assert all(path.name in kept for path in built_page.glob("results*"))


# (what came before, what comes now; what is said of it; the points of each line): all of pupils named Ben.
NAMESAKES = [
    ([task(1, [], "b2"), task(2, [], "")], [task(1, [], "b2"), task(2, ["a1"], "c3")], "They replace", ["1.5 of 2"]),
    ([task(1, ["a1"], "")], [task(1, ["a1", "d4"], "b2")], "They replace", ["0.33 of 1"]),
    ([task(1, ["a word..."], "b2")], [task(1, ["a word that goes on"], "b2")], "They replace", ["0.5 of 1"]),
    ([task(1, [], "b2")], [task(1, ["a1"], "b2")], "Two pupils named Ben: both are shown.", ["1 of 1", "0.5 of 1"]),
    ([task(1, ["c1"], "")], [task(1, ["a1"], "b2")], "Two pupils named Ben: both are shown.", ["0 of 1", "0.5 of 1"]),
    ([task(1, [], "a1 b2")], [task(1, [], "b2 a1")], "Two pupils named Ben: both are shown.", ["1 of 1", "1 of 1"]),
]


def test_two_pupils_of_one_name_are_both_shown(teacher, links):
    for before, later, said, points in NAMESAKES:
        teacher.evaluate("localStorage.clear()")
        teacher.reload()
        one, other = sent(links, "Ben", *before), sent(links, "Ben", *later, at=1_700_000_060)
        add(teacher, one)
        assert said in add(teacher, other)[0]
        assert [line[2] for line in cells(teacher)[1:-1]] == points
        add(teacher, one, other)
        assert [line[2] for line in cells(teacher)[1:-1]] == points  # each counts once


def test_the_title_and_help_are_shown(teacher, links):
    tasks = [task(1, [], "b2", helped=True), task(2, ["a1"], "b2", helped=True), task(3, [], "b2")]
    pupils = [
        links.write(result("own", name, 1_700_000_000, tasks, title))
        for name, title in (("Ida", "My own"), ("Bo", "My own"))
    ]
    assert add(teacher, *pupils)[0].startswith("Ida, My own: 2.5 of 3 points")
    assert teacher.locator("caption").all_inner_texts() == ["My own"]
    assert [each.split("\n")[0] for each in cells(teacher)[1][3:]] == [
        "right with help",
        "right with help, after 1 wrong",
        "right at once",
    ]
    assert cells(teacher)[-1][3:] == ["0 of 2", "0 of 2", "2 of 2"]
    assert {(line["Lesson"], line["Step 1"]) for line in saved(teacher)} == {("My own", "right with help")}
