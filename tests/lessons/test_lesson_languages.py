"""A lesson of the page in another language, in the terminal and on paper: its words are those of the page."""

import pytest
from command_lines import invoke

from host_sim.languages.html_words import messages
from host_sim.languages.language import Language, codes, spoken, table_of
from host_sim.languages.lesson_words import lesson_words
from host_sim.lessons import of_the_page
from host_sim.lessons.in_language import in_language
from host_sim.lessons.lesson_file import Task
from host_sim.lessons.markdown import read
from tools.web import languages

ANSWERS = "x\nblue\norange\nc2\n"  # to the first tasks about bridges
NO_ENGLISH = "Two stones", "Who wins", "Task 1", "Type your answers", "No:", "Right", "joins the two"


def original(name):
    return read(of_the_page.files()[name].read_text(encoding="utf-8"))


def own_words(lesson):
    """Yield the messages of a lesson's texts, and what its tasks say in its own words; all with plain spaces."""
    for part in lesson.parts:
        if not isinstance(part, Task):
            yield from messages(lesson.html(part, lambda target, title: {"href": target}))
        else:
            own = part.say, part.hint, part.because, part.named if part.kind == "free" else ""
            yield from (" ".join(words.split()) for words in own if words)


@pytest.mark.parametrize("name", of_the_page.files())
@pytest.mark.parametrize("code", codes())
def test_its_words_are_those_of_its_page(code, name):
    lesson, found = original(name), in_language(original(name), name, spoken(code))
    document = languages.lesson(of_the_page.document(name), code, table_of(code))
    shown = messages(document)
    for words in own_words(found):
        assert any(words == each or each.endswith((f" {words}", f" {words}.")) for each in shown), words
    assert f"<h1>{found.title}</h1>" in document
    known = lesson_words(of_the_page.document(name), table_of(code))
    assert {each for each in known if known[each] != each} & {*own_words(found)} == set()
    asked = [[(task.position, task.kind, task.asked, task.number) for task in each.tasks] for each in (lesson, found)]
    assert asked[0] == asked[1] != []


def test_it_goes_through_the_terminal_in_the_language():
    german = invoke("lesson", "play", "bridges", "--language", "de", typed=ANSWERS).output
    assert "Brücken" in german and "Aufgabe 1 von 8: " in german and "Richtig: " in german
    assert "x: " in german and "Nein: " in german  # Answers are judged as ever.
    assert [words for words in NO_ENGLISH if words in german] == []
    english = invoke("lesson", "play", "bridges", "--language", "en", typed=ANSWERS).output
    assert "Task 1 of 8: " in english and "Right: " in english


def test_it_is_printed_in_the_language():
    sheet = invoke("lesson", "print", "bridges", "--html", "--language", "hu").output
    document = languages.lesson(of_the_page.document("bridges"), "hu", table_of("hu"))
    assert '<html lang="hu">' in sheet and "<h1>Hidak</h1>" in sheet
    assert [message for message in messages(sheet) if message in {*messages(of_the_page.document("bridges"))}] == []
    assert len({*messages(sheet)} & {*messages(document)}) > 10


def test_the_list_of_lessons_is_in_the_language():
    assert "Hidak" in invoke("lesson", "--language", "hu").output


def test_a_file_of_ones_own_stays_as_it_is(tmp_path):
    own = tmp_path / "bridges.md"
    own.write_bytes(of_the_page.files()["bridges"].read_bytes())
    said = invoke("lesson", "play", own, "--language", "de", typed=ANSWERS).output
    assert "Bridges" in said and "Brücken" not in said and "Richtig: " in said


def test_a_lesson_that_lacks_a_word_stays_english():
    lacking = Language("de", {**table_of("de"), "lessons": {}})
    lesson = original("bridges")
    assert in_language(lesson, "bridges", lacking) is lesson
