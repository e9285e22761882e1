"""Problems in SGF: a game tree has stones, and below them a branch for each move; marks say which moves are right.

What is read as a mark, of a move or of a line that begins with it:

TE BM WV                   on the move: right, wrong, wrong (uliGo)
RIGHT in a comment         the line is right (goproblems.com)
Correct! Right. + ...      how the comment of the last node begins: a word alone; so do Wrong, Incorrect, Failed, -
GB GW                      good for the side that moves, or for the other one; the last of a line counts

Where no line is said to be right, the first one that is not said to be wrong is (EasyGo). A problem may have no moves.
Where several problems are branches of one tree, each has stones of its own; without stones a problem begins where the
moves branch.
"""

import re
from itertools import takewhile

from ..text.text_file import record_text
from . import sgf_tree
from .asked import Asked
from .record import NoRecord, Record, replay
from .sgf import escaped, sgf
from .sgf_reader import Reader

MOST_NODES = 1_000_000  # of all lines of a tree, each counted from its first node: seconds to read
_STONES = {"AB", "AW", "AR", "AE"}
_ALONE = r"(?!['’-]\w)[^\S\n]*(?:$|[^\w\s])"  # at the end of its line, or before a sign; no word of a sentence
_WORDS = re.compile(
    rf"\W*(?:(correct|right|success)|(wrong|incorrect|fail(?:ed|ure)?)){_ALONE}", re.IGNORECASE | re.MULTILINE
)
_COLOURS = " BWR"


class Problem:
    """A problem as it was written.

    where         which of the file
    record, made  a Record, and after how many of its moves the problem begins
    right, wrong  names of the moves that the file says are so
    words         what it says of the problem, in one line; ""
    """

    def __init__(self, where, record, made):
        self.where, self.record, self.made = where, record, made
        self.right, self.wrong, self.words = [], [], ""

    def position(self, game):
        """Return the position that it begins with; NoRecord if a move or a stone before is not legal."""
        for made, position in enumerate(replay(self.record, game)):
            if made == self.made:
                return position
        raise NoRecord("the game is over before the problem begins")


def problems(data, name="", game="", size=()):
    """Yield for each problem of a file its Problem, or the NoRecord that says what is wrong with it, in one line.

    data: bytes. name: of the file, which may say the game. game, size: what a person states, as the last word.
    """
    text, number, asked = record_text(data), 0, Asked(game, size)
    for tree, found in enumerate(sgf_tree.games(text), 1):
        if isinstance(found, NoRecord):
            yield found
            continue
        try:
            apart = _apart(_lines(text, found, tree))
        except NoRecord as error:
            yield error
            continue
        for lines in apart:
            number += 1
            try:
                yield _problem(lines, f"problem {number}", tree, name, asked)
            except NoRecord as error:
                yield NoRecord(f"problem {number}: {error}")


def _lines(text, game, tree):
    """Return the lines of a tree; NoRecord if they are too many to be read. tree: which of the file."""
    found, nodes = [], 0
    for line in sgf_tree.lines(text, game):
        nodes += len(line)
        if nodes > MOST_NODES:
            raise NoRecord(f"game {tree}: over {MOST_NODES:,} nodes in its lines together; expected fewer branches")
        found.append(line)
    return found


def _apart(lines):
    """Return the lines of each problem of a tree: those that share the node with the last stones that are set up."""
    found = {}
    for line in lines:
        last = next((node for node in reversed(line) if _STONES & {*node.properties}), None)
        found.setdefault(id(last), []).append(line)
    return found.values()


def _problem(lines, where, tree, name, asked):
    begin = _begin(lines)
    record = _record(lines[0], tree, name, asked)
    problem = Problem(where, record, len(_record(lines[0][:begin], tree, name, asked).moves))
    said = [node.properties[key][0] for node in lines[0][:begin] for key in ("GN", "C") if key in node.properties]
    problem.words = " ".join(" ".join(said[-1:]).split())
    claims = {}  # {name of a move: what its lines say}
    for line in lines:
        moves = _record(line, tree, name, asked).moves
        if len(moves) > problem.made:
            claims.setdefault(moves[problem.made], set()).add(_claim(line[begin:]))
    problem.right = [move for move, said in claims.items() if True in said]
    problem.wrong = [move for move, said in claims.items() if False in said and True not in said]
    if not problem.right:
        problem.right = [move for move in claims if move not in problem.wrong][:1]
    return problem


def _begin(lines):
    """Return how many nodes stand before the moves of a problem."""
    stones = [at for at, node in enumerate(lines[0], 1) if _STONES & {*node.properties}]
    turns = [at for at, node in enumerate(lines[0], 1) if "PL" in node.properties]
    if stones or turns:
        return stones[-1] if stones else turns[0]
    if len(lines) == 1:
        raise NoRecord("neither stones nor branches, so it begins nowhere; expected AB and AW")
    shared = takewhile(lambda nodes: all(node is nodes[0] for node in nodes), zip(*lines, strict=False))
    return sum(1 for _ in shared)


def _record(nodes, tree, name, asked):
    """Return the Record of a line."""
    game = sgf_tree.Game()
    game.nodes = nodes
    return Reader(game, tree, name, asked).read()


def _claim(nodes):
    """Return whether a line from its first move on is said to be right (True), wrong (False), or nothing (None)."""
    nodes = list(nodes)
    move = next((node for node in nodes if node.moves), None)
    if not move:
        return None
    if {"BM", "WV"} & {*move.properties}:
        return False
    comments = [" ".join(node.properties.get("C", ())) for node in nodes]
    if "TE" in move.properties or any(re.search(r"\bRIGHT\b", comment) for comment in comments):
        return True
    last = comments[-1].strip()
    found = _WORDS.match(last)
    if found or last[:1] in ("+", "-"):
        return bool(found[1]) if found else last[0] == "+"
    good = [key for node in nodes for key in ("GB", "GW") if key in node.properties]
    return good[-1][1] == move.moves[0][0] if good else None


def written(game, size, stones, words, right, wrong):
    """Return a problem as SGF.

    stones: ({name of a point: side}, side to move). words: what to do. right: names of the right moves. wrong: [(name
    of a wrong move, its answer or "", why)].
    """
    record, side = Record(game.name, size), stones[1]
    record.setups[0] = stones
    mover, after = _COLOURS[side], _COLOURS[side % game.sides + 1]
    branches = [f"(;{mover}[{escaped(name)}]TE[1]C[RIGHT])" for name in right]
    for name, answer, why in wrong:
        reply = f";{after}[{escaped(answer)}]" if answer else ""
        branches.append(f"(;{mover}[{escaped(name)}]BM[1]{reply}C[{escaped(f'Wrong: {why}')}])")
    head = sgf(record, game).rstrip().removesuffix(")")
    return "\n".join([f"{head}C[{escaped(words)}]", *branches]) + ")\n"
