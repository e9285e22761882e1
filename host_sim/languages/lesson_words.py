"""The words of a lesson of the page in a language: all of them, or none, so that no lesson is half in English."""

from .html_words import messages


def lesson_words(document, table):
    """Return {message: its translation} of a lesson's HTML document; {} if one is missing. table: of a language."""
    known = {**table["lessons"], **table["words"]}
    found = messages(document)
    return {message: known[message] for message in found} if all(message in known for message in found) else {}
