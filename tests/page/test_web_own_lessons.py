"""A teacher's own lessons on the page: from files and links, their results, and where a browser keeps nothing."""

import re
from pathlib import Path

import pytest
from browser import LIMIT_MS, served, visiting
from cases import by_day
from page_steps import wait_for_field
from playwright.sync_api import expect

NOTHING_KEPT = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } });"
NO_PRINTER = "window.print = () => {}"  # the sheet stays
TASK = "# {}\n\n```task\ntic-tac-toe: {}, 1 to move\nwins: any\n```\n"
OWN, OTHER = TASK.format("Own threats", "a1 b2 / b1 c1"), TASK.format("Others", "a1 c1 / a3 b2")  # c3 wins; b1 wins
PRINTED_CM = {"letter": 21.6, "a4": 21.0}


def file(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def play(visit, path):
    """Open a file of a lesson; wait until it is shown."""
    visit.page.locator("#open").set_input_files(path)
    title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    wait_for_lesson(visit, title)


def wait_for_lesson(visit, title):
    """Wait until a lesson is open, and the field is that of its step."""
    visit.page.locator("#lesson h1").get_by_text(title, exact=True).wait_for()
    wait_for_field(visit.page)
    visit.settle()


def answer(visit, name):
    visit.point(name)
    visit.page.locator("#task-verdict").filter(has_text=f"Right: {name}.").wait_for()


def results(visit):
    """Return the lines of the results, and close them."""
    visit.page.locator("#lesson-results").click()
    lines = visit.page.locator("#own-results-tasks li").all_inner_texts()
    visit.page.locator("#own-results-close").click()
    return lines


def test_where_a_browser_keeps_nothing_a_file_plays_and_its_results_count(chromium, address, tmp_path):
    with visiting(chromium, address, "desk") as visit:
        visit.page.add_init_script(NOTHING_KEPT)
        visit.open("#lesson=bridges&step=2")
        answer(visit, "c2")
        assert "right at once: c2" in results(visit)
        play(visit, file(tmp_path, "own.md", OWN))
        answer(visit, "c3")
        assert results(visit) == ["right at once: c3"]
        assert visit.faults == []


def test_each_own_lesson_keeps_its_answers_and_ticks_and_its_title_is_in_the_link(chromium, address, tmp_path):
    own, other = file(tmp_path, "own.md", OWN), file(tmp_path, "other.md", OTHER)
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        visit.open()
        play(visit, own)
        answer(visit, "c3")
        play(visit, other)
        assert results(visit) == ["not answered"] and page.locator("#lesson .done").count() == 0
        play(visit, own)
        assert results(visit) == ["right at once: c3"] and page.locator("#lesson .done").count() == 1
        page.locator("#lesson-results").click()
        visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy the link").click()
        page.locator("#own-results-said").filter(has_text="Copied").wait_for()
        page.goto(page.evaluate("navigator.clipboard.readText()"))
        page.get_by_text("No name, Own threats: 1 of 1 points").wait_for()
        assert page.locator("caption").all_inner_texts() == ["Own threats"]
        assert visit.faults == []


def test_the_list_of_lessons_opens_a_file(chromium, address, tmp_path):
    with visiting(chromium, address, "desk") as visit:
        visit.open("#lesson=bridges")
        with visit.page.expect_file_chooser() as chosen:
            visit.page.locator("#lesson-choice").select_option("open")
        assert visit.page.locator("#lesson-choice").input_value() == "bridges"  # until a file is chosen
        chosen.value.set_files(file(tmp_path, "own.md", OWN))
        visit.page.locator("#lesson h1:has-text('Own threats')").wait_for()
        assert ".md" in visit.page.locator("#choose").get_attribute("accept").split(",")
        assert visit.faults == []


def test_a_link_to_a_file_of_the_same_server_plays_it(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        page.route("**/ours/threats.md", lambda route: route.fulfill(body=OWN))
        visit.open("#hex=3")
        page.goto(f"{address}#lesson=ours/threats.md")
        wait_for_lesson(visit, "Own threats")
        answer(visit, "c3")
        page.go_back()
        page.locator("#lesson").wait_for(state="hidden")
        assert page.url == f"{address}#hex=3" and visit.faults == []


WRONG = [
    ("https://school.example/threats.md", "is on another server: save it, and open the file"),
    ("ours/missing.md", "is not there"),
    ("ours/wrong.md", "line 5: 'wims: any'"),
    ("ours/empty.md", "no task in it"),
]


def test_a_link_to_a_file_that_cannot_be_played_says_why(chromium, address):
    texts = {"missing": {"status": 404}, "wrong": {"body": OWN.replace("wins", "wims")}, "empty": {"body": "# A\n"}}
    with visiting(chromium, address, "desk") as visit:
        page, asked = visit.page, []
        page.on("request", lambda request: asked.append(request.url))
        page.route("**/ours/*.md", lambda route: route.fulfill(**texts[Path(route.request.url).stem]))
        for name, said in WRONG:
            visit.open(f"#lesson={name}")
            expect(page.locator("#message")).to_contain_text(f"The link cannot be opened: {name}", timeout=LIMIT_MS)
            expect(page.locator("#message")).to_contain_text(said, timeout=LIMIT_MS)
            page.locator(".field-board").wait_for()
            assert page.locator("#lesson").is_hidden()
        assert not [each for each in asked if "school.example" in each]


@pytest.mark.parametrize("paper", by_day(PRINTED_CM, "a4"))
def test_a_printed_sheet_has_its_title(chromium, address, paper):
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        page.add_init_script(NO_PRINTER)
        visit.open("#lesson=pairing")
        page.locator("#paper").evaluate("(select, paper) => (select.value = paper)", paper)
        visit.press("#lesson-print")
        page.locator("#sheet h1").wait_for(state="attached")
        page.emulate_media(media="print")
        page.set_viewport_size({"width": round(PRINTED_CM[paper] / 2.54 * 96), "height": 1000})
        assert page.locator("#sheet h1").is_visible()
        assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")


@pytest.mark.long
def test_help_before_the_right_answer_is_recorded(chromium, address):
    with visiting(chromium, address, "desk") as visit:
        page = visit.page
        visit.open("#lesson=double_threats&step=4")
        answer(visit, "a3")
        visit.press("#undo")
        visit.press("#coach")  # the answer was right before
        page.locator(".field-coach").get_by_text(re.compile("win|draw")).first.wait_for()
        visit.press("#step-on")
        page.locator("#step-at").filter(has_text="Step 5 of").wait_for()
        page.locator("#task-form input").fill("3")
        page.get_by_role("button", name="Answer").click()
        visit.open("#lesson=double_threats&step=8")
        visit.press("#hint")
        answer(visit, "c2")
        assert [each.partition(":")[0] for each in results(visit) if not each.startswith("not")] == [
            "right at once",
            "right at once",
            "right with help",
        ]
        assert visit.faults == []


def test_in_a_frame_of_another_site_the_link_is_there_to_be_copied(chromium, address, tmp_path):
    (tmp_path / "index.html").write_text(
        f'<h1>A school</h1><iframe src="{address}#lesson=bridges" height="700"></iframe>'
    )
    with served(tmp_path) as school:
        page = chromium.new_page()
        page.set_default_timeout(LIMIT_MS)
        page.goto(school.replace("127.0.0.1", "localhost"))  # another site
        frame = page.frame_locator("iframe")
        frame.locator("#lesson-results").click()
        frame.get_by_label("Your name").fill("Ida")
        frame.get_by_role("button", name="Copy the link").click()
        link = frame.get_by_label("The link", exact=True)
        expect(link).to_have_value(re.compile(r"results\.html#1:bridges:.*:Ida:"), timeout=LIMIT_MS)
        assert link.evaluate("each => each.selectionEnd - each.selectionStart === each.value.length")
        assert "copy it from there" in frame.locator("#own-results-said").inner_text()
        page.close()


@pytest.mark.parametrize("screen", by_day(["desk", "phone"], "phone"))
def test_the_name_of_the_lesson_has_room_and_signs_have_names(chromium, address, screen):
    with visiting(chromium, address, screen) as visit:
        visit.open("#lesson=must_play")
        assert visit.page.locator("#lesson-choice").bounding_box()["width"] >= 130
        for name in ("Results", "Print", "Free play", "Handheld"):
            assert visit.page.get_by_role("button", name=name, exact=True).bounding_box()["width"] >= 30
        assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert visit.faults == []
