"""The Markdown of lessons, in which HTML is text. The page has the same in host_sim/web/learn/markdown.js."""

from functools import partial

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..languages.html_words import Element, translate
from .lesson_file import is_of_page, lesson_of

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def markdown(text, opened=None, references=None, word=None):
    """Return the tokens of Markdown, in which HTML is text, and a picture that is not in the text itself its words.

    opened(target, title): the attributes of a link to an address of the page; without it such a link is plain words.
    references: those of the Lesson that it is a part of. word(message): as for html_words.translated.
    """
    tokens = _MARKDOWN.parse(text, references)
    for token in tokens:
        if word:
            _translate(token, word)
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


def html(text, opened=None, references=None, word=None):
    """Return Markdown as HTML; HTML in it stays text. opened, references, word: as for `markdown`."""
    return _MARKDOWN.renderer.render(markdown(text, opened, references, word), _MARKDOWN.options, {})


def _translate(block, word):
    """Put other words into a block of text: into its tokens, as they would come into its HTML."""
    if block.type in ("fence", "code_block"):
        root = Element("pre", inside=[block.content])
        translate(root, word)
        block.content = "".join(root.inside)
    elif block.children:
        root, tokens = _tree(block.children)
        translate(root, word)
        block.children = list(_flat(root, tokens))


def _tree(children):
    """Return (the tokens of a line of text as an Element, {id of an Element in it: its tokens})."""
    open_, tokens = [Element()], {}
    for child in children:
        if child.type in ("text", "softbreak"):
            text = "\n" if child.type == "softbreak" else child.content
            open_[-1].inside += [text] * bool(text)
        elif child.nesting < 0:
            tokens[id(open_.pop())].append(child)
        else:
            made = Element(child.tag, inside=[child.content] if child.type == "code_inline" else ())
            tokens[id(made)] = [child]
            open_[-1].inside.append(made)
            if child.nesting > 0:
                open_.append(made)
    return open_[0], tokens


def _flat(element, tokens):
    """Yield the tokens of what is in an Element, as _tree has made it."""
    for each in element.inside:
        if not isinstance(each, Element):
            yield Token("text", "", 0, content=each)
            continue
        first, *last = tokens[id(each)]
        if first.type == "code_inline":
            first.content = "".join(each.inside)
        yield first
        if last:
            yield from _flat(each, tokens)
        yield from last


def read(text):
    """Return the Lesson of a text; a Fault names the first line that is wrong."""
    references = {}
    lesson = lesson_of(_MARKDOWN.parse(text, references), text, partial(html, references=references), _raise)
    lesson.references = references
    return lesson


def _raise(fault):
    raise fault
