"""A lesson on paper: its text, its tasks with fields to draw in, and on the last page the answers. One file of HTML."""

import re
from html import escape

from glowgrid.console.palette import SIDES

from ..languages.html_words import translated
from ..languages.language import Language
from ..web.field.field_state import FieldState
from . import in_words
from .drawing import SIGNS, STYLE, svg
from .lesson_file import Task, html

PAPERS = {"a4": "A4", "letter": "letter"}
_LAYOUT = """
@page { size: %s; margin: 16mm 16mm 18mm }
body { font: 11pt/1.4 Georgia, "Times New Roman", serif; max-width: 178mm; margin: auto; color: #000; background: #fff }
h1 { font-size: 18pt; margin: 0 0 3mm } h2 { font-size: 14pt } h1, h2, h3 { break-after: avoid }
.who { display: flex; gap: 6mm; margin: 0 0 5mm } .who span { flex: 1; border-bottom: 0.3mm solid #000 }
.who span + span { flex: none; width: 45mm }
.task { break-inside: avoid; margin: 7mm 0; border-top: 0.3mm solid #000; padding-top: 2mm }
.task h3 { font-size: 11pt; margin: 0 0 1mm } .task p { margin: 1mm 0 }
svg { display: block; margin: 2mm auto; max-height: 190mm;
  width: min(100%%, 175mm, calc(var(--wide) * var(--step, 12mm))) }
.lines { height: 8mm; border-bottom: 0.2mm solid #000 }
.answers { break-before: page }
table { border-collapse: collapse } :is(th, td) { border: 0.2mm solid #000; padding: 1mm 2mm }
.board { --step: 40mm } .board svg { max-height: 215mm }
""" + STYLE  # fmt: skip
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""
_NAME, _DATE, _ANSWERED = "Name", "Date", "Answers"
_WHO = f'<p class="who"><span>{_NAME}</span><span>{_DATE}</span></p>\n'
_ENGLISH = Language()
_LINES = {"free": 4, "play": 0, "build": 0}  # to write on; else one


def sheet(lesson, proofs, paper="a4", language=_ENGLISH):
    """Return the sheet of a lesson. proofs: what is proven of its tasks, in order; paper: one of PAPERS.

    language: a Language, of all but the teacher's text.
    """
    body, number = [], 0
    for part in lesson.parts:
        if isinstance(part, Task):
            number += 1
            body.append(_in(language, _task(number, proofs[number - 1])))
        else:
            body.append(html(part))
    who, answers = (_in(language, text) for text in (_WHO, _answers(proofs) if proofs else ""))
    text = re.sub("(</h1>\n?)", lambda found: found[1] + who, "".join(body), count=1)
    return _page(lesson.title, text + answers, paper, language)


def board(position, paper="a4", language=_ENGLISH):
    """Return a sheet with the field of a glowgrid.Position, as large as the paper is. language: a Language."""
    title = position.game.title
    about = f"<h1>{escape(title)}</h1>\n{_WHO}<p>{escape(position.game.about)} {_signs(position)}</p>\n"
    body = _in(language, f'<div class="board">\n{about}{_drawn(position)}\n</div>')
    return _page(language.said(title), body, paper, language)


def _in(language, text):
    """Return HTML of this module in a language."""
    return translated(text, language.said) if language.table else text


def _page(title, body, paper, language):
    return _PAGE.format(title=escape(title), style=_LAYOUT % PAPERS[paper], body=body, language=language.code)


def _signs(position):
    """Return how the sides are drawn, in words."""
    return ", ".join(f"{SIGNS[side]} is {SIDES[side]}" for side in range(1, position.sides + 1)) + "."


def _drawn(position):
    state = FieldState(position.game.rules, position.game.size, position.core).state(position.core)
    stones = ", ".join(f"{name} {SIDES[side]}" for name, side in position.stones.items())
    return svg(state, f"{position.game.title}: {stones or 'an empty field'}")


def _task(number, found):
    task, start = found.task, found.start
    asks = in_words.task(task)
    whose = f"{SIDES[start.to_move].capitalize()} is to move. " * (task.kind not in ("build", "free"))
    hint = f" Hint: {task.hint}" if task.hint else ""
    lines = '<div class="lines"></div>\n' * _LINES.get(task.kind, 1)
    return (
        f'<section class="task">\n<h3>{number}. {escape(asks[:1].upper() + asks[1:])}</h3>\n'
        f"<p>{escape(start.game.title)}. {whose}{_signs(start)}{escape(hint)}</p>\n{_drawn(start)}\n{lines}</section>\n"
    )


def _answers(proofs):
    rows = "".join(f"<li>{escape(in_words.answer(found))}</li>\n" for found in proofs)
    return f'<section class="answers">\n<h2>{_ANSWERED}</h2>\n<ol>\n{rows}</ol>\n</section>\n'
