"""What the file of a lesson says: Markdown, with blocks of tasks. Nothing is proven here.

    # Double threats

    Two open lines at once cannot both be stopped.

    ```task
    tic-tac-toe: a1 b2 / c3, 1 to move
    wins: any
    hint: Look at the corners.
    ```

A task begins with a position (host_sim/text/placed_text.py). Below it come words with a colon: one of KINDS, which says
what to do, and perhaps some of MORE. A block `claim` has a position, too, and what the text says of it: it is checked,
and not shown. A link to an address of the page, such as [look](#hex=3&moves=b2 "Where would you play?"), opens it
there; its title says what to do. HTML is text.

It runs on CPython, where markdown.py brings the tokens of the text, and on MicroPython's WebAssembly port (on_page.py).
A token has type, tag, level, info, markup, map, content, attrs and children, as markdown-it-py names them.
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
MORE = OrderedDict((("hint", "a sentence"), ("because", "a sentence"), ("name", "a word"), ("say", "a sentence")))
# {what a claim says of its position: what stands behind it, in words}
CLAIMS = OrderedDict(
    (
        ("who", "1, 2, 3 or draw"),
        ("count", "a number of plies"),
        ("moves 1, moves draw or moves 2 in 4", "names of moves, or how many they are"),
        ("enough", "names of points"),
    )
)
WINNERS = ["1"], ["2"], ["3"], ["draw"]
MOST_LEVEL = 9
MOST_PLIES = 99
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_DIGITS = re.compile(r"[0-9]{1,3}")
_CLAIM = re.compile(r"who|count|enough|moves (?:[123]|draw)(?: in [1-9][0-9]?)?")
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
    because   why the answer is right, said when it was given; "" if there is nothing
    """

    def __init__(self, line, position, kind, asked, named, number, at, hint="", because="", say="", name=""):
        self.line, self.position, self.kind, self.at = line, position, kind, at
        self.asked, self.named, self.number = asked, named, number
        self.hint, self.because, self.say, self.name = hint, because, say, name


class Claim:
    """What the text says of a position; nobody is asked.

    line      that of its position, counted from 1
    position  the line of the position
    says      [(line, what is said, such as "moves 1", what stands behind it), ...]
    """

    def __init__(self, line, position, says):
        self.line, self.position, self.says = line, position, says


class Link:
    """A link to an address of the page: its line in the file, and the address from # on."""

    def __init__(self, line, target):
        self.line, self.target = line, target


class Lesson:
    """A lesson.

    title          its first heading
    parts          in order: texts in Markdown, the title in the first one, and Tasks
    claims, links  what its texts say of positions, and what they open, in order
    pictures       [(line, target)] of the pictures that are in no text
    references     what its texts define for one another, such as [name]: target; of the parser
    html           html(part, opened) makes HTML of such a text. opened(target, title): the attributes of a link to an
                   address of the page; without it such a link is plain words
    word           word(message): what stands in the texts in its place, in another language (html_words.py); or None
    """

    def __init__(self, title, html, word=None):
        self.title, self.html, self.word = title, html, word
        self.parts, self.claims, self.links, self.pictures, self.references = [], [], [], [], {}

    @property
    def tasks(self):
        """The tasks, in order."""
        return [part for part in self.parts if isinstance(part, Task)]


def lesson_of(tokens, text, html, wrong):
    """Return the Lesson of a text and its tokens. html: as of a Lesson.

    wrong(fault): takes each Fault; tasks and claims that have one are left out.
    """
    lesson, names, begin, rows = Lesson(_title(tokens, wrong), html), {}, 0, _rows(text)
    lesson.pictures = _pictures(tokens)
    for token in tokens:
        lesson.links += _links(token, rows)
        kind = token.info.lower().split()[:1] if token.type == "fence" else []
        if kind not in (["task"], ["claim"]):
            continue
        first, end = token.map or (0, 0)
        lesson.parts.append("\n".join(rows[begin:first]))
        begin = end
        try:
            if kind == ["claim"]:
                lesson.claims.append(_claim(*_content(token, rows)))
            else:
                lesson.parts.append(_named(_task(*_content(token, rows)), names))
        except Fault as fault:
            wrong(fault)
    lesson.parts.append("\n".join(rows[begin:]))
    return lesson


def _rows(text):
    """Return the lines of a text as Markdown counts them: they end with \\n, \\r\\n or \\r."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _content(token, rows):
    """Return (the rows of a block, the line of the first one); Fault if it stands at a wrong place."""
    kind = token.info.lower().split()[0]
    if token.level:
        raise Fault(_line(token), f"a {kind} in a list or a quotation; expected it at the left edge")
    if not rows[token.map[1] - 1].strip().startswith(token.markup):
        raise Fault(_line(token), f"a {kind} without an end; expected {token.markup} below it")
    return token.content.split("\n"), _line(token) + 1


def _named(task, names):
    """Return a task; Fault if another one has its name. names: {name: line of its task}, to which it is added."""
    if task.name in names:
        raise Fault(task.line, f"two tasks have the name {task.name}: the other is in line {names[task.name]}")
    if task.name:
        names[task.name] = task.line
    return task


def is_of_page(token):
    """Return whether a token of a link leads to an address of the page."""
    return str(token.attrs.get("href", "")).startswith("#")


def _links(block, rows):
    """Return the Links to addresses of the page in a block of text."""
    found = [str(child.attrs["href"]) for child in block.children or () if is_of_page(child)]
    first, end = block.map or (0, 0)
    return [Link(1 + next((at for at in range(first, end) if target in rows[at]), first), target) for target in found]


def _line(token):
    return token.map[0] + 1  # blocks have one


def _pictures(tokens):
    """Return [(line, target)] of the pictures that these tokens only name; data: has them in the text."""
    found = [
        (_line(token), str(inner.attrs["src"]))
        for token in tokens
        for inner in token.children or ()
        if inner.type == "image"
    ]
    return [(line, target) for line, target in found if not target.startswith("data:")]


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
    line, position, said = _said(
        rows, first, "task", lambda word: word in KINDS or word in MORE, list(KINDS) + list(MORE)
    )
    kinds = [word for word in said if word in KINDS]
    if len(kinds) != 1:
        what = f"{' and '.join(kinds)} in one task" if kinds else "a task that does not say what to do"
        raise Fault(said[kinds[1]][0] if kinds else line, f"{what}; expected one of {', '.join(KINDS)}")
    kind = kinds[0]
    at, behind = said[kind]
    asked, named, number = _asked(kind, behind, at)
    return Task(line, position, kind, asked, named, number, at, **_more(said))


def _claim(rows, first):
    """Return the Claim of the rows of a block; first: the line of the first one."""
    line, position, said = _said(rows, first, "claim", _CLAIM.fullmatch, CLAIMS)
    if not said:
        raise Fault(line, f"a claim that says nothing; expected one of {', '.join(CLAIMS)}")
    for word, (at, behind) in said.items():
        if not behind:
            raise Fault(at, f"{word}: nothing behind it; expected {CLAIMS.get(word) or 'names of moves, or a number'}")
    return Claim(line, position, [(at, word, behind) for word, (at, behind) in said.items()])


def _said(rows, first, what, is_known, known):
    """Return (line and text of the position, {word: (its line, what stands behind it)}) of the rows of a block.

    what: "task" or "claim". is_known(word): whether a word may stand there; known: such words, for who errs.
    """
    rows = [(number, row.strip()) for number, row in enumerate(rows, first) if row.strip()]
    if not rows:
        raise Fault(first, f"an empty {what}; expected a position, {EXPECTED}")
    line, position = rows[0]
    if not is_line(position) or is_known(position.split(":")[0].strip()):
        raise Fault(line, f"{position[:40]!r} is no position; expected {EXPECTED}")
    said = OrderedDict()
    for number, row in rows[1:]:
        word, colon, behind = row.partition(":")
        word = " ".join(word.lower().split())
        if not colon or not is_known(word):
            raise Fault(number, f"{row[:40]!r}:{did_you_mean(word, known)} expected {', '.join(known)}, with a colon")
        if word in said:
            raise Fault(number, f"{word}: a second time in this {what}; expected it once")
        said[word] = number, behind.strip()
    return line, position, said


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
