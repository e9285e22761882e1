"""Records as sites and programs write them, made up by ourselves, with what is right about each.

READ: {name: (name of its file, its text, what a person states, the position at its end, winner, words of its notes)}
REFUSED: {name: (name of its file, its text, what a person states, what is said)}
"""

import json

from host_sim.records.asked import Asked

NOTHING = Asked()
HEX, MNK, Y = Asked("hex"), Asked("mnk"), Asked("y")


def renlib(tree, version=(3, 4)):
    """Return a library as RenLib has it, a sign for each byte. tree: [(point, more bits, text, tree below), ...]."""
    body = bytearray(b"\xffRenLib\xff" + bytes(version) + b"\xff" * 10 + b"\0")
    body += bytes([0 if tree else 0x40])
    _put(body, tree)
    return bytes(body).decode("latin-1")


def _put(body, nodes):
    for at, (point, bits, text, below) in enumerate(nodes):
        bits |= (0x80 if at + 1 < len(nodes) else 0) | (0 if below else 0x40) | (0x08 if text else 0)
        body += bytes([point, bits])
        if text:
            body += text.encode() + b"\0" * (2 - len(text) % 2)
        _put(body, below)


def line(*points):
    """Return a tree without branches."""
    return [(points[0], 0, "", line(*points[1:]))] if points else []


def at(name):
    """Return RenLib's byte of a point, named as ours."""
    return 16 * (int(name[1:]) - 1) + ord(name[0]) - 96


def stack(game, variants, *results, **more):
    """Return a game as AbstractPlay has it: its results are points, or objects."""
    entries = [{"_results": []}]
    for result in results:
        entries.append({"_results": [{"type": "place", "where": result} if isinstance(result, str) else result]})
    state = {"game": game, "numplayers": 2, "variants": variants, "gameover": False, "winner": [], "stack": entries}
    return json.dumps({**state, **more})


PLAYOK = '[Event "?"]\n[Site "PlayOK"]\n[Date "2024.01.01"]\n[Black "ann"]\n[White "bob"]\n[Result "%s"]\n\n%s\n'
FIVE = "1. h8 g9 2. h9 g10 3. h10 g11 4. h11 g12 5. h12"
SHIFT_JIS = b"\x94\x5c".decode("latin-1")  # as it is read where nothing says what it is

READ = {
    # several moves in a node
    "order": (
        "a.sgf",
        "(;GM[4]SZ[15]B[hh]W[ig]B[gj]W[hi])",
        NOTHING,
        "mnk 15,15,5: g10 h8 / h9 i7, 1 to move",
        None,
        ["node 1: 4 moves, taken in the order of the file"],
    ),
    "white first": (
        "a.sgf",
        "(;GM[11]SZ[5];W[a1]B[b2]W[c3])",
        NOTHING,
        "hex 5: b2 / a1 c3, 1 to move",
        None,
        ["node 2: 3 moves"],
    ),
    "twice in a list": (
        "a.sgf",
        "(;GM[11]SZ[5]B[a1][b2]W[c3])",
        NOTHING,
        "hex 5: a1 b2 / c3, 1 to move",
        None,
        ["node 1: 3 moves"],
    ),
    "stones beside a move": (
        "a.sgf",
        "(;GM[11]SZ[5];B[b2]AW[a1])",
        NOTHING,
        "hex 5: b2 / a1, 2 to move",
        None,
        ["node 2: stones are set up beside a move: they come"],
    ),
    "another side": (
        "a.sgf",
        "(;GM[11]SZ[5];B[a1];G[b2];AG[c3])",
        NOTHING,
        "hex 5: a1 / -, 2 to move",
        None,
        ["node 3, G[b2]: no side of ours; left out", "node 4, AG[c3]"],
    ),
    # which game, which size
    "no game": ("a.sgf", "(;FF[4]SZ[15];B[hh];W[ii])", NOTHING, "hex 15: h8 / i9, 1 to move", None, []),
    "a game is stated": ("a.sgf", "(;FF[4]SZ[15];B[hh];W[ii])", MNK, "mnk 15,15,5: h8 / i9, 1 to move", None, []),
    "over GM": (
        "a.sgf",
        "(;GM[11]SZ[15];B[hh])",
        MNK,
        "mnk 15,15,5: h8 / -, 2 to move",
        None,
        ["read as mnk 15,15,5, as stated; the file says GM[11]"],
    ),
    "over our own": (
        "a.sgf",
        "(;GM[4]GG[mnk 5,4,4]SZ[4:5];B[a1])",
        Asked("hex", (6,)),
        "hex 6: a1 / -, 2 to move",
        None,
        ["the file says GG[mnk 5,4,4]"],
    ),
    "over Go": ("a.sgf", "(;GM[1]RU[Japanese]KM[6.5]SZ[9];B[ee];W[ce])", HEX, "hex 9: e5 / c5, 1 to move", None, []),
    "over a size": (
        "a.sgf",
        "(;GM[11]SZ[5];B[a1])",
        Asked("", (7,)),
        "hex 7: a1 / -, 2 to move",
        None,
        ["read as hex 7, as stated; the file says SZ[5]"],
    ),
    "over unequal sides": (
        "a.sgf",
        "(;GM[11]SZ[5:6];B[a1])",
        Asked("", (6,)),
        "hex 6: a1 / -, 2 to move",
        None,
        ["the file says SZ[5:6]"],
    ),
    "over a link": (
        "",
        "https://hexworld.org/board/#5c1,a1b2",
        Asked("y", (5,)),
        "y 5: a1 / b2, 1 to move",
        None,
        ["read as y 5, as stated; the link says hex 5"],
    ),
    "over a position": ("a.txt", "hex 5: a1 / b2", Y, "y 5: a1 / b2, 1 to move", None, ["the file says hex 5"]),
    "over Piskvork": (
        "a.psq",
        "Piskvorky 15x15, 11:11, 0\n8,8,10\n15,9,0\n",
        Asked("mnk", (15, 15, 4)),
        "mnk 15,15,4: h8 / o9, 1 to move",
        None,
        ["the file says mnk 15,15,5"],
    ),
    "one number for five in a row": ("a.txt", "h8 i9", Asked("mnk", (9,)), "mnk 9,9,5: h8 / i9, 1 to move", None, []),
    "the words contradict GM": (
        "a.sgf",
        "(;GM[11]AP[SomeGomoku:1]SZ[5]RE[B+];B[aa])",
        NOTHING,
        "hex 5: a1 / -, 2 to move",
        1,
        ["AP[SomeGomoku:1] names five in a row, but GM[11] says Hex, and counts"],
    ),
    "a program names it": (
        "a.sgf",
        "(;AP[SomeGomoku:1]SZ[15];B[aa])",
        NOTHING,
        "mnk 15,15,5: a1 / -, 2 to move",
        None,
        [],
    ),
    "renju by its rule": (
        "a.sgf",
        "(;RU[Renju]SZ[15];B[aa])",
        NOTHING,
        "mnk 15,15,5: a1 / -, 2 to move",
        None,
        ["it forbids some moves to Black"],
    ),
    # gogui-twogtp
    "twogtp of Hex": (
        "a.sgf",
        "(;FF[4]AP[gogui-twogtp:1.6.0]SZ[5]\nKM[6.5]PB[L]PW[R]\n;B[cc];W[bb];B[cb])",
        HEX,
        "hex 5: c2 c3 / b2, 2 to move",
        None,
        [],
    ),
    "twogtp of Havannah": (
        "a.sgf",
        "(;AP[GoGui:1.4]SZ[7]KM[0];B[ag];W[dd])",
        Asked("havannah"),
        "havannah 4: a1 / d4, 1 to move",
        None,
        [],
    ),
    "twogtp of Y": ("a.sgf", "(;AP[gogui-twogtp]SZ[5]KM[0];B[ae];W[aa])", Y, "y 5: a1 / a5, 1 to move", None, []),
    "twogtp of Tic-tac-toe": (
        "a.sgf",
        "(;AP[gogui-twogtp]SZ[3]KM[0];B[bb];W[tt];B[ac])",
        Asked("tic-tac-toe"),
        "tic-tac-toe: a3 b2 / -, 2 to move",
        None,
        ["W passes after b2"],
    ),
    # passes
    "tt": (
        "a.sgf",
        "(;GM[4]FF[3]SZ[15];B[hh];W[tt];B[ii])",
        NOTHING,
        "mnk 15,15,5: h8 i9 / -, 2 to move",
        None,
        ["node 3: W passes after h8"],
    ),
    "TT of Hex 19": (
        "a.sgf",
        "(;GM[11]SZ[19];B[hh];W[TT];B[ii])",
        NOTHING,
        "hex 19: h8 i9 / -, 2 to move",
        None,
        ["W passes after h8"],
    ),
    "tt at the end": (
        "a.sgf",
        "(;GM[4]SZ[19];B[hh];W[tt])",
        NOTHING,
        "mnk 19,19,5: h8 / -, 1 to move",
        None,
        ["W passes"],
    ),
    # encodings that hide a bracket
    "a backslash in Shift_JIS": (
        "a.sgf",
        f"(;GM[11]SZ[5]PB[M{SHIFT_JIS}];B[b2];W[c3];B[d2])",
        NOTHING,
        "hex 5: b2 d2 / c3, 2 to move",
        None,
        ["names may be garbled"],
    ),
    "before another name": (
        "a.sgf",
        f"(;GM[11]SZ[5]PB[{SHIFT_JIS}]PW[{SHIFT_JIS}]C[a];B[b2])",
        NOTHING,
        "hex 5: b2 / -, 2 to move",
        None,
        ["names may be garbled"],
    ),
    "at the end": ("a.sgf", f"(;GM[11]SZ[5];B[b2]C[{SHIFT_JIS}])", NOTHING, "hex 5: b2 / -, 2 to move", None, []),
    "a bracket in Shift_JIS": (
        "a.sgf",
        "(;GM[11]SZ[5]PB[\x83\x5d\x83\x5d]PW[b];B[b2];W[c3])",
        NOTHING,
        "hex 5: b2 / c3, 1 to move",
        None,
        ["names may be garbled"],
    ),
    "a real escaped bracket": (
        "a.sgf",
        "(;GM[11]SZ[5]C[(là [là\\]; B is lost)];B[b2])",
        NOTHING,
        "hex 5: b2 / -, 2 to move",
        None,
        [],
    ),
    # links
    "equal sides": ("", "https://hexworld.org/board/#11x11c1,a1b2", NOTHING, "hex 11: a1 / b2, 1 to move", None, []),
    "unequal sides, stated": (
        "",
        "#9x12c1,a1b2",
        Asked("", (12,)),
        "hex 12: a1 / b2, 1 to move",
        None,
        ["the link says 9x12"],
    ),
    "gomocalc": (
        "a.txt",
        "https://gomocalc.com/#/h8i9g7j10",
        NOTHING,
        "mnk 15,15,5: g7 h8 / i9 j10, 1 to move",
        None,
        ["no size: taken to be mnk 15,15,5"],
    ),
    "gomocalc, larger": (
        "a.txt",
        "https://www.gomocalc.com/#/h8s19",
        NOTHING,
        "mnk 19,19,5: h8 / s19, 1 to move",
        None,
        ["no size: taken to be mnk 19,19,5"],
    ),
    "gomocalc, and more": (
        "a.txt",
        "https://gomocalc.com/#/h8i9 g7 j10 a fine game",
        NOTHING,
        "mnk 15,15,5: g7 h8 / i9 j10, 1 to move",
        None,
        ["behind the moves: a fine game", "no size"],
    ),
    "gomocalc, 10x10": ("a.txt", "gomocalc.com/#/e6f6", Asked("", (10,)), "mnk 10,10,5: e6 / f6, 1 to move", None, []),
    # moves with numbers, and names before them
    "1. b2 2. a1": ("a.txt", "1. b2 2. a1", HEX, "hex 11: b2 / a1, 1 to move", None, ["no size"]),
    "1.b2 2.a1": ("a.txt", "1.b2 2.a1", Asked("hex", (5,)), "hex 5: b2 / a1, 1 to move", None, []),
    "1) b2": ("a.txt", "1) b2\n2) a1\n", Asked("hex", (5,)), "hex 5: b2 / a1, 1 to move", None, []),
    "1) b2 a1": ("a.txt", "1) b2 a1 2) c3", Asked("hex", (5,)), "hex 5: b2 c3 / a1, 2 to move", None, []),
    "a name before": ("a.txt", "tic-tac-toe 1.b2 2.a1", NOTHING, "tic-tac-toe: b2 / a1, 1 to move", None, []),
    "a name and a size before": ("a.txt", "Hex 5 1.a1 2.b2", NOTHING, "hex 5: a1 / b2, 1 to move", None, []),
    "a size of three numbers": ("a.txt", "mnk 5,4,4: 1. a1 b2", NOTHING, "mnk 5,4,4: a1 / b2, 1 to move", None, []),
    "gomoku before": ("a.txt", "gomoku h8 i9", NOTHING, "mnk 15,15,5: h8 / i9, 1 to move", None, ["no size"]),
    "words for a name": ("a.txt", "Tic tac toe b2 a1", NOTHING, "tic-tac-toe: b2 / a1, 1 to move", None, []),
    **{
        text: ("a.txt", text, NOTHING, position, None, [])
        for text, position in {
            "Hex, size 7: 1. d4 swap 2. c3": "hex 7: c3 / d4, 2 to move",
            "HEX SIZE 7\n1. d4 2. c3": "hex 7: d4 / c3, 1 to move",
            "Hex (7x7): 1. d4 c3": "hex 7: d4 / c3, 1 to move",
            "Hex-7: d4 c3": "hex 7: d4 / c3, 1 to move",
            "hex7 d4 c3": "hex 7: d4 / c3, 1 to move",
            "Hex 7: d4 swap c3": "hex 7: c3 / d4, 2 to move",
            "Havannah (base 4): 1. d4 a1": "havannah 4: d4 / a1, 1 to move",
            "Y, size 5: a1 b2": "y 5: a1 / b2, 1 to move",
            "Y5: 1. a1 b2": "y 5: a1 / b2, 1 to move",
            "15x15 gomoku 1. h8 i9": "mnk 15,15,5: h8 / i9, 1 to move",
            "Five in a row 15x15: 1. h8 h9": "mnk 15,15,5: h8 / h9, 1 to move",
            "Four in a row, 7x6: 1. a1 g6": "mnk 6,7,4: a1 / g6, 1 to move",
            "4,4,4 1.b2 2.c3": "mnk 4,4,4: b2 / c3, 1 to move",
            "4,4,4: b2 c3": "mnk 4,4,4: b2 / c3, 1 to move",
            "Tic-tac-toe 3x3: 1.b2 2.a1": "tic-tac-toe: b2 / a1, 1 to move",
            "Three players: 1. a1 2. b2 3. c3": "three-player: a1 / b2 / c3, 1 to move",
            "Dark Hex 4: 1. a1 b2": "dark-hex 4: a1 / b2, 1 to move",
            "size 7: d4 swap c3": "hex 7: c3 / d4, 2 to move",
            "7x7: 1. d4 c3": "hex 7: d4 / c3, 1 to move",
            "On Monday I won this game of Havannah, size 5:\n1. d4 d5": "havannah 5: d4 / d5, 1 to move",
        }.items()
    },
    "a name among words": (
        "a.txt",
        "My Hex 9 game vs. Bob: 1. a1 b2",
        NOTHING,
        "hex 9: a1 / b2, 1 to move",
        None,
        ["before the moves: My Hex 9 game vs. Bob:"],
    ),
    "a name that is overruled": (
        "a.txt",
        "hex 5 1.a1 2.b2",
        Y,
        "y 5: a1 / b2, 1 to move",
        None,
        ["the file says hex 5"],
    ),
    "a name of nothing": (
        "a.txt",
        "sunday 1.a1 2.b2",
        NOTHING,
        "hex 11: a1 / b2, 1 to move",
        None,
        ["before the moves: sunday"],
    ),
    "sides in words": ("a.txt", "five in a row, 7x6:\n1. a1 b2", MNK, "mnk 6,7,5: a1 / b2, 1 to move", None, []),
    # PlayOK
    "PlayOK": (
        "a.txt",
        PLAYOK % ("1-0", "1. h8 g9 2. i9 j10 1-0"),
        NOTHING,
        "mnk 15,15,5: h8 i9 / g9 j10, 1 to move",
        1,
        ["no size"],
    ),
    "PlayOK, won": (
        "a.txt",
        PLAYOK % ("1-0", FIVE + " 1-0"),
        NOTHING,
        "mnk 15,15,5: h8 h9 h10 h11 h12 / g9 g10 g11 g12, 2 to move",
        1,
        [],
    ),
    "PlayOK, won by White": (
        "a.txt",
        PLAYOK % ("0-1", "1. h8 g9 2. i9 0-1"),
        NOTHING,
        "mnk 15,15,5: h8 i9 / g9, 2 to move",
        2,
        [],
    ),
    "PlayOK, a draw": (
        "a.txt",
        PLAYOK % ("1/2-1/2", "1. h8 g9 1/2-1/2"),
        NOTHING,
        "mnk 15,15,5: h8 / g9, 1 to move",
        0,
        [],
    ),
    "PlayOK, not ended": ("a.txt", PLAYOK % ("*", "1. h8 g9 *"), NOTHING, "mnk 15,15,5: h8 / g9, 1 to move", None, []),
    "PlayOK, a pass": (
        "a.txt",
        PLAYOK % ("*", "1. h8 -- 2. i9"),
        NOTHING,
        "mnk 15,15,5: h8 i9 / -, 2 to move",
        None,
        ["side 2 passes"],
    ),
    "PlayOK contradicts itself": (
        "a.txt",
        PLAYOK % ("0-1", "1. h8 g9 1-0"),
        NOTHING,
        "mnk 15,15,5: h8 / g9, 1 to move",
        2,
        ["the tag says 0-1, the moves end with 1-0"],
    ),
    "White is named first": (
        "a.txt",
        '[Site "PlayOK"]\n[White "bob"]\n[Black "ann"]\n[Result "1-0"]\n1. h8 g9 1-0',
        NOTHING,
        "mnk 15,15,5: h8 / g9, 1 to move",
        2,
        [],
    ),
    "tags name the game": (
        "a.txt",
        '[Event "Hex"]\n[Size "11"]\n[Black "ann"]\n1. a2 swap 2. c3',
        NOTHING,
        "hex 11: c3 / b1, 2 to move",
        None,
        [],
    ),
    "tags, stated": (
        "a.txt",
        '[Site "X"]\n[Black "ann"]\n1. a1 b2 1-0',
        Asked("hex", (5,)),
        "hex 5: a1 / b2, 1 to move",
        1,
        [],
    ),
    # AbstractPlay
    "AbstractPlay": (
        "a.json",
        stack("hex", ["size-5"], "c3", "b2", gameover=True, winner=[1]),
        NOTHING,
        "hex 5: c3 / b2, 1 to move",
        1,
        [],
    ),
    "AbstractPlay, no size": ("a.json", stack("hex", [], "c3"), NOTHING, "hex 11: c3 / -, 2 to move", None, ["hex 11"]),
    "AbstractPlay, 13": ("a.json", stack("hex", [], "m13"), NOTHING, "hex 13: m13 / -, 2 to move", None, ["hex 13"]),
    "AbstractPlay, stated": (
        "a.json",
        stack("hex", ["size-5"], "c3"),
        Asked("y", (6,)),
        "y 6: c3 / -, 2 to move",
        None,
        [],
    ),
    "AbstractPlay, players of nothing": (
        "a.json",
        '{"header": {"game": {"name": "Hex", "variants": ["size-5"]}, "players": 5}, "moves": [["c3"]]}',
        NOTHING,
        "hex 5: c3 / -, 2 to move",
        None,
        [],
    ),
    "AbstractPlay, a winner alone": (
        "a.json",
        '{"game": "hex", "variants": ["size-5"], "winner": [1], "stack": [{"_results": []}]}',
        NOTHING,
        "hex 5: - / -, 1 to move",
        1,
        [],
    ),
    "AbstractPlay, Havannah": (
        "a.json",
        stack("havannah", ["size-4"], "a1", "g4", "d4"),
        NOTHING,
        "havannah 4: d4 d7 / d1, 2 to move",
        None,
        [],
    ),
    "AbstractPlay, Y": (
        "a.json",
        stack("y", ["size-9"], "a1", "c2", "i9"),
        NOTHING,
        "y 9: a1 i9 / b3, 2 to move",
        None,
        [],
    ),
    "AbstractPlay, Gomoku": (
        "a.json",
        stack("gomoku", ["standard-19", "swap-1st"], "j10", {"type": "pie"}, "a1"),
        NOTHING,
        "mnk 19,19,5: j10 / a1, 1 to move",
        None,
        ["the players swap sides", "exactly five win"],
    ),
    "AbstractPlay, three at once": (
        "a.json",
        stack("gomoku", ["swap-2"], "h8,h9,h10", {"type": "pie"}, "a1", gameover=True, winner=[1]),
        NOTHING,
        "mnk 15,15,5: h8 h10 / a1 h9, 1 to move",
        2,
        ["the players have swapped", "exactly five"],
    ),
    "AbstractPlay, resigned": (
        "a.json",
        stack("hex", ["size-5"], "c3", {"type": "resigned", "player": 1}),
        NOTHING,
        "hex 5: c3 / -, 2 to move",
        2,
        [],
    ),
    "AbstractPlay, a pie": (
        "a.json",
        stack("hex", ["size-5"], "c3", {"type": "pie"}, "b2"),
        NOTHING,
        "hex 5: c3 / b2, 1 to move",
        None,
        ["the players swap sides; the stone stays"],
    ),
    "AbstractPlay, around a state": (
        "a.json",
        json.dumps(
            {"players": [{"name": "Ann"}, {"name": "Bob"}], "pieInvoked": True, "state": stack("hex", ["size-5"], "c3")}
        ),
        NOTHING,
        "hex 5: c3 / -, 2 to move",
        None,
        ["the players have swapped sides"],
    ),
    "AbstractPlay, a record": (
        "a.json",
        json.dumps(
            {
                "header": {
                    "game": {"name": "Hex", "variants": ["Size 5x5"]},
                    "players": [{"name": "Ann", "result": 0}, {"name": "Bob", "result": 1}],
                },
                "moves": [["c3", "b2"], ["a1"]],
            }
        ),
        NOTHING,
        "hex 5: a1 c3 / b2, 2 to move",
        2,
        [],
    ),
    # PlayHex
    "PlayHex": (
        "a.json",
        json.dumps(
            [
                {
                    "boardsize": 5,
                    "moves": "a2 swap-pieces c3 pass d4",
                    "playerRed": "Ann",
                    "playerBlue": "Bob",
                    "winner": "red",
                    "outcome": "time",
                }
            ]
        ),
        NOTHING,
        "hex 5: c3 d4 / b1, 2 to move",
        1,
        ["side 2 passes"],
    ),
    "PlayHex, in itself": (
        "a.json",
        json.dumps({"boardsize": 5, "moves": ["a2", "b3"], "winner": 1}),
        NOTHING,
        "hex 5: a2 / b3, 1 to move",
        2,
        [],
    ),
    # HexWiki
    "HexWiki": (
        "a.txt",
        '<hexboard size="5x5" contents="R c3 B b2 R 3:d2 B a5 E *:e1"/>',
        NOTHING,
        "hex 5: c3 d2 / a5 b2, 1 to move",
        None,
        ["labels left out: 3 at d2, * at e1; the stones are kept"],
    ),
    "HexWiki, numbered": (
        "a.txt",
        '<hexboard size="5x5" contents="R 3:d2 1:c3 B 2:b2 E *:e1"/>',
        NOTHING,
        "hex 5: c3 d2 / b2, 2 to move",
        None,
        ["labels left out: * at e1"],
    ),
    "HexWiki, hidden": (
        "a.txt",
        '<hexboard size="4x4" hidden="area(a1,b2)" contents="R c3 S red:a1 B d4"/>',
        NOTHING,
        "hex 4: c3 / d4, 1 to move",
        None,
        ["the diagram's shades and hidden cells left out"],
    ),
    "HexWiki, other quotes": (
        "a.txt",
        "text <hexboard coords='hide' size='3' contents='R a1\n B b2,c1'\n/> text",
        NOTHING,
        "hex 3: a1 / b2 c1, 1 to move",
        None,
        [],
    ),
    "HexWiki, a template": (
        "a.txt",
        "{{hexboard|size=14x14|coords=hide|contents=R arrow(3):n14 B m1}}",
        NOTHING,
        "hex 14: n14 / m1, 1 to move",
        None,
        ["labels"],
    ),
    "HexWiki, in places": (
        "a.txt",
        "{{hexboard|4x4|R a1 B b2 S red:c3 area(a1,b2) E b2}}",
        NOTHING,
        "hex 4: a1 / -, 2 to move",
        None,
        ["the diagram's shades left out"],
    ),
    "HexWiki, the old form": (
        "a.txt",
        "<hex>R5 C5 Q1 Vc3 Hb2 R3d2 Sa1 +e5</hex>",
        NOTHING,
        "hex 5: c3 d2 / b2, 2 to move",
        None,
        ["labels left out: 3 at d2; the stones are kept", "the diagram's marks left out"],
    ),
    "HexWiki, a sequence": ("a.txt", "<hex>R4 C4 Ma1 Mb2 Mc3</hex>", NOTHING, "hex 4: a1 c3 / b2, 2 to move", None, []),
    "HexWiki, stated": (
        "a.txt",
        '<hexboard size="3x5" contents="R a1"/>',
        Asked("", (5,)),
        "hex 5: a1 / -, 2 to move",
        None,
        ["read as hex 5, as stated; the diagram says 3x5"],
    ),
    # RenLib
    "RenLib": (
        "a.lib",
        renlib(line(at("h8"), at("i9"), at("h9"))),
        NOTHING,
        "mnk 15,15,5: h8 h9 / i9, 2 to move",
        None,
        ["RenLib's rule is renju"],
    ),
    "RenLib, branches": (
        "a.lib",
        renlib(
            [
                (
                    at("h8"),
                    0,
                    "a",
                    [
                        (at("a1"), 2, "x", []),
                        (at("i9"), 0, "two", [(at("o15"), 0, "", [])]),
                        (at("g9"), 0, "", line(at("g8"))),
                    ],
                )
            ]
        ),
        NOTHING,
        "mnk 15,15,5: h8 o15 / i9, 2 to move",
        None,
        ["1 line beside the main line"],
    ),
    "RenLib, a pass": (
        "a.lib",
        renlib(line(at("h8"), 0, at("h9"))),
        NOTHING,
        "mnk 15,15,5: h8 h9 / -, 2 to move",
        None,
        ["side 2 passes after h8"],
    ),
    "RenLib, no moves": ("a.lib", renlib([]), NOTHING, "mnk 15,15,5: - / -, 1 to move", None, []),
    "RenLib, cut": (
        "a.lib",
        renlib(line(at("h8"), at("i9"), at("h9")))[:-2],
        NOTHING,
        "mnk 15,15,5: h8 / i9, 1 to move",
        None,
        ["ends within its tree: it may be cut"],
    ),
}

REFUSED = {
    "unequal in words": ("a.txt", "on 9x12:\n1. a1 b2", NOTHING, "9x12: a field of unequal sides"),
    "unequal in tags": ("a.txt", '[Event "Hex"]\n[Size "9x12"]\n1. a1 b2', NOTHING, "a field of unequal sides"),
    "unequal link": (
        "",
        "https://hexworld.org/board/#9x12c1,a1b2c3",
        NOTHING,
        "link, size 9x12: a field of unequal sides",
    ),
    "unequal bare link": ("a.txt", "9x12c1,a1b2c3", NOTHING, "link, size 9x12: a field of unequal sides"),
    "unequal SGF": ("a.sgf", "(;GM[11]SZ[13x11];B[aa])", NOTHING, "game 1: SZ[13x11]: a field of unequal sides"),
    "unequal, of a game that is stated": ("a.sgf", "(;GM[4]SZ[7:6];B[aa])", HEX, "game 1: SZ[7:6]: a field of unequal"),
    "unequal diagram": ("a.txt", '<hexboard size="5x6" contents="R a1"/>', NOTHING, "diagram 1, size 5x6: a field of"),
    "unequal old diagram": ("a.txt", "<hex>R3 C4 Va1</hex>", NOTHING, "diagram 1, size 3x4: a field of unequal sides"),
    "unequal for another game": (
        "a.psq",
        "Piskvorky 15x12, 11:11, 0\n8,8,10\n",
        HEX,
        "15x12: a field of unequal sides",
    ),
    "twogtp": (
        "a.sgf",
        "(;AP[gogui-twogtp:1.6.0]SZ[5]KM[6.5];B[cc])",
        NOTHING,
        "game 1: AP[gogui-twogtp:1.6.0]: GoGui plays many games, and this file names none; expected --game hex",
    ),
    "GoGui, a game of Go": (
        "a.sgf",
        "(;AP[GoGui:1.4]GM[1]SZ[5]KM[6.5];B[cc])",
        NOTHING,
        "game 1: GM[1]: SGF of another game",
    ),
    "no moves": (
        "a.txt",
        "https://playhex.org/games/00000000-0000-4000-8000-000000000000",
        NOTHING,
        "this link has no moves; copy the moves or the SGF from the site",
    ),
    "no moves, LittleGolem": (
        "",
        "https://www.littlegolem.net/jsp/game/game.jsp?gid=1",
        NOTHING,
        "this link has no moves",
    ),
    "no moves, no https": ("a.txt", "www.playok.com/en/gomoku/#t/f", NOTHING, "this link has no moves"),
    "no moves, and words": (
        "a.txt",
        "https://play.abstractplay.com/move/hex/0/1 a fine game",
        NOTHING,
        "this link has no",
    ),
    "gomocalc without moves": (
        "a.txt",
        "https://gomocalc.com/#/",
        NOTHING,
        "no moves; copy it again once there are moves",
    ),
    "HexWorld without moves": (
        "a.txt",
        "https://hexworld.org/board/",
        NOTHING,
        "no moves; copy it again once there are",
    ),
    "gomocalc, no move behind": ("a.txt", "https://gomocalc.com/#/h8i9 g7 x99x", NOTHING, "move 4: 'x99x' is none"),
    "gomocalc with others": ("a.txt", "https://gomocalc.com/#/h8zz9", NOTHING, "move 1: 'h8zz9' is none"),
    "Chess before": ("a.txt", "Chess: 1. e4 e5", NOTHING, "chess: a game of chess, none of ours"),
    "four in a row, no size": (
        "a.txt",
        "Four in a row: 1. a1 b1",
        NOTHING,
        "the size of the field is not said; add --size",
    ),
    "a size that a game has not": (
        "a.txt",
        "tic-tac-toe 4x4: b2",
        NOTHING,
        "tic-tac-toe 4x4: no such size; expected 3x3",
    ),
    "unequal before": ("a.txt", "hex 9x12: a1 b2", NOTHING, "9x12: a field of unequal sides"),
    "a number before": ("a.txt", "1 a1", NOTHING, "no game in it"),
    "chess before": ("a.txt", "chess 1. e4 e5", NOTHING, "chess: a game of chess, none of ours"),
    "PlayOK, Reversi": (
        "a.txt",
        PLAYOK % ("38-26", "1. f5 d6 2. c3 38-26"),
        NOTHING,
        '[Result "38-26"]: five in a row does not end so',
    ),
    "PlayOK, chess": ("a.txt", PLAYOK % ("1-0", "1. e4 e5 2. Nf3 Nc6 1-0"), NOTHING, "list, move 3: '2. Nf3' is none"),
    "tags of chess": ("a.txt", '[Event "Chess"]\n1. e4 e5', NOTHING, '[Event "Chess"]: a game of chess, none of ours'),
    "tags of nothing": (
        "a.txt",
        '[Site "X"]\n[Black "ann"]\n1. a1 b2',
        NOTHING,
        "a record whose tags name no game; add",
    ),
    "AbstractPlay, another": ("a.json", stack("amazons", []), NOTHING, "a game of amazons, none of ours; expected hex"),
    "AbstractPlay, another rule": (
        "a.json",
        stack("y", ["bent"], "a1"),
        NOTHING,
        "variant bent: another rule than ours",
    ),
    "AbstractPlay, off the field": ("a.json", stack("y", ["size-9"], "a2"), NOTHING, "a2: no such point on y 9"),
    "AbstractPlay, stones that go": (
        "a.json",
        stack("hex", [], {"type": "remove", "where": "a1"}),
        NOTHING,
        "stack 1: remove: expected stones that are placed, and stay",
    ),
    "AbstractPlay, a stack of nothing": (
        "a.json",
        '{"game": "hex", "stack": 5}',
        NOTHING,
        "stack: 5; expected a list of moves",
    ),
    "AbstractPlay, moves of nothing": (
        "a.json",
        '{"header": {"game": {"name": "Hex"}}, "moves": 7}',
        NOTHING,
        "moves: 7; expected a list of moves",
    ),
    "PlayHex, a size of nothing": (
        "a.json",
        '{"boardsize": true, "moves": "a1"}',
        NOTHING,
        "boardsize: True; expected",
    ),
    "PlayHex, no size": ("a.json", '{"boardsize": "x", "moves": "a1"}', NOTHING, "boardsize: x; expected a number"),
    "other JSON": (
        "a.json",
        '{"leds": 1}',
        NOTHING,
        "JSON, but no game that was played in it; expected a game of Abstract",
    ),
    "broken JSON": ("a.json", '{"game": "hex", "stack": [', NOTHING, "not JSON"),
    "a diagram without an end": ("a.txt", '<hexboard size="5x5" contents="R a1', NOTHING, "diagram 1: it does not end"),
    "a diagram without a size": ("a.txt", "<hexboard contents='R a1'/>", NOTHING, "diagram 1, size not said: expected"),
    "a diagram with others": (
        "a.txt",
        "<hexboard size='3' contents='R a1 zz'/>",
        NOTHING,
        "diagram 1, 'zz': is no cell",
    ),
    "two stones in a cell": (
        "a.txt",
        "<hexboard size='3' contents='R c3 B c3'/>",
        NOTHING,
        "diagram 1, c3: a second stone; expected one",
    ),
    "a point that RenLib has not": ("a.lib", renlib(line(0xF5)), NOTHING, "byte 22: f5 is no point of RenLib's 15x15"),
    "a newer RenLib": (
        "a.lib",
        renlib(line(at("h8")), (4, 0)),
        NOTHING,
        "RenLib's file is of version 4.0; expected 3.4",
    ),
    "RenLib's header": ("a.lib", "\xffRenLib\xff\3\4", NOTHING, "byte 10: RenLib's file ends in its header"),
}
