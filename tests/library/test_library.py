"""`import glowgrid`: games, positions and answers, as another program uses them."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context

import pytest
import source
import web_start
from library_lines import library_lines

import glowgrid
from host_sim.records.gtp.protocol import Gtp

OWN_GAMES = source.ROOT / "tests/own_games"
HEX = "hex 5: a4 c1 / b2 d3, 2 to move"
GAMES = [
    ("tic-tac-toe", ()),
    ("mnk", (4, 4, 3)),
    ("three-player", ()),
    ("hex", (4,)),
    ("havannah", (3,)),
    ("y", (4,)),
    ("fano", ()),
    ("dark-hex", (4,)),
    ("phantom-tic-tac-toe", ()),
]


def played(name, size, seed, plies=6):
    """Return a position after random moves."""
    position, draw = glowgrid.game(name, *size).start(), random.Random(seed)
    while len(position.history) < plies and not position.is_over():
        position.play(draw.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("begin", ["import glowgrid", "import host_sim, glowgrid"])
def test_the_library_is_one_package_whoever_is_imported_first(begin, tmp_path):
    text = f"""{begin}
from glowgrid import games, VERSION
assert VERSION == glowgrid.__version__ and games.discover()
assert glowgrid.parse({HEX!r}).to_move == 2
import sys
print([name for name in ("tools", "boards", "main", "neotrellis") if __import__("importlib").util.find_spec(name)])
"""
    folder = source.ROOT / "host_sim/library"
    paths = [str(folder)] if begin == "import glowgrid" else [str(source.ROOT)]
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths}\n{text}"],
        cwd=tmp_path,
        env={"PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    if begin == "import glowgrid":  # nothing general comes with it
        assert run.stdout == "[]\n"


def test_the_lines_of_the_readme_print_what_they_say(tmp_path):
    """In a process that knows only what a wheel installs."""
    lines, said = library_lines()
    head = f"import sys; sys.path.insert(0, {str(web_start.installed(tmp_path))!r})\n"
    run = subprocess.run([sys.executable, "-c", head + lines], cwd=tmp_path, capture_output=True, text=True)
    assert run.stderr == "" and run.stdout.splitlines() == said != []


def test_no_module_of_the_library_hides_one_of_the_firmware():
    ours = {path.stem for path in (source.ROOT / "host_sim/library/glowgrid").iterdir()} - {"__init__", "__pycache__"}
    assert ours.isdisjoint(path.stem for path in (source.FIRMWARE / "glowgrid").iterdir())


def test_everything_it_offers_has_a_docstring():
    for name in glowgrid.__all__:
        offered = getattr(glowgrid, name)
        assert name in dir(glowgrid)
        if name != "DRAW":
            assert offered.__doc__, name
            own = [each for key, each in vars(offered).items() if not key.startswith("_") and callable(each)]
            assert all(each.__doc__ for each in own if isinstance(offered, type)), name


@pytest.mark.parametrize("name, size", GAMES, ids=[name for name, _ in GAMES])
def test_a_position_plays_takes_back_and_copies(name, size):
    game = glowgrid.game(name, *size)
    for seed in range(3):
        position = played(name, size, seed)
        at, moves = position.copy(), position.history
        assert at == position and str(at) == str(position) and len(moves) == len(at.history)
        assert (position.winner is None) == (not position.is_over())
        assert [position.undo() for _ in moves] == moves[::-1] and position == game.start() and at != position
        for move in moves:
            position.play(game.moves.index(move))
        assert position == at and position.stones == at.stones


@pytest.mark.parametrize("name, size", [each for each in GAMES if "dark" not in each[0] and "phantom" not in each[0]])
def test_a_position_is_a_line_of_text(name, size):
    position = played(name, size, 1)
    again = glowgrid.parse(position.text())
    assert (again.stones, again.to_move, again.winner) == (position.stones, position.to_move, position.winner)
    assert eval(repr(again)) == again and again.text() == position.text() and again.history == []


def test_the_end_of_a_game():
    position = glowgrid.parse("tic-tac-toe: a1 b1 / a2 b2, 1 to move")
    position.play("c1")
    assert (position.winner, position.win_type, position.winning_points()) == (1, "line", ["a1", "b1", "c1"])
    drawn = glowgrid.parse("tic-tac-toe: a1 b1 c2 a3 b3 / c1 a2 b2 c3, 2 to move")
    assert (drawn.winner, drawn.win_type, drawn.winning_points(), drawn.is_over()) == (glowgrid.DRAW, None, [], True)
    assert glowgrid.solve(drawn).winner == glowgrid.DRAW and glowgrid.solve(position).values == {}


def test_perft_counts_what_is_published():
    assert [glowgrid.game("tic-tac-toe").start().perft(plies) for plies in (1, 2, 3, 4, 5)] == [9, 72, 504, 3024, 15120]


def test_the_swap_rule_is_off_unless_asked_for():
    for swap in False, True:
        position = glowgrid.game("hex", 3, swap=swap).start()
        position.play("b2")
        assert ("swap" in position.legal_moves()) == ("swap" in position.copy().legal_moves()) == swap
    assert glowgrid.solve(position).winner == 2
    position.play("swap")
    assert position.history == ["b2", "swap"] and position.to_move == 1


def test_a_side_sees_its_own_stones_and_what_it_has_found():
    position = glowgrid.game("dark-hex", 4).start()
    for move in "a1", "a1", "b2", "b2":
        position.play(move)
    assert position.view(1).stones == {"a1": 1, "b2": 2} and position.view(2).stones == {"a1": 1, "b2": 2}
    position.play("c3")
    seen = position.view(2)
    assert "c3" not in seen.stones and seen.history[-1] is None and "c3" in position.legal_moves()
    assert str(seen).count("1") < str(position).count("1")
    with pytest.raises(glowgrid.Error, match="what side 2 sees"):
        seen.play("d4")


@pytest.mark.parametrize(
    "line",
    [
        HEX,
        "tic-tac-toe: a1 / b2, 1 to move",
        "tic-tac-toe: -, 1 to move",
        "mnk 4,4,3: - / b2, 1 to move",
        "three-player: a1 b1 / a2 / a3, 2 to move",
        "havannah 3: a1 / c3, 1 to move",
        "fano: c1, 2 to move",
        "hex 9: a1, 2 to move",
    ],
)
def test_answers_are_those_of_gtp(line):
    position = glowgrid.parse(line)
    answer = glowgrid.solve(position, milliseconds=200, engine="cpython")
    gtp = Gtp(position.game.rules, position.game.size)
    asked = [gtp.answer(text) for text in ("think 200", f"position {line}", "values", "w_star", "m_hat")]
    values, winner, best = [text.removeprefix("=").removeprefix("?").strip() for text in asked[2:]]

    def said(value):
        if value.winner is not None:
            return f"{value.winner or 'draw'} {value.plies or '?'}"
        if value.published is not None:
            return f"published {value.published}"
        return f"estimate {value.percent}" if value.percent is not None else "? ?"

    assert [f"{move} {said(value)}" for move, value in answer.values.items()] == values.splitlines()
    assert (answer.best or []) == [name for name in best.split() if name in position.game.moves and "?" not in best]
    if answer.winner is not None:
        assert winner == ("draw" if answer.winner == glowgrid.DRAW else str(answer.winner))
    else:
        assert not winner.isdigit() and winner != "draw"


def test_an_answer_is_the_same_on_both_engines():
    position = glowgrid.parse(HEX)
    one, other = (glowgrid.solve(position, nodes=20_000, engine=engine) for engine in ("cpython", "auto"))
    assert one.engine == "cpython" and one.values == other.values
    assert (one.winner, one.best, one.move, one.nodes, one.work) == (
        other.winner,
        other.best,
        other.move,
        other.nodes,
        other.work,
    )


def test_plies_are_those_that_a_full_search_counts():
    """Against minimax over the library's own positions."""

    def exact(position):
        """(winner, plies), the winner hurrying and the other delaying."""
        if position.is_over():
            return position.winner, 0
        mover, found = position.to_move, []
        for move in position.legal_moves():
            position.play(move)
            winner, plies = exact(position)
            position.undo()
            found.append((winner, plies + 1))
        rank = {mover: 2, glowgrid.DRAW: 1}
        best = max(rank.get(winner, 0) for winner, _ in found)
        plies = [plies for winner, plies in found if rank.get(winner, 0) == best]
        winner = next(winner for winner, _ in found if rank.get(winner, 0) == best)
        return winner, min(plies) if winner == mover else max(plies)

    checked = 0
    for seed in range(12):
        position = played("tic-tac-toe", (), seed, plies=3)
        if position.is_over():
            continue
        answer, (winner, plies) = glowgrid.solve(position), exact(position)
        assert answer.winner == winner and answer.plies in ({plies} if winner else {None, plies}), position
        checked += 1
    assert checked > 8


def test_a_proof_is_one_that_the_checker_accepts(tmp_path):
    from host_sim.theory.proofs.accepted import accepted

    text = glowgrid.solve(glowgrid.parse("hex 3: b2, 2 to move")).proof()
    assert text and accepted(text)[2] == "1 wins"
    assert glowgrid.solve(glowgrid.game("hex", 5).start(), nodes=1).proof(most=10) is None
    assert glowgrid.prove(glowgrid.game("havannah", 9).start()) is None


@pytest.mark.parametrize(
    "ask, said",
    [
        (lambda: glowgrid.game("hexx"), "no game hexx; did you mean hex?"),
        (lambda: glowgrid.game("hex", 0), "hex: size 0; expected 1 to 15"),
        (lambda: glowgrid.game("mnk", 3), "mnk: size 3; expected one like"),
        (lambda: glowgrid.game("tic-tac-toe", swap=True), "know no swap"),
        (lambda: glowgrid.parse("hex five"), "'hex five' is no position; expected a line such as"),
        (lambda: glowgrid.parse(5), "expected a line, not int"),
        (lambda: glowgrid.solve(HEX), "expected a Position, not str"),
        (lambda: glowgrid.parse("hex 5: z9"), "stone z9: no such point"),
        (lambda: glowgrid.parse("hex 5: a1 / a1"), "stands there twice"),
        (lambda: glowgrid.parse("dark-hex 4: a1"), "this game hides stones"),
        (lambda: glowgrid.parse(HEX).play("a4"), "a4: a stone is there"),
        (lambda: glowgrid.parse(HEX).play("z9"), "no such move; expected a1 to e5$"),
        (lambda: glowgrid.parse(HEX).play(-1), "-1: Hex 5 has no such move"),
        (lambda: glowgrid.parse(HEX).play(1.5), "Hex 5: move 1.5; expected a whole number"),
        (lambda: glowgrid.parse(HEX).play(None), "Hex 5: move None; expected a whole number"),
        (lambda: glowgrid.parse(HEX).perft(-1), "-1 plies; expected 0 or more"),
        (lambda: glowgrid.parse(HEX).view("1"), "view: side 1; expected a whole number"),
        (lambda: glowgrid.game("hex", "5"), "hex: size 5; expected a whole number"),
        (lambda: glowgrid.game("a\nb"), "no game a b"),
        (lambda: glowgrid.game("missing.json"), "missing.json: cannot be read"),
        (lambda: glowgrid.parse(HEX).undo(), "no move was made"),
        (lambda: glowgrid.parse(HEX).view(3), "side 3; expected 1 to 2"),
        (lambda: glowgrid.game("dark-hex", 4).start().text(), "hides stones"),
        (lambda: glowgrid.solve(glowgrid.game("dark-hex", 4).start()), "the answer would tell"),
        (lambda: glowgrid.solve(glowgrid.parse(HEX), nodes=0), "expected a whole number from 1"),
        (lambda: glowgrid.solve(glowgrid.parse(HEX), nodes=1, milliseconds=1), "expected one of them"),
        (lambda: glowgrid.solve(glowgrid.parse(HEX), engine="gpu"), "expected auto, cpython, micropython"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(ask, said):
    with pytest.raises(glowgrid.Error, match=said.replace("?", r"\?")) as raised:
        ask()
    assert "\n" not in str(raised.value) and isinstance(raised.value, ValueError)


def test_an_illegal_move_changes_nothing():
    position = glowgrid.parse(HEX)
    before = position.copy()
    with pytest.raises(glowgrid.IllegalMove):
        position.play("b2")
    assert position == before


LINES = ["tic-tac-toe: a1 / b2", "tic-tac-toe: b2 / a2", "hex 3: b2 /", "tic-tac-toe: a1 c3 / b2"]

IN_THREADS = """import host_sim, glowgrid
from concurrent.futures import ThreadPoolExecutor
lines = ["hex 3: b1, 2 to move", "tic-tac-toe: a1 b1 / a2 b2, 2 to move"] * 2
def winner(line):
    return glowgrid.solve(glowgrid.parse(line), engine="cpython").winner
print(*ThreadPoolExecutor(4).map(winner, lines))
"""


def known(line):
    """What is known of a position, on the engine that is there."""
    answer = glowgrid.solve(glowgrid.parse(line), nodes=2000)
    return answer.winner, answer.best, sorted((move, value.winner) for move, value in answer.values.items())


def test_threads_and_forked_processes_get_their_own_answers():
    expected = [known(line) for line in LINES]
    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(known, LINES * 4)] == expected * 4
    fresh = subprocess.run([sys.executable, "-c", IN_THREADS], cwd=source.ROOT, capture_output=True, text=True)
    assert (fresh.stderr, fresh.stdout) == ("", "2 2 2 2\n")
    if "fork" in sys.modules["multiprocessing"].get_all_start_methods():
        with get_context("fork").Pool(2) as pool:
            assert pool.map(known, LINES * 2, chunksize=1) == expected * 2
    assert [known(line) for line in LINES] == expected


@pytest.mark.parametrize("engine", ["cpython", "auto"])
@pytest.mark.parametrize("error", [TimeoutError, glowgrid.Error, KeyboardInterrupt])
def test_what_watches_ends_a_search_by_what_it_raises(error, engine):
    def stop():
        raise error("enough")

    with pytest.raises(error, match="enough"):
        glowgrid.solve(glowgrid.game("hex", 9).start(), nodes=1_000_000, engine=engine, watch=stop)
    assert glowgrid.solve(glowgrid.parse(LINES[0]), engine=engine).winner == glowgrid.DRAW


def test_a_swap_is_part_of_an_answer_and_of_no_proof():
    position = glowgrid.game("hex", 3, swap=True).start()
    assert eval(repr(position)) == position
    position.play("b2")
    answer = glowgrid.solve(position)
    assert (answer.winner, answer.best, answer.proof()) == (2, ["swap"], None)
    assert "swap" not in glowgrid.game("hex", 3).moves


def test_moves_that_led_to_a_position_count_where_its_stones_do_not_say_all():
    game = glowgrid.game(str(OWN_GAMES / "passing.py"))
    one, other = game.start(), game.start()
    for move in "a1", "b1":
        one.play(move), other.play(move)
    assert one == other
    for _ in range(2):
        other.play("pass")
    assert one != other and other.is_over()
    assert game != glowgrid.game(str(OWN_GAMES / "gravity.py"))


def test_an_own_game_is_read_and_written_by_its_path():
    game = glowgrid.game(str(OWN_GAMES / "avoid.json"))
    position = game.start()
    position.play(position.legal_moves()[0])
    for again in eval(repr(position)), game.parse(position.text().partition(":")[2]):
        assert (again.stones, again.to_move, again.game) == (position.stones, 2, game)


def test_a_view_stays_what_it_was_when_the_position_goes_back():
    position = glowgrid.game("phantom-tic-tac-toe").start()
    for move in "a1", "a2", "b1", "b2", "c1":
        position.play(move)
    seen = position.view(1)
    assert seen.winner == 1 and len(seen.stones) == 5
    position.undo()
    position.play("c3")
    assert seen.winner == 1 and "c3" not in seen.stones


class Whole:
    """A whole number of another type, as numpy's are."""

    def __index__(self):
        return 4


def test_whole_numbers_of_any_type_are_numbers():
    game = glowgrid.game("hex", Whole())
    position = game.start()
    position.play(Whole())
    assert game.size == (4,) and position.history == ["a2"] and glowgrid.solve(position, nodes=Whole()).nodes
    assert not position.is_legal(99) and not position.is_legal("z9")
