"""A lesson as a document of the page, which reads well alone; lesson.js of the page plays its tasks on the field.

It runs on CPython and on MicroPython's WebAssembly port.
"""

from html import escape

from glowgrid.levels import levels_of
from glowgrid.rules.game import size_name

from ..text.position_line import position_line
from . import in_words
from .lesson_file import Task
from .proving import fine_ends

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title} - Glowgrid</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="../icon.svg">
<link rel="stylesheet" href="lesson.css">
</head>
<body>
<nav class="alone"><a href="../index.html">Glowgrid</a> ·
  <a href="../index.html#lesson={name}">This lesson beside the field</a></nav>
<main>
{body}</main>
</body>
</html>
"""
_TASKS = {"who": "choose", "count": "number", "free": "write", "build": "stones", "play": "play"}  # else find, or all


def document(lesson, name, proofs):
    """Return the HTML of a lesson. name: of its file; proofs: what is proven of its tasks, in order."""
    parts, proofs = [], iter(proofs)
    for part in lesson.parts:
        parts.append(_task(next(proofs)) if isinstance(part, Task) else lesson.html(part, _opened))
    return _PAGE.format(title=escape(lesson.title), name=name, body="".join(parts))


def _opened(target, title):
    """Return the attributes of a link to an address of the page."""
    return {"class": "open", "href": f"../index.html{target}", "data-say": title or "Look at the field."}


def _task(found):
    task, start = found.task, found.start
    asks = in_words.capital(in_words.task(task))
    says = in_words.whose_turn(found) + asks + ("" if asks[-1] in ".?!" else ".")
    attributes = [
        ("data-task", _TASKS.get(task.kind) or ("all" if task.asked == "all" else "find")),
        ("data-right", _right(found)),
    ]
    if task.kind == "who":
        attributes.append(("data-choices", " ".join(in_words.choices(start))))
    more = [in_words.quicker(found, name) for name in found.right]
    if any(more):
        attributes.append(("data-more", "|".join(more)))  # what is added to each right move
    attributes.append(("data-say", says))
    words = "".join([f' {key}="{escape(value)}"' for key, value in attributes])
    link = f'<p><a class="open" href="../index.html{escape(_link(found))}"{words}>{escape(says)}</a></p>\n'
    return link + _folded("hint", "Hint", task.hint) + _folded("answer", "Answer", task.because)


def _folded(kind, title, words):
    """Return words that unfold below a task; "" for none."""
    return f'<details class="{kind}"><summary>{title}</summary>\n<p>{escape(words)}</p></details>\n' if words else ""


def _right(found):
    """Return the right answer as judging.js of the page compares it."""
    task = found.task
    if task.kind == "who":
        return next(word for word, winner in in_words.WORDS.items() if winner == found.winner)
    if task.kind == "count":
        return str(found.plies or 0)
    if task.kind == "build":
        return in_words.stones_in(task.named, found.start)
    if task.kind == "play":
        return " ".join(map(str, sorted(fine_ends(found))))
    return " ".join(found.right)


def _link(found):
    """Return the link to the position of a task: nobody but the pupil plays, except in a game to the end."""
    start = found.start
    core, game = start.core, start.game
    seats = [0] * start.sides
    if found.task.kind == "play":
        level = found.task.number or levels_of(core)
        seats = [0 if side == start.to_move else level for side in range(1, start.sides + 1)]
    if start.stones or start.to_move > 1:
        place = "position=" + position_line(game.rules, game.size, core).replace(" ", "+")
    else:
        place = f"{game.name}={size_name(game.size)}".rstrip("=") + "&swap=off" * bool(game.rules.swap)
    return f"#{place}&seats={','.join(map(str, seats))}"
