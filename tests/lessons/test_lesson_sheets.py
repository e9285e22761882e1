"""Lessons and empty fields on paper: HTML that says all, and PDF files that a browser prints."""

import re
from html.parser import HTMLParser

import pytest
from browser import skip_without_chromium
from command_lines import invoke

from host_sim.lessons.document import document
from host_sim.lessons.markdown import read
from tools.web.serving import Quiet, served

LESSON = """# Threats & more

One <b>line</b>, [shown](#tic-tac-toe "Look").

```task
tic-tac-toe: a1 / b1, 1 to move
wins: all
hint: Look at the middle.
because: Two lines.
```

## Hex

```task
hex 4: b2 / c1
free: What would you play?
```

```task
three-player: b2 d4 / a2 b1 / c4 d3
wins: any
```
"""


class Seen(HTMLParser):
    """What a document has: {tag: how often}, {class: how often}, and its text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.classes, self.text = {}, {}, ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        for name in (dict(attributes).get("class") or "").split():
            self.classes[name] = self.classes.get(name, 0) + 1

    def handle_data(self, data):
        self.text += data


@pytest.fixture
def lesson(tmp_path):
    file = tmp_path / "threats.md"
    file.write_text(LESSON)
    return file


def test_a_sheet_has_text_fields_and_on_the_last_page_the_answers(lesson):
    result = invoke("lesson", "print", lesson, "--html")
    assert result.exit_code == 0
    seen = Seen(result.stdout)
    assert (seen.tags["h1"], seen.tags["svg"], seen.classes["task"]) == (1, 3, 3)
    assert "Threats & more" in seen.text and "One <b>line</b>, shown." in seen.text and not {"a", "b"} & {*seen.tags}
    assert (seen.classes["one"], seen.classes["two"], seen.classes["three"]) == (4, 4, 2)  # stones
    assert seen.classes["cell"] == 9 + 16 + 16 and seen.classes["lines"] == 1 + 4 + 1
    tasks, answers = seen.text.rsplit("Answers", 1)
    assert "Hint: Look at the middle." in tasks and "a2 b2 a3" not in tasks
    assert answers.split("\n")[2:5] == ["a2 b2 a3, of 7. Two lines.", "no right answer", "c3, of 10"]
    letter = invoke("lesson", "print", lesson, "--html", "--paper", "letter").stdout
    assert "size: A4" in result.stdout and "size: letter" in letter


def test_a_sheet_can_leave_the_answers_out(lesson):
    whole = invoke("lesson", "print", lesson, "--html").stdout
    without = invoke("lesson", "print", lesson, "--html", "--without-answers").stdout
    before, behind = whole.split('<section class="answers">')
    assert without == before + behind.split("</section>\n")[1]


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("hex 4: b2 / c1", "● is orange, ○ is blue. Orange: top to bottom; blue: left to right."),
        ("y 4: b3 / -", "● is orange, ○ is blue. To win: all 3 edges."),
        ("three-player: -", "● is orange, ○ is blue, ⊗ is green. To win: 3 in a row."),
    ],
)
def test_a_field_on_paper_says_which_edges_are_whose(lesson, task, said):
    lesson.write_text(f"# One\n\n```task\n{task}\nfree: Where?\n```\n")
    assert said in Seen(invoke("lesson", "print", lesson, "--html").stdout).text


@pytest.mark.parametrize(
    ("words", "cells", "borders"),
    [
        (["hex", "--size", "7"], 49, 4),
        (["havannah", "--size", "4"], 37, 0),
        (["y", "--size", "5"], 15, 0),
        (["mnk", "--size", "4,5,4"], 20, 0),
        (["fano"], 7, 0),
        (["dark-hex", "--size", "4"], 16, 4),
    ],
)
def test_an_empty_field_is_printed(words, cells, borders):
    seen = Seen(invoke("lesson", "board", *words, "--html").stdout)
    assert (seen.classes["cell"], seen.classes.get("edge", 0), seen.classes.get("stone", 0)) == (cells, borders, 0)


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.long)])
def test_a_browser_prints_it(lesson, tmp_path, paper):
    skip_without_chromium()
    made = tmp_path / "sheet.pdf"
    result = invoke("lesson", "print", lesson, "--to", made, "--paper", paper)
    assert result.exit_code == 0, result.exception
    data = made.read_bytes()
    wide, high = (float(each) for each in re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data).groups())
    assert (round(wide), round(high)) == ({"a4": (595, 842), "letter": (612, 792)}[paper])
    assert data.startswith(b"%PDF") and len(re.findall(rb"/Type /Page\b", data)) == 3


INSIDE = "data:image/png;base64,AA=="


@pytest.mark.parametrize("target", ["sheet.html", "sheet.pdf"])
def test_a_picture_of_another_place_is_its_words_and_nothing_is_fetched(tmp_path, target):
    skip_without_chromium()
    asked = []

    class Listening(Quiet):
        def do_GET(self):
            asked.append(self.path)
            super().do_GET()

    file = tmp_path / "threats.md"
    with served(tmp_path, Listening) as address:
        file.write_text(f"{LESSON}\n![a <cat>]({address}cat.png) [![a dog]({address}dog.png)](#hex) ![in]({INSIDE})\n")
        result = invoke("lesson", "print", file, "--to", tmp_path / target)
    assert result.exit_code == 0 and asked == [], result.exception
    if target.endswith(".html"):
        seen = Seen((tmp_path / target).read_text())
        assert "a <cat> a dog" in seen.text and seen.tags["img"] == 1


def test_the_document_of_a_lesson_shows_the_words_of_a_picture_too():
    lesson = read("# Cats\n\n![a cat][there]\n\n[there]: https://example.org/cat.png\n")
    assert "<p>a cat</p>" in document(lesson, "cats", [])


@pytest.mark.parametrize("words", [["print", "double_threats"], ["board", "hex", "--size", "4"]])
def test_standard_output_gets_a_pdf(words):
    skip_without_chromium()
    result = invoke("lesson", *words)
    assert result.exit_code == 0 and result.stdout_bytes.startswith(b"%PDF"), result.exception


@pytest.mark.parametrize("words", [["mnk", "--size", "4,3,3"], ["hex", "--size", "14"], ["fano"]])
def test_an_empty_field_takes_one_page(words):
    skip_without_chromium()
    data = invoke("lesson", "board", *words, "--paper", "letter").stdout_bytes
    assert len(re.findall(rb"/Type /Page\b", data)) == 1


# (words after the name of the file, what is said)
REFUSED = [
    (["--paper", "a5"], "--paper a5: expected a4 or letter"),
    (["--to", "sheet.doc"], "expected a name that ends in .html or .pdf"),
    (["--to", "nowhere/sheet.html"], "there is no folder nowhere"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED)
def test_bad_input_is_a_line(lesson, words, said, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    result = invoke("lesson", "print", lesson, *words)
    assert said in str(result.exception) and "\n" not in str(result.exception)


@pytest.mark.parametrize("words", [[], ["--to", "sheet.pdf"]])
def test_without_a_browser_it_says_what_to_do(lesson, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("GLOWGRID_CHROMIUM", raising=False)
    said = str(invoke("lesson", "print", lesson, *words).exception)
    assert "no Chromium" in said and "--html > sheet.html, and print that from a browser" in said
    assert invoke("lesson", "print", lesson, "--html").exit_code == 0


def test_a_wrong_task_leaves_no_sheet(lesson, tmp_path):
    lesson.write_text(LESSON.replace("wins: any", "wins: a1"))
    result = invoke("lesson", "print", lesson, "--to", tmp_path / "sheet.html")
    assert "line 21: wins: a1" in str(result.exception) and not (tmp_path / "sheet.html").exists()
