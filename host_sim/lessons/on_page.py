"""What the page asks of a lesson that is written there: what is wrong in it, its document, its sheet.

worker.js calls it, in a worker of its own; each function takes one text of JSON and returns another one. The page
brings the tokens of the Markdown, and the HTML of the texts between the tasks; all else is said by the modules of this
folder, so the answers are those of `glowgrid lesson`.
"""

import json
import sys

if sys.implementation.name == "micropython":
    from ..text import patterns

    sys.modules["re"] = patterns  # while those are imported that need it

from .claiming import check_claim
from .document import document as document_of
from .lesson_file import Fault, Task, lesson_of
from .linking import opened
from .proving import THINK_S, Proven, in_the_time, proven
from .sheet import body, style
from .small_library import list_games

if sys.implementation.name == "micropython":
    sys.modules.pop("re", None)

FITTING = "wins: any", "keeps: any", "loses: any", "who:"  # the first that fits is asked, if the author does not say
ELSE = "free: What would you do here?"
_lesson = []  # the one that was read last, if there is one
_known = {}  # {what a task asks, or a claim says: what is proven, or (which line is wrong, why)}, of all asked for


class Token:
    """A token of Markdown, as markdown-it-py has it."""

    def __init__(self, about):
        self.type, self.tag, self.level, self.info = about["type"], about["tag"], about["level"], about["info"]
        self.markup, self.map, self.content = about["markup"], about["map"], about["content"]
        self.attrs = about.get("attrs") or {}
        self.children = [Token(each) for each in about.get("children") or ()]


def read(about):
    """Read a lesson. about: text, tokens, own (the folder of own games).

    Return title; texts, its parts that are Markdown; tasks, how many there are; faults, each with line and what.
    """
    about = json.loads(about)
    list_games(about["own"])
    faults = []
    lesson = lesson_of([Token(each) for each in about["tokens"]], about["text"], None, faults.append)
    _lesson[:] = [lesson]
    texts = [part for part in lesson.parts if isinstance(part, str)]
    return json.dumps({"title": lesson.title, "texts": texts, "tasks": len(lesson.tasks), "faults": _said(faults)})


def prove(about):
    """Prove a task of the lesson. about: task, its number from 0. Return its faults: none, or one."""
    return json.dumps({"faults": _said([_proof(_lesson[0].tasks[json.loads(about)["task"]])])})


def check_text(about):
    """Return the faults of the links and claims of the lesson. about: nothing."""
    lesson, faults = _lesson[0], []
    for link in lesson.links:
        try:
            opened(link)
        except Fault as fault:
            faults.append(fault)
    for claim in lesson.claims:
        key = str([claim.position, [said[1:] for said in claim.says]])
        faults.append(_found(key, claim, check_claim))
    return json.dumps({"faults": _said(faults)})


def fitting(about):
    """Return asks: what a pupil can be asked of a position. about: position, its line; own."""
    about = json.loads(about)
    list_games(about["own"])
    for asks in FITTING:
        faults = []
        lesson = lesson_of([_block("%s\n%s" % (about["position"], asks))], "\n\n```", None, faults.append)
        if not lesson.tasks:
            break
        found = _proof(lesson.tasks[0])
        if not isinstance(found, Fault) and (not found.right or len(found.right) < len(found.values)):
            return json.dumps({"asks": asks})
    return json.dumps({"asks": ELSE})


def _block(content):
    about = {"type": "fence", "tag": "", "level": 0, "info": "task", "markup": "```", "map": (0, 3), "content": content}
    return Token(about)


def document(about):
    """Return html, the document of the lesson; all of its tasks are proven. about: name, html (of its texts)."""
    about = json.loads(about)
    return json.dumps({"html": document_of(_written(about["html"]), about["name"], _all_proofs())})


def sheet(about):
    """Return title, style and html of the lesson's sheet. about: paper, html (of its texts).

    All of its tasks are proven.
    """
    about = json.loads(about)
    lesson = _written(about["html"])
    made = {"title": lesson.title, "style": style(about["paper"]), "html": body(lesson, _all_proofs())}
    return json.dumps(made)


def _written(html):
    """Return the lesson, whose texts have this HTML, one after the other."""
    texts = iter(html)
    _lesson[0].html = lambda part, opened=None: next(texts)
    return _lesson[0]


def _all_proofs():
    return [_proof(task) for task in _lesson[0].tasks]


def _proof(task):
    """Return what is proven of a task, or its Fault."""
    key = str([task.position, task.kind, task.asked, task.named, task.number])
    found = _found(key, task, proven)
    if isinstance(found, Fault):
        return found
    return Proven(task, found.start, found.right, found.winner, found.plies, found.values)


def _found(key, block, prove):
    """Return what prove(block) returns, or its Fault. A block whose lines have moved is not proven again."""
    if key not in _known:
        try:
            _known[key] = prove(block)
        except Fault as fault:
            _known[key] = _lines(block).index(fault.line), str(fault)
    found = _known[key]
    return Fault(_lines(block)[found[0]], found[1]) if isinstance(found, tuple) else found


def _lines(block):
    """Return the lines of a Task or Claim in which something can be wrong: its position, and what it asks or says."""
    return [block.line, block.at] if isinstance(block, Task) else [block.line] + [said[0] for said in block.says]


def _said(found):
    faults = [each for each in found if isinstance(each, Fault)]
    return [{"line": fault.line, "what": str(fault).replace(in_the_time(THINK_S), "in the time")} for fault in faults]
