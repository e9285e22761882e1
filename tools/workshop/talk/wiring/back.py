"""Find out how a device is wired, with a person who may go back: answers before the last are kept."""

from host_sim.cli.errors import ToolError

from .find import find


class Back(Exception):
    """The person goes back to the question before."""


async def find_with_back(about, probe, talk):
    """Return what `find` does. talk may raise Back, and has goes_back(error): whether the person goes back after it."""
    memory = _Memory(probe, talk)
    while True:
        try:
            return await find(about, memory, memory)
        except Back:
            pass
        except ToolError as error:
            fault = error
            if not await talk.goes_back(fault):
                raise fault from None
        memory.go_back()


class _Memory:
    """The probe and the person of `find`, who are not asked once more for what they have answered."""

    def __init__(self, probe, talk):
        self._probe, self._talk = probe, talk
        self._known = []
        self._at = 0  # how many of these have been given in this round
        self._lines = None

    def go_back(self):
        """Forget the last answer, and begin the next round."""
        self._known = self._known[:-1]
        self._at = 0

    def say(self, text):
        if not self._remembers():
            self._talk.say(text)

    async def steady(self):
        return await self._answer(self._talk.steady)

    async def place(self):
        return await self._answer(self._talk.place)

    async def colour(self):
        return await self._answer(self._talk.colour)

    async def agrees(self, text):
        return await self._answer(self._talk.agrees, text)

    async def press(self, *key):
        """key: its column and row, which the person presses; without it, what the probe sees of that."""
        if not key:
            return await self._answer(self._probe.press)
        if not self._remembers():
            await self._talk.press(*key)

    async def lines(self):
        if not self._known:
            self._lines = await self._probe.lines()
        return self._lines

    async def tiles(self):
        await self._probe.tiles()

    async def begin_lights(self, changes):
        await self._probe.begin_lights(changes)

    async def light(self, byte):
        if not self._remembers():
            await self._probe.light(byte)

    async def dark(self):
        await self._probe.dark()

    def _remembers(self):
        return self._at < len(self._known)

    async def _answer(self, asked, *words):
        if not self._remembers():
            self._known.append(await asked(*words))
        self._at += 1
        return self._known[self._at - 1]
