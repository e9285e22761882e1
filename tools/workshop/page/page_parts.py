"""The verbs of page_talk.py that test and measure the parts of a device, and find out how they are wired.

    selftest(report)        run the self-test; report(text) gets {"line": text}; "unseen": why it did not pass, or ""
    wiring(file, name, ask) find out how the device is wired; file: the text of its board file, "" if that is unknown.
                            "text": the board file as it is wired, under a name; "" if nothing "differs" (lines).
                            ask(text) gets {"say": text}, or a question, and returns a promise of its answer as JSON:
                            {"ask": "steady"} true or false, {"ask": "place"} [column, row] from 0, {"ask": "colour"}
                            "red", ..., {"ask": "agrees", "text": ...} true or false, {"ask": "press", "column": ...,
                            "row": ...} anything, once a person is asked to press this key; or "back", or "stop";
                            {"ask": "back", "text": error} whether the person goes back to the question before it
    measure(ask)            measure the parts: {"say": ...}, {"tap": key, "times": ...}, {"pull": seconds}, the time
                            to pull the plug, {"ask": "plugged_in"} anything, once it is plugged in again, {"ask":
                            "wait", "ms": ...} anything, after so long. "report": the text of its file; "lines";
                            "missing": why the last steps are not in it, "" if they are

All release the port, and open it again if it is not open.
"""

import json

from host_sim.cli.errors import ToolError

from ..talk.selftest import selftest, unseen
from ..talk.session import Session, board_on, version_on
from ..talk.wiring.back import Back, find_with_back
from ..talk.wiring.board_file import file_of, known_of, with_words
from ..talk.wiring.find import differences
from ..talk.wiring.power import add_power
from ..talk.wiring.probe import Probe
from ..talk.wiring.report import lines, measure, text_of
from .page_files import answering


class PageParts:
    """The talk about the parts of a device."""

    _link = _device = None

    @answering
    async def selftest(self, report):
        """Run the self-test."""
        self._device, said = None, []

        def say(line):
            said.append(line)
            report(json.dumps({"line": line}))

        await selftest(self._link, say)
        return {"unseen": unseen(said)}

    @answering
    async def wiring(self, file, name, ask):
        """Find out how the device is wired."""
        self._device = None
        async with Session(self._link) as run:
            about = with_words(await board_on(run), known_of(file))
            board = await find_with_back(about, Probe(run, about), _Person(ask))
        differs = list(differences(about, board))
        return {"text": file_of(board, name, file) if differs else "", "differs": differs}

    @answering
    async def measure(self, ask):
        """Measure the parts of the device."""
        self._device, person = None, _Person(ask)

        def connect(afresh=True):
            return Session(self._link, afresh)

        async with connect() as run:
            found = await measure(run, await board_on(run), person)
            found["version"] = await version_on(run)
        missing = await add_power(found, connect, person)
        return {"report": text_of(found), "lines": list(lines(found)), "missing": missing}


class _Person:
    """The person at the page, see wiring/find.py; ask: as of `wiring`."""

    def __init__(self, ask):
        self._ask = ask

    def say(self, text):
        self._ask(json.dumps({"say": text}))

    def tap(self, key, times):
        self._ask(json.dumps({"tap": key, "times": times}))

    async def steady(self):
        return await self._answer({"ask": "steady"})

    async def place(self):
        return await self._answer({"ask": "place"})

    async def colour(self):
        return await self._answer({"ask": "colour"})

    async def agrees(self, text):
        return await self._answer({"ask": "agrees", "text": text})

    async def press(self, column, row):
        await self._answer({"ask": "press", "column": column, "row": row})

    async def goes_back(self, error):
        return await self._answer({"ask": "back", "text": str(error)})

    def pull(self, seconds):
        self._ask(json.dumps({"pull": seconds}))

    async def plugged_in(self):
        await self._answer({"ask": "plugged_in"})

    async def wait(self, ms):
        await self._answer({"ask": "wait", "ms": ms})

    async def _answer(self, question):
        answer = json.loads(await self._ask(json.dumps(question)))
        if answer == "stop":
            raise ToolError("stopped")
        if answer == "back":
            raise Back
        return answer
