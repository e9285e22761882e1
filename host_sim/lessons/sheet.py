"""A lesson on paper: its text, its tasks with fields to draw in, and on the last page the answers. One file of HTML."""

from html import escape

from glowgrid.console.palette import SIDES

from ..web.field.field_state import FieldState
from . import in_words
from .drawing import SIGNS, STYLE, svg
from .lesson_file import Task

PAPERS = {"a4": "A4", "letter": "letter"}
_LAYOUT = """
@page { size: %s; margin: 16mm 16mm 18mm }
body { font: 11pt/1.4 Georgia, "Times New Roman", serif; max-width: 178mm; margin: auto; color: #000; background: #fff }
h1 { font-size: 18pt; margin: 0 0 3mm } h2 { font-size: 14pt } h1, h2, h3, p:has(+ .task) { break-after: avoid }
.who { display: flex; gap: 6mm; margin: 0 0 5mm } .who span { flex: 1; border-bottom: 0.3mm solid #000 }
.who span + span { flex: none; width: 45mm }
.task { break-inside: avoid; margin: 7mm 0; border-top: 0.3mm solid #000; padding-top: 2mm }
.task h3 { font-size: 11pt; margin: 0 0 1mm } .task p { margin: 1mm 0 }
svg { display: block; margin: 2mm auto; max-width: min(100%%, 175mm); max-height: 190mm }
.lines { height: 8mm; border-bottom: 0.2mm solid #000 }
.answers { break-before: page }
table { border-collapse: collapse } :is(th, td) { border: 0.2mm solid #000; padding: 1mm 2mm }
.board svg { width: 100%%; max-height: 200mm }
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
_LINES = {"free": 4, "play": 0, "build": 0}  # to write on; else one


def _in_english(text):
    return text


def sheet(lesson, proofs, paper="a4", answers=True, said=_in_english, language="en"):
    """Return the sheet of a lesson. proofs: what is proven of its tasks, in order; paper: one of PAPERS.

    answers: whether they are on a page of their own, at the end. said(text): a text of the program in that language, a
    code; the teacher's own stay as they are.
    """
    return _page(lesson.title, body(lesson, proofs, answers, said), paper, language)


def body(lesson, proofs, answers=True, said=_in_english):
    """Return what is on the sheet of a lesson, as HTML. answers, said: as for `sheet`."""
    parts, number = [], 0
    for part in lesson.parts:
        if isinstance(part, Task):
            number += 1
            parts.append(_task(number, proofs[number - 1], said))
        else:
            parts.append(lesson.html(part))
    text = "".join(parts).replace("</h1>", f"</h1>\n{_who(said)}", 1)
    return text + (_answers(proofs, said) if proofs and answers else "")


def style(paper):
    """Return the style sheet of a sheet. paper: one of PAPERS."""
    return _LAYOUT % PAPERS[paper]


def board(position, paper="a4", said=_in_english, language="en"):
    """Return a sheet with the field of a glowgrid.Position, as large as the paper is. said, language: of `sheet`."""
    title, about = said(position.game.title), said(position.game.about)
    words = f"<h1>{escape(title)}</h1>\n{_who(said)}<p>{escape(about)} {escape(_signs(position, said))}</p>\n"
    return _page(title, f'<div class="board">\n{words}{_drawn(position, said)}\n</div>', paper, language)


def _page(title, content, paper, language):
    return _PAGE.format(title=escape(title), style=style(paper), body=content, language=language)


def _who(said):
    return f'<p class="who"><span>{escape(said("Name"))}</span><span>{escape(said("Date"))}</span></p>\n'


def _signs(position, said):
    """Return how the sides are drawn, and what each has to do to win, in words."""
    sides = range(1, position.sides + 1)
    signs = ", ".join([said(f"{SIGNS[side]} is {SIDES[side]}") for side in sides])
    goals = position.game.rules.goals(position.game.size)
    if len(set(goals)) > 1:  # each side has edges of its own
        each = "; ".join([f"{said(SIDES[side])}: {said(goals[side - 1])}" for side in sides])
        return f"{signs}. {in_words.capital(each)}."
    if not goals[0]:
        return f"{signs}."
    goal = said(f"To win: {goals[0]}.")  # MicroPython has no f-string within another
    return f"{signs}. {goal}"


def _drawn(position, said):
    state = FieldState(position.game.rules, position.game.size, position.core).state(position.core)
    stones = ", ".join(f"{name} {SIDES[side]}" for name, side in position.stones.items())
    return svg(state, said(f"{position.game.title}: {stones or 'an empty field'}"))


def _task(number, found, said):
    task, start = found.task, found.start
    asks = in_words.capital(in_words.task(task))
    asks = asks if task.say or task.kind == "free" else said(asks)
    about = [said(f"{start.game.title}."), said(in_words.whose_turn(found).strip()), _signs(start, said)]
    if task.hint:
        about.append(f"{said('Hint')}: {task.hint}")
    words = " ".join(filter(None, about))
    lines = '<div class="lines"></div>\n' * _LINES.get(task.kind, 1)
    return (
        f'<section class="task">\n<h3>{number}. {escape(in_words.capital(asks))}</h3>\n'
        f"<p>{escape(words)}</p>\n{_drawn(start, said)}\n{lines}</section>\n"
    )


def _answers(proofs, said):
    answers = ([said(in_words.answer(found)) + "." * bool(found.task.because), found.task.because] for found in proofs)
    rows = "".join(f"<li>{escape(' '.join(words).strip())}</li>\n" for words in answers)
    return f'<section class="answers">\n<h2>{escape(said("Answers"))}</h2>\n<ol>\n{rows}</ol>\n</section>\n'
