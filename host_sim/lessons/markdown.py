"""The Markdown of lessons, in which HTML is text. The page has the same in host_sim/web/learn/markdown.js."""

from markdown_it import MarkdownIt

from .lesson_file import is_of_page, lesson_of

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def markdown(text, opened=None):
    """Return the tokens of Markdown, in which HTML is text.

    opened(target, title): the attributes of a link to an address of the page; without it such a link is plain words.
    """
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        children, ends = [], []  # of the links that are open: whether an end is wanted
        for child in token.children or ():
            if child.type == "link_open":
                ends.append(bool(opened) or not is_of_page(child))
                if opened and is_of_page(child):
                    child.attrs = opened(child.attrs["href"], child.attrs.get("title", ""))
            wanted = ends[-1] if child.type == "link_open" else child.type != "link_close" or ends.pop()
            children += [child] * wanted
        token.children = children or token.children
    return tokens


def html(text, opened=None):
    """Return Markdown as HTML; HTML in it stays text. opened: as for `markdown`."""
    return _MARKDOWN.renderer.render(markdown(text, opened), _MARKDOWN.options, {})


def read(text):
    """Return the Lesson of a text; a Fault names the first line that is wrong."""
    return lesson_of(_MARKDOWN.parse(text), text, html, _raise)


def _raise(fault):
    raise fault
