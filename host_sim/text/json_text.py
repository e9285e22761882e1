"""JSON as people write it: comments, a comma after the last entry, UTF-8 or UTF-16; and faults in their words.

Comments and commas become blanks, so that every line and column stays.
"""

import json
import re

from .text_file import plain_text

_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|#[^\n]*|/\*.*?\*/', re.DOTALL)
_COMMA = re.compile(r'"(?:[^"\\\n]|\\.)*"|,(?=\s*[\]}])')
_WORD = re.compile(r"[\w.+-]+")
_NUMBER = re.compile(r"[+-]?\.?\d")
_CUT = re.compile(  # what is left where a file ends in the middle: nothing, or the begin of a value or comment
    r'(?:"(?:[^"\\\r\n]|\\.)*\\?|u[0-9a-fA-F]{0,4}|-|\.|[eE][+-]?|t(?:ru?)?|f(?:als?|a)?|n(?:ul?)?|/(?:\*.*)?)?\s*',
    re.DOTALL,
)
_LONGEST = 40  # signs of a word that a message repeats
_IN_PYTHON = {"True": "true", "False": "false", "None": "null"}
_FAULTS = {  # of the parser's messages, by how they begin
    "Expecting ':'": "expected a colon after the name",
    "Extra data": "expected nothing after the last bracket",
    "Unterminated string": "the text is not closed",
    "Invalid \\u": "expected four hexadecimal digits after \\u",
    "Invalid \\": "a backslash in a text is written \\\\",
}


class NoJson(ValueError):
    """Text that is no JSON; the message is one line: where, what was expected, and what was found."""


def plain_json(data):
    """Return the text of a JSON file (bytes) without comments and commas after last entries; NoText if it is none."""
    return _COMMA.sub(_blank, _COMMENT.sub(_blank, plain_text(data)))


def _blank(found):
    return found[0] if found[0][0] == '"' else re.sub(r"[^\n\r]", " ", found[0])


def _fault(error):
    """Return what a JSONDecodeError means: what was expected, and what was found instead."""
    text, at = error.doc, error.pos
    if not text.strip():
        return "expected a { and a }, found an empty file"
    if _CUT.fullmatch(text, at) and not error.msg.startswith(("Invalid control", "Extra data")):
        return "the file ends in the middle"
    return f"{_meant(error.msg, text, at)}, found {text[at]!r}"


def _meant(message, text, at):
    """Return what was expected at this place of the text."""
    known = next((words for begin, words in _FAULTS.items() if message.startswith(begin)), "")
    if known:
        return known
    if message.startswith("Invalid control"):
        return "the text is not closed on its line" if text[at] in "\r\n" else "a tab in a text is written \\t"
    word = next((word[0] for word in _WORD.finditer(text) if word.start() <= at < word.end()), "")
    word = word if len(word) <= _LONGEST else ""
    if _value(word) not in ("", word):
        return f"numbers are written {_value(word)}, not {word}"
    if message.startswith("Expecting ','"):
        return "a comma is missing" if text[at] in '"[{' or word else "expected a comma or the closing bracket"
    if text[at] == ",":
        return "a comma too many"
    if word in _IN_PYTHON:
        return f"{word} is written {_IN_PYTHON[word]}"
    expected = "expected a value" if message.startswith("Expecting value") else "expected a name"
    if text[at] == "'" or text[at].isalpha():
        return f'{expected}; texts stand in double quotes, such as "{word or "name"}"'
    return expected


def _value(word):
    """Return the decimal form of a number in another notation; "" if the word is not a number."""
    if not _NUMBER.match(word):
        return ""
    for read in (lambda: int(word, 0), lambda: int(word), lambda: float(word)):
        try:
            return str(read())
        except ValueError:
            continue
    return ""


def parsed(data):
    """Return (text, value) of a JSON file (bytes); NoJson, in one line, if it is none."""
    try:
        text = plain_json(data)
        return text, json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise NoJson(f"not JSON, line {error.lineno}, column {error.colno}: {_fault(error)}") from None
    except ValueError as error:
        raise NoJson(f"not JSON: {error}") from None
    except RecursionError:
        raise NoJson("not JSON: nested too deeply") from None


def _no_number(word):
    raise ValueError(f"{word} is not a number")
