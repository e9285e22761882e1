"""The page in other languages: for each a file with its words and what the page's own file says, and its lessons."""

import json
import re
from pathlib import Path

from host_sim.languages.html_words import translated
from host_sim.languages.language import NAMES, codes, table_of
from host_sim.languages.lesson_words import lesson_words

FOLDER = "languages"
_BODY = re.compile(r"<body[^>]*>\n?(.*)</body>", re.DOTALL)


def write(folder, pages, lessons):
    """Write the languages of pages, {name: HTML}, into their folder; return {code: (its own name, file)}.

    lessons: the names of the lessons. One that is translated whole lies beside its original, as bridges.de.html.
    """
    texts = {name: Path(folder, "lessons", f"{name}.html") for name in lessons}
    texts = {name: path.read_text(encoding="utf-8") for name, path in texts.items()}
    made = {}
    for code in codes():
        table = table_of(code)
        found = {name: lesson(text, code, table) for name, text in texts.items()}
        whole = {name: text for name, text in found.items() if text}
        for name, text in whole.items():
            Path(folder, "lessons", f"{name}.{code}.html").write_text(text, encoding="utf-8")
        path = Path(folder, FOLDER, f"{code}.json")
        path.parent.mkdir(exist_ok=True)
        known = json.dumps(words(pages, table, [*whole]), ensure_ascii=False, separators=(",", ":"))
        path.write_text(known, encoding="utf-8")
        made[code] = NAMES[code], path
    return made


def words(pages, table, lessons):
    """Return what a page loads of a language: plurals and words of its table, bodies, lessons (their names).

    bodies: {name of a page: what is in its body, as HTML}.
    """
    known = {**table["lessons"], **table["words"]}
    found = {name: _BODY.findall(page)[0] for name, page in pages.items()}
    bodies = {name: translated(body, lambda message: known.get(message, message)) for name, body in found.items()}
    return {"plurals": table["plurals"], "words": table["words"], "lessons": lessons, "bodies": bodies}


def lesson(text, code, table):
    """Return the document of a lesson in a language; "" if words are missing."""
    known = lesson_words(text, table)
    if not known:
        return ""
    return translated(text, known.get).replace('<html lang="en">', f'<html lang="{code}">')
