"""A lesson in a learning system: scorm-again plays the system, Chromium the pupil."""

import json
import re
import zipfile
from contextlib import contextmanager
from xml.etree import ElementTree

import pytest
from browser import LIMIT_MS
from cases import by_day, long
from command_lines import invoke
from lesson_steps import NAMES
from lesson_walk import Walk
from source import ROOT

from host_sim.cli.errors import ToolError
from tools.web import npm, scorm
from tools.web.serving import served

LESSON = """# Threats & more

```task
tic-tac-toe: a1 / b1, 1 to move
wins: any
because: Two lines.
```

```task
tic-tac-toe: a1 / b2
who:
```
"""
SYSTEM = """<!doctype html><title>System</title><script src="system.js"></script><script>
window.API = new Scorm12API({ autocommit: false });
API.cmi.core.student_name = "Anna";
const kept = %s;
if (kept) API.loadFromJSON(kept);
</script><iframe src="package/%s" width="1200" height="760"></iframe>"""
HELP = "#hint, #coach, #undo, #set-up, #variation"
WRITE = '<p><a class="open" href="../index.html#hex=3" data-task="write" data-say="Why?">Why?</a></p>'
COUNT = '<p><a class="open" href="../index.html#hex=3" data-task="number" data-right="3" data-say="?">?</a></p>'
WORKERS = "navigator.serviceWorker.register = async () => (top.registered = true)"
DAILY = "no_draw"  # walked through by day: a quick lesson that has steps to look at, too
COURSES = by_day(NAMES, DAILY)
MANIFEST = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"


@pytest.fixture(scope="module")
def packed(tmp_path_factory, built_page):
    """The folder of a package, unzipped."""
    folder = tmp_path_factory.mktemp("scorm")
    lesson = folder / "threats.md"
    lesson.write_text(LESSON)
    result = invoke("lesson", "scorm", lesson)
    assert result.exit_code == 0, result.exception
    with zipfile.ZipFile(folder / "threats.zip") as package:
        package.extractall(folder / "package")
    return folder


@pytest.fixture(scope="module")
def system(packed):
    """The folder, with a learning system in it."""
    return with_system(packed)


@pytest.fixture(scope="module")
def course(request, tmp_path_factory, built_page):
    """(name of a lesson of the page, folder with its package and a learning system)."""
    folder = tmp_path_factory.mktemp("course")
    result = invoke("lesson", "scorm", request.param, "--to", folder / "lesson.zip")
    assert result.exit_code == 0, result.exception
    with zipfile.ZipFile(folder / "lesson.zip") as package:
        package.extractall(folder / "package")
    return request.param, with_system(folder)


def with_system(folder):
    """Put a learning system beside a package; return the folder."""
    try:
        modules = npm.node_modules(ROOT / "tests/support/learning_system")
    except ToolError as error:
        pytest.skip(f"no learning system: {error}")
    (folder / "system.js").write_bytes((modules / "scorm-again/dist/scorm12.min.js").read_bytes())
    return folder


@contextmanager
def visited(chromium, system, kept="null", text=""):
    """Open the lesson in the system, perhaps with what it has kept of a pupil; yield (page, frame of the lesson).

    text: HTML in the place of the lesson.
    """
    (system / "index.html").write_text(SYSTEM % (kept, "start.html"))
    with served(system) as address:
        page = chromium.new_page(viewport={"width": 1240, "height": 800})
        page.set_default_timeout(LIMIT_MS)
        page.add_init_script(WORKERS)
        if text:
            body = f"<!doctype html><main>{text}</main>"
            page.route("**/lessons/threats.html", lambda route: route.fulfill(body=body))
        page.goto(f"{address}index.html")
        frame = page.frame_locator("iframe")
        frame.locator("#step-at").filter(has_text="Step").wait_for()
        yield page, frame
        page.close()


def told(page):
    """What the system knows of the pupil."""
    return json.loads(page.evaluate("API.renderCMIToJSONString()"))["cmi"]


def press(frame, point):
    frame.locator(f"#field svg [aria-label^='{point},']").click()


def wait_for(frame, words):
    frame.locator("#task-verdict").filter(has_text=re.compile(words)).wait_for(state="attached")


def try_again(frame):
    frame.locator("#task-again").click()
    frame.locator("#field svg [aria-label*='last move']").wait_for(state="detached")
    wait_for(frame, "^$")


def test_a_package_says_what_is_in_it(packed):
    root = ElementTree.parse(packed / "package/imsmanifest.xml").getroot()
    assert root.find(f".//{MANIFEST}schemaversion").text == "1.2"
    assert root.find(f".//{MANIFEST}item/{MANIFEST}title").text == "Threats & more"
    files = {each.get("href") for each in root.iter(f"{MANIFEST}file")}
    there = {
        path.relative_to(packed / "package").as_posix() for path in (packed / "package").rglob("*") if path.is_file()
    }
    assert files == there - {"imsmanifest.xml"} and "start.html" in files
    assert (packed / "threats.zip").stat().st_size < 3_000_000
    assert "../index.html#lesson=threats" in (packed / "package/lessons/threats.html").read_text()


@pytest.mark.parametrize("name", by_day(["new", "own", "New!"], "new"))
def test_a_package_is_played_whatever_its_file_is_called(chromium, tmp_path, built_page, name):
    (tmp_path / f"{name}.md").write_text(LESSON)
    result = invoke("lesson", "scorm", tmp_path / f"{name}.md")
    assert result.exit_code == 0, result.exception
    with zipfile.ZipFile(tmp_path / f"{name}.zip") as package:
        package.extractall(tmp_path)
    with served(tmp_path) as address:
        page = chromium.new_page()
        page.set_default_timeout(LIMIT_MS)
        page.goto(f"{address}start.html")
        page.locator("#step-at").filter(has_text="Step 1 of 2").wait_for()
        assert page.locator("#lesson h1").inner_text() == "Threats & more"
        page.close()


def test_a_title_with_a_backslash_is_written_as_it_is(tmp_path):
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text('<select id="lesson-choice" title="Lesson"><option>Bridges</option></select>')
    scorm.write(tmp_path / "a.zip", page, "sets", r"Sets \ \1 \g<0>", "<main></main>")
    with zipfile.ZipFile(tmp_path / "a.zip") as package:
        index = package.read("index.html").decode()
    assert r'title="Lesson"><option value="sets">Sets \ \1 \g&lt;0&gt;</option></select>' in index


def test_each_language_of_a_package_has_its_lesson_alone(packed):
    tables = [*(packed / "package/languages").glob("*.json")]
    assert tables
    for path in tables:
        words = json.loads(path.read_text(encoding="utf-8"))
        assert 'value="threats"' in words["bodies"]["index"] and 'value="bridges"' not in words["bodies"]["index"]
        assert words["lessons"] == []


def test_answers_score_and_place_are_told_and_who_stops_goes_on(chromium, system):
    with visited(chromium, system) as (page, frame):
        assert told(page)["core"]["lesson_status"] == "incomplete"
        for point in ("c3", "b2", "c2"):  # only the first one is an answer
            press(frame, point)
        wait_for(frame, "No, not c3")
        try_again(frame)
        assert frame.locator("#lesson .answer").is_hidden()
        press(frame, "a2")
        wait_for(frame, "Right: a2")
        frame.get_by_text("Two lines.").wait_for()
        frame.locator("#step-on").click()
        frame.locator("#step-at").filter(has_text="Step 2 of 2").wait_for()
        kept = told(page)
    answers = (
        kept["interactions"]["childArray"]
        if "childArray" in kept["interactions"]
        else list(kept["interactions"].values())
    )
    assert [(each["id"], each["student_response"], each["result"]) for each in answers if isinstance(each, dict)] == [
        ("task1", "c3", "wrong"),
        ("task1", "a2", "correct"),
    ]
    assert (kept["core"]["score"]["raw"], kept["core"]["lesson_status"]) == ("25", "incomplete")
    with visited(chromium, system, json.dumps({"suspend_data": kept["suspend_data"]})) as (page, frame):
        frame.locator("#step-at").filter(has_text="Step 2 of 2").wait_for()
        frame.get_by_role("button", name="A draw").click()
        wait_for(frame, "Right: draw")
        core = told(page)["core"]
        assert (core["score"]["raw"], core["lesson_status"]) == ("75", "passed")


def test_many_wrong_answers_fail(chromium, system):
    with visited(chromium, system) as (page, frame):
        for point in ("c3", "c2", "c1"):
            press(frame, point)
            wait_for(frame, f"No, not {point}")
            try_again(frame)
        press(frame, "b2")
        wait_for(frame, "Right: b2")
        frame.locator("#step-on").click()
        for answer in ("Orange", "Blue"):
            frame.get_by_role("button", name=answer, exact=True).click()
            wait_for(frame, f"No, not {answer.lower()}")
        frame.get_by_role("button", name="A draw").click()
        wait_for(frame, "Right: draw")
        core = told(page)["core"]
        assert (core["score"]["raw"], core["lesson_status"]) == ("29", "failed")


def test_what_one_pupil_did_is_not_ticked_for_the_next_at_the_same_browser(chromium, system):
    with visited(chromium, system) as (page, frame):
        press(frame, "a2")
        wait_for(frame, "Right: a2")
        assert frame.locator("#lesson .done").count() == 1
        page.reload()  # a system that knows nothing of the pupil
        frame.locator("#step-at").filter(has_text="Step 1 of 2").wait_for()
        assert frame.locator("#lesson .done").count() == 0


def test_no_help_is_offered_while_a_task_is_on(chromium, system):
    look = WRITE.replace(' data-task="write"', "").replace("hex=3", "hex=4")
    with visited(chromium, system, text=f"<h2>Look</h2>{look}{WRITE}") as (page, frame):
        frame.locator("#set-up").wait_for()
        assert frame.locator(HELP).locator("visible=true").count() == 5
        frame.locator("#step-on").click()
        frame.locator("#step-at").filter(has_text="Step 2 of 2").wait_for()
        frame.locator("#field svg [aria-label^='a1,']").wait_for()
        frame.locator("#field svg [aria-label^='d4,']").wait_for(state="detached")
        assert frame.locator(HELP).locator("visible=true").count() == 0
        frame.locator("#back").click()
        frame.locator("#entries").get_by_role("button", name="Go on").wait_for()
        entries = frame.locator("#entries button").locator("visible=true").all_inner_texts()
        assert not {"Hint", "Coach", "Coach: wins within", "Take back"} & set(entries)


def test_no_key_gives_help_while_a_task_is_on_nor_is_the_handheld_shown(chromium, system):
    task = """<h2>Win</h2><p><a class="open" href="../index.html#position=tic-tac-toe:+a1+/+b1,+1+to+move&amp;seats=0,0"
      data-task="find" data-right="a2" data-say="Win.">Win.</a></p>"""
    with visited(chromium, system, text=task) as (page, frame):
        press(frame, "c3")
        wait_for(frame, "No, not c3")
        frame.locator("#field svg [aria-label='c3, orange stone, move 1, refuted']").wait_for()
        assert not frame.locator("#view").is_visible()
        for key in ("Backspace", "Escape", "v", "z"):  # on the board: undo, hint
            page.keyboard.press(key, delay=80)
        frame.locator("#message").filter(has_text="there is no help").wait_for()
        assert frame.locator("#roles").is_visible()  # no pause
        assert frame.locator("#field svg [aria-label^='c3, orange stone']").count() == 1  # not taken back
        assert frame.locator(".field-hint, .field-coach").locator("visible=true").count() == 0
        try_again(frame)
        press(frame, "a2")
        wait_for(frame, "Right: a2")


def write(frame, words):
    frame.locator("#task-form input").fill(words)
    frame.get_by_role("button", name="Answer").click()


def test_what_is_written_must_be_there_but_gives_no_points(chromium, system):
    with visited(chromium, system, text=f"<h2>Both</h2>{COUNT}{WRITE}") as (page, frame):
        write(frame, "4")
        wait_for(frame, "No, not 4")
        write(frame, "3")
        wait_for(frame, "Right: 3")
        core = told(page)["core"]
        assert (core["score"]["raw"], core["lesson_status"]) == ("50", "incomplete")
        frame.locator("#step-on").click()
        frame.locator("#step-at").filter(has_text="Step 2 of 2").wait_for()
        write(frame, "So it is")
        wait_for(frame, "Noted")
        kept = told(page)
        assert (kept["core"]["score"]["raw"], kept["core"]["lesson_status"]) == ("50", "passed")
        assert '"neutral"' in json.dumps(kept["interactions"])


def test_a_lesson_where_all_is_written_is_passed_in_the_time_it_took(chromium, system):
    with visited(chromium, system, text=f"<h2>Write</h2>{WRITE}") as (page, frame):
        assert told(page)["core"]["score"]["raw"] == "0"
        write(frame, "So it is")
        wait_for(frame, "Noted")
        core = told(page)["core"]
        assert (core["score"]["raw"], core["lesson_status"]) == ("100", "passed")
        assert not page.evaluate("window.registered")  # no worker of the page is left behind
        page.evaluate("""() => new Promise((done) => {
          API.on("LMSSetValue.cmi.core.session_time", (name, value) => (window.time = value));
          Object.assign(document.querySelector("iframe"), { onload: done, src: "about:blank" });
        })""")
        assert re.fullmatch(r"0000:00:\d\d", page.evaluate("window.time"))


def walked(walk, numbers, wrong=0):
    """Answer these steps rightly, each after so many wrong answers, and go on after each."""
    for number in numbers:
        walk.wait_for(number)
        for _ in range(wrong):
            walk.answer_wrongly(number)
        walk.answer(number)
        walk.go_on(number)


def score_and_status(page):
    core = told(page)["core"]
    return core["score"]["raw"], core["lesson_status"]


@pytest.mark.parametrize("course", COURSES, indirect=True)
def test_each_lesson_is_passed_though_the_pupil_stops_in_the_middle_and_goes_on(chromium, course):
    name, folder = course
    with visited(chromium, folder) as (page, frame):
        walk = Walk(frame, name)
        middle = len(walk.steps) // 2
        walked(walk, walk.numbers[:middle], wrong=1)
        walk.wait_for(middle + 1)
        before = score_and_status(page)
        assert before == (str(walk.score(middle)), "incomplete")
        kept, done = told(page)["suspend_data"], frame.locator("#lesson a.done").count()
    with visited(chromium, folder, json.dumps({"suspend_data": kept})) as (page, frame):
        walk.place = frame
        walk.wait_for(middle + 1)
        assert (score_and_status(page), frame.locator("#lesson a.done").count()) == (before, done)
        walked(walk, walk.numbers[middle:])
        assert score_and_status(page) == (str(walk.score(len(walk.steps))), "passed")


@pytest.mark.parametrize("course", [*map(long, NAMES)], indirect=True)
def test_each_lesson_is_failed_after_two_wrong_answers_to_each_task(chromium, course):
    name, folder = course
    with visited(chromium, folder) as (page, frame):
        walk = Walk(frame, name)
        walked(walk, walk.numbers, wrong=2)
        assert walk.score(len(walk.steps)) < 50
        assert score_and_status(page) == (str(walk.score(len(walk.steps))), "failed")
