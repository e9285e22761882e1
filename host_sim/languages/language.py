"""The languages that are here, and the one that a person speaks.

language = spoken("de")     # or spoken(), by the environment; English where it is not known
language.said("Right: b2.")
"""

import json
import os
import re
from functools import cache
from pathlib import Path

from glowgrid.console.palette import SIDES  # which translations name by number

from .templates import Templates

FOLDER = Path(__file__).parent
TABLES = FOLDER / "tables"
ENGLISH = "en"
NAMES = {"de": "Deutsch", "fr": "Français", "es": "Español", "hu": "Magyar"}  # as the languages call themselves
_VARIABLES = "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"


class Language:
    """A language with its table, as tools/languages makes it; without a table English.

    numbered: whether "side 1" stays a number: on lights of one colour no side is orange.
    """

    def __init__(self, code=ENGLISH, table=None, numbered=False):
        self.code, self.table, self._numbered = code, table, numbered
        self._templates = Templates({**table["words"], **table.get("terminal", {})} if table else {})

    def said(self, text):
        """Return a text of the program in the language; what is not known stays as it is."""
        if not self.table:
            return text
        return re.sub(r"\b([Ss])ide ([123])\b", self._side, self._templates.said(text))

    def _side(self, found):
        name = self._templates.said(f"side no. {found[2]}" if self._numbered else SIDES[int(found[2])])
        return name[:1].upper() + name[1:] if found[1] == "S" else name


IN_ENGLISH = Language()


def codes():
    """Return the codes of the languages that have a table, in the order of NAMES."""
    return [code for code in NAMES if (TABLES / f"{code}.json").is_file()]


def table_of(code):
    """Return the table of a language: plurals, words, those of lessons, and those of the terminal alone."""
    return json.loads((TABLES / f"{code}.json").read_text(encoding="utf-8"))


@cache
def spoken(wanted=None):
    """Return the Language that is wanted by its code, else that of the environment; English where it is not here."""
    asked = [wanted] if wanted else [word for name in _VARIABLES for word in os.environ.get(name, "").split(":")]
    for word in asked:
        code = re.split("[-_.@]", word.lower())[0]
        if code in codes():
            return Language(code, table_of(code))
        if code in (ENGLISH, "c", "posix"):
            break
    return IN_ENGLISH
