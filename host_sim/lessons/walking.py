"""A lesson in the terminal: its text, its tasks with their fields, and the answers that a pupil types."""

from rich.markdown import Markdown

from ..languages.language import IN_ENGLISH
from ..text.field_text import position_text
from . import in_words
from .answering import RIGHT, UNCLEAR, WRONG, Answering
from .lesson_file import Task
from .markdown import markdown
from .proving import THINK_S

HELP = "Type your answers. ? is a hint, ! the answer; an empty line goes on. On the field orange is 1, blue 2, green 3."


class Walk:
    """A lesson on its way through.

    right, done   tasks whose first answer was right; tasks that are behind
    """

    def __init__(self, lesson, prove, ask, say, console, think=THINK_S, said=IN_ENGLISH.said):
        """prove(task): what is proven of it. ask(): the next answer, None at the end. say(line): shows a line.

        console: a rich Console, for the text. think: seconds of a Pico, for each refutation. said(text): a text of the
        program in the pupil's language; the lesson's own stay as they are.
        """
        self._lesson, self._prove, self._ask, self._say, self._console = lesson, prove, ask, say, console
        self._think, self._said = think, said
        self.right = self.done = 0

    def go(self):
        """Go through it, to its end or that of the answers."""
        told = False
        for part in self._lesson.parts:
            if isinstance(part, Task):
                if not told:
                    self._say(self._said(HELP))
                told = True
                if not self._task(part):
                    return
                self.done += 1
            elif part.strip():
                shown = Markdown(part)
                shown.parsed = markdown(
                    part, references=self._lesson.references, word=self._lesson.word
                )  # Rich's own would leave HTML out
                self._console.print(shown)

    def _task(self, task):
        """Let a task be answered; return False if there are no more answers."""
        number = self._said(f"Task {self.done + 1} of {len(self._lesson.tasks)}")
        self._say(f"\n{number}: {self._asks(task)}")
        found, first = self._prove(task), True
        answering = Answering(found, self._think)
        self._show(answering)
        while (text := self._ask()) is not None:
            text = text.strip()
            if not text:
                return True
            if text == "?":
                self._say(task.hint or self._said("There is no hint."))
                continue
            if text == "!":
                first = False
                self._say(self._said(f"The answer: {in_words.answer(found)}.") + _why(task))
                continue
            state, words = answering.answer(text)
            self._say(self._said(words) + _why(task) * (state == RIGHT))
            if state == RIGHT:
                self.right += first
                return True
            first = first and state != WRONG
            if state == WRONG and task.kind == "play":
                answering = Answering(found, self._think)
            if state != UNCLEAR and task.kind == "play":
                self._show(answering)
        return False

    def _asks(self, task):
        """Return what a task asks; the words of `say` and `free` are the lesson's own."""
        return in_words.task(task) if task.say or task.kind == "free" else self._said(in_words.task(task))

    def _show(self, answering):
        at = answering.position
        self._say(self._said(position_text(at.game.rules, at.game.size, at.core)))


def _why(task):
    return f" {task.because}" if task.because else ""
