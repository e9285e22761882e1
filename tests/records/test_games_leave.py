"""Games leave the device: SGF and plain records, written and read; fetched from saves and from a Pico; reviewed."""

import binascii
import json
import random
import re

import pytest
from all_games import GAMES
from command_lines import run

from glowgrid.console.match import Match
from glowgrid.console.saving import record_of
from glowgrid.console.storage import Storage
from glowgrid.record import pack
from glowgrid.search import work_in
from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.console import keylog, menu_path
from host_sim.console.session import Session
from host_sim.own_games.load import data_game
from host_sim.records.finished import from_save, line
from host_sim.records.reader import read
from host_sim.records.record import Record, ended
from host_sim.records.review import review
from host_sim.records.sgf import plain, sgf, written


def random_match(game, size, seed):
    """A match that chance has played to its end; the first stone of a game with the swap rule is taken over."""
    chance = random.Random(seed)
    match = Match(game, size, [0] * game.sides, 7)
    position = match.position
    while not position.is_over():
        legal = [move for move in range(position.moves) if position.is_legal(move)]
        assert position.play(position.action("swap") if position.may_swap() else chance.choice(legal))
    return match


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_saved_match_is_the_same_game_as_text(game):
    for seed, size in enumerate(game.sizes[:3]):
        match = random_match(game, size, seed)
        record = from_save(record_of(match), GAMES.values())
        for text in (plain(record, game), *([sgf(record, game)] if game.name == "hex" else [])):
            back = read(text)
            assert (back.game, back.size, back.moves) == (game.name, size, record.moves)
            position = ended(back, game)
            assert position.cells == match.position.cells and position.winner == match.position.winner
        assert read(plain(record, game)).seats == [0] * game.sides
        assert written(record, game)[0] == ("sgf" if game.name == "hex" else "txt")


def test_what_is_written():
    record = Record("hex", (3,), ["b2", "swap", "a1", "a2"], [0, 3])
    assert sgf(record, GAMES["hex"]).splitlines()[1:] == [";B[b2];W[swap-pieces];B[a1];W[a2])"]
    assert "GM[11]" in sgf(record, GAMES["hex"]) and "SZ[3]PB[person]PW[Glowgrid level 3]" in sgf(record, GAMES["hex"])
    record = Record("hex", (4,), ["c2", "swap", "a1"])  # b3 for Hex programs: they mirror it across the long diagonal
    assert sgf(record, GAMES["hex"]).splitlines()[1:] == [";B[b3];W[swap-pieces];B[a1])"]
    record = Record("mnk", (4, 3, 3), ["a1", "a2", "b1", "b2", "c1"], [0, 5])
    assert plain(record, GAMES["mnk"]) == (
        "Glowgrid game\ngame   mnk 4,3,3\ntitle  Three in a row 4x3\nseats  0 5\nresult 1\n1. a1 a2\n2. b1 b2\n3. c1\n"
    )
    won = Record("hex", (2,), ["a1", "b1", "a2"])
    assert "RE[B+]" in sgf(won, GAMES["hex"])  # black joins top and bottom


def test_a_resignation_leaves_with_the_game(tmp_path):
    match = Match(GAMES["hex"], (3,), [0, 0])
    for point in (0, 4):
        match.position.play(point)
    record = from_save({**record_of(match), "resigned": True}, GAMES.values())
    text = sgf(record, GAMES["hex"])
    assert "RE[W+R]" in text and "result 2 by resignation" in plain(record, GAMES["hex"]).splitlines()
    for back in (read(text), read(plain(record, GAMES["hex"]))):
        assert (back.winner, back.by, len(back.moves)) == (2, "resignation", 2)
    assert line(record, GAMES["hex"]).endswith("2 moves, blue won by resignation")
    (tmp_path / "resigned.sgf").write_text(text)
    done = run("host_sim", "review", tmp_path / "resigned.sgf", "--think", 1)
    assert "Blue has won, by resignation." in done.stdout


def judged(game, size, moves, think=3000):
    return [
        (move.said, move.given) for move in review(Record(game, size, moves.split()), GAMES[game], work_in(think), None)
    ]


def test_a_review_says_what_each_move_gave_away():
    said = judged("tic-tac-toe", (), "b2 a2 a1 c3 b1 b3 c1")
    assert said == [
        ("keeps the draw", ""),
        ("gives away the draw: it loses now (6 moves); better: a1, c1, a3, c3", "the draw"),
        ("keeps the win (5 moves)", ""),
        ("loses whatever is played (4 moves)", ""),
        ("keeps the win (3 moves)", ""),
        ("loses whatever is played (2 moves)", ""),
        ("keeps the win (1 move)", ""),
    ]
    lost = judged("tic-tac-toe", (), "b2 a2 c1")[2]
    assert lost == ("keeps the win (5 moves)", "") or lost[1] == "the win"
    assert judged("three-player", (), "b2 c3 a1")[0][1] == ""


def test_a_review_knows_the_swap_and_estimates():
    said = judged("hex", (3,), "b2 swap a1", 1000)
    assert said[0][0].startswith("loses whatever is played") and said[1][0].startswith("keeps the win")
    estimated = judged("hex", (11,), "f6 a1", 30)[1][0]
    assert " %" in estimated or estimated == "not known"


@pytest.mark.parametrize("size, move, taken", [(3, "b2", True), (3, "a1", False)])
def test_a_review_says_whether_a_first_move_loses_because_it_can_be_taken_over(size, move, taken):
    why = f": with the swap rule, taking {move} over wins"
    assert judged("hex", (size,), move, 1000)[0][0].startswith("loses whatever is played" + why * taken)
    assert (why in judged("hex", (size,), move, 1000)[0][0]) == taken
    swapped = Record("hex", (size,), [move], sides_swapped=True)  # nothing can be taken over any more
    assert "swap rule" not in next(review(swapped, GAMES["hex"], work_in(1000))).said


def test_a_review_says_what_a_first_move_is_worth_once_it_is_taken_over():
    strong = "c3", "c4", "d4"  # so the other side takes them over; not all are tried in this time
    given = {move: judged("y", (6,), move, 100)[0] for move in strong}
    given = {move: (said, lost) for move, (said, lost) in given.items() if lost}
    assert given
    for move, (said, lost) in given.items():
        assert lost.startswith("about ")
        assert f"gives away {lost}: with the swap rule, taking {move} over leaves " in said


@pytest.mark.parametrize(
    "moves, swap, said",
    [
        ("d4 d5", True, [
            ("loses whatever is played, as published: with the swap rule, taking d4 over wins", ""),
            ("gives away the win as published: it loses now; better: swap", "the win as published"),
        ]),
        ("d4 swap e4", True, [
            ("loses whatever is played, as published: with the swap rule, taking .* over wins", ""),
            ("keeps the win, as published", ""),
            ("loses whatever is played, as published", ""),
        ]),
        ("a1 swap", True, [
            ("loses whatever is played, as published", ""),
            ("gives away .*: it loses now as published; .*", "about .*"),
        ]),
        ("d4 e5", False, [("keeps the win, as published", ""), ("loses whatever is played, as published", "")]),
        ("a1", False, [(r"gives away the win as published: it loses now; better: \w\d, .*", "the win as published")]),
    ],
)  # fmt: skip
@pytest.mark.sample(3)
def test_a_review_says_what_is_published(moves, swap, said):
    record = Record("hex", (8,), moves.split(), sides_swapped=not swap)
    found = [(move.said, move.given) for move in review(record, GAMES["hex"], work_in(100), None)]
    assert len(found) == len(said)
    for pair, patterns in zip(found, said):
        assert all(re.fullmatch(pattern, text) for pattern, text in zip(patterns, pair)), pair


@pytest.mark.parametrize(
    "game, said",
    [
        ("(;GM[11]SZ[8])", "Orange is to move: blue wins as published; best: "),
        ("hex 8: - / d4, 1 to move", "Orange is to move: blue wins as published; best: "),
        ("hex 8: d4 / -, 2 to move", "Blue is to move: orange wins as published; best: "),
        ("hex 3: - / -, 1 to move", "Orange is to move: orange wins; best: "),
        ("tic-tac-toe: - / -, 1 to move", "Orange is to move: a draw; best: "),
    ],
)
def test_a_review_of_a_position_says_who_wins_as_proven_or_published(tmp_path, game, said):
    (tmp_path / "game.txt").write_text(game)
    code, shown, _ = simulator("review", tmp_path / "game.txt", "--think", "100", "--engine", "cpython")
    assert code == 0 and said in shown


def simulator(*arguments):
    done = run("host_sim.app", *arguments)
    return done.returncode, done.stdout, done.stderr


def saved(folder):
    """A folder of saves with three finished games, a damaged one and one of an unknown game; the text of each."""
    kept = Storage(str(folder / "games"))
    (folder / "games").mkdir()
    for number, (name, size) in enumerate((("hex", (3,)), ("mnk", (4, 3, 3)), ("three-player", ())), 8):
        kept.save(str(number), record_of(random_match(GAMES[name], size, number)))
    kept.save("11", {"game": "gone", "size": [], "seats": [0, 0], "seed": 1, "moves": []})
    (folder / "games" / "12").write_bytes(b"rubbish")


def test_games_are_listed_written_and_reviewed(tmp_path):
    none = f"there is no game in {tmp_path / 'games'} that was played to its end\n"
    assert simulator("games", "--saves", tmp_path, "--to", tmp_path / "out") == (0, none, "")
    assert list(tmp_path.iterdir()) == []
    saved(tmp_path)
    code, said, _ = simulator("games", "--saves", tmp_path, "--to", tmp_path / "out")
    lines = said.splitlines()
    assert code == 0 and [line.split()[0] for line in lines] == ["8", "9", "10", "11", "12"]
    assert "Hex 3" in lines[0] and "person - person" in lines[0] and " won" in lines[0] and "0008.sgf" in lines[0]
    assert "Three in a row 4x3" in lines[1] and "person - person - person" in lines[2]
    assert "the game gone is not here" in lines[3] and "damaged" in lines[4]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["0008.sgf", "0009.txt", "0010.txt"]
    assert (tmp_path / "games" / "12").read_bytes() == b"rubbish"  # reading changes nothing
    code, said, _ = simulator("review", tmp_path / "out" / "0009.txt", "--think", "100", "--engine", "cpython")
    record = read((tmp_path / "out" / "0009.txt").read_text())
    assert code == 0 and said.startswith(f"Three in a row {record.size[0]}x3\n")
    assert said.count("  a b c\n") == len(record.moves) and said.count("gave away") == 2


TIC_TAC_TOE = {"game": "tic-tac-toe", "size": [], "seats": [0, 0], "seed": 1, "moves": [0, 3, 1, 4, 2]}


@pytest.mark.parametrize(
    "odd, why",
    [
        (["a"], "it: a list of 1; expected an object"),
        ({**TIC_TAC_TOE, "moves": [-1]}, "moves.0: -1; expected 0 to 253 or a text"),
        ({**TIC_TAC_TOE, "moves": [0, 0]}, "an illegal move"),
        ({**TIC_TAC_TOE, "game": "hex", "size": [3], "moves": [1000]}, "moves.0: 1000; expected 0 to 253 or a text"),
        ({**TIC_TAC_TOE, "game": "mnk", "size": [2, 2, 9]}, "mnk: 9 in a row does not fit a 2x2 field"),
        ({**TIC_TAC_TOE, "game": "a\nb"}, "the game a b is not here"),
    ],
    ids=str,
)
def test_a_kept_game_that_makes_no_sense_is_told_in_its_line_and_the_others_are_there(tmp_path, odd, why):
    kept = Storage(str(tmp_path / "games"))
    (tmp_path / "games").mkdir()
    for number, data in enumerate((TIC_TAC_TOE, odd, TIC_TAC_TOE), 1):
        assert kept.save(str(number), data)
    (tmp_path / "games" / "4").mkdir()
    code, said, complaint = simulator("games", "--saves", tmp_path, "--to", tmp_path / "out")
    lines = said.splitlines()
    assert (code, complaint, len(lines)) == (0, "", 3)
    assert lines[1].startswith(f"   2  cannot be read: {why}")
    assert "5 moves, orange won" in lines[0] and "5 moves, orange won" in lines[2]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["0001.txt", "0003.txt"]


@pytest.mark.parametrize(
    "arguments, why",
    [
        (["--saves", "{tmp}/none"], "--saves {tmp}/none: no such folder; name the folder that "),
        (["--saves", "{tmp}/file"], "--saves {tmp}/file: is a file; name the folder that "),
        (["--saves", "{tmp}", "--to", "{tmp}/file"], "--to {tmp}/file: this is a file; name a folder\n"),
        (["--saves", "{tmp}", "--to", "{tmp}/file/x"], "--to {tmp}/file/x: cannot be created: Not a directory; name"),
    ],
)
def test_a_folder_that_games_cannot_use_is_named(tmp_path, arguments, why):
    saved(tmp_path)
    (tmp_path / "file").write_text("")
    code, said, complaint = simulator("games", *[argument.format(tmp=tmp_path) for argument in arguments])
    assert (code, said, complaint.count("\n")) == (2, "", 1)
    assert complaint.startswith("error: " + why.format(tmp=tmp_path))
    assert not (tmp_path / "none").exists()


def test_a_kept_game_of_a_newer_version_is_told(tmp_path):
    body = bytearray(pack(TIC_TAC_TOE))[:-4]
    body[4:5] = b"2"
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "1").write_bytes(body + binascii.crc32(body).to_bytes(4, "little"))
    said = "   1  cannot be read: it is of version 2, this Glowgrid knows 1\n"
    assert simulator("games", "--saves", tmp_path) == (0, said, "")


def test_what_is_played_to_its_end_can_be_listed(tmp_path):
    board = load_board(DEFAULT_BOARD)
    changes = menu_path.to_match(board, 500, "tic-tac-toe", "", (0, 0)) + keylog.taps(3500, [0, 4, 1, 5, 2])
    for _ in Session(board, tmp_path).play(changes, 12_000):
        pass
    code, said, _ = simulator("games", "--saves", tmp_path)
    assert code == 0 and said.split() == "1 Tic-tac-toe person - person 5 moves, orange won".split()


def test_games_are_fetched_from_a_pico(pico_image, tmp_path):
    from host_sim.pico.bench import Pico
    from host_sim.pico.serial_port import port
    from tools.workshop.serial_link import on_device
    from tools.workshop.talk.finished import fetched

    saved(tmp_path)
    files = {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()}
    pico = Pico(pico_image, files={f"/saves/games/{name}": data for name, data in files.items()})
    with port(pico) as path:
        assert on_device(path, fetched)[1] == {int(name): data for name, data in files.items()}


def test_a_game_of_the_own_folder_is_known_by_its_name_to_every_command(tmp_path, monkeypatch):
    data = {"name": "short-row", "about": "Two in a row win.", "field": ["ooo"], "lines": ["a1 b1", "b1 c1"]}
    (tmp_path / "short_row.json").write_text(json.dumps(data))
    (tmp_path / "broken.json").write_text("{")
    monkeypatch.setenv("GLOWGRID_GAMES", str(tmp_path))
    match = Match(data_game(tmp_path / "short_row.json"), (), [0, 0], 7)
    for point in (1, 0, 2):
        match.position.play(point)
    (tmp_path / "saves").mkdir()
    saves = Storage(str(tmp_path / "saves/games"))
    assert saves.save("1", record_of(match))

    def told(*words):
        done = run("host_sim.app", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr

    listed, _ = told("games", "--saves", str(tmp_path / "saves"), "--to", str(tmp_path))
    assert "Short-row" in listed and "3 moves, orange won" in listed
    assert "Orange has won." in told("review", str(tmp_path / "0001.txt"))[0]
    done = run("host_sim", "gtp", "--game", "short-row", typed="hint\nlist_games\n")
    assert done.stdout.startswith("= b1 1 3\n") and "\nshort-row\n" in done.stdout
    assert "broken.json: not JSON, line 1, column 2: " in done.stderr and done.stderr.count("\n") == 1
