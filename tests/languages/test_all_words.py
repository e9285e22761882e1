"""All words are in the PO files, translations keep their marks, and no script shows a text that is not translated."""

import contextlib
import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from host_sim.cli.errors import ToolError
from host_sim.languages import html_words
from host_sim.languages.language import FOLDER, NAMES, TABLES, Language, spoken, table_of
from host_sim.languages.templates import Templates
from tools.languages import catalog as catalogs
from tools.languages import sources
from tools.languages.python_words import messages
from tools.languages.words_command import TEMPLATE
from tools.web import languages

RERUN = "run `python -m tools words`"
# Scripts whose texts nobody reads on the page, or not as a player: they may be in English.
ENGLISH = {
    "console/keylog.js",
    "console/saves.js",
    "grid/lamps.js",
    "workshop/following.js",
    "worker/micropython.js",
    "worker/worker.js",
}
# Texts for the program: names in the browser's storage, classes, lists of selectors, lines of a session description;
# and what the console says, which is compared in English.
FOR_THE_PROGRAM = re.compile(
    r"glowgrid [a-z ]+|field-[a-z0 -]+|hex 5: .*|0, 0 to move|Raspberry Pi Pico, |first frame|take over|"
    r"(?:[a-z0-9.#-]+(?:[:(\[][\w.:=()\[\]]*)?, )+[#.\w-]+(?:[:(\[][\w.:=()\[\]]*)?|"
    r"try again\.?|go on|take back|next puzzle|once more|new match|wins within|no draw|two presses|first game|prove it|"
    r"keep which|no answer, is it connected\?|the other one (?:has not joined|plays something else|asks the engine)|"
    r"[acmo]=[\w-].* \S*|the win|the draw|it was stopped|@media print .*|"
    r"\((?:prefers-reduced-motion|any-pointer): .*\)|Look at the field\."
)
# A regular expression, which may have quotes; then texts.
TEXT = re.compile(r"(?<=\()/(?:[^/\\\n]|\\.)+/[a-z]*|'(?:[^'\\\n]|\\.)*'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")
TWO_WORDS = re.compile(r"[^\W\d_]{2,}[,.:]? [^\W\d_]{2,}")


@pytest.fixture(scope="module")
def catalog():
    return catalogs.found()


def test_the_list_of_all_words_is_current(catalog):
    assert TEMPLATE.read_text(encoding="utf-8") == catalogs.as_text(catalog), RERUN


@pytest.mark.parametrize("code", NAMES)
def test_a_po_file_and_its_table_are_current(code, catalog):
    path = FOLDER / f"{code}.po"
    known = catalogs.updated(path, catalog)
    assert path.read_text(encoding="utf-8") == catalogs.as_text(known), RERUN
    table = TABLES / f"{code}.json"
    if table.exists():
        assert table.read_text(encoding="utf-8") == catalogs.as_json(catalogs.table(known)), RERUN


def without_comments(script):
    return re.sub(r"^\s*//.*$|(?<=[;{,)\]]) // .*$", "", script, flags=re.MULTILINE)


def said_in(script):
    """Return the messages of a script, singular and plural apart."""
    found = catalogs.of_script(script.encode())
    return {each for message in found for each in ([message] if isinstance(message, str) else message)}


def bare_texts(script):
    """Return the texts of a script with two words or more that go through no function of words."""
    text, said = without_comments(script), said_in(script)
    shown = [found[1] or found[2] or "" for found in TEXT.finditer(text)]
    shown = [re.sub(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", "0", each) for each in shown if each not in said]
    return [each for each in shown if TWO_WORDS.search(each) and not FOR_THE_PROGRAM.fullmatch(each)]


def test_no_script_shows_a_text_that_is_not_translated():
    left = {path.relative_to(sources.WEB).as_posix(): bare_texts(path.read_text("utf-8")) for path in sources.scripts()}
    assert {name: texts for name, texts in left.items() if texts and name not in ENGLISH} == {}


def test_no_word_of_a_script_escapes():
    """As one that is inside of another one's brackets would."""
    for path in sources.scripts():
        script = path.read_text(encoding="utf-8")
        written = re.findall(r"\b(?:t|parts)\(\"([^\"]*)\"", without_comments(script))
        assert {*written} - said_in(script) == set(), path.name


@pytest.mark.parametrize(
    "text, found",
    [
        ('say("Play on here.");', ["Play on here."]),
        ("say(`Move ${at + 1} is there`);", ["Move 0 is there"]),
        ('say(t("Play on here."));', []),
        ('say(t("Play {0} here", name(other(this))));', []),
        ("// say it in words", []),
    ],
)
def test_a_text_that_is_not_translated_is_found(text, found):
    assert bare_texts(text) == found


@pytest.mark.parametrize(
    "text, found",
    [
        ('"""Words of a docstring."""\nsay("%s wins" % side)', ["{0} wins"]),
        ('say(f"{side} wins in {plies}")', ["{0} wins in {1}"]),
        ('say("win in {number}".format(number=3))', ["win in {0}"]),
        ('HELP = "left, right: choose   select: " + name', ["choose"]),
        ('say("%sarrows: move the cursor   %sback: pause" % two)', ["move the cursor", "pause"]),
        ('if said == "go on": open("a file")', []),
        ('table["key of it"], {"key of it": 1}', []),
    ],
)
def test_words_of_python_are_found(text, found):
    assert [message for message, _ in messages(text)] == found


WORDS = {
    "{0} wins in {1}": "in {1} gewinnt {0}",
    "{0} wins": "{0} gewinnt",
    "orange": "Orange",
    "a draw": "unentschieden",
    "hint: {0}": "Tipp: {0}",
    "step {0}": "Schritt {0}",
    "{0} has won.": "{0} hat gewonnen.",
}


@pytest.mark.parametrize(
    "text, found",
    [
        ("orange wins in 5", "in 5 gewinnt Orange"),
        ("orange wins", "Orange gewinnt"),
        ("A draw", "Unentschieden"),
        ("a draw.", "unentschieden."),
        ("Step 3. Orange wins.", "Schritt 3. Orange gewinnt."),
        ("orange has won", "Orange hat gewonnen"),
        ("a draw (step 2)", "unentschieden (Schritt 2)"),
        ("hint: a draw, orange wins", "Tipp: unentschieden, Orange gewinnt"),
        ("a1 b2", "a1 b2"),
        ("Nobody in a row wins", "Nobody in a row wins"),  # a person's own words
    ],
)
def test_texts_find_their_templates(text, found):
    assert Templates(WORDS).said(text) == found


def test_the_environment_says_which_language(monkeypatch):
    spoken.cache_clear()
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for value, code in [("de_AT.UTF-8", "de"), ("C.UTF-8", "en"), ("xx", "en"), ("en_GB", "en"), ("", "en")]:
        monkeypatch.setenv("LANG", value)
        spoken.cache_clear()
        assert spoken().code == code
    assert spoken("de").said("blue") == "Blau"
    spoken.cache_clear()


def test_sides_are_named_by_number():
    language = Language("xx", {"words": {"side {0} wins": "side {0} gewinnt", "orange": "Orange"}})
    assert language.said("side 1 wins") == "Orange gewinnt"


def test_a_translation_that_loses_a_hole_is_refused(catalog, tmp_path):
    known = catalogs.updated(tmp_path / "de.po", catalog)
    known["{0} has won."].string = "hat gewonnen."
    with pytest.raises(ToolError, match="has not the marks"):
        catalogs.table(known)


@pytest.mark.parametrize("of_lesson, fits", [(True, True), (False, False)])
def test_a_side_keeps_its_number_where_its_colour_is_shown(of_lesson, fits):
    found = Catalog(locale="de")
    where = "host_sim/web/learn/lessons/coq.html" if of_lesson else "host_sim/web/learn/refutation.py"
    found.add("side 1 wins", "Seite 1 gewinnt", locations=[(where, 0)])
    with contextlib.nullcontext() if fits else pytest.raises(ToolError, match="has not the marks"):
        assert catalogs.table(found)["lessons"] == {"side 1 wins": "Seite 1 gewinnt"}


@pytest.mark.parametrize("code", NAMES)
def test_a_language_is_complete(code):
    with (FOLDER / f"{code}.po").open("rb") as file:
        known = read_po(file, locale=code)
    assert [message.id for message in known if message.fuzzy or not catalogs.is_done(message)] == []
    table = table_of(code)
    texts = {path.name: path.read_text(encoding="utf-8") for path in sources.lessons()}
    assert [name for name, text in texts.items() if not languages.lesson(text, code, table)] == []


@pytest.mark.parametrize(
    "text, found",
    [
        ("<p>Two words\n  in one line </p>", ["Two words in one line"]),
        ("<pre><code>row 1   b1\nrow 2     b2 \n</code></pre>", ["row 1   b1\nrow 2     b2"]),
        ("<pre>a <b>bold\nword</b>\nhere</pre>", ["a <0>bold\nword</0>\nhere"]),
    ],
)
def test_a_text_keeps_its_lines_only_in_pre(text, found):
    assert html_words.messages(text) == found
    assert html_words.messages(html_words.translated(text, str.upper)) == [each.upper() for each in found]
