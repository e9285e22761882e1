"""arena play: real players, real programs, small games; a match is the same every time."""

import importlib.util
import shlex
import sys
from random import Random

import command_lines
import pytest
from cases import needs_unix
from own_games_truth import DRAW
from own_games_truth import GAMES as OWN_GAMES

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import games
from glowgrid.games import discover
from glowgrid.rules.notation import parse_move
from glowgrid.search import work_in
from host_sim.cli.errors import ToolError
from host_sim.engine import engine_program, worker
from host_sim.engine.engine_program import load_code, position_after
from tools.lab.arena import arena_command as arena
from tools.lab.arena import players as arena_players
from tools.lab.arena.match import Tally, games_of, opening, points_of, tally
from tools.lab.arena.steps import Step, step
from tools.lab.measured import renewed
from tools.lab.runs.store import Store
from tools.lab.runs.workers import Processes
from tools.paths import ROOT

OWN = ROOT / "tests" / "own_games"
GTP = "gtp:" + shlex.join([sys.executable, "-m", "host_sim", "gtp", "--game", "tic-tac-toe"])


def played(count, *about, **more):
    """Return the games of a match, in order."""
    return [*games_of(arena.match_of(*about, **more), count)]


def start(game, size=None):
    match = arena.match_of(game, size, "random", "random")
    return match.game.setup(match.size)


def test_the_share_of_points_and_what_it_says_in_elo():
    sixty = Tally(sides=2, games=400, wins=200, draws=80)
    assert sixty.share() == 0.6 and round(sixty.elo()) == 70
    low, high = sixty.interval()
    assert (round(low, 3), round(high, 3)) == (0.551, 0.647)
    assert [round(sixty.elo(low)), round(sixty.elo(high))] == [36, 105]
    fair = Tally(sides=3, games=30, wins=9, draws=3)
    assert fair.share() == pytest.approx(1 / 3) and fair.elo() == pytest.approx(0)
    assert Tally(2, 10, 10, 0).elo() == float("inf") and Tally(2, 10, 10, 0).interval()[0] == pytest.approx(
        0.722, abs=0.001
    )
    games = [{"seat": 1, "winner": 1}, {"seat": 2, "winner": 1}, {"seat": 1, "winner": 0}]
    assert tally(games, 2) == (2, 3, 1, 1) and tally(games, 2, seat=2) == (2, 1, 0, 0)
    assert points_of(games, 2) == 1.5 and points_of(games, 3) == pytest.approx(4 / 3)


def test_games_of_a_group_share_their_opening_and_the_first_player_sits_everywhere():
    match = arena.match_of("three-player", None, "random", "greedy")
    games = played(9, "three-player", None, "random", "greedy")
    assert [game["seat"] for game in games] == [1, 2, 3] * 3
    openings = [opening(match, number) for number in range(9)]
    assert openings[0] == openings[1] == openings[2] != openings[3] and len(openings[0]) == 3
    assert all(game["moves"][:3] == opened for game, opened in zip(games, openings))


def test_a_game_keeps_the_rules_and_has_the_stated_winner():
    for game in played(20, "mnk", "4,4,3", "greedy", "random"):
        position = position_after(start("mnk", "4,4,3"), game["moves"])
        assert position.is_over() and position.winner == game["winner"]


def test_greedy_beats_random_and_wins_and_blocks_if_it_can():
    assert tally(played(60, "mnk", "4,4,3", "greedy", "random"), 2).interval()[0] > 0.6
    greedy = arena_players.Greedy()
    position = start("mnk", "4,4,3")
    for moves, wanted in (([0, 8, 1, 9], {2}), ([5, 0, 15, 1], {10}), ([0, 4, 15, 5], {6}), ([0, 5, 12, 6], {4, 7})):
        assert {greedy.move(position_after(position, moves), moves, seed) for seed in range(8)} == wanted


def test_a_child_sees_two_in_a_row_and_adds_to_them():
    child = arena_players.Child()
    position = start("mnk", "5,5,4")
    moves, wanted = ([parse_move(position, name) for name in names.split()] for names in ("c3 a1 c2 e1", "c1 c4 c5"))
    wanted = {*wanted}
    assert {child.move(position_after(position, moves), moves, seed) for seed in range(20)} <= wanted
    moves += [parse_move(position, name) for name in ("c4", "a2")]  # three in a row: c1 and c5 win
    wanted = {parse_move(position, name) for name in ("c1", "c5")}
    assert {child.move(position_after(position, moves), moves, seed) for seed in range(20)} == wanted


@needs_unix
def test_unix_micropython_plays_what_cpython_plays(monkeypatch):
    about = ("mnk", "4,4,3", "work:6000", "level:1")
    here = played(4, *about)
    monkeypatch.setattr(worker, "unix_micropython", lambda: None)
    assert played(4, *about) == here


def test_a_budget_is_a_level_or_work_in_milliseconds():
    about = "mnk", "5,5,4"
    assert played(2, *about, "think:6", "level:1") == played(2, *about, f"work:{work_in(6)}", "level:1")
    budget = arena_players.budget
    assert [budget(None, None, 3000), budget(50, None, 3000), budget(None, 2, 3000)] == [
        "think:3000",
        "think:50",
        "level:2",
    ]
    with pytest.raises(ToolError, match="--think and --level: give one of them"):
        budget(50, 2, 3000)


def test_a_gtp_program_plays_as_the_engine_in_it():
    assert played(4, "tic-tac-toe", None, GTP, "greedy") == played(4, "tic-tac-toe", None, "level:5", "greedy")


@pytest.mark.parametrize(
    "about, what",
    [
        (("chess", None, "random", "random"), "no game chess; expected tic-tac-toe, "),
        (("mnk", "8,8", "random", "random"), "mnk: size 8,8; expected one like"),
        (("mnk", "x", "random", "random"), "size x; expected whole numbers"),
        (("mnk", None, "level:9", "random"), "player level:9: expected level: and a number from 1 to "),
        (("mnk", None, "work:0", "random"), "player work:0: expected work: and a number from 1 to "),
        (("mnk", None, "think:fast", "random"), "player think:fast: expected think: and a number"),
        (("mnk", None, "random", "strong"), "player strong: expected one of level:N, "),
        (("mnk", None, "random", "openspiel:9"), "openspiel does not play mnk here; it plays hex and havannah"),
    ],
)
def test_an_impossible_match_is_reported(about, what):
    with pytest.raises(ToolError) as error:
        arena.match_of(*about)
    assert str(error.value).startswith(what)


@pytest.mark.parametrize("game", ["tic-tac-toe", "mnk", "three-player", "dark-hex", "hex"])
def test_only_a_game_with_the_swap_rule_takes_the_option(game, tmp_path):
    words = "tools.lab", "arena", "play", game, "--first", "random", "--second", "random", "--games", 2, "--swap"
    done = command_lines.run(*words, "--rows", tmp_path / "x.sqlite", "--jobs", 1)
    if game == "hex":
        assert done.returncode == 0, done.stderr
    else:
        refused = f"error: --swap: {game} has no swap rule; hex, havannah and y have\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", refused)


def test_openspiel_plays_only_if_it_is_installed_and_without_the_swap_rule(monkeypatch):
    with pytest.raises(ToolError, match="without the swap rule"):
        arena.match_of("hex", "3", "random", "openspiel:9", swap=True)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ToolError, match=r"openspiel is not installed: pip install 'glowgrid\[arena\]'"):
        arena.match_of("hex", "3", "random", "openspiel:9")


@pytest.mark.parametrize(
    "command, what",
    [
        ("no-such-program", "cannot be started"),
        (shlex.join([sys.executable, "-c", "pass"]), "the program has ended"),
        (
            shlex.join([sys.executable, "-c", "while input(): print('? unknown command\\n')"]),
            "clear_board: ? unknown command",
        ),
        (shlex.join([sys.executable, "-c", "while input(): print('= z99\\n', flush=True)"]), "genmove answered 'z99'"),
    ],
)
def test_an_uncooperative_program_is_named(command, what):
    with pytest.raises(ToolError, match=f"player .*{what}".replace("?", r"\?")):
        played(1, "tic-tac-toe", None, f"gtp:{command}", "random")


def test_an_illegal_move_ends_the_match_with_a_message():
    program = "import sys\nfor line in sys.stdin: print('= a1\\n', flush=True)"
    with pytest.raises(ToolError, match="illegal move a1 after . plies of game 0"):
        played(1, "tic-tac-toe", None, "gtp:" + shlex.join([sys.executable, "-c", program]), "random")


@pytest.mark.arena
@pytest.mark.parametrize("game, size", [("hex", 2), ("hex", 5), ("hex", 8), ("havannah", 2), ("havannah", 4)])
def test_points_mean_the_same_to_openspiel(game, size):
    """In random games it sees a win when our rules do, and for the same side."""
    from tools.lab.arena.openspiel import OpenSpiel

    theirs = OpenSpiel(game, (size,), 1)
    position = start(game, str(size))
    for seed in range(30):
        moves, random = [], Random(seed)
        position_after(position, moves)
        while not position.is_over():
            moves.append(random.choice([point for point in range(position.points) if not position.cells[point]]))
            position.play(moves[-1])
            assert theirs.winner(moves) == position.winner, moves


@pytest.mark.arena
def test_openspiel_plays():
    games = played(6, "hex", "4", "openspiel:100", "random", seed=2)
    assert tally(games, 2).share() == 1 and games == played(6, "hex", "4", "openspiel:100", "random", seed=2)


def test_a_game_without_a_fast_engine_is_answered_too(monkeypatch):
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(OWN)])
    found = discover(str(OWN))
    monkeypatch.setattr(engine_program, "discover", lambda: found)
    answers, moves = engine_program.Answers(), [0, 8, 1]
    asked = {"game": "misere", "size": (), "moves": moves, "work": 10_000_000}
    answer = answers.to({**asked, "every": True})
    truth, state = OWN_GAMES["misere"][1], OWN_GAMES["misere"][1].start()
    for move in moves:
        state = truth.after(state, move)
    for move in truth.moves(state):
        winner, plies = truth.solved(truth.after(state, move))
        assert answer["rows"][move] == ((4, 0) if winner == DRAW else (winner, plies + 1))
    assert answers.to(asked)["best"] in answer["m_hat"]


@pytest.mark.parametrize("spec", ["level:2", "level:5", "work:400000"])
def test_our_engine_plays_what_its_side_sees(spec):
    """Side 1 sees no stone of side 2: c3 would win; if that is taken, it goes on in the same order of moves."""
    places = (1, 3), (2, 5), (8, 7), (7, 8), (8, 5), (3, 8)
    path = str(OWN / "blind.py")
    game = load_code(path)
    game.name = path  # so that the engine's process finds it
    position, player, answers = game.setup(), arena_players.player(spec, game, ()), []
    try:
        for hidden in places:
            moves = [0, hidden[0], 4, hidden[1]]
            answers.append(player.move(position_after(position, moves), moves, 2))
    finally:
        player.close()
    order = [*dict.fromkeys(answers)]
    assert answers == [next(point for point in order if point not in hidden) for hidden in places]
    assert answers[:2] == [8, 8] and len(order) < 4


def test_the_command_prints_the_result_and_keeps_the_games(tmp_path):
    words = "tools.lab", "arena", "play", "tic-tac-toe", "--first", "greedy", "--second", "random"
    words = *words, "--rows", tmp_path / "x.sqlite"
    done = command_lines.run(*words, "--games", 9)
    assert done.returncode == 0, done.stderr
    assert "tic-tac-toe: greedy against random, 10 games" in done.stdout and "in seat 2: " in done.stdout
    assert command_lines.run(*words, "--games", 9, "--jobs", 1).stdout == done.stdout
    tested = command_lines.run(*words, "--bounds", "0,100", "--alpha", 0.1)
    assert "+0 or +100 Elo: +100 accepted, LLR +" in tested.stdout, tested
    few = command_lines.run(*words, "--bounds", "0,100", "--games", 2)
    assert "greedy against random, 2 games" in few.stdout and "+0 or +100 Elo: undecided, LLR +0." in few.stdout


@pytest.mark.parametrize(
    "options, what",
    [
        (("--games", "0"), "Invalid value for '--games'"),
        (("--bounds", "50"), "error: --bounds 50: expected two numbers of Elo, as in 0,50\n"),
        (("--bounds", "50,0"), "error: --bounds 50,0: expected the lower one first"),
        (("--alpha", "0.5"), "error: --alpha and --beta: expected numbers between 0 and 0.5\n"),
        (("--beta", "0", "--bounds", "0,50"), "error: --alpha and --beta: expected numbers between 0 and 0.5\n"),
        (
            ("--beta", "0.1", "--games", "9"),
            "error: --alpha and --beta need a test: give --bounds, or leave out --games\n",
        ),
    ],
)
def test_impossible_options_of_a_test_are_reported(options, what, tmp_path):
    words = "tools.lab", "arena", "play", "fano", "--first", "greedy", "--second", "random", "--rows"
    done = command_lines.run(*words, tmp_path / "x.sqlite", *options)
    assert done.returncode == 2 and what in done.stderr and not done.stdout


def test_random_moves_of_a_game_are_independent():
    """Two random moves among four points: the second is independent of the first."""
    position, player = start("hex", "2"), arena_players.Chance()
    same = sum(player.move(position, [], seed) == player.move(position, [0], seed) for seed in range(400))
    assert 60 < same < 140  # a quarter, five standard deviations wide


@pytest.mark.parametrize(
    "wins, draws, games, expected",
    [(173, 0, 240, "yes"), (15, 0, 20, "unclear"), (120, 0, 200, "no"), (180, 0, 200, "no"), (100, 50, 200, "unclear")],
)
def test_a_step_is_in_the_band_if_its_interval_is_narrow_enough_to_say_so(wins, draws, games, expected):
    assert Step("hex", "5", 2, Tally(2, games, wins, draws)).in_band() == expected


@needs_unix
def test_a_step_is_measured_until_it_is_clear_and_its_row_repeats_it(tmp_path):
    with Store(tmp_path / "x.sqlite") as store:
        found = step("mnk", "4,3,3", 2, store, Processes(2))
    _, low, high = found.elo()
    assert found.in_band() == "no" or high - low <= 100
    row = found.row()
    assert row["name"] == "level_2_4_3_3" and row["command"].endswith(f"--games {found.result.games}")
    again = played(found.result.games, "mnk", "4,3,3", "level:2", "level:1")
    assert tally(again, 2) == found.result


def test_new_rows_of_levels_stand_together_in_place_of_the_old_ones():
    part = {"part": "How strong the levels are"}
    rows = [{"name": "a", "part": "Else"}, *({"name": name, **part} for name in "bcd")]
    names = [row["name"] for row in renewed(rows, [{"name": name, **part} for name in "edc"])]
    assert names == ["a", "b", "e", "d", "c"]
    assert [row["name"] for row in renewed(rows, [{"name": "e", **part}])] == ["a", "e", "b", "c", "d"]
