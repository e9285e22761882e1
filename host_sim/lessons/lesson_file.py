"""What the file of a lesson says: Markdown, with blocks of tasks. Nothing is proven here.

    # Double threats

    Two open lines at once cannot both be stopped.

    ```task
    tic-tac-toe: a1 b2 / c3, 1 to move
    wins: any
    hint: Look at the corners.
    ```

A task begins with a position (host_sim/text/placed_text.py). Below it come words with a colon: one of KINDS (tasks.py),
which says what to do, and perhaps some of MORE. HTML is text.
"""

from markdown_it import MarkdownIt

from .tasks import lesson_of

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def markdown(text):
    """Return the tokens of Markdown, in which HTML is text."""
    return _MARKDOWN.parse(text)


def html(text):
    """Return Markdown as HTML; HTML in it stays text."""
    return _MARKDOWN.render(text)


def read(text):
    """Return the Lesson of a text (tasks.py); a Fault names the first line that is wrong."""
    return lesson_of(markdown(text), text, html, _raise)


def _raise(fault):
    raise fault
