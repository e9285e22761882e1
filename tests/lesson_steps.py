"""The steps of the page's lessons, as their documents have them, for tests."""

import functools
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import parse_qsl

from all_games import GAMES

from host_sim.library import glowgrid
from host_sim.text.placed_text import parts_of
from tools.docs.lessons import LESSONS
from tools.web import front

NAMES = [name for name, _ in front.lessons()]


@dataclass(frozen=True)
class Step:
    """A link of a lesson.

    kind    how it is answered, "look" if it is not; as host_sim/web/learn/judging.js has them
    right   the names of the moves that are right; of other tasks, the words of the right answer
    start   the position that it opens: a glowgrid.Position, before the moves of the link
    moves   names of those moves
    """

    kind: str
    right: list[str]
    start: glowgrid.Position
    moves: list[str]

    def position(self):
        """Return the position that the pupil sees first."""
        position = self.start.copy()
        for move in self.moves:
            position.play(move)
        return position


@functools.cache
def steps_of(name):
    """Return the steps of a lesson."""
    reader = _Reader()
    reader.feed((LESSONS / f"{name}.html").read_text(encoding="utf-8"))
    return [_step(each) for each in reader.links]


class _Reader(HTMLParser):
    """Collects the attributes of the links that are steps."""

    def __init__(self):
        super().__init__()
        self.links = []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and attributes.get("class") == "open":
            self.links.append(attributes)


def _step(link):
    kind, *outcome = link.get("data-task", "look").split()
    right = link.get("data-right", "")
    if outcome:
        asked = link["data-ask"].split("; ").index(f"moves {' '.join(outcome)}")
        right = link["data-answer"].split("; ")[asked].replace("swap-pieces", "swap")
    words = dict(parse_qsl(link["href"].partition("#")[2], keep_blank_values=True))
    moves = words.get("moves", "")
    return Step(kind, right.split(), _start(words), moves.split(",") if moves else [])


def _start(words):
    if "position" in words:
        name, size, stones = parts_of(words["position"].partition(";")[0])
        return glowgrid.game(name, *size).parse(stones)
    name = next(name for name in words if name not in ("moves", "to", "seats", "swap", "puzzle", "board"))
    size = [int(number) for number in words[name].split(",") if number]
    return glowgrid.game(name, *size, swap=bool(GAMES[name].swap) and words.get("swap") != "off").start()
