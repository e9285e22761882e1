"""A lesson that is written on the page, in Chromium: from the empty page to a printed sheet, and back from a file."""

import json
import re

import pytest
from browser import visiting
from cases import long
from command_lines import invoke
from page_steps import wait_for_field

from tools.docs.lessons import LESSONS
from tools.web.visit import point

FILES = sorted(LESSONS.glob("*.md"))
MOST_CLICKS = 12
NO_PRINTER = "window.print = () => {}"  # the sheet stays
COUNT = "addEventListener('click', () => (window.clicks = (window.clicks ?? 0) + 1), true)"
SELECTED = """() => {
  const { value, selectionStart, selectionEnd } = document.activeElement;
  return value.slice(selectionStart, selectionEnd);
}"""
TITLE = "# Threats\n\n"
# Once the second task is being proven, somebody writes on.
WRITE_ON = """() => {
  const [says, text] = ["author-says", "author-text"].map((id) => document.getElementById(id));
  const observer = new MutationObserver(() => {
    if (!says.textContent.startsWith("Proving task 2")) return;
    observer.disconnect();
    text.value = text.value.replace("# Old", "# New");
    text.dispatchEvent(new Event("input"));
  });
  observer.observe(says, { childList: true });
}"""
SAYS_AFTER_A_KEY = """() => {
  const text = document.getElementById("author-text");
  text.value += "a";
  text.dispatchEvent(new Event("input"));
  return document.getElementById("author-says").textContent;
}"""
KEPT = "() => JSON.parse(localStorage.getItem('glowgrid lesson'))"


def block(*rows):
    return "\n".join(["```task", *rows, "```", ""])


def write(visit, text):
    """Put a text in the place of what is written, and wait until it is proven."""
    visit.page.locator("#author-text").fill(text)
    visit.page.locator("#author-says").filter(has_text=re.compile("wrong|fault")).wait_for()


def faults(visit):
    return visit.page.locator("#author-faults button").all_inner_texts()


def text_of(visit):
    return visit.page.locator("#author-text").input_value()


def add(visit, asks=""):
    """Add what is on the field as a task; wait until it is proven."""
    count = text_of(visit).count("```task") + 1
    visit.page.locator("#author-asks").select_option(asks)
    visit.page.get_by_role("button", name="Add this position").click()
    visit.page.locator("#author-says").filter(has_text=re.compile(f"^{count} tasks?:")).wait_for()


def last_task(visit):
    return text_of(visit).rpartition("```task\n")[2].partition("\n```")[0].split("\n")


@pytest.mark.parametrize("screen", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_an_empty_page_becomes_a_printed_sheet_in_twelve_clicks(chromium, address, screen, tmp_path):
    with visiting(chromium, address, screen) as visit:
        page = visit.page
        page.add_init_script(NO_PRINTER)
        page.add_init_script(COUNT)
        visit.open()
        if screen == "phone":
            visit.press("#links")
            visit.press("#elsewhere a:has-text('Lessons')")
        else:
            visit.press("#lessons")
        page.locator("#lesson-choice").click()  # a person opens the list, and presses the last entry
        page.locator("#lesson-choice").select_option("new")
        visit.settle()
        page.locator("#author-text").fill("# My threats\n\nLook at the corners.\n")
        page.locator("#game").select_option("tic-tac-toe")
        visit.press("#set-up")
        for name in ("a1", "b2"):
            visit.press(point(name))
        add(visit)
        page.get_by_role("button", name="Print", exact=True).locator("visible=true").click()
        page.locator("#sheet .answers").wait_for(state="attached")
        page.wait_for_function("() => document.body.classList.contains('printing')")
        assert page.evaluate("clicks") <= MOST_CLICKS
        assert page.title() == "My threats"
        page.emulate_media(media="print")
        assert page.locator("#sheet svg").count() == 1 and page.locator("#sheet h1").inner_text() == "My threats"
        assert not page.locator("header").is_visible() and not page.locator("main").first.is_visible()
        data = page.pdf(prefer_css_page_size=True)
        page.emulate_media(media="screen")
        assert data.count(b"/Type /Page\n") == 2  # the task, and the answers
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save", exact=True).click()
        file = tmp_path / saved.value.suggested_filename
        saved.value.save_as(file)
        assert file.name == "my-threats.md" and file.read_text() == text_of(visit)
        checked = invoke("lesson", "check", str(file))
        assert checked.exit_code == 0 and "1 of 1 tasks are right" in checked.output
        assert visit.faults == []


@pytest.mark.long
def test_each_position_on_the_field_becomes_a_task_with_what_the_pupil_does(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#tic-tac-toe&moves=a1,b1,c3&seats=0,0")
        visit.page.goto(f"{address}#lesson=new")
        visit.page.locator("#author-text").wait_for()
        visit.page.goto(f"{address}#tic-tac-toe&moves=a1,b1,c3&seats=0,0")
        visit.page.locator('#field svg [aria-label^="c3, orange"]').wait_for()
        add(visit)
        assert last_task(visit) == ["tic-tac-toe: a1 c3 / b1, 2 to move", "keeps: any"]
        visit.press("#field ol button >> nth=1")  # looked back at: after b1
        add(visit)
        assert last_task(visit) == ["tic-tac-toe: a1 / b1, 1 to move", "wins: any"]
        add(visit, "build")
        assert last_task(visit) == ["tic-tac-toe: -", "build: a1 / b1", "say: Set up … (write here what)"]
        visit.press("#variation")
        visit.point("a2")
        add(visit, "loses: any")
        assert last_task(visit) == ["tic-tac-toe: a1 a2 / b1, 2 to move", "loses: any"]
        assert visit.page.locator("#author-says").inner_text() == "4 tasks: nothing is wrong." and not faults(visit)
        assert visit.faults == []


# (text, line, a part of what is said)
WRONG = [
    ("No title.\n", 1, "no title"),
    (TITLE + block("hex 3: a9 / -", "who:"), 4, "a9"),
    (TITLE + block("hex 3: -", "wims: any"), 5, "'wims: any': did you mean wins? expected wins, keeps"),
    (TITLE + block("hx 3: -", "who:"), 4, "no game hx; did you mean hex? expected tic-tac-toe, mnk"),
    (TITLE + "[look](#hex=3&moves=zz)\n", 3, "zz: Hex 3 has no such move; expected a1 to c3, swap"),
    (TITLE + 2 * block("hex 3: -", "who:", "name: one"), 9, "the other is in line 4"),
    (TITLE + block("tic-tac-toe: a1 / b1", "wins: a2 c3"), 5, "c3 is wrong: it is a draw: the answer is"),
    (TITLE + block("hex 8: d4 / e5", "loses: all"), 5, "in the time; give a later position"),
    (TITLE + "[look](#hex=3&moves=z9)\n", 3, "opens nothing"),
    (TITLE + block("tic-tac-toe: a1 / b2", "who:").replace("task", "claim").replace("who:", "who: 1"), 5, "proven"),
]


@pytest.mark.parametrize("wrong", [WRONG[6:7] + WRONG[-1:], pytest.param(WRONG, marks=pytest.mark.long)], ids=len)
def test_what_is_wrong_is_said_with_its_line_and_a_press_goes_there(chromium, address, wrong):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=new")
        for text, line, said in wrong:
            write(visit, TITLE + "Fine.\n")
            visit.page.locator("#author-says").filter(has_text="No tasks: nothing is wrong.").wait_for()
            write(visit, text)
            visit.page.locator("#author-faults button").first.wait_for()
            assert len(faults(visit)) == 1
            assert faults(visit)[0].startswith(f"Line {line}: ") and said in faults(visit)[0]
        visit.page.locator("#author-faults button").focus()
        visit.page.keyboard.press("Enter")
        selected = visit.page.evaluate(SELECTED)
        assert selected == "who: 1"
        for more, lines in [("", [5, 12]), ("hint: x\nsay: y\n", [7, 14])]:  # the task, a claim: proven only once
            claim = block("tic-tac-toe: a1 / b2", "who: draw", "moves 1: 9").replace("task", "claim")
            write(visit, TITLE + block("tic-tac-toe: a1 / b1", f"{more}wins: a2 c3") + "\n\n" + claim)
            assert [int(fault.split(":")[0].split()[1]) for fault in faults(visit)] == lines
        visit.press("#author-play")  # leads to the fault
        visit.page.locator("#author-faults button:focus").wait_for()
        assert visit.faults == []


def test_what_was_said_ends_with_the_next_key_and_no_file_is_too_large(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=new")
        write(visit, TITLE)
        assert visit.page.evaluate(SAYS_AFTER_A_KEY) == ""
        visit.page.locator("#author-says").filter(has_text="No tasks: nothing is wrong.").wait_for()
        big = {"name": "big.md", "mimeType": "text/markdown", "buffer": TITLE.encode() + b"word " * 40_000}
        visit.page.locator("#author-file").set_input_files(big)
        visit.page.get_by_text("big.md: too large: 200,011 bytes; at most 200,000.").wait_for()
        assert text_of(visit) == f"{TITLE}a"
        assert visit.faults == []


@pytest.mark.long
def test_a_preview_is_of_the_text_that_was_there_when_it_was_pressed(chromium, address):
    text = "# Old\n\n" + block("tic-tac-toe: a1 / b2", "who:") + "\n" + block("tic-tac-toe: a1 / b1", "wins: any")
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=new")
        write(visit, text)
        visit.page.evaluate(WRITE_ON)
        visit.press("#author-play")
        visit.page.locator("#lesson h1:has-text('Old')").wait_for()
        kept = visit.page.evaluate(KEPT)
        assert (kept["text"], kept["title"]) == (text, "Old") and "<h1>Old" in kept["document"]
        assert text_of(visit) == text.replace("Old", "New")
        assert visit.faults == []


@pytest.mark.long
def test_who_leaves_a_lesson_that_is_kept_no_more_plays_freely(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=new")
        write(visit, TITLE + block("tic-tac-toe: a1 / b1", "wins: any"))
        visit.press("#author-play")
        visit.page.locator("#lesson h1:has-text('Threats')").wait_for()
        visit.page.evaluate("localStorage.clear()")
        visit.press("#lesson-end")
        visit.page.locator("#new").wait_for()
        assert visit.faults == []


@pytest.mark.parametrize(
    "name, chosen",
    [("mine.MD", "#open"), ("mine.markdown", "#choose"), long("mine.MD", "#choose"), long("mine.markdown", "#open")],
)
def test_a_lesson_has_each_ending_of_markdown(chromium, address, name, chosen):
    text = TITLE + block("tic-tac-toe: a1 / b1", "wins: any")
    with visiting(chromium, address, "desk") as visit:
        visit.open()
        file = {"name": name, "mimeType": "", "buffer": text.encode()}
        visit.page.locator(chosen).set_input_files(file)
        visit.page.locator("#lesson h1:has-text('Threats')").wait_for()
        assert visit.faults == []


def test_a_text_is_kept_and_played_and_a_reader_of_it_is_safe(chromium, address, tmp_path):
    text = (
        "# Mine\n\n<script>alert(1)</script> <b>bold</b> ![a cat](https://example.com/cat.png)\n"
        '[elsewhere](https://example.com/) [look](#hex=3&moves=b2 "Where?")\n\n'
    ) + block("tic-tac-toe: a1 b2 / b1 c3, 1 to move", "wins: any", "because: Two lines.")
    file = tmp_path / "mine.md"
    file.write_text(text)
    with visiting(chromium, address, "desk") as visit:
        page, asked = visit.page, []
        page.on("request", lambda request: asked.append(request.url))
        visit.open("#lesson=new")
        page.locator("#author-file").set_input_files(file)
        page.locator("#author-says").filter(has_text="1 task: nothing is wrong.").wait_for()
        assert text_of(visit) == text
        page.reload()
        page.locator("#author-says").filter(has_text="1 task: nothing is wrong.").wait_for()
        assert text_of(visit) == text
        visit.press("#author-play")
        page.locator("#lesson h1:has-text('Mine')").wait_for()
        lesson = page.locator("#lesson")
        assert "<script>alert(1)</script> <b>bold</b> a cat" in lesson.inner_text()
        assert lesson.locator("img, script, b").count() == 0
        assert lesson.locator("a:has-text('elsewhere')").get_attribute("target") == "_blank"
        assert page.locator("#task-says").inner_text() == "Where?"
        visit.press("#step-on")
        wait_for_field(page)
        visit.point("a2")
        page.locator("#task-verdict").filter(has_text="Right: a2.").wait_for()
        visit.press("#lesson-end")
        page.locator("#author-text").wait_for()
        assert text_of(visit) == text
        assert not [each for each in asked if "example.com" in each]
        assert visit.faults == []


@pytest.mark.sample(len(FILES))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_that_is_opened_is_played_with_the_answers_that_the_library_proves(chromium, address, path, tmp_path):
    with visiting(chromium, address, "desk") as visit:
        visit.open()
        visit.page.locator("#open").set_input_files(path)
        visit.page.wait_for_function("() => location.hash.startsWith('#lesson=own')")
        made = json.loads(visit.page.evaluate("localStorage.getItem('glowgrid lesson')"))["document"]
        name = f"lesson={path.stem}"
        assert made == path.with_suffix(".html").read_text(encoding="utf-8").replace(name, "lesson=own")
        assert visit.faults == []


def test_a_sheet_keeps_links_that_lead_elsewhere_and_the_words_of_others(chromium, address):
    links = "[one](#hex=3) and [two](https://example.com/), [three *and*](#tic-tac-toe) [four](https://example.com/4)"
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        page.add_init_script(NO_PRINTER)
        visit.open("#lesson=new")
        write(visit, f"{TITLE}{links}\n\n" + block("tic-tac-toe: a1 / b1", "wins: any"))
        visit.press("#author-print")
        page.locator("#sheet .answers").wait_for(state="attached")
        said = page.locator("#sheet p:not(.who)").first
        assert said.text_content() == "one and two, three and four"
        assert said.locator("a").all_text_contents() == ["two", "four"]
        assert said.locator("span").all_text_contents() == ["one", "three and"]
        assert visit.faults == []


@pytest.mark.sample(len(FILES))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_lesson_of_the_page_prints(chromium, address, path):
    with visiting(chromium, address, "desk") as visit:
        visit.page.add_init_script(NO_PRINTER)
        visit.open(f"#lesson={path.stem}")
        visit.press("#lesson-print")
        visit.page.wait_for_function("() => document.body.classList.contains('printing')")
        tasks = path.read_text(encoding="utf-8").count("```task")
        assert visit.page.locator("#sheet .answers li").count() == tasks
        assert visit.page.locator("#sheet h1").text_content()
        assert visit.faults == []


def test_long_work_is_stopped(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=new")
        tasks = [block(f"hex 8: {column}{row} / -", "loses: all") for column in "abcdefgh" for row in range(1, 9)]
        visit.page.locator("#author-text").fill(TITLE + "".join(tasks))
        visit.page.locator("#author-says").filter(has_text="Proving task").wait_for()
        visit.page.locator("#author-stop").click()
        assert visit.page.locator("#author-says").inner_text() == "Stopped: the answers are not proven."
        write(visit, TITLE + block("tic-tac-toe: a1 / b1", "wins: any"))
        visit.page.locator("#author-says").filter(has_text="1 task: nothing is wrong.").wait_for()
        assert visit.faults == []
