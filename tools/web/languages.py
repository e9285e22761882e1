"""The page in other languages: for each a file with its words and what the page's own file says, and its lessons."""

import json
import re
from pathlib import Path

from host_sim.languages.html_words import messages, translated
from host_sim.languages.language import NAMES, codes, table_of

FOLDER = "languages"
_BODY = re.compile(r"<body>\n?(.*)</body>", re.DOTALL)


def write(folder, page, lessons):
    """Write the languages of a page, an HTML text, into its folder; return {code: (its own name, file)}.

    lessons: the names of its lessons. One that is translated whole lies beside its original, as bridges.de.html.
    """
    made = {}
    for code in codes():
        table = table_of(code)
        words = {**table["lessons"], **table["words"]}
        whole = [name for name in lessons if _lesson(Path(folder, "lessons"), name, code, words)]
        body = translated(_BODY.search(page)[1], lambda message, words=words: words.get(message, message))
        data = {"plurals": table["plurals"], "words": table["words"], "lessons": whole, "body": body}
        path = Path(folder, FOLDER, f"{code}.json")
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
        made[code] = NAMES[code], path
    return made


def _lesson(folder, name, code, words):
    """Write a lesson in a language, unless words are missing; return whether it is there."""
    text = (folder / f"{name}.html").read_text(encoding="utf-8")
    if any(message not in words for message in messages(text)):
        return False
    text = translated(text, words.get).replace('<html lang="en">', f'<html lang="{code}">')
    (folder / f"{name}.{code}.html").write_text(text, encoding="utf-8")
    return True
