"""The link of the page: the JavaScript module `js_link`, a raw REPL over Web Serial.

It has the verbs of link.py as functions that return promises: stop, run, start, until, write, close. Only texts and
numbers pass by value: a text stands for bytes, a letter each (0 to 255). `run` gives what was printed, "\\x04", and the
traceback; `until` takes its endings as a list in JSON; `heard()` returns a text at once. A failure is an Error whose
name is "NoAnswer" if the port works, anything else if it is gone.
"""

import json

import js_link  # pyright: ignore[reportMissingImports]
from jsffi import JsException  # pyright: ignore[reportMissingImports]

from ...compile.layout.manifest import Manifest
from ..talk.advice import THE_PICO
from ..talk.link import LinkLost, NoAnswer
from .page_talk import PageTalk

NAME = THE_PICO
SOURCES = "sources.json"  # beside this file: {path: sha256 hex} of what `mip` copies


def talk():
    """Return the talk of the page."""
    with open(__file__.rsplit("page_link", 1)[0] + SOURCES) as file:
        return PageTalk(PageLink(), Manifest(files=json.load(file)))


class PageLink:
    """A link, see link.py."""

    name = NAME

    @property
    def heard(self):
        """Return the last bytes that came."""
        return _bytes(js_link.heard())

    async def stop(self, within_s):
        """Enter the raw REPL."""
        await _answer(js_link.stop, within_s)

    async def run(self, code, within_s):
        """Run code; return (printed, traceback)."""
        said = await _answer(js_link.run, code, within_s)
        printed, _, failed = said.partition("\x04")
        return _bytes(printed), _bytes(failed)

    async def start(self, code, within_s):
        """Begin to run code."""
        await _answer(js_link.start, code, within_s)

    async def until(self, endings, within_s):
        """Return what comes, up to an ending."""
        return _bytes(await _answer(js_link.until, json.dumps([_text(ending) for ending in endings]), within_s))

    async def write(self, data):
        """Send bytes."""
        await _answer(js_link.write, _text(data))

    async def close(self):
        """Release the port."""
        await _answer(js_link.close)


async def _answer(call, *arguments):
    try:
        return await call(*arguments)
    except JsException as error:
        _, name, message = error.args
    raise (NoAnswer if name == "NoAnswer" else LinkLost)(message)


def _text(data):
    return "".join([chr(byte) for byte in data])


def _bytes(text):
    return bytes([ord(letter) for letter in text])
