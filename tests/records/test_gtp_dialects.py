"""GTP as stock tools speak it: with a client that checks the protocol, and with gogui-twogtp where there is one."""

import io

import pytest
from deadline import DEADLINE_S
from gtp_talk import refused, said, talk_of

from host_sim.records.gtp.dialects import DIALECTS
from host_sim.records.gtp.gtp_command import serve


def test_two_engines_play_as_gogui_has_them_play():
    """Each move of one is told to the other; board and legal moves follow, as GoGui reads them."""
    black, white = players = [talk_of("mnk", (4, 4, 3), "gogui") for _ in range(2)]
    for talk in players:
        rules = "game_id board_size board legal_moves side_to_move final_result"
        needed = "name protocol_version version known_command boardsize clear_board play genmove undo quit"
        known = said(talk, "list_commands").split("\n")
        assert {*needed.split(), *(f"gogui-rules_{name}" for name in rules.split())} <= {*known}
        assert said(talk, "gogui-rules_game_id") == "Mnk" and said(talk, "gogui-rules_board_size") == "4"
        assert said(talk, "boardsize 4", "clear_board", "level 1") == ""
    for ply in range(16):
        mover, other, colour = players[ply % 2], players[1 - ply % 2], ("black", "white")[ply % 2]
        legal = said(mover, "gogui-rules_legal_moves").split()
        if not legal:
            break
        assert said(mover, "gogui-rules_side_to_move") == colour and said(mover, "gogui-rules_final_result") == ""
        point = said(mover, f"genmove {colour}")
        assert point in legal and refused(mover, f"play {colour} {point}").startswith("illegal move: ")
        assert said(other, f"play {colour} {point}") == ""
        board = said(black, "gogui-rules_board").split("\n")
        assert board == said(white, "gogui-rules_board").split("\n")
        assert board[4 - int(point[1])].split()["ABCD".index(point[0])] == "XO"[ply % 2]
    assert said(black, "gogui-rules_final_result") in ("Black wins", "White wins", "Draw")
    assert said(black, "final_score") == said(white, "final_score") in ("B+", "W+", "0")


def test_columns_of_gogui_leave_out_i_and_rows_count_from_below():
    gogui = talk_of("hex", (9,), "gogui")
    assert said(gogui, "play b J9", "play w a1", "gogui-rules_board").split("\n") == [
        ". . . . . . . . X",
        *[". . . . . . . . ."] * 7,
        "O . . . . . . . .",
    ]
    assert refused(gogui, "play b I5") == "illegal move: no such point"
    assert refused(gogui, "play b a0") == refused(gogui, "play b a10") == "illegal move: no such point"
    legal = said(gogui, "gogui-rules_legal_moves").split()
    assert len(legal) == 79 and legal[:8] == "A9 B9 C9 D9 E9 F9 G9 H9".split() and legal[-1] == "J1"
    assert said(gogui, "showboard").split("\n")[1:3] == ["   A B C D E F G H J", " 9 . . . . . . . . X"]


def test_gogui_knows_no_swap():
    gogui = talk_of("hex", (5,), "gogui")
    assert "swap-pieces" not in said(gogui, "list_commands")
    assert refused(gogui, "swap-pieces") == "unknown command"
    assert refused(said(gogui, "play b c3") or gogui, "play w swap-pieces").startswith("illegal move")
    assert said(gogui, "level 1", "genmove w") != "swap-pieces"
    said(gogui, "boardsize 4", "play b b2")
    assert refused(gogui, "play w swap-pieces").startswith("illegal move")


def test_fields_with_gaps_are_squares_for_gogui():
    gogui = talk_of("fano", None, "gogui")
    assert said(gogui, "gogui-rules_board_size") == "5"
    assert said(gogui, "gogui-rules_legal_moves") == "C5 B4 D4 C3 A2 C2 E2"
    assert said(gogui, "play b c5", "gogui-rules_board").split("\n") == [
        "? ? X ? ?",
        "? . ? . ?",
        "? ? . ? ?",
        ". ? . ? .",
        "? ? ? ? ?",
    ]


@pytest.mark.parametrize("game, size", [("hex", 4), ("havannah", 3), ("y", 5)])
def test_neighbours_are_neighbours_where_gogui_draws_them(game, size):
    """GoGui 1.6 draws each row of a hexagonal field half a point to the right of the one above."""
    gogui = talk_of(game, (size,), "gogui")
    field, (edge, geometry) = gogui.position.field, said(gogui, "gogui-rules_board_size").split()
    assert geometry == "hex" and int(edge) == max(field.width, field.height)
    rows = [line.split() for line in said(gogui, "gogui-rules_board").split("\n")]
    places = {}
    for point, name in enumerate(said(gogui, "gogui-rules_legal_moves").split()):
        places["ABCDEFGHJ".index(name[0]), int(edge) - int(name[1:])] = point  # column and row from the top
    assert set(places) == {
        (column, row) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == "."
    }
    assert all(line.count("?") + line.count(".") == int(edge) for line in rows)
    for (column, row), point in places.items():
        steps = (1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)
        drawn = {places.get((column + right, row + down)) for right, down in steps} - {None}
        assert drawn == {near for near in field.near[6 * point : 6 * point + 6] if near < field.points}


@pytest.mark.parametrize(
    "moves, score, result",
    [
        ("a3 a2 b3 b2 c3", "B+", "Black wins"),
        ("a3 a2 b3 b2 c1 c2", "W+", "White wins"),
        ("a3 b3 c3 b2 a2 c2 b1 a1 c1", "0", "Draw"),
    ],
)
def test_results_as_gogui_reads_them(moves, score, result):
    gogui = talk_of("tic-tac-toe", None, "gogui")
    for ply, point in enumerate(moves.split()):
        assert refused(gogui, "final_score") == "cannot score: the game goes on"
        assert said(gogui, f"play {'bw'[ply % 2]} {point}") == ""
    assert said(gogui, "final_score") == score and said(gogui, "gogui-rules_final_result") == result
    assert said(gogui, "gogui-rules_legal_moves") == ""


@pytest.mark.parametrize(
    "game, size, dialect, why",
    [
        ("three-player", None, "gogui", "--dialect gogui: GoGui knows two sides, three-player has 3"),
        ("mnk", "1,28,2", "gogui", "28 x 1 points: GoGui has 25 x 25 at most"),
        ("y", None, "hexgui", "--dialect hexgui: HexGui plays Hex, not y; say --game hex"),
        ("hex", None, "uci", "--dialect uci: expected plain, gogui, hexgui"),
    ],
)
def test_what_a_dialect_cannot_say_is_refused_at_the_start(game, size, dialect, why):
    with pytest.raises(ValueError, match=f"^{why}$"):
        serve(game, size, [], None, dialect=dialect)


def test_a_session_of_hexgui():
    """What HexGui sends when it attaches a program, sets up a field, plays, asks for analysis, takes back."""
    talk = talk_of("hex", (5,), "hexgui")
    assert said(talk, "name") == "Glowgrid" and said(talk, "version")
    known = said(talk, "list_commands").split("\n")
    for line in said(talk, "hexgui-analyze_commands").split("\n"):
        kind, label, command = line.split("/")
        assert kind in {"pspairs", "plist", "string", "none", "param"} and label and command.split()[0] in known
    assert said(talk, "param_game allow_swap 1", "boardsize 3 3", "think 300", "play black a3") == ""
    points = said(talk, "all_legal_moves").split()
    assert len(points) == 9 and points[-1] == "swap-pieces"
    coach = said(talk, "coach").split()
    assert coach[::2] == points[:-1] and all(mark[0] in "WL" for mark in coach[1::2])
    assert {*said(talk, "best_moves").split()} <= {*points}
    before = said(talk, "showboard")
    move = said(talk, "reg_genmove white")
    assert said(talk, "showboard") == before
    assert said(talk, "time_left white 10") == "" and said(talk, "genmove white") == move
    assert said(talk, "undo", "showboard") == before
    assert refused(talk, "param_mohex") == "unknown command"


def test_hexgui_scores_and_resigns():
    hexgui = talk_of("hex", (3,), "hexgui")
    assert refused(hexgui, "final_score") == "cannot score: the game goes on"
    assert said(hexgui, "play b a1", "play w resign", "final_score") == "B+"
    assert said(hexgui, "genmove w") == said(hexgui, "reg_genmove b") == "resign"
    assert said(hexgui, "all_legal_moves") == said(hexgui, "best_moves") == ""
    assert refused(hexgui, "play b a2") == "illegal move: the game is over"
    assert said(hexgui, "undo", "all_legal_moves").startswith("b1 ")
    assert refused(hexgui, "final_score") == "cannot score: the game goes on"
    assert said(hexgui, "play b resign", "final_score") == "W+"
    assert said(hexgui, "clear_board", "play b b1", "play w a3", "play b b2", "play w a2", "play b b3") == ""
    assert said(hexgui, "final_score") == "B+" and said(hexgui, "genmove b") == "resign"
    assert refused(hexgui, "play w resign") == "illegal move: the game is over"


def test_nobody_swaps_for_hexgui_until_its_menu_says_so():
    """HexGui sends nothing when its user swaps sides: the engine would take the stone over a second time."""
    hexgui = talk_of("hex", (3,), "hexgui")
    assert said(hexgui, "param_game") == "\n[bool] allow_swap 0"
    assert said(hexgui, "play black b2", "all_legal_moves").split()[-1] == "c3"
    assert refused(hexgui, "play white swap-pieces").startswith("illegal move")
    assert len(said(hexgui, "genmove white")) == 2
    assert said(hexgui, "param_game allow_swap 1", "clear_board", "play black b2", "genmove white") == "swap-pieces"
    assert said(hexgui, "boardsize 4 4", "param_game") == "\n[bool] allow_swap 1"
    assert said(hexgui, "param_game allow_swap 0", "param_game") == "\n[bool] allow_swap 0"
    assert refused(hexgui, "param_game allow_pass 1") == "no parameter allow_pass; expected allow_swap"
    assert refused(hexgui, "param_game allow_swap yes").endswith("expected a whole number from 0 to 1")
    assert said(talk_of("hex", (3,), "plain"), "play black b2", "genmove white") == "swap-pieces"


def test_a_sequence_with_a_resignation_is_played_wholly_or_not_at_all():
    hexgui = talk_of("hex", (3,), "hexgui")
    resigned = "gogui-play_sequence black a1 white resign"
    assert refused(hexgui, f"{resigned} black a2") == "move 3, a2: illegal move: the game is over"
    assert said(hexgui, "showboard").endswith("side 1 to move") and said(hexgui, "all_legal_moves").startswith("a1 ")
    assert said(hexgui, resigned, "final_score") == "B+"
    assert refused(hexgui, "play-game a1 a1") == "move 2, a1: illegal move: a stone is there"
    assert said(hexgui, "final_score") == "B+" and said(hexgui, "play-game a1 a2", "to_move") == "1"
    assert said(hexgui, "all_legal_moves").startswith("b1 ")


def field_of(hexgui):
    """The rows of the field, without its slant and names."""
    return [line.split()[1:] for line in said(hexgui, "showboard").split("\n")[2:-1]]


def test_a_first_stone_goes_where_hex_programs_put_it():
    """To the mirrored point across the long diagonal, whoever takes it over; taking that back puts it where it was."""
    for dialect in ("plain", "hexgui"):
        hex = talk_of("hex", (4,), dialect)
        said(hex, "think 100", *["param_game allow_swap 1"] * (dialect == "hexgui"))
        for take_over in ("play white swap-pieces", "genmove white"):
            assert said(hex, "clear_board", "play black b3", take_over) in ("", "swap-pieces")
            assert field_of(hex) == [[*"...."], [*"..2."], [*"...."], [*"...."]] and said(hex, "to_move") == "1"
            said(hex, "undo")
            assert field_of(hex) == [[*"...."], [*"...."], [*".1.."], [*"...."]] and said(hex, "to_move") == "2"


def test_hexgui_sets_a_field_up_row_by_row():
    """After a swap, and for a field made by hand, it sends all stones in the order of their points."""
    hexgui = talk_of("hex", (3,), "hexgui")
    said(hexgui, "play white c1")  # one that was taken over
    assert field_of(hexgui)[0] == [*"..2"] and said(hexgui, "to_move") == "1"
    assert said(hexgui, "genmove black", "play white a1", "to_move") == "1"

    said(hexgui, "clear_board", "play black a1", "play black b1")
    assert field_of(hexgui) == [[*"11."], [*"..."], [*"..."]] and said(hexgui, "to_move") == "2"
    assert said(hexgui, "w_star") == "2"
    assert refused(hexgui, "play white b1") == refused(hexgui, "play black a1") == "illegal move: a stone is there"
    said(hexgui, "play white c1", "play white c2")
    assert field_of(hexgui) == [[*"112"], [*"..2"], [*"..."]] and said(hexgui, "to_move") == "1"
    before = said(hexgui, "legal").split()
    move = said(hexgui, "reg_genmove white")
    assert move in before and said(hexgui, "to_move") == "1"
    assert said(hexgui, "genmove white") == move and said(hexgui, "to_move") == "1"
    assert said(hexgui, "undo", "legal").split() == before and said(hexgui, "to_move") == "1"
    assert field_of(hexgui) == [[*"112"], [*"..2"], [*"..."]]

    said(hexgui, "clear_board", "play black a1", "play black a2", "undo")
    assert field_of(hexgui) == [[*"1.."], [*"..."], [*"..."]] and said(hexgui, "to_move") == "2"


SECOND = "think 1000"
OF_A_MOVE = [  # what a tool says, and the `think` that gives the same first move of side 1
    (["time_settings 20 0 0"], SECOND),
    (["time_settings 10 30 30"], SECOND),  # the overtime's pace, as soon as it is more than the main time's
    (["time_settings 40 30 30"], "think 2000"),
    (["time_left b 20 0"], SECOND),
    (["time_left black 20 20"], SECOND),
    (["time_settings 900 10 10", "time_left b 0 0"], SECOND),  # the overtime begins
    (["time_settings 900 10 10", "time_left b 8 8"], SECOND),
    (["time_left b 1 0", "time_settings 20 0 0"], SECOND),  # a new game
    (["time_settings 20 0 0", "clear_board"], SECOND),
    (["time_left w 1 0"], ""),  # the other side's
    (["time_settings 1 0 0", "time_settings 0 1 0"], ""),  # how GoGui says: no limit
    (["time_settings 1 0 0", "time_settings 0 0 0"], ""),
]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("says, think", OF_A_MOVE)
def test_a_clock_is_a_limit_in_work(dialect, says, think):
    timed, thinking = talk_of("hex", (5,), dialect), talk_of("hex", (5,), dialect)
    said(timed, "think 4000", *says)
    said(thinking, "think 4000", *filter(None, [think]))
    assert said(timed, "nodes") == said(thinking, "nodes")


def test_a_clock_gives_no_more_than_think_or_a_level():
    gtp = talk_of("hex", (5,), "plain")
    for limit in ("think 10", "level 1", "nodes 5"):
        assert said(gtp, "time_settings 0 0 0", limit, "nodes") == said(gtp, "time_settings 900 0 0", "nodes")


def test_the_main_time_lasts_a_whole_game():
    gtp = talk_of("mnk", (5, 5, 5), "plain")
    all_of_it = int(said(gtp, "think 60000", "nodes"))
    said(gtp, "think 1000000", "time_settings 60 0 0")
    spent = {"1": 0, "2": 0}
    while said(gtp, "winner") == "0":
        side = said(gtp, "to_move")
        spent[side] += int(said(gtp, "nodes"))
        said(gtp, f"play {side} {said(gtp, 'legal').split()[0]}")
    assert all(all_of_it // 4 < nodes <= all_of_it for nodes in spent.values())


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("told", ["time_left w 0", "time_left w 1", "time_left w 30 1000000", "time_settings 1 0 0"])
@pytest.mark.sample(4)  # one of each dialect
def test_with_little_time_left_a_move_comes_all_the_same(dialect, told):
    gtp, again = talk_of("hex", (5,), dialect), talk_of("hex", (5,), dialect)
    move = said(gtp, "play b a1", told, "genmove w")
    assert len(move) == 2 or move == "swap-pieces"
    assert said(again, "play b a1", told, "genmove w") == move


@pytest.mark.parametrize(
    "line, why",
    [
        ("time_left w soon", "syntax error: time_left soon; expected a whole number from 0"),
        ("time_settings 1 2 x", "syntax error: time_settings x; expected a whole number from 0"),
        ("time_settings 60", "syntax error: expected time_settings MAIN OVERTIME STONES"),
    ],
)
def test_what_is_no_clock_is_refused(line, why):
    assert refused(talk_of(), line).startswith(why)


@pytest.mark.parametrize("engine", ["cpython", "auto"])
def test_cputime_counts_the_seconds_of_the_work_here_and_elsewhere(engine):
    output = io.StringIO()
    serve("hex", "11", io.StringIO("cputime\nthink 100\ngenmove b\ncputime\n"), output, engine)
    before, _, _, after = [line[2:] for line in output.getvalue().split("\n\n") if line]
    assert 0 < float(before) < float(after) < float(before) + DEADLINE_S
