"""The Markdown of lessons, in which HTML is text. The page has the same in host_sim/web/learn/markdown.js."""

from functools import partial

from markdown_it import MarkdownIt

from .lesson_file import is_of_page, lesson_of

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def markdown(text, opened=None, references=None):
    """Return the tokens of Markdown, in which HTML is text, and a picture that is not in the text itself its words.

    opened(target, title): the attributes of a link to an address of the page; without it such a link is plain words.
    references: those of the Lesson that it is a part of.
    """
    tokens = _MARKDOWN.parse(text, references)
    for token in tokens:
        children, ends = [], []  # of the links that are open: whether an end is wanted
        for child in token.children or ():
            if child.type == "link_open":
                ends.append(bool(opened) or not is_of_page(child))
                if opened and is_of_page(child):
                    child.attrs = opened(child.attrs["href"], child.attrs.get("title", ""))
            if child.type == "image" and not str(child.attrs["src"]).startswith("data:"):
                child.type = "text"
            wanted = ends[-1] if child.type == "link_open" else child.type != "link_close" or ends.pop()
            children += [child] * wanted
        token.children = children or token.children
    return tokens


def html(text, opened=None, references=None):
    """Return Markdown as HTML; HTML in it stays text. opened, references: as for `markdown`."""
    return _MARKDOWN.renderer.render(markdown(text, opened, references), _MARKDOWN.options, {})


def read(text):
    """Return the Lesson of a text; a Fault names the first line that is wrong."""
    references = {}
    lesson = lesson_of(_MARKDOWN.parse(text, references), text, partial(html, references=references), _raise)
    lesson.references = references
    return lesson


def _raise(fault):
    raise fault
