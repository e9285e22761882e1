"""Files of the world: a corpus of records with what is right about each, and round trips through our own SGF."""

import json
import random
import re
from pathlib import Path

import pytest
from all_games import GAMES
from command_lines import run

from glowgrid.rules.notation import move_name
from host_sim.own_games.find import find_game
from host_sim.records.reader import EXPECTED, read, read_each
from host_sim.records.record import NoRecord, Record, ended
from host_sim.records.sgf import sgf
from host_sim.records.sites import hexworld, littlegolem
from host_sim.text.position_line import position_line

CORPUS = Path(__file__).parents[1] / "data/records"
TABLE = json.loads((CORPUS / "table.json").read_text(encoding="utf-8"))


pytestmark = pytest.mark.usefixtures("large")


def found(name):
    return find_game(name)[0]


def known(record):
    """What the table says of a game."""
    position = ended(record, GAMES[record.game])
    return {
        "position": position_line(GAMES[record.game], record.size, position),
        "winner": position.winner or record.winner,
        "players": {str(side): name for side, name in record.players.items()},
        "moves": " ".join(map(record.name, range(len(record.moves)))),
        "notes": len(record.notes),
    }


@pytest.mark.parametrize("file", sorted({path.name for path in CORPUS.iterdir()} - {"table.json"}))
def test_a_file_of_the_corpus_is_read_right(file):
    path = CORPUS / file
    records = [*read_each(path.read_bytes(), path.name, found)]
    assert [known(record) for record in records] == TABLE[file]
    for record in records:  # written by us, it is the same game
        again = read(sgf(record, GAMES[record.game]))
        after, before = known(again), known(record)
        for name in ("position", "winner"):
            assert after[name] == before[name], sgf(record, GAMES[record.game])
        assert again.players == record.players or record.seats
        for text in for_sites(record, GAMES[record.game]):
            after = known(read(text))
            assert after["position"] == before["position"], text
            assert after["winner"] == before["winner"] or not record.by, text


ROUND = {
    "hex": ((2,), (3,), (5,), (11,), (19,)),
    "havannah": ((2,), (3,), (5,), (10,)),
    "y": ((3,), (4,), (7,), (19,)),
    "mnk": ((3, 4, 3), (5, 4, 4), (9, 3, 3), (19, 19, 5)),
    "tic-tac-toe": ((),),
    "three-player": ((),),
    "fano": ((),),
}


def random_record(game, size, chance):
    """A game of random length; some begin from stones, in some sides move out of turn."""
    position = game.setup(size)
    points = [move_name(position, point) for point in range(position.points)]
    record = Record(game.name, size)
    kind = chance.choice(("moves", "moves", "swap", "turns", "stones"))
    chance.shuffle(points)
    if kind == "swap" and game.swap:
        record.moves, points = [points[0], "swap"], points[1:]
    if kind == "stones":
        few = points[: chance.randint(1, len(points) // 2)]
        record.setups[0] = {name: chance.randint(1, game.sides) for name in few}, chance.randint(1, game.sides)
        points = points[len(few) :]
    record.moves += points[: chance.randint(0, len(points))]
    if kind == "turns":
        record.movers = [chance.randint(1, game.sides) for _ in record.moves]
    return record


def check_round(game, size, chance):
    """Return 1 if the game, written and read again, ends in the same position; 0 if it was none."""
    record = random_record(game, size, chance)
    try:
        position = ended(record, game)
    except NoRecord as error:  # stones with which both have won, or a stone where the swapped one stands
        assert "more than one side has won" in str(error) or record.moves[1:2] == ["swap"]
        return 0
    ours = sgf(record, game)
    for text in (ours, chance.choice(("\n\n", "To: you\n\n")) + ours, *for_sites(record, game)):
        again = read(text.encode())
        assert (again.game, again.size) == (game.name, size)
        other = ended(again, game)
        assert (other.cells, other.winner) == (position.cells, position.winner), text
        assert other.to_move == position.to_move or position.is_over(), text
    return 1


def for_sites(record, game):
    """Return the game as HexWorld and LittleGolem have it, where they can."""
    forms = [hexworld] * (game.name == "hex") + [littlegolem] * (game.name in ("hex", "havannah", "y"))
    if any(stones for stones, _ in record.setups.values()):
        for form in forms:
            with pytest.raises(NoRecord, match="stones are set up"):
                form(record, game)
        return []
    return [form(record, game) for form in forms]


@pytest.mark.parametrize("games", [10, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ROUND)
def test_what_we_write_is_the_same_position_when_it_is_read(name, games):
    chance, done = random.Random(f"{games} {name}"), 0
    while done < games:
        done += check_round(GAMES[name], chance.choice(ROUND[name]), chance)


def mutated(text, chance):
    """A text with a few signs cut, doubled, or put in."""
    for _ in range(chance.randint(1, 3)):
        at, length = chance.randrange(len(text) + 1), chance.choice((0, 1, 1, 2, 5, 40))
        new = chance.choice(("", *"[]();:,.#\\ \n1az", "B[a1]", "(;", "swap", "SZ[", "1. ", text[at : at + 9] * 2))
        text = text[:at] + new + text[at + length :]
    return text


def fates(data, file):
    """Yield "" for each game of a file that is read, gone through and written, else why it is refused."""
    try:
        for record in read_each(data, file, found):
            yield str(record) if isinstance(record, NoRecord) else fate(record)
    except NoRecord as error:
        yield str(error)


def fate(record):
    try:
        game = found(record.game)
        position_line(game, record.size, ended(record, game))
        sgf(record, game)
        return ""
    except ValueError as error:
        assert str(error)
        return str(error)


@pytest.mark.parametrize("each", [4, pytest.param(200, marks=pytest.mark.long)])
def test_any_text_gives_games_or_a_refusal_in_one_line(each):
    chance, whys = random.Random(f"any {each}"), []
    for file in TABLE:
        text = (CORPUS / file).read_bytes().decode("latin-1")[:3000]
        for _ in range(each):
            changed = mutated(text, chance).encode("latin-1")
            said = list(fates(changed, file))
            assert said and all("\n" not in why for why in said), (changed, said)
            whys += said
    assert min(whys.count(""), len(whys) - whys.count("")) > len(TABLE) // 4


@pytest.mark.parametrize("cases", [300, pytest.param(20_000, marks=pytest.mark.long)])
def test_a_bracket_too_few_or_too_many_forgets_no_move_in_silence(cases):
    chance, points = random.Random(f"brackets {cases}"), [f"{x}{y}" for x in "abcde" for y in range(1, 6)]
    for _ in range(cases):
        text, count = "", 0
        for _ in range(2):
            moves = chance.sample(points, chance.randint(1, 8))
            count += len(moves)
            text += "(;FF[4]GM[11]SZ[5]PB[Ann]PW[B C]C[a note]"
            text += "".join(f";{'BW'[at % 2]}[{move}]" for at, move in enumerate(moves)) + ")\n"
        at = chance.choice([at for at, sign in enumerate(text) if sign in "[]();"])
        if chance.random() < 0.5:
            changed = text[:at] + text[at + 1 :]
        else:
            changed = text[:at] + chance.choice("[]();\\") + text[at:]
        try:
            records = list(read_each(changed))
            if not any(isinstance(record, NoRecord) or record.notes for record in records):
                assert sum(len(record.moves) for record in records) == count, changed
        except NoRecord:
            pass


def reviewed(*arguments):
    done = run("host_sim.app", "review", "--engine", "cpython", "--think", "10", *arguments)
    return done.returncode, done.stdout, done.stderr


STONE = "a stone is there; expected an empty point"
NONE = "is none; expected a point such as f6"


@pytest.mark.parametrize(
    "text, why",
    [
        ("", f"no game in it; expected {EXPECTED}"),
        ("(;GM[1]SZ[9];B[aa])", "game 1: GM[1]: SGF of another game; expected GM[11] (Hex), GM[4] (five in a row), or"),
        ("(;GM[11]SZ[5:6])", "game 1: SZ[5:6]: a field of unequal sides; expected one number"),
        ("(;GM[11]SZ[five])", "game 1: SZ[five]: size five; expected whole numbers between commas, such as 5,4,4"),
        ("(;GM[11]SZ[99])", "hex: size 99; expected 1 to 19"),
        ("(;GM[11]SZ[3]AB[a1]AW[d4])", "stone d4: no such point; expected a1 to c3"),
        ("(;GM[11]SZ[5]AB[a1:z])", "game 1, node 1, AB[a1:z]: no rectangle; expected two points such as a1:b3"),
        ("(;GM[11]SZ[5];B[z9])", "game 1, node 2, move 1, z9: no such point; expected an empty point, a1 to e5"),
        ("(;GM[11]SZ[3];B[a1];W[a1])", f"game 1, node 3, move 2, a1: {STONE}, a1 to c3"),
        ("(;GM[11]SZ[5];B[a1];W[b1];B[swap])", "game 1, node 4, move 3, swap: there is no first stone to take over; "),
        ("(;GM[11]SZ[3]\n;B(a1))", "game 1, node 2, line 2: 'B' is out of place; expected a property such as B[a1]"),
        ("(;GM[11]SZ[5]\n;B[a1]?)", "game 1, node 2, line 2: '?' is out of place; expected a property such as B[a1]"),
        ("(;GM[11]SZ[3];B[a1];W[a1])(;GM[21];B[a1])", f"game 1, node 3, move 2, a1: {STONE}, a1 to c3; 2 games, each"),
        ("(;GM[11]SZ[3];B[a1]);W[b2])", "game 1, line 1: ';W[b2])' is outside of a game; expected it before the"),
        (";GM[11]SZ[3];B[a1])\n(;SZ[3];B[a1];B[z9])", "game 1, line 1: ';GM[11]SZ[3];B[a1])' is outside of a game"),
        ("(;GM[11]SZ[3]PB[a\\];B[a1];W[a2])", "game 1, node 1, line 1: PB[a\\];B[a1]: its bracket is missing or"),
        ("(;GM[11]SZ[3];B[a1;W[a2])", "game 1, node 2, line 1: B[a1;W[a2]: its bracket is missing or escaped"),
        ("(;GM[11]SZ[3];B[a1];R[b1])", "game 1, node 3, R[b1]: no such side; expected B or W"),
        ("(;SZ[4]EV[havannah.1]SO[littlegolem];W[G5])", "game 1, node 2, G5: no such point; line G has 4 points"),
        ("(;SZ[4]EV[havannah.1]SO[littlegolem];W[H1])", "game 1, node 2, H1: no such point; no such line"),
        ("1. c3 b4 d2 2. c4", "list, move 3, d2: no number; expected number 2"),
        ("1. c3 b4 3. c4", "list, move 3, c4: out of order; expected number 2"),
        ("1. a1 3. b2", "list, move 3, b2: out of order; expected move 2"),
        ("1. a1 2. b2 - c3", f"list, move 3: '- c3' {NONE}, swap or resign"),
        ("1. a1 2. b2 3. ?!", f"list, move 3: '3. ?!' {NONE}, swap or resign"),
        ("1. a1 2. b2 3. swap", "list, move 3, swap: no first stone to take over; expected a point"),
        ("1. a1 b2 2. c3 xx yy d4 e5", f"list, move 4: 'xx yy' {NONE}, swap or resign"),
        ("1. a1 b2 2. c3 d4x", f"list, move 4: 'd4x' {NONE}, swap or resign"),
        ("1. a1 b2 2. c3 and so on (d4)", "list, move 4: 'and so' is none; expected a point"),
        ("#13,a1b2 c3 e99x d4", f"link, move 4: 'e99x d4' {NONE}, or :s"),
        ("#13,a1b2 r and then c3", f"link, move 3: 'and then' {NONE}, or :s"),
        ("#5,a1b9", "link, move 2, b9: no such point; expected an empty point, a1 to e5"),
        ("#5,a1-b2", f"link, move 2: '-b2' {NONE}, or :s"),
        ("gomocalc.com/#/h8h8", "move 2, h8: a stone is there; expected an empty point, a1 to o15"),
        ("a1 swap swap", "move 3, swap: no first stone to take over; expected a point"),
        ("a1 resign b2", "move 3, b2: the game is over; expected no more moves"),
        ("Glowgrid game\n1. a1", "no line says which game it is, such as game hex 5"),
        ("Glowgrid game\ngame hex\n1. a1 b1", "no line says the size, such as game hex 5"),
        ("Glowgrid game\ngame hex x", "line 2: size x; expected whole numbers between commas, such as 5,4,4"),
        ("Glowgrid game\ngame hexx 3", "no game hexx; did you mean hex?"),
        ("Glowgrid game\ngame hex 3\nplays a1", "line 3: 'plays'; expected game, title, seats, result, or moves"),
        ("Glowgrid game\ngame hex 3\n1. a1 b7", "line 3, move 2, b7: no such point; expected an empty point, a1 to"),
        ("Glowgrid game\ngame hex 3\n1. a1 b1\n3. c1", "line 4: '3.'; expected 2."),
        ("Piskvorky 9x9, 11:11, 0\n1,1,0\n10,2,0", "line 3: 10,2: no such point; expected 1,1 to 9,9"),
        ("Piskvorky 9x9, 11:11, 0\n0,1,0\n9,2,0", "line 3: 9,2: no such point; expected 0,0 to 8,8"),
        ("Piskvorky 9x9, 11:11, 0\n1,1,0\nAnn\n2,2,0", "line 4: '2,2,0': a move after the players' names; moves"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,10\n9,9,-5\nAnn\nBob", "line 3: '9,9,-5' is none; expected a move such as"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,10\n9,9,5,0\n7,7,0", "line 3: '9,9,5,0' is none; expected a move"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,10\n-1,9,5", "line 3: '-1,9,5' is none; expected a move"),
        ("hex 3: a1 d4 / b2", "stone d4: no such point; expected a1 to c3"),
        ("chess 8: e4", "chess 8: a game of chess, none of ours; expected Hex"),
        ("choss 8: e4", "no game choss; expected tic-tac-toe"),
    ],
)
def test_a_refusal_names_game_node_move_and_what_was_expected(tmp_path, text, why):
    path = tmp_path / "some.sgf"
    path.write_text(text)
    code, _, complaint = reviewed(path)
    assert (code, complaint.count("\n")) == (2, 1) and complaint.startswith(f"error: {path}: {why}"), complaint


@pytest.mark.parametrize(
    "head, game",
    [
        ("EV[twixt.ld.DEFAULT]SZ[24]SO[https://www.littlegolem.net]", "TwixT"),
        ("GM[11]EV[twixt]", "TwixT"),
        ("EV[go19.ch.1]SZ[19]", "Go"),
        ("KM[6.5]SZ[19]", "Go"),
        ("RU[Japanese]SZ[19]", "Go"),
        ("EV[Go Open 2024]SZ[19]", "Go"),
        ("EV[Go for gold]KM[6.5]SZ[19]", "Go"),
        ("GM[4]RU[Q-Connect6]SZ[19]", "Connect6"),
        ("FF[4]GM[4]SZ[19]EV[Connect6 open]", "Connect6"),
        ("GM[4]SZ[19]GN[European Pente cup]", "Pente"),
        ("GN[Dots and Boxes]SZ[5]", "Dots and Boxes"),
        ("EV[chess.in.DEFAULT]", "chess"),
        ("EV[null]SO[http://www.littlegolem.com];W[j4-g7/d7]", "LittleGolem"),
    ],
)
def test_a_game_that_is_none_of_ours_is_named(head, game):
    (refusal,) = read_each(f"(;{head};B[pl])".encode(), "some.sgf", found)
    assert isinstance(refusal, NoRecord) and str(refusal).isprintable()
    assert re.match(f"game 1.*: a game of {game},( but)? none of ours", str(refusal))


def test_of_many_games_one_that_is_broken_is_left_out_and_named(tmp_path):
    path, out = tmp_path / "games.sgf", tmp_path / "out.sgf"
    path.write_text(
        "(;GM[11]SZ[3];B[a1])(;GM[11]SZ[3];B[a1];W[a1])\n(;GM[11]SZ[3];B(a1))(;GM[21];B[a1])(;GM[11]SZ[3];B[c1])"
    )
    code, said, complaint = reviewed(path, "--no-draw", "--to", out)
    assert (code, complaint) == (0, f"{path}: 3 of 5 games left out\n")
    for line in (
        "Game 1 of 5\nHex 3\n\n  1. orange a1: ",
        "Game 2 of 5\nleft out: game 2, node 3, move 2, a1: a stone is there; expected an empty point, a1 to c3\n",
        "Game 3 of 5\nleft out: game 3, node 2, line 2: 'B' is out of place; expected a property such as B[a1]\n",
        "Game 4 of 5\nleft out: game 4: GM[21]: SGF of another game; ",
        "Game 5 of 5\nHex 3\n\n  1. orange c1: ",
    ):
        assert line in said
    assert [record.moves for record in read_each(out.read_text())] == [["a1"], ["c1"]]


ASSUMED = " (note: Hex is assumed, as moves alone name no game; for another add --game)\n"


@pytest.mark.parametrize(
    "name, text, arguments, said",
    [
        (
            "a.txt",
            "a5d7f3",
            [],
            f"Hex 11{ASSUMED}note: no size: taken to be hex 11; for another add --size or --game\n",
        ),
        ("a.txt", "a5 swap-pieces d4", ["--size", "7"], f"Hex 7{ASSUMED}\n  1. orange a5: "),
        (
            "a.txt",
            "a1",
            ["--size", "5", "--think", "300"],
            f"Hex 5{ASSUMED}\n  1. orange a1: loses; a better move is not proven in the time given\n",
        ),
        (
            "a.txt",
            "c3",
            ["--size", "5", "--think", "300"],
            f"Hex 5{ASSUMED}\n  1. orange c3: with the swap rule, taking c3 over wins; a better ",
        ),
        ("a.txt", "1. a5 d4 2. c3", ["--game", "hex", "--size", "6"], "Hex 6\n\n  1. orange a5: "),
        ("a.txt", "a1b1a2", ["--game", "tic-tac-toe"], "Tic-tac-toe\n\n  1. orange a1: "),
        ("a.txt", "a1, b1 a2", ["--game", "three-player"], "Three players\n\n  1. orange a1: "),
        ("a.txt", "h8i9j10", ["--game", "mnk"], "Five in a row 15x15\nnote: no size: taken to be mnk 15,15,5; "),
        ("my gomoku.txt", "h8i9j10", [], "Five in a row 15x15\nnote: no size: taken to be mnk 15,15,5; "),
        ("a.sgf", "(;GM[4]SZ[7:6];B[dc])", [], "Five in a row 6x7\nnote: how many in a row win is not said: taken to"),
        ("a.sgf", "(;EV[Go for gold]SZ[11];B[dc])", [], "Hex 11\n\n  1. orange d3: "),
        ("a.sgf", "(;GM[11]EV[Hex and TwixT weekend]SZ[11];B[dc])", [], "Hex 11\n\n  1. orange d3: "),
        (
            "a.sgf",
            "(;GM[4]SZ[15]EV[Renju cup];B[aa])",
            [],
            "Five in a row 15x15\nnote: rule Renju cup: it forbids some",
        ),
        ("a.sgf", "(;GM[4]SZ[7:6];B[dc])", ["--size", "6,7,4"], "Four in a row 6x7\n\n  1. orange d3: "),
        ("a.sgf", "(;GM[11];B[dc])", ["--size", "5"], "Hex 5\n\n  1. orange d3: "),
        (
            "a.psq",
            "Piskvorky 6x6, 11:11, 0\n3,4,0\nAnn\nBob\n-1\n1,Renju\n",
            [],
            "Five in a row 6x6\norange: Ann\nblue: Bob\nnote: points are taken to be counted from 1\nnote: rule ",
        ),
        ("a.sgf", "(;GM[4]SZ[15]RU[Standard];B[aa])", [], "Five in a row 15x15\nnote: rule Standard: exactly five win"),
        (
            "a.sgf",
            "(;GM[11]SZ[5]AB[a2]AW[c3]PL[B];B[b4];AE[a2];W[d2])",
            [],
            "Hex 5\n     set: orange a2\n     set: blue c3\n",
        ),
        (
            "a.sgf",
            "(;GM[11]SZ[5]AB[a2]AE[d4];B[b4];AE[a2][e5]AB[b4];W[d2])",
            [],
            "Hex 5\n     set: orange a2\n\n  1. orange b4: ",
        ),
    ],
)
@pytest.mark.sample(3)
def test_a_review_says_what_it_assumed(tmp_path, name, text, arguments, said):
    path = tmp_path / name
    path.write_text(text)
    code, printed, complaint = reviewed(path, "--no-draw", *arguments)
    assert (code, complaint) == (0, "") and printed.startswith(said), printed
    assert re.search(r"1. orange b4: .*\n     taken away: a2\n\n  2. blue d2", printed) or "AE[a2]" not in text


def test_a_review_is_written_back_as_comments_and_marks(tmp_path):
    path, out = tmp_path / "games.sgf", tmp_path / "out.sgf"
    game = "(;GM[11]SZ[3]PB[Ann]PW[Bob];B[a2];W[swap-pieces];B[a1];W[c3];B[resign])"
    path.write_text(game + "\n(;GM[4]GG[tic-tac-toe]SZ[3];B[b2];W[a2];B[a1])")
    code, said, complaint = reviewed(path, "--to", out, "--no-draw")
    assert (code, complaint) == (0, "")
    assert "Game 1 of 2\nHex 3\norange: Ann\nblue: Bob\n" in said and "  1. orange a2: " in said
    assert "Blue has won, by resignation." in said and "\nGame 2 of 2\nTic-tac-toe\n" in said
    text = out.read_text(encoding="utf-8")
    records = [*read_each(text)]
    assert [record.game for record in records] == ["hex", "tic-tac-toe"] and records[0].players == {1: "Ann", 2: "Bob"}
    assert ";B[a2]C[" in text and ";W[swap-pieces]C[keeps the win" in text and "RE[W+R]" in text
    assert ";W[a2]C[gives away the draw: it loses now (6 moves); better: a1, c1, a3, c3]BM[1]TR[a1][c1][a3][c3]" in text
    assert ended(records[0], GAMES["hex"]).cells == ended(read(game), GAMES["hex"]).cells


def test_a_review_that_cannot_be_written_does_not_begin(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[4]GG[tic-tac-toe]SZ[3];B[b2])")
    for arguments, why in (
        (["--to", tmp_path / "none/out.sgf"], f"{tmp_path}/none/out.sgf cannot be written: there is no folder"),
        (["--to", tmp_path / "out.txt"], f"{path}: a link of HexWorld holds a game of Hex, not of tic-tac-toe; "),
        (["--to", tmp_path / "out.sgf", "--as", "littlegolem"], f"{path}: LittleGolem's SGF is for hex, havannah, y, "),
        (["--to", tmp_path / "out.sgf", "--as", "pgn"], "--as pgn: expected sgf, littlegolem, hexworld"),
        (["--as", "hexworld"], "--as says how --to writes the games; add --to FILE"),
    ):
        code, said, complaint = reviewed(path, *arguments)
        assert (code, said) == (2, "") and complaint.startswith(f"error: {why}"), complaint
    path.write_text("(;GM[11]SZ[3];B[a1])(;GM[11]SZ[3]AB[a1];W[b2])")  # the first could be written
    code, said, complaint = reviewed(path, "--to", tmp_path / "out.txt")
    assert (code, said) == (2, "") and complaint == (
        f"error: {path}: stones are set up, which this form cannot hold; expected --as sgf, or --to x.sgf alone\n"
    )
    assert list(tmp_path.iterdir()) == [path]


GAME = "(;GM[11]SZ[5]PB[Ann]PW[Bob];B[a2];W[swap-pieces];B[c3];W[d4]%s)"


@pytest.mark.parametrize(
    "site, ending, text",
    [
        ("hexworld", ";B[resign]", "https://hexworld.org/board/#5c1,a2:sc3d4:rb\n"),
        ("hexworld", ";W[resign]", "https://hexworld.org/board/#5c1,a2:sc3d4:rw\n"),
        ("hexworld", ";B[forfeit]", "https://hexworld.org/board/#5c1,a2:sc3d4:fb\n"),
        ("hexworld", ";B[];W[b4]", "https://hexworld.org/board/#5c1,a2:sc3d4:pb4\n"),
        ("littlegolem", ";B[resign]", ";W[ab]C[x];B[swap]C[x];W[cc]C[x];B[dd]C[x];W[resign])"),
    ],
)
def test_a_review_is_written_for_a_site(tmp_path, site, ending, text):
    path, out = tmp_path / "game.sgf", tmp_path / "out"
    path.write_text(GAME % ending)
    assert reviewed(path, "--no-draw", "--to", out, "--as", site)[::2] == (0, "")
    written = out.read_text(encoding="utf-8")
    assert text in re.sub(r"C\[.*?\]\n", "C[x]", written)
    again, before = read(written), read(GAME % ending)
    assert known(again)["position"] == known(before)["position"]
    assert (again.winner, again.by) == (before.winner, before.by)
    assert again.players == (before.players if site == "littlegolem" else {})


def test_the_name_of_the_file_says_how_a_review_is_written(tmp_path):
    path, out = tmp_path / "games.sgf", tmp_path / "links.txt"
    path.write_text(GAME % "" + "\n(;GM[11]SZ[3];B[a1])")
    assert reviewed(path, "--no-draw", "--to", out)[::2] == (0, "")
    assert out.read_text() == "https://hexworld.org/board/#5c1,a2:sc3d4\nhttps://hexworld.org/board/#3c1,a1\n"


SIDES_SWAPPED = "(;GM[11]SZ[3]PB[Ann]PW[Bob];B[b2];W[swap-sides];W[a1];B[c1])"


def test_after_sides_are_swapped_nobody_swaps_again(tmp_path):
    """b2 wins on 3x3, so that the swap would be the only good answer to it, and the players have exchanged colours."""
    path, out = tmp_path / "game.sgf", tmp_path / "out.sgf"
    path.write_text(SIDES_SWAPPED)
    code, said, complaint = reviewed(path, "--no-draw", "--think", "1000", "--to", out)
    assert (code, complaint) == (0, "") and "swap-pieces" not in said and "better: swap" not in said
    assert "  2. blue a1: loses whatever is played" in said
    assert "orange: Bob, after they swapped sides\nblue: Ann, after they swapped sides\nnote: " in said
    again = read(out.read_text())
    assert again.sides_swapped and again.players == {1: "Ann", 2: "Bob"} and again.moves == ["b2", "a1", "c1"]
    code, said, _ = reviewed(path, "--no-draw", "--to", out, "--as", "littlegolem")
    assert code == 0 and read(out.read_text()).players == {1: "Bob", 2: "Ann"}
    assert known(read(out.read_text()))["position"] == known(again)["position"]
    for text in ("1. b2 2. swap-sides 3. a1", "#3,b2:Sa1", "(;GM[11]SZ[3];B[b2];W[swap-sides])"):
        position = ended(read(text), GAMES["hex"])
        assert read(text).sides_swapped and not position.may_swap()
        assert read(sgf(read(text), GAMES["hex"])).sides_swapped


@pytest.mark.parametrize("link", ["https://hexworld.org/board/#3c1,a1b2", "https://trmph.com/hex/board#3,a1b2"])
def test_a_link_is_reviewed(link):
    code, said, complaint = reviewed(link, "--no-draw")
    assert (code, complaint) == (0, "") and said.startswith("Hex 3\n") and "  2. blue b2: " in said


@pytest.mark.parametrize(
    "words, why",
    [
        (
            ["(;GM[11]SZ[3];B[c1])", "--game", "y"],
            "game 1, node 2, move 1, c1: no such point; expected an empty point, a1",
        ),
        (
            ["(;GM[11]SZ[5];B[e5])", "--size", "3"],
            "game 1, node 2, move 1, e5: no such point; expected an empty point, a1",
        ),
        (["#5,e5", "--size", "3"], "link, move 1, e5: no such point; expected an empty point, a1 to c3"),
        (["a1 b7", "--size", "5"], "move 2, b7: no such point; expected an empty point, a1 to e5"),
        (["a1 what", "--game", "hex"], "move 2: 'what' is none; expected a point such as f6, swap or resign"),
        (["#3,a1", "--game", "go"], "--game: no game go; "),
        (["#3,a1", "--size", "x"], "--size: size x; expected whole numbers"),
        (["#3,a1", "--engine", "foo"], "--engine foo: expected auto, cpython, micropython\n"),
        (["https://hexworld.org/"], "this link has no moves; copy the moves or the SGF from the site"),
    ],
)
def test_words_that_do_not_fit_the_game_are_refused(tmp_path, words, why):
    path = tmp_path / "a.txt"
    path.write_text(words[0])
    code, said, complaint = reviewed(words[0] if words[0][0] in "#h" else path, *words[1:])
    assert (code, said, complaint.count("\n")) == (2, "", 1) and why in complaint, complaint


@pytest.mark.parametrize(
    "name, lines",
    [
        ("moves_after_the_end.sgf", ("note: 2 moves after the end left out", "Orange has won.")),
        ("pass.sgf", ("note: game 1, node 3: W passes after b2", "  3. blue a2: ")),
        ("littlegolem.sgf", ("note: LittleGolem: W begins", "Blue has won, by resignation.")),
        ("variations.sgf", ("note: 2 variations beside the main line left out", "  3. orange a1: ")),
        ("set_up_later.sgf", ("  3. orange e5: ",)),
    ],
)
def test_a_review_says_what_was_left_out(name, lines):
    code, said, complaint = reviewed(CORPUS / name)
    assert (code, complaint) == (0, "") and all(line in said for line in lines), said
