"""What the file of a lesson says: Markdown, with blocks of tasks. Nothing is proven here.

    # Double threats

    Two open lines at once cannot both be stopped.

    ```task
    tic-tac-toe: a1 b2 / c3, 1 to move
    wins: any
    hint: Look at the corners.
    ```

A task begins with a position (host_sim/text/placed_text.py). Below it come words with a colon: one of KINDS, which says
what to do, and perhaps some of MORE. HTML is text.

It runs on CPython, where markdown.py brings the tokens of the text, and on MicroPython's WebAssembly port (on_page.py). A
token has type, tag, level, info, markup, map, content and children, as markdown-it names them.
"""

import re
from collections import OrderedDict  # on MicroPython a dict has no order

from ..cli.suggest import did_you_mean
from ..text.placed_text import EXPECTED, is_line

# {kind: what stands behind it, in words}
KINDS = OrderedDict(
    (
        ("wins", "any, all, in 3, or names of moves"),
        ("keeps", "any, all, or names of moves"),
        ("loses", "any, all, or names of moves"),
        ("who", "nothing, or 1, 2, 3 or draw"),
        ("play", "best, or level 2"),
        ("count", "nothing, or a number of plies"),
        ("build", "stones as in a position"),
        ("free", "a question"),
    )
)
MORE = OrderedDict((("hint", "a sentence"), ("name", "a word"), ("say", "a sentence")))
WINNERS = ["1"], ["2"], ["3"], ["draw"]
MOST_LEVEL = 9
MOST_PLIES = 99
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_DIGITS = re.compile(r"[0-9]{1,3}")
_MOVE = re.compile(r"[a-z]{1,2}[0-9]{1,3}|[a-z-]{1,20}")


class Fault(ValueError):
    """What is wrong in a lesson, in one line; `line` counts from 1."""

    def __init__(self, line, what):
        super().__init__(what)
        self.line = line


class Task:
    """A task, as it was written.

    line      where it begins in the file, counted from 1: the line of its position
    position  the line of the position; for `build`, where the pupil begins
    kind      one of KINDS
    asked     what stands behind that: "any", "all", "in", "level", "best", "named", or "" for nothing
    named     what the author names: moves, a winner, a number of plies; the question; the stones to build
    number    of `in 3` and `level 2`; else 0
    at        the line of the kind
    hint, say, name   "" if there is none
    """

    def __init__(self, line, position, kind, asked, named, number, at, hint="", say="", name=""):
        self.line, self.position, self.kind, self.at = line, position, kind, at
        self.asked, self.named, self.number = asked, named, number
        self.hint, self.say, self.name = hint, say, name


class Lesson:
    """A lesson: its title, and its parts in order: texts in Markdown, the title in the first one, and Tasks.

    html  makes HTML of such a text
    """

    def __init__(self, title, html):
        self.title, self.html, self.parts = title, html, []

    @property
    def tasks(self):
        """The tasks, in order."""
        return [part for part in self.parts if isinstance(part, Task)]


def lesson_of(tokens, text, html, wrong):
    """Return the Lesson of a text and its tokens. wrong(fault): takes each Fault; tasks that have one are left out."""
    lesson, names, begin, rows = Lesson(_title(tokens, wrong), html), {}, 0, text.split("\n")
    for token in tokens:
        if token.type != "fence" or token.info.lower().split()[:1] != ["task"]:
            continue
        first, end = token.map or (0, 0)
        lesson.parts.append("\n".join(rows[begin:first]))
        begin = end
        try:
            lesson.parts.append(_checked(token, rows, names))
        except Fault as fault:
            wrong(fault)
    lesson.parts.append("\n".join(rows[begin:]))
    return lesson


def _checked(token, rows, names):
    """Return the Task of a token; a Fault if there is none. names: {name of a task: its line}, to which it is added."""
    if token.level:
        raise Fault(_line(token), "a task in a list or a quotation; expected it at the left edge")
    task = _task(token.content.split("\n"), _line(token) + 1)
    if task.name in names:
        raise Fault(task.line, f"two tasks have the name {task.name}: the other is in line {names[task.name]}")
    if task.name:
        names[task.name] = task.line
    if not rows[token.map[1] - 1].strip().startswith(token.markup):
        raise Fault(_line(token), f"a task without an end; expected {token.markup} below it")
    return task


def _line(token):
    return token.map[0] + 1  # blocks have one


def _title(tokens, wrong):
    """Return the heading that a lesson begins with; "" if there is none, which is wrong."""
    if not tokens or tokens[0].type != "heading_open" or tokens[0].tag != "h1":
        wrong(Fault(_line(tokens[0]) if tokens else 1, "no title; expected one first, such as: # Double threats"))
        return ""
    title = "".join([token.content for token in tokens[1].children or ()]).strip()
    if not title:
        wrong(Fault(_line(tokens[0]), "an empty title; expected words behind the #"))
    return title


def _task(rows, first):
    """Return the Task of the rows of a block; first: the line of the first one."""
    rows = [(number, row.strip()) for number, row in enumerate(rows, first) if row.strip()]
    if not rows:
        raise Fault(first, f"an empty task; expected a position, {EXPECTED}")
    line, position = rows[0]
    if not is_line(position) or position.split(":")[0].strip() in list(KINDS) + list(MORE):
        raise Fault(line, f"{position[:40]!r} is no position; expected {EXPECTED}")
    said = OrderedDict()
    for number, row in rows[1:]:
        word, colon, behind = row.partition(":")
        word = word.strip().lower()
        if not colon or word not in KINDS and word not in MORE:
            known = list(KINDS) + list(MORE)
            raise Fault(number, f"{row[:40]!r}:{did_you_mean(word, known)} expected {', '.join(known)}, with a colon")
        if word in said:
            raise Fault(number, f"{word}: a second time in this task; expected it once")
        said[word] = number, behind.strip()
    kinds = [word for word in said if word in KINDS]
    if len(kinds) != 1:
        what = f"{' and '.join(kinds)} in one task" if kinds else "a task that does not say what to do"
        raise Fault(said[kinds[1]][0] if kinds else line, f"{what}; expected one of {', '.join(KINDS)}")
    kind = kinds[0]
    at, behind = said[kind]
    asked, named, number = _asked(kind, behind, at)
    return Task(line, position, kind, asked, named, number, at, **_more(said))


def _more(said):
    for word in MORE:
        number, behind = said.get(word, (0, ""))
        if number and not behind:
            raise Fault(number, f"{word}: nothing behind it; expected {MORE[word]}")
        if number and word == "name" and not _NAME.fullmatch(behind):
            raise Fault(number, f"name: {behind[:40]!r}; expected small letters, digits and -, such as first-corner")
    return {word: said[word][1] for word in MORE if word in said}


def _asked(kind, behind, at):
    """Return (asked, named, number) of what stands behind a kind."""
    words = behind.lower().replace(",", " ").split()
    if kind in ("free", "build"):
        found = behind and ("named", behind, 0)
    elif kind == "who":
        found = not words and ("", "", 0) or words in WINNERS and ("named", words[0], 0)
    elif kind == "count":
        found = not words and ("", "", 0) or _is_number(words, MOST_PLIES) and ("named", words[0], 0)
    elif kind == "play":
        found = words == ["best"] and ("best", "", 0)
        found = found or words[:1] == ["level"] and _is_number(words[1:], MOST_LEVEL) and ("level", "", int(words[1]))
    else:
        found = _asked_of_moves(kind, words, at)
    if not found:
        raise Fault(
            at, f"{kind}: {behind[:40]!r}; expected {KINDS[kind]}" if behind else f"{kind}: expected {KINDS[kind]}"
        )
    return found


def _asked_of_moves(kind, words, at):
    if words in (["any"], ["all"]):
        return words[0], "", 0
    if kind == "wins" and words[:1] == ["in"] and _is_number(words[1:], MOST_PLIES):
        if int(words[1]) % 2 == 0:
            raise Fault(at, f"wins: in {words[1]}; expected an odd number of plies: the winner's move is the last")
        return "in", "", int(words[1])
    if len(set(words)) < len(words):
        raise Fault(at, f"{kind}: a move twice; expected each once")
    return words and all([_MOVE.fullmatch(word) for word in words]) and ("named", " ".join(words), 0)


def _is_number(words, most):
    """Return whether these words are one number, from 1 to `most`."""
    return len(words) == 1 and _DIGITS.fullmatch(words[0]) is not None and 1 <= int(words[0]) <= most
