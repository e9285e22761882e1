"""A pupil's answers to a task: which are right, and what refutes the others."""

from typing import TYPE_CHECKING

from glowgrid.levels import chosen, level_limits, levels_of
from glowgrid.rules.notation import move_name

from ..engine.asking import Asking
from .in_words import WORDS, choices, quicker, stones_in, winner_in_words
from .proving import THINK_S, fine_ends, leads_to

if TYPE_CHECKING:
    from ..library import glowgrid
else:
    import glowgrid

RIGHT, WRONG, MORE, UNCLEAR = "right", "wrong", "more", "unclear"


class Answering:
    """What has been answered to a Proven task.

    position  the field as the answers have made it
    """

    def __init__(self, found, think=THINK_S):
        self._found, self._think, self._named = found, think, []
        self.position = found.start.copy()
        self._engine = None

    def answer(self, text):
        """Take one answer; return (RIGHT, WRONG, MORE for right so far, or UNCLEAR for none, what to say)."""
        words = text.lower().split()
        kind = self._found.task.kind
        if kind == "free":
            return (RIGHT, "Noted.") if words else (UNCLEAR, "write a sentence")
        if kind == "build":
            return self._built(text)
        if len(words) != 1:
            return UNCLEAR, "one word, please"
        if kind == "who":
            return self._who(words[0])
        if kind == "count":
            return self._count(words[0])
        try:
            name = self.position.game.moves[self.position.number(words[0])]
        except glowgrid.Error as error:
            return UNCLEAR, str(error)
        if not self.position.is_legal(name):
            return UNCLEAR, f"{name}: not a legal move here"
        return self._played(name) if kind == "play" else self._move(name)

    def _move(self, name):
        found, task = self._found, self._found.task
        if name not in found.right:
            return WRONG, f"No, not {name}: {leads_to(found, name, self._think)}."
        if task.asked == "all":
            self._named = [*self._named, *([] if name in self._named else [name])]
            left = len(found.right) - len(self._named)
            if left:
                return MORE, f"Right: {', '.join(self._named)}. {left} more."
        said = ", ".join(self._named) or name
        return RIGHT, f"Right: {said}. {quicker(found, name)}".rstrip()

    def _who(self, word):
        said = int(word) if word in ("1", "2", "3") else WORDS.get(word)
        if said is None or said > self.position.sides:
            *sides, draw = choices(self.position)
            return UNCLEAR, f"{word}: expected {', '.join(sides)} or {draw}"
        worth = winner_in_words(self._found.winner)
        return (RIGHT, f"Right: {worth}.") if said == self._found.winner else (WRONG, f"No: {worth}.")

    def _count(self, word):
        plies = self._found.plies
        if not word.isascii() or not word.isdigit() or len(word) > 3:
            return UNCLEAR, f"{word[:20]}: expected a number"
        return (RIGHT, f"Right: {plies}.") if int(word) == plies else (WRONG, f"No: it ends after {plies}.")

    def _built(self, text):
        start = self._found.start
        try:
            made, wanted = stones_in(text, start), stones_in(self._found.task.named, start)
        except ValueError as error:
            return UNCLEAR, str(error)
        return (RIGHT, "Right.") if made == wanted else (WRONG, f"No, that is {made}.")

    def _played(self, name):
        """Play a move, and let the engine answer it; at the end say whether what the position was worth is kept."""
        at, me = self.position, self._found.start.to_move
        at.play(name)
        replies = []
        while not at.is_over() and at.to_move != me:
            replies.append(self._reply())
            at.play(replies[-1])
        if not at.is_over():
            return MORE, f"The engine plays {' and '.join(replies)}."
        end = winner_in_words(at.winner)
        if at.winner in fine_ends(self._found):
            return RIGHT, f"The end: {end}."
        return WRONG, f"The end: {end}. With best play {winner_in_words(self._found.winner)}."

    def _reply(self):
        at, task = self.position, self._found.task
        core = at.core
        if not self._engine:
            self._engine = Asking(at.game.rules, at.game.size, core)
        level = task.number or levels_of(core)
        limits = level_limits(core, level, 0)
        verdict = self._engine.chosen(limits, limits.rough)
        return move_name(core, chosen(core, verdict, level, 0))
