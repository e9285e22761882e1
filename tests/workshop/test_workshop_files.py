"""A person's files in the workshop of the page: to the emulated Pico, from it, and what is said of what cannot be."""

import json
import random

import pytest
from cases import long
from compiled import tables_of
from page_steps import CORNERS
from page_workshop import page

from glowgrid import VERSION, record
from host_sim.pico.bench import Pico
from host_sim.pico.serial_port import port
from tools.compile.layout.manifest import digest, with_manifest
from tools.compile.layout.places import MODULES

STRATEGY = b"glowgrid strategy 1\ngame tic-tac-toe\nelse a1 b1 c1 a2 b2 c2 a3 b3 c3\nend\n"
PUZZLES = b"# mine\ntic-tac-toe: a1 b2 / c1 c2, 1 to move; wins in 1\n"
WON = {"game": "tic-tac-toe", "size": [], "seats": [0, 2], "seed": 1, "moves": [0, 3, 1, 4, 2], "number": 7}
OWN = {**WON, "game": "corners", "seats": [0, 0], "moves": [0, 4, 2], "number": 8}
SAVES = {
    "/saves/settings": record.pack({"brightness": 40}),
    "/saves/match": record.pack(WON),
    "/saves/games/7": record.pack(WON),
    "/saves/games/8": record.pack(OWN),
    "/saves/games/9": b"half a",
}
GAME = {"/games/corners.tables": tables_of(CORNERS)}
REST = {
    "/games/strategies/a.txt": STRATEGY,
    "/games/puzzles/tic_tac_toe.txt": PUZZLES,
    "/games/x.tables.new": b"half",
    "/replaced_1/boot.py": b"",
    "/crash.txt": b"Crash, 1 s after power-up\n",
    "/main.py": b"",
}


class Visit:
    """Context: the page's talk with a Pico that has these files."""

    def __init__(self, pico, folder, **options):
        self.pico = pico
        self._port, self._folder, self._options = port(pico), folder, options

    def __enter__(self):
        self._page = page(self._port.__enter__(), self._folder, **self._options)
        talk = self._page.__enter__()
        talk.about = talk.ask("connect", False)
        return talk

    def __exit__(self, *error):
        self._page.__exit__(*error)
        self._port.__exit__(*error)


@pytest.fixture
def visit(pico_image, tmp_path):
    """Return a function that opens a visit to a Pico with these files, or to the same Pico."""

    def visit(files, **options):
        pico = files if isinstance(files, Pico) else Pico(pico_image, files=files, first=True)
        return Visit(pico, tmp_path, **options)

    return visit


def chosen(talk, files, to="/to"):
    """Return what the page says of chosen files; what a Pico takes is in the folder `to`."""
    folder = f"/chosen{talk.exchanges}"
    talk.put(folder, {f"/{name}": data for name, data in files.items()})
    return talk.ask("check", folder, to)


@pytest.mark.long
def test_what_a_person_has_on_the_pico_is_listed_by_kind(visit):
    files = {**SAVES, **GAME, **REST}
    with visit(files) as talk:
        said = talk.ask("look")
    assert {each["path"]: each["kind"] for each in said["files"]} == {
        **dict.fromkeys(["/saves/match", "/saves/settings"], "save"),
        **dict.fromkeys(["/saves/games/7", "/saves/games/8", "/saves/games/9"], "finished"),
        "/games/corners.tables": "game",
        "/games/strategies/a.txt": "strategy",
        "/games/puzzles/tic_tac_toe.txt": "puzzles",
        "/games/x.tables.new": "unfinished",
        "/replaced_1/boot.py": "aside",
        "/crash.txt": "crash",
    }
    assert all(each["size"] == len(files[each["path"]]) for each in said["files"])
    assert said["free"] > 100_000 and said["waits"] is False


def test_files_are_checked_compiled_and_copied_and_never_over_another_unasked(visit):
    other = CORNERS.replace('"a1 c1", ', "")
    files = {
        "corners.json": CORNERS.encode(),
        "my first.txt": STRATEGY,
        "any.txt": PUZZLES,
        "more.txt": b"\n" + PUZZLES,
    }
    same = "it would be /games/puzzles/tic_tac_toe.txt on the Pico, as any.txt is: put their puzzles into one file"
    with (going := visit({"/main.py": b""})) as talk:
        assert chosen(talk, files) == {
            "files": [
                {"file": "corners.json", "path": "/games/corners.tables", "title": "Corners"},
                {"file": "any.txt", "path": "/games/puzzles/tic_tac_toe.txt", "title": "1 puzzle of Tic-tac-toe"},
                {"file": "more.txt", "fault": same},
                {
                    "file": "my first.txt",
                    "path": "/games/strategies/my_first.txt",
                    "title": "a strategy for Tic-tac-toe",
                },
            ]
        }
        wanted = {**GAME, "/games/puzzles/tic_tac_toe.txt": PUZZLES, "/games/strategies/my_first.txt": STRATEGY}
        assert talk.ask("bring", "/to", "ask") == {"files": sorted(wanted), "in_the_way": []}
        assert talk.ask("bring", "/to", "ask") == {"files": [], "in_the_way": []}
        chosen(talk, {"corners.json": other.encode()}, "/other")
        assert talk.ask("bring", "/other", "ask") == {"files": [], "in_the_way": list(GAME)}
        assert going.pico.files() == {**wanted, "/main.py": b""}
        assert talk.ask("bring", "/other", "yes") == {"files": list(GAME), "in_the_way": list(GAME)}
        assert talk.ask("remove", json.dumps(["/games/puzzles/tic_tac_toe.txt"])) == {}
    assert going.pico.files() == {
        "/games/corners.tables": tables_of(other),
        "/games/strategies/my_first.txt": STRATEGY,
        "/main.py": b"",
    }


def test_a_file_that_is_nothing_for_a_pico_is_a_line_and_the_pico_stays_connected(visit):
    faults = {
        "mine.py": (b"GAME = 1", "a game in Python has to be compiled"),
        "mine.json": (b'{"name": "mine"}', "field: expected the drawing"),
        "nothing.json": (b"{", "not JSON"),
        "board.json": (b'{"leds": {}, "keys": {}}', "this is a board file"),
        "corners2.json": (CORNERS.encode(), "another game is already named corners"),
        "damaged.tables": (tables_of(CORNERS)[:-1], "damaged"),
        "large.json": (b" " * 300_000, "too large"),
        "notes.md": (b"", "no game, no puzzles, no strategy"),
        "empty.txt": (b"# nothing\n", "there is no puzzle in it"),
        "far.txt": (b"chess: a1, 1 to move; wins in 1", "line 1: chess is no game here"),
        "two.txt": (PUZZLES + b"hex 3: a1 / b2, 1 to move; wins in 3", "line 3: a puzzle of hex"),
        "odd.txt": (b"hex 3: a1 / b2, 1 to move; wins in 2", "line 1: hex 3"),
        "first.txt": (STRATEGY.replace(b"tic-tac-toe", b"chess"), "no game chess is here"),
        "short.txt": (STRATEGY.replace(b"end\n", b""), ""),
        "latin.txt": (b"\xff\xfe", ""),
    }
    with (going := visit({**GAME, "/main.py": b""})) as talk:
        said = {
            each["file"]: each for each in chosen(talk, {name: data for name, (data, _) in faults.items()})["files"]
        }
        assert sorted(said) == sorted(faults)
        for name, (_, why) in faults.items():
            assert why in said[name]["fault"] and "\n" not in said[name]["fault"] and said[name]["fault"], name
        assert len(talk.ask("look")["files"]) == 1
    assert going.pico.files() == {**GAME, "/main.py": b""}


def test_finished_games_are_told_with_their_record_and_a_link_if_the_page_has_the_game(visit):
    with visit({**SAVES, **GAME, "/main.py": b""}) as talk:
        damaged, own, won = talk.ask("games")["games"]
    assert damaged == {"number": 9, "fault": "it is damaged"}
    assert (own["title"], own["link"]) == ("Corners", None) and "GG[corners]" in own["sgf"]
    assert (won["title"], won["who"], won["moves"], won["result"]) == (
        "Tic-tac-toe",
        "person - level 2",
        5,
        "orange won",
    )
    assert "GG[tic-tac-toe]" in won["sgf"] and won["link"]["moves"] == "a1,a2,b1,b2,c1"


def test_saves_go_into_a_file_and_back_onto_a_wiped_pico(visit):
    with visit({**SAVES, "/saves/match.new": b"half", "/main.py": b""}) as talk:
        text = talk.ask("backup", "today")["text"]
    assert json.loads(text)["files"][-1]["holds"] == {"brightness": 40}
    wiped = {"/saves/settings": record.pack({}), "/saves/stray": b"1", "/main.py": b""}
    with (going := visit(wiped)) as talk:
        about = {"version": json.loads(text)["version"], "board": "", "made": "today", "files": sorted(SAVES)}
        assert talk.ask("backed_up", text) == about
        for bad, why in [
            ("{}", "This is no backup of Glowgrid's saves ("),
            ("GLOW", "it is not JSON"),
            (text.replace("/saves/match", "/saves/../main.py"), "which is no save"),
            (text.replace(json.loads(text)["files"][0]["base64"], "AAAA"), "is damaged in this backup"),
        ]:
            said = talk.ask("restore", bad)
            assert said["open"] and why in said["error"][0]
        assert going.pico.files() == wiped
        assert talk.ask("restore", text) == {"kept_in": "/replaced_1"}
        assert talk.ask("look")["waits"] is False
    aside = {"/replaced_1/saves/settings": record.pack({}), "/replaced_1/saves/stray": b"1"}
    assert going.pico.files() == {**SAVES, **aside, "/main.py": b""}


@pytest.mark.long
@pytest.mark.parametrize("step", [1, 9])
def test_a_cable_out_while_saves_are_restored_loses_none_and_the_next_visit_finishes(visit, step):
    old = {"/saves/settings": record.pack({}), "/main.py": b""}
    with visit({**SAVES, "/main.py": b""}) as talk:
        text = talk.ask("backup", "today")["text"]
    for at in range(1, 200, step):
        with (going := visit(old, unplug_at=at)) as talk:
            said = talk.about if "error" in talk.about else talk.ask("restore", text)
            if "error" not in said:
                break
            assert len(said["error"]) == 1 and said["error"][0].startswith("Lost the Pico ")
        there = going.pico.files()
        kept = {path.replace("/replaced_1", ""): data for path, data in there.items()}
        assert old.items() <= kept.items() or SAVES.items() <= there.items(), at
        with (again := visit(going.pico)) as talk:
            waits = talk.ask("look")["waits"]
            assert not talk.ask("look", True)["waits"]
            assert waits <= (SAVES.items() <= again.pico.files().items())
            if not SAVES.items() <= again.pico.files().items():
                talk.ask("restore", text)
        assert SAVES.items() <= again.pico.files().items() and not [
            path for path in again.pico.files() if ".new" in path
        ]
    assert at > 3 * step


@pytest.mark.long
@pytest.mark.parametrize("step", [1, 6])
def test_a_cable_out_while_a_game_is_replaced_leaves_one_of_them_whole_and_the_next_visit_finishes(visit, step):
    old = {"/games/corners.tables": b"mine", "/main.py": b""}
    new = {"/games/corners.tables": tables_of(CORNERS), "/games/strategies/a.txt": STRATEGY}
    for at in range(1, 200, step):
        with (going := visit(old, unplug_at=at)) as talk:
            talk.put("/to", new)
            said = talk.about if "error" in talk.about else talk.ask("bring", "/to", "yes")
            if "error" not in said:
                break
            assert len(said["error"]) == 1 and said["error"][0].startswith("Lost the Pico ")
        assert going.pico.files()["/games/corners.tables"] in (b"mine", new["/games/corners.tables"])
        with (again := visit(going.pico)) as talk:
            talk.put("/to", new)
            talk.ask("bring", "/to", "yes")
        assert again.pico.files() == {**new, "/main.py": b""}
    assert at > 2 * step


def test_without_room_nothing_is_copied_and_the_line_names_what_to_remove(visit):
    with visit({"/main.py": b""}) as talk:
        free = talk.ask("look")["free"]
    full = {"/main.py": b"", "/games/corners.tables": b"mine", "/filler": bytes(free - 20_000)}
    with (going := visit(full)) as talk:
        assert [each["path"] for each in talk.ask("look")["files"] if each["kind"] == "other"] == ["/filler"]
        chosen(talk, {"corners.json": CORNERS.encode(), "a.txt": STRATEGY, "b.txt": STRATEGY})
        said = talk.ask("bring", "/to", "yes")
        assert said["open"] and said["error"][0].startswith("Not enough room on the board: 12288 bytes needed")
        largest = f"/filler ({len(full['/filler'])} bytes), /games/corners.tables (4 bytes)"
        assert said["error"][0].endswith(f"; remove files of your own, the largest first: {largest}")
    assert going.pico.files() == full


BLOCK = 4096


@pytest.mark.parametrize("blocks", [3, long(1), long(2), long(4), long(5), long(6), long(7)])
def test_a_file_system_that_is_full_while_it_is_written_keeps_nothing_by_halves(visit, blocks):
    """Folders take blocks, too: what seemed to have room may have none. Nothing but whole files is there afterwards."""
    with visit({"/main.py": b""}) as talk:
        free = talk.ask("look")["free"]
    large = STRATEGY + b"# " + random.Random(63).randbytes(6000).hex().encode() + b"\n"
    full = {"/main.py": b"", "/filler": random.Random(63).randbytes(free - blocks * BLOCK)}
    with (going := visit(full)) as talk:
        talk.put("/to", {"/games/strategies/a.txt": large[: 3 * BLOCK]})
        said = talk.ask("bring", "/to", "ask")
        there = going.pico.files()
        if "error" in said:
            assert said.get("open") and "remove files of your own" in said["error"][0], said
            assert there == full and talk.ask("look")["free"] >= blocks * BLOCK - 3 * BLOCK
        else:
            assert there == {**full, "/games/strategies/a.txt": large[: 3 * BLOCK]}
    assert blocks > 2 or "error" in said


def test_a_crash_has_names_and_lines_if_it_is_of_what_the_page_knows(visit):
    crash = 'Crash, 9 s after power-up\nTraceback (most recent call last):\n  File "app", line 1, in tick\nOSError: 5\n'
    known = {"of": {"rp2040": digest(b"code")}, "names": {"glowgrid.console.app": {}}}
    known |= {
        "shown": {"app": "glowgrid.console.app"},
        "lines": {"glowgrid.console.app": {"tick": [[7, 9, {}, {}, {}]]}},
    }
    explained = crash.replace('"app", line 1', '"glowgrid.console.app", line 7 to 9')
    for code, text, why in (b"code", explained, ""), (b"other", crash, "of another build is on the Pico"):
        files = with_manifest({MODULES: code, "/main.py": b""}, "mine")
        with visit({**files, "/crash.txt": crash.encode()}) as talk:
            talk.put("/page", {"/sources.json": json.dumps(known).encode()})
            said = talk.ask("crash", "/page/sources.json")
        assert said["text"] == text and why in said["why"] and bool(said["why"]) == bool(why)
        assert said["about"].startswith(f"Glowgrid {VERSION}, mine, Raspberry Pi Pico")
