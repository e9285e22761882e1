"""All messages as a Catalog of Babel, PO files with them, and the tables that page and terminal read."""

import gettext
import io
import json
import re

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from host_sim.cli.errors import ToolError
from host_sim.languages import html_words

from ..paths import ROOT
from ..web import front
from . import sources

KEYWORDS = {"t": None, "parts": None, "tn": (2, 3)}
ABOUT = {"project": "Glowgrid", "version": "", "copyright_holder": "", "fuzzy": False, "header_comment": "#"}
# What Babel writes at the top of a PO file, and nobody needs.
LEFT_OUT = "POT-Creation-Date|PO-Revision-Date|Project-Id-Version|Report-Msgid-Bugs-To|Last-Translator|Language-Team|"
LEFT_OUT += "Generated-By"
MOST = 1000  # numbers that are tried, to find which plural form each category of plurals has
HOLES = re.compile(r"\{\d\}|</?\d+/?>")  # that a translation has to keep
MARKS = re.compile(rf"[Ss]ide (?:\{{\d\}}|\d)|{HOLES.pattern}")  # where the colour of a side is shown, these, too


def found():
    """Return the Catalog of all messages, with the files that have them."""
    catalog = Catalog(**ABOUT)
    for path in sources.scripts():
        for message in of_script(path.read_bytes()):
            _add(catalog, message, path)
    for message, path in sources.python():
        _add(catalog, message, path)
    for message, path in sources.screens():
        _add(catalog, message, path)
    for title, path in sources.titles():
        _add(catalog, title, path)
    for path, text in pages():
        for message in html_words.messages(text):
            _add(catalog, message, path)
    return catalog


def of_script(script):
    """Return the messages of a script, as bytes; of one with plurals a pair."""
    found = extract("javascript", io.BytesIO(script), KEYWORDS, options={"template_string": False})
    return [message for _, message, _, _ in found]


def pages():
    """Return [(path, HTML)] of the page and its lessons, as the build has them."""
    index = (sources.WEB / "index.html").read_text(encoding="utf-8").replace(front.LESSONS_HERE, front.lesson_choice())
    door = sources.WEB / "front/front.html"
    results = sources.WEB / "results/results.html"
    known = [(sources.WEB / "index.html", index), (results, results.read_text(encoding="utf-8"))]
    known += [(door, front.front()), (door, front.front(front.boards()))]
    return known + [(path, path.read_text(encoding="utf-8")) for path in sources.lessons()]


def _add(catalog, message, path):
    catalog.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])


def updated(path, template):
    """Return the Catalog of a PO file with the messages of a template; what is no longer said is left out."""
    if path.exists():
        with path.open("rb") as file:
            known = read_po(file, locale=path.stem)
    else:
        known = Catalog(locale=path.stem, **ABOUT)
    known.update(template, no_fuzzy_matching=True, update_header_comment=False)
    known.obsolete.clear()
    known.revision_date = known.creation_date = template.creation_date
    return known


def as_text(catalog):
    """Return a Catalog as a PO file has it, without dates: it is the same as long as the words are."""
    made = io.BytesIO()
    write_po(made, catalog, width=120, sort_by_file=True, include_lineno=False)
    return re.sub(rf'^"({LEFT_OUT}):.*\n', "", made.getvalue().decode(), flags=re.MULTILINE)


def is_done(message):
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def table(catalog):
    """Return the table of a Catalog: plurals {category: form}, words {message: translation}, lessons, terminal.

    Of a message with plurals words has the forms in a list, under its singular. Raises ToolError if a translation has
    lost a hole.
    """
    words, lessons, terminal = {}, {}, {}
    for message in catalog:
        if not message.id or not is_done(message) or message.fuzzy:
            continue
        of_lesson = all(name.startswith("host_sim/web/learn/lessons/") for name, _ in message.locations)
        _check(catalog, message, HOLES if of_lesson else MARKS)
        key = message.id[0] if message.pluralizable else message.id
        of_terminal = all(sources.is_for_the_terminal(name) for name, _ in message.locations)
        (lessons if of_lesson else terminal if of_terminal else words)[key] = (
            list(message.string) if message.pluralizable else message.string
        )
    return {"plurals": plurals(catalog), "words": words, "lessons": lessons, "terminal": terminal}


def _check(catalog, message, marks):
    texts, ids = ([each] if isinstance(each, str) else list(each) for each in (message.string, message.id))
    for text in texts:
        if not any(sorted(marks.findall(text)) == sorted(marks.findall(each)) for each in ids):
            raise ToolError(f"{catalog.locale}.po: {text!r} has not the marks of {ids[0]!r}: {marks.findall(ids[0])}")


def plurals(catalog):
    """Return {category of a number, as browsers name it: which of the PO file's forms it has}."""
    form_of = gettext.c2py(catalog.plural_expr)  # type: ignore  (it is in no stub)
    category_of = Locale.parse(str(catalog.locale)).plural_form
    return {category_of(number): form_of(number) for number in range(MOST, -1, -1)}


def as_json(table):
    return json.dumps(table, ensure_ascii=False, indent=0, sort_keys=True) + "\n"
