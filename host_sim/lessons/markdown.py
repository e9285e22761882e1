"""The Markdown of lessons, in which HTML is text. The page has the same in host_sim/web/learn/markdown.js."""

from markdown_it import MarkdownIt

from .lesson_file import lesson_of

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def markdown(text):
    """Return the tokens of Markdown, in which HTML is text."""
    return _MARKDOWN.parse(text)


def html(text):
    """Return Markdown as HTML; HTML in it stays text."""
    return _MARKDOWN.render(text)


def read(text):
    """Return the Lesson of a text; a Fault names the first line that is wrong."""
    return lesson_of(markdown(text), text, html, _raise)


def _raise(fault):
    raise fault
