"""Check a proof by lines with carriers by play: its side answers by the lines, and the game's own rules say who wins.

check_carriers has accepted it; here a Position is played: all moves of the rival as far as TRIES go, then games by
chance.
"""

import random

from .check_carriers import TURNED, Bad

TRIES = 1_000  # positions in which a claim meets all moves of the rival
GAMES = 20  # by chance, of each claim
NO_LINES = "glowgrid points near border join stones turns symmetry exchange proof claim end".split()


def play(position, text, proof):
    """Raise Bad, with the row of a claim, if a game does not end as it says; the position is left at its start."""
    book = _Book(position, text, proof)
    start = position.plies
    for row, (_, side, *words, place) in book.claims:
        moves = [proof.at[word] for word in words if word not in ("after", "by")]
        ok = all(position.play(move) for move in moves)
        for chance in (None, *map(random.Random, range(GAMES))):
            ok = ok and _Play(position, book, int(side), chance).wins(*book.turned(place, range(position.points)))
        while position.plies > start:
            position.undo()
        if not ok:
            raise Bad(row, "a game can end otherwise")


class _Book:
    """rows: the words of each line; claims: (number of a row, its words); board[p]: where point p of a line lies."""

    def __init__(self, position, text, proof):
        self.position, self.proof, self.rows, self.claims = position, proof, [], []
        for number, row in enumerate(text.splitlines(), 1):
            words = row.split()
            if words[0] == "claim":
                self.claims.append((number, words))
            elif words[0] not in NO_LINES:
                self.rows.append(words)

    def turned(self, place, board):
        """Return (number, board) of the line that a word names, on this board."""
        digits = place.rstrip("~x")
        for order in reversed([self.proof.orders[name] for name in TURNED[place[len(digits) :]]]):
            board = [board[q] for q in order]
        return int(digits), board

    def answer(self, number, board, move):
        """Return (what to play after the rival's move, the line and the board that then hold)."""
        words, at, cells = self.rows[number], self.proof.at, self.position.cells
        if "settles" not in words:
            for key, place in zip(words[::2], words[1::2]):
                then, on = self.turned(place, board)
                needed = [on[p] for p in range(len(on)) if self.proof.lines[then][1] >> p & 1]
                if move not in (board[at[key]], *needed):
                    return board[at[key]], then, on
        pairs = [[board[at[p]] for p in pair.split("-")] for pair in words[words.index("settles") + 1 :]]
        free = [p for p, cell in enumerate(cells) if not cell]
        partners = [p for pair in pairs if move in pair for p in pair if p in free]
        others = [p for p in free if not any(p in pair for pair in pairs)]
        return (partners + others + free)[0], number, board


class _Play:
    """The side plays by the book against every move (chance None), or against moves by chance."""

    def __init__(self, position, book, side, chance):
        self.position, self.book, self.side, self.chance, self.left = position, book, side, chance, TRIES

    def wins(self, number, board):
        """Return whether the side wins by this line, the rival to move, in all games that are tried."""
        position = self.position
        if position.is_over():
            return position.winner == self.side
        free = [p for p in range(position.points) if not position.cells[p]]
        self.left -= 1
        tried = [self.chance.choice(free)] if self.chance else free if self.left > 0 else free[:1]
        return all(self._wins_after(number, board, move) for move in tried)

    def _wins_after(self, number, board, move):
        position, plies = self.position, self.position.plies
        position.play(move)
        won = position.is_over() and position.winner == self.side
        if not position.is_over():
            answer, then, on = self.book.answer(number, board, move)
            won = position.play(answer) and self.wins(then, on)
        while position.plies > plies:
            position.undo()
        return won
