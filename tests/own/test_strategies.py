"""`glowgrid strategy`: files made from the solver, a level, a hand, a pairing; checked, shown, played, compared."""

import io
import re
import shutil
from itertools import combinations, permutations
from random import Random

import pytest
from all_games import GAMES, OWN_GAMES
from command_lines import invoke

from glowgrid.console import strategy_answers, strategy_file
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines
from host_sim.cli.errors import Refused
from host_sim.own.strategies import games, make
from host_sim.own.strategies.pairing import pairing
from host_sim.own.strategies.strategy import Strategy
from host_sim.own_games.find import find_game
from host_sim.theory.formal import positional_games as pg
from host_sim.theory.proofs.symmetry import symmetries

HEAD = "glowgrid strategy 1\ngame tic-tac-toe\n"
FIRST = HEAD + "else a1 b1 c1 a2 b2 c2 a3 b3 c3\nend\n"
RULES = HEAD + "win\nblock\nelse b2 a1 c1 a3 c3 a2 b1 c2 b3\nend\n"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words):
    """Return (exit code, output, the refusal or "") of `strategy WORDS`."""
    result = invoke("strategy", *words)
    refusal = result.exception if result.exception and not isinstance(result.exception, SystemExit) else ""
    return result.exit_code, result.stdout, str(refusal)


def made(path, *words):
    code, text, refusal = run("make", *words)
    assert (code, refusal) == (0, "")
    path.write_text(text)
    return Strategy(path)


def worst(strategy):
    return [games.AllReplies(strategy, side).worst for side in strategy.plays]


@pytest.mark.parametrize(
    "words, values",
    [
        (["tic-tac-toe"], [0, 0]),
        (["hex", "--size", 3], [1, -1]),
        pytest.param(["hex", "--size", 3, "--swap"], [-1, 1], marks=pytest.mark.long),
        (["havannah", "--size", 2], [1, -1]),
        (["fano"], [1, -1]),
        (["mnk", "--size", "4,4,3", "--side", 1], [1]),
        pytest.param(["mnk", "--size", "4,3,3"], [1, -1], marks=pytest.mark.long),
        pytest.param(["hex", "--size", 4, "--side", 1], [1], marks=pytest.mark.long),
        pytest.param(["y", "--size", 3], [1, -1], marks=pytest.mark.long),
    ],
    ids=lambda words: " ".join(map(str, words)),
)
def test_the_solver_keeps_the_value_whatever_the_others_reply(here, words, values):
    strategy = made(here / "solved.txt", *words)
    assert worst(strategy) == values
    _, said, _ = run("check", strategy.path)
    assert "no answer" not in said and said.count("always wins") == values.count(1)


def test_a_level_at_fixed_work_always_makes_the_same_file(here):
    one, again, other = (
        made(here / name, "tic-tac-toe", "--level", 1, "--seed", seed) for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    assert one.path.read_text() == again.path.read_text() != other.path.read_text()
    assert not any(games.AllReplies(one, side).unanswered for side in (1, 2))


BY_HAND = """# Two stones of side 1 around the middle: rules alone lose to each of these.
win
block
b3 a2 / b2, 2 to move: a3
a1 c3 / b2, 2 to move: a2
else b2 a1 c1 a3 c3 a2 b1 c2 b3
a1 b3 / b2, 2 to move: a3
"""


def test_a_hand_written_text_is_put_right(here):
    (here / "hand").write_text(BY_HAND)
    strategy = made(here / "hand.txt", "tic-tac-toe", "--from", "hand")
    assert strategy.path.read_text().endswith("moves 3\n2 .../.21/.1. c3\n2 .../.21/1.. c3\n2 ..1/.2./1.. a2\nend\n")
    (here / "rules.txt").write_text(RULES)
    assert worst(Strategy(here / "rules.txt")) == [0, -1] and worst(strategy) == [0, 0]
    again = made(here / "again.txt", "tic-tac-toe", "--from", "hand.txt")
    assert again.path.read_text() == strategy.path.read_text()


@pytest.mark.parametrize(
    "text, said",
    [
        ("b2 / a1: b2\n", "line 1: b2: a stone is there"),
        ("b2 / a1: d9\n", "line 1: d9: no such move"),
        ("b2 / z1: a1\n", "line 1: stone z1: no such point"),
        ("centre\n", "line 1: expected a rule, or a position and its answer, such as: b2 / a1: c3"),
        ("win\nelse a1 q7\n", "line 2: q7 is no move of this game"),
        ("a1: b2\n\nc3: a2\n", "lines 1 and 3: two answers to one position, up to symmetry"),
        ("1 ../.. a1\n", "line 1: 4 cells; this game has 9 points"),
        ("win\npair a1\n", "line 2: expected two points, such as: pair a1 b2"),
        ("plays 3\nwin\n", "line 1: plays 3: expected sides of 1, 2"),
        ("plays x\nwin\n", "line 1: plays x: expected sides of 1, 2"),
    ],
)
def test_a_fault_in_a_text_by_hand_is_named_with_its_line(here, text, said):
    (here / "hand").write_text(text)
    assert run("make", "tic-tac-toe", "--from", "hand")[2] == f"hand: {said}"


HEX = "glowgrid strategy 1\ngame hex 3\n"
SYMMETRY = HEAD + "symmetry -1 0 2 0 1 0\n"


@pytest.mark.parametrize(
    "text, said",
    [
        (FIRST.replace("tic-tac-toe", "tic-tac-to"), "no game tic-tac-to; did you mean tic-tac-toe?"),
        (FIRST.replace("tic-tac-toe", "hex 0"), "hex: size 0"),
        (FIRST.replace("tic-tac-toe", "hex"), "line 2: expected its size, too, such as: game hex 5"),
        (FIRST.replace("tic-tac-toe", "tic-tac-toe swap"), "line 2: tic-tac-toe has no swap rule"),
        (FIRST.replace("strategy 1", "strategy 2"), "it is of version 2; this Glowgrid knows 1"),
        ("", "an empty file"),
        (FIRST[:-4], "cut off after line 3; its last line is: end"),
        (HEAD + "moves 2\n1 .../.../... b2\n1 ..1/", "cut off after line 4: 1 moves of 2"),
        (HEAD + "moves 1\n2 .../.1./... b2\nend\n", "line 4: b2 is taken there"),
        (HEAD + "moves 1\n2 .../.1./... b9\nend\n", "line 4: b9 is no move of tic-tac-toe"),
        (HEAD + "moves 2\n2 .../.1./... a1\n1 .../.../... b2\nend\n", "line 5: not in order"),
        (HEAD + "moves 2\n1 .../.../... b2\n1 .../.../... b2\nend\n", "line 5: not in order"),
        (HEAD + "moves 1\n1 ../... b2\nend\n", "line 4: expected a line such as: 1 .../.../... a1"),
        (SYMMETRY + "moves 1\n2 1../.../... b2\nend\n", "line 5: a symmetry gives a line that comes first"),
        (HEAD + "symmetry 1 1 0 0 1 0\nmoves 1\n1 .../.../... b2\nend\n", "line 3: this does not take the field"),
        (HEAD + "else b2 x\nend\n", "line 3: x is no move of tic-tac-toe"),
        (HEAD + "plays x\nwin\nend\n", "line 3: expected sides, such as: plays 1"),
        (HEAD + "plays 0\nwin\nend\n", "line 3: expected sides, such as: plays 1"),
        (HEAD + "plays 3\nwin\nend\n", "plays 3: tic-tac-toe has 2 sides"),
        (HEAD + "pair b2 b2\nend\n", "line 3: expected two points"),
        (HEX + "symmetry 0 1 0 1 0 0\nelse a1\nend\n", "symmetry 1: it changes the lines or goals of hex 3"),
    ],
)
def test_a_file_that_is_wrong_is_one_line_that_says_where(here, text, said):
    (here / "wrong.txt").write_text(text)
    for words in (["check", "wrong.txt"], ["show", "wrong.txt"], ["compare", "wrong.txt", "wrong.txt"]):
        refusal = run(*words)[2]
        assert refusal.startswith(f"wrong.txt: {said}") and "\n" not in refusal


def test_there_are_no_strategies_of_games_that_hide_stones(here):
    (here / "phantom.txt").write_text(FIRST.replace("tic-tac-toe", "phantom-tic-tac-toe"))
    for command in ("check", "show", "play"):
        code, printed, refusal = run(command, "phantom.txt")
        assert (code, printed) == (1, "") and refusal.endswith("in a game that hides stones no file plays")


def test_strategies_are_compared_both_ways(here):
    for name, text in (("first", FIRST), ("rules", RULES)):
        (here / f"{name}.txt").write_text(text)
    made(here / "solved.txt", "tic-tac-toe")
    code, printed, _ = run("compare", "first.txt", "rules.txt", "solved.txt")
    lines = [line.split() for line in printed.splitlines()]
    assert code == 0 and lines[2] == "first rules -1, side 2 wins a1 b2 b1 c1 a2 a3".split()
    assert [line for line in lines if line[0] == "rules"][-1] == ["rules", "0", "super"]
    assert [line for line in lines if line[0] == "first"][-1] == ["first", "-2"]
    assert "super       no" in run("check", "rules.txt")[1]  # among all, it is none: two corners beat it


def test_only_strategies_of_one_game_are_compared(here):
    (here / "one.txt").write_text(FIRST)
    (here / "hex.txt").write_text(FIRST.replace("tic-tac-toe", "hex 3"))
    (here / "half.txt").write_text(FIRST.replace("else", "plays 2\nelse"))
    (here / "three.txt").write_text(FIRST.replace("tic-tac-toe", "three-player"))
    (here / "hole.txt").write_text(HEAD + "else b2\nend\n")
    for other, said in (
        ("hex.txt", "hex.txt: it is for hex 3; one.txt is for tic-tac-toe"),
        ("half.txt", "half.txt: it plays side 2 alone; compare plays both ways"),
        ("missing.txt", "missing.txt: cannot be read: No such file or directory"),
        ("hole.txt", "hole.txt: no answer to 2 11./.2./..."),
    ):
        assert run("compare", "one.txt", other)[2].startswith(said[:40])
    assert "three-player has 3 sides" in run("compare", "three.txt", "three.txt")[2]
    code, said, _ = run("check", "hole.txt")
    assert code == 1 and "hole.txt: no answer to 1 ..2/.1./..." in said


@pytest.mark.parametrize("size", [(5, 5, 5), (4, 3, 4), (6, 5, 6), (8, 8, 7)], ids=str)
def test_a_pairing_has_a_pair_in_every_line_and_no_point_twice(here, size):
    position = GAMES["mnk"].setup(size)
    pairs = pairing(position)
    points = [point for pair in pairs for point in pair]
    assert len(points) == len(set(points))
    tables = position.tables
    for line in range(tables.count):
        members = set(tables.members[tables.starts[line] : tables.starts[line + 1]])
        assert any(set(pair) <= members for pair in pairs)


@pytest.mark.parametrize("size", [(4, 3, 4), pytest.param((5, 3, 4), marks=pytest.mark.long)], ids=str)
def test_a_pairing_never_loses_as_either_side(here, size):
    strategy = made(here / "pairs.txt", "mnk", "--size", ",".join(map(str, size)), "--pairing")
    assert min(worst(strategy)[0], worst(strategy)[1]) >= 0 and len(strategy.pairs) == 3


def test_there_is_no_pairing_where_a_side_can_win_or_points_are_too_few():
    """In 4,4,4 ten lines need twenty points; in 3,3,3 and Hex there is none either."""
    for size in ((3, 3, 3), (4, 4, 4), (4, 3, 3)):
        assert pairing(GAMES["mnk"].setup(size)) is None
    assert "games of lines" in run("make", "hex", "--size", 4, "--pairing")[2]
    assert (
        "no pairing is found: each line needs two points that no other pair uses"
        in run("make", "tic-tac-toe", "--pairing")[2]
    )


def own_games(here, monkeypatch, *names, **data):
    """Put games of one's own where they are found by their names."""
    folder = here / "games"
    folder.mkdir()
    for name in names:
        shutil.copy(OWN_GAMES / f"{name}.py", folder)
    for name, text in data.items():
        (folder / f"{name}.json").write_text(text)
    monkeypatch.setenv("GLOWGRID_GAMES", str(folder))


def test_block_is_the_first_point_where_another_side_would_win(here):
    """Elsewhere side 1 could win itself, at c1: that hides no threat."""
    (here / "block.txt").write_text(HEAD + "block\nelse a1 b1 c3 b2 a3 c2 a2 c1 b3\nend\n")
    said = run("play", "block.txt", "--side", 1, "--moves", "a2 b2")[1]
    assert [line.split(": ")[1] for line in said.splitlines() if line.startswith("side 1, block")] == ["a1", "b1", "c2"]


def test_positions_are_one_only_if_rules_remember_nothing_else(here, monkeypatch):
    """A stone that replaces another comes back to stones that stood before, with fewer plies left."""
    own_games(here, monkeypatch, "replacing")
    text = "glowgrid strategy 1\ngame replacing\nblock\nelse b1 c2 c1 b2 a2 a1\nend\n"
    (here / "replacing.txt").write_text(text)
    code, said, _ = run("check", "replacing.txt")
    assert code == 0 and said.count("can lose") == 2 and re.search("super +no", said)
    for side, moves in ((1, "b1 b1 a2 b2 c2"), (2, "a1 b1 b1 c1 b1")):
        played = run("play", "replacing.txt", "--side", side, "--moves", moves)[1]
        assert played.splitlines()[-1] == f"replacing: side {3 - side} has won"


ORDER = """
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, LinesPosition, rows_of
IMPORT

class Order(LinesPosition):
    def wins_at(self, point):
        return False

    def play(self, move):
        if not LinesPosition.play(self, move):
            return False
        REMEMBER
        if self.plies == 6:
            self.winner = 2 if JUDGE else 1
        return True

GAME = Game("order", "", setup=lambda: Order(Lines(square(2, 3), 2, rows_of(2, 3, 3))))
"""
JUDGE = "(self.history[1], self.history[3]) == (1, 0)"
REMEMBERING = {
    "in the class": ("", "", JUDGE),
    "in a file beside the game": ("from rulebook import disordered", "", "disordered(self)"),
    "in a variable": ("made = {}", "made[self.plies] = move", "(made[2], made[4]) == (1, 0)"),
}


@pytest.mark.parametrize("where", REMEMBERING)
def test_no_strategy_always_wins_if_the_order_of_moves_decides(here, monkeypatch, where):
    """Side 2 wins if its first two stones are b1 and a1, in this order: wherever the rules keep that in mind."""
    own_games(here, monkeypatch)
    text = ORDER
    for word, code in zip(("IMPORT", "REMEMBER", "JUDGE"), REMEMBERING[where]):
        text = text.replace(word, code)
    (here / "games" / "order.py").write_text(text)
    (here / "games" / "rulebook.py").write_text("def disordered(self):\n    return " + JUDGE + "\n")
    (here / "order.txt").write_text("glowgrid strategy 1\ngame order\nplays 1\nelse c2 b2 a2 a1 b1 c1\nend\n")
    assert "can lose" in run("check", "order.txt")[1]
    assert run("play", "order.txt", "--side", 1, "--moves", "b1 a1 c1")[1].splitlines()[-1] == "order: side 2 has won"


TWO = '{"name": "two", "sides": 2, "field": ["oo"], "lines_of": {"1": ["a1"], "2": ["b1"]}}'
ROW = '{"name": "row", "sides": 2, "field": ["ooo"], "lines_of": {"1": ["a1 c1"], "2": ["b1 a1"]}}'


@pytest.mark.parametrize(
    "text, quality, is_super",
    [
        ("game two\nmoves 2\n1 .. a1\n2 .1 a1", "1", "yes"),
        ("game hex 1\nelse a1", "not defined: there is only one strategy", "yes"),
        ("game row\nwin\nblock\nelse a1 b1 c1", "0", "yes"),
    ],
)
def test_quality_is_among_others_only(here, monkeypatch, text, quality, is_super):
    """With one strategy or two, none of the others does what the strategy itself does."""
    own_games(here, monkeypatch, two=TWO, row=ROW)
    (here / "strategy.txt").write_text(f"glowgrid strategy 1\n{text}\nend\n")
    said = run("check", "strategy.txt")[1]
    assert re.findall(r"  (?:quality|super) +(.*)", said) == [
        quality + " among all strategies of this game" * (len(quality) < 3),
        is_super,
    ]


def test_quality_is_that_of_the_definitions(here, monkeypatch):
    """Of all strategies of games so small that they can be listed."""
    own_games(here, monkeypatch, two=TWO, row=ROW)
    for name, points, lines in (("two", "a1 b1", ("a1", "b1")), ("row", "a1 b1 c1", ("a1 c1", "b1 a1"))):
        names = points.split()
        patterns = (frozenset({frozenset(line.split())}) for line in lines)
        game = pg.spg_game(pg.StrongPositionalGame(frozenset(names), *patterns))
        for order in permutations(names):
            (here / "strategy.txt").write_text(f"glowgrid strategy 1\ngame {name}\nelse {' '.join(order)}\nend\n")
            strategy = Strategy(here / "strategy.txt")
            first, second = worst(strategy)
            chosen = {}
            for mine, theirs in game.configurations - game.score.keys():
                point = {next(p for p in order if p not in mine | theirs)}
                turn = len(mine) == len(theirs)
                chosen[mine, theirs] = (mine | point, theirs) if turn else (mine, theirs | point)
            expected = pg.strategy_quality(game, chosen), chosen in pg.super_strategies(game)
            assert games.among_all(strategy, first, -second) == expected


def test_a_game_against_a_strategy(here):
    (here / "first.txt").write_text(FIRST)
    code, said, _ = run("play", "first.txt", "--moves", "b2 c3 a3")
    assert code == 0 and said.splitlines()[-1] == "tic-tac-toe: side 2 has won"
    assert "side 2, first: b1" in said
    assert run("play", "first.txt", "--moves", "b2 b2")[2] == "--moves: b2: a stone is there"
    typed = invoke("strategy", "play", "first.txt", "--side", "1", typed="a1 b2\nc3 c2\n")
    assert typed.exit_code == 0 and "a1: a stone is there" in typed.stdout
    assert typed.stdout.splitlines()[-1].startswith("tic-tac-toe: side")


def test_symmetries_are_those_that_keep_the_game():
    counts = {"tic-tac-toe": 8, "mnk 4,3,3": 4, "hex 4": 2, "havannah 3": 12, "y 4": 6, "three-player": 8}
    for name, count in counts.items():
        name, _, size = name.partition(" ")
        position = GAMES[name].setup(tuple(map(int, size.split(","))) if size else None)
        images = [range(position.points), *symmetries(position).values()]
        assert len(images) == count
        assert (
            len({tuple(one[p] for p in other) for one, other in combinations(images, 2)} - set(map(tuple, images))) == 0
        )


def test_symmetries_keep_the_neighbours_of_both_sides(here):
    """One side alone goes from a1 to b2: they stay opposite corners."""
    own = """{"name": "own", "shape": "rhombus 2", "connect": [["north", "south"], ["west", "east"]],
        "neighbours_of": {"%d": ["a1 b2"]}}"""
    found = []
    for side in (1, 2):
        (here / "own.json").write_text(own % side)
        found.append(set(symmetries(find_game("own.json")[0].setup()).values()))
    assert found == [{(0, 2, 1, 3), (3, 1, 2, 0), (3, 2, 1, 0)}] * 2


def test_what_cannot_be_made_is_one_line(monkeypatch):
    monkeypatch.setattr(make, "SOLVER_WORK", 100_000)
    for words, said in (
        (["hex", "--size", 9], "the solver does not settle 1 "),
        (["tic-tac-toe", "--most", 5], "more than 5 positions"),
        (["tic-tac-toe", "--side", 3], "tic-tac-toe has 2 sides"),
        (["tic-tac-toe", "--swap"], "tic-tac-toe has no swap rule"),
        (["phantom-tic-tac-toe", "--level", 1], "phantom-tic-tac-toe: in a game that hides stones no file plays"),
        (["tic-tac-toe", "--level", 1, "--pairing"], "choose one of them"),
        (["nothing"], "no game nothing;"),
        (["hex", "--size", "x"], "size x; expected whole numbers"),
        (["tic-tac-toe", "--from", "missing"], "missing: cannot be read"),
    ):
        code, printed, refusal = run("make", *words)
        assert said in refusal and "\n" not in refusal and printed == ""


def test_random_games_with_pairs_have_a_pairing():
    """Each line has one of some pairs and other points: a pairing is there, whatever the lines share."""
    random, found = Random(41), 0
    for _ in range(60):
        points = random.sample(range(12), 12)
        pairs = [points[at : at + 2] for at in range(0, 2 * random.randrange(2, 6), 2)]
        lines = [{*random.choice(pairs), *random.sample(points, random.randrange(3))} for _ in range(8)]
        position = Lines(square(3, 4), 2, [sorted(line) for line in lines]).position()
        found = pairing(position)
        assert found and len({point for pair in found for point in pair}) == 2 * len(found)
        assert all(any({*pair} <= line for pair in found) for line in lines)


@pytest.mark.parametrize("name", ["gravity", "misere", "two_stones", "replacing"])
def test_no_pairing_is_offered_where_an_answer_may_be_illegal(name):
    path = OWN_GAMES / f"{name}.py"
    assert "where every empty point is always legal" in run("make", path, "--pairing")[2]


def mutated(data, random):
    """Return bytes with a few of them changed, taken away or put in."""
    for _ in range(random.randrange(1, 4)):
        at, length = random.randrange(len(data) + 1), random.choice((0, 1, 1, 5, len(data)))
        new = bytes(random.choice(b" \n.123/abcxe\xff0-") for _ in range(random.choice((0, 0, 1, 4))))
        data = data[:at] + new + data[at + length :]
    return data


def ask_the_handheld(data):
    """Ask for answers to a few positions as the handheld does, without the whole check; each is legal or refused."""
    for moves in ((), (4,), (4, 0), (0, 4, 8)):
        position = GAMES["tic-tac-toe"].setup()
        for move in moves:
            position.play(move)
        try:
            *_, move = strategy_answers.answering(strategy_file.StrategyFile(io.BytesIO(data)), position)
            assert position.is_legal(move)
        except ValueError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("files", [100, pytest.param(4000, marks=pytest.mark.long)])
def test_a_mutated_file_is_refused_or_answers_legally(here, files):
    random, refused = Random(files), 0
    text = made(here / "solved.txt", "tic-tac-toe").path.read_bytes()
    text = text.replace(b"moves", b"win\npair a1 b1\nelse b2 a1\nmoves")
    for _ in range(files):
        data = mutated(text, random)
        (here / "mutated.txt").write_bytes(data)
        ask_the_handheld(data)
        try:
            Strategy(here / "mutated.txt")
        except Refused as refusal:
            assert "\n" not in str(refusal)
            refused += 1
    assert refused > files / 2
