"""`glowgrid mcp`, as an assistant uses it: the official client over a pipe, and what else may come through one."""

import functools
import io
import json
import os
import subprocess
import sys

import pytest
import source
from PIL import Image

import glowgrid
from host_sim.mcp import positions
from host_sim.mcp.picture import png

HEX = "hex 5: a4 c1 / b2 d3, 2 to move"
MS = 200  # of most questions: enough for small positions
QUIET = [sys.executable, "-m", "host_sim", "mcp"]
NOISY = """print("noise on standard output")
from glowgrid.rules.game import Game
from glowgrid.rules.geometry import square
from glowgrid.rules.lines import Lines, rows_of

def setup():
    print("more noise")
    return Lines(square(2, 3), 2, rows_of(2, 3, 2)).position()

GAME = Game(name="noisy", about="Two in a row win.", sides=2, setup=setup, goals="2 in a row")
"""
# 30 questions, (tool, arguments), each answered as the library answers.
QUESTIONS = [
    ("games", {}),
    ("legal_moves", {"position": HEX}),
    ("legal_moves", {"position": "tic-tac-toe"}),
    ("legal_moves", {"position": "tic-tac-toe: a1 b1 c1 / a2 b2, 2 to move"}),
    ("legal_moves", {"position": "dark-hex 4", "moves": ["b2", "b2"]}),
    ("legal_moves", {"position": "noisy"}),
    ("play", {"position": HEX, "moves": ["c3", "A1"]}),
    ("play", {"position": "hex 3", "moves": ["b2", "a1", "b1", "a3", "b3"]}),
    ("play", {"position": "three-player", "moves": ["a1", "b2", "c3"]}),
    ("play", {"position": "phantom-tic-tac-toe", "moves": ["a1", "a1"]}),
    ("play", {"position": "tic-tac-toe: a1 b1 c2 a3 / c1 a2 b2 c3, 1 to move", "moves": ["b3"]}),
    ("who_wins", {"position": HEX, "milliseconds": MS}),
    ("who_wins", {"position": "tic-tac-toe", "milliseconds": MS}),
    ("who_wins", {"position": "mnk 4,4,3: - / b2, 1 to move", "milliseconds": MS}),
    ("who_wins", {"position": "three-player: a1 b1 / a2 / a3, 2 to move", "milliseconds": MS}),
    ("who_wins", {"position": "havannah 3: a1 / c3, 1 to move", "milliseconds": MS}),
    ("who_wins", {"position": "hex 8", "milliseconds": 50}),
    ("who_wins", {"position": "y 9", "milliseconds": 50}),
    ("who_wins", {"position": "noisy", "milliseconds": MS}),
    ("who_wins", {"position": "dark-hex 4", "moves": ["b2"]}),
    ("who_wins", {"position": "phantom-tic-tac-toe", "moves": ["a1", "a2", "b1", "b2", "c1"]}),
    ("who_wins", {"position": "tic-tac-toe: a1 b1 c1 / a2 b2, 2 to move"}),
    ("what_moves_lead_to", {"position": HEX, "only": ["a1", "c3"], "milliseconds": MS}),
    ("what_moves_lead_to", {"position": "tic-tac-toe: a1 b1 / a2 b2, 1 to move", "milliseconds": MS}),
    ("what_moves_lead_to", {"position": "hex 9: a1, 2 to move", "milliseconds": 50}),
    ("what_moves_lead_to", {"position": "dark-hex 4"}),
    ("prove", {"position": "hex 3"}),
    ("prove", {"position": "hex 5", "positions": 10}),
    ("prove", {"position": "phantom-tic-tac-toe"}),
    ("draw", {"position": "havannah 3", "moves": ["c3", "a1"]}),
]
# 10 pieces of nonsense, and what is said of each.
NONSENSE = [
    ("who_wins", {"position": "hexx 5"}, "no game hexx; did you mean hex?"),
    ("who_wins", {"position": "hex 5: z9"}, "stone z9: no such point; expected a1 to e5"),
    ("who_wins", {"position": HEX, "milliseconds": 10**9}, "milliseconds: Input should be less than or equal to 60000"),
    ("legal_moves", {"position": ""}, "is no position; expected a line such as"),
    ("play", {"position": "hex 5", "moves": ["b2", "b2"]}, "move 2 of 2: b2: a stone is there"),
    ("play", {"position": "héx 五: ☃\nb2\x1b[2J", "moves": []}, "is no position"),
    ("what_moves_lead_to", {"position": ["hex", 5]}, "position: Input should be a valid string"),
    ("draw", {"position": "hex 5: " + "a1 " * 1_000_000}, "expected at most 2,000 characters"),
    ("what_moves_lead_to", {"position": "tic-tac-toe: a1 b1 c1 / a2 b2, 2 to move"}, "the game is over"),
    ("prove", {"position": "dark-hex 4: a1 / b2"}, "dark-hex hides stones, so no line says a position"),
]
MORE_NONSENSE = [
    ("no_such_tool", {}, "no tool no_such_tool; there are games, legal_moves"),
    ("who_wins", {}, "position: Field required"),
    ("who_wins", {"position": "hex", "size": 5}, "no argument size; expected position, moves, milliseconds"),
    ("what_moves_lead_to", {"position": HEX, "only": ["a4"]}, "a4: a stone is there"),
    ("who_wins", {"position": "mnk 999999999,999999999,3"}, "points at most 250"),
    ("play", {"position": "noisy: a1 / a1", "moves": []}, "stands there twice"),
]


@pytest.fixture
def own_games(tmp_path, monkeypatch):
    """The folder of own games has one that prints, and one that is broken."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "noisy.py").write_text(NOISY)
    (folder / "broken.json").write_text("{")
    monkeypatch.setenv("GLOWGRID_GAMES", str(folder))
    return folder


def with_client(talk):
    """Run talk(client) with the official client and a new server."""
    import anyio
    from mcp import Client, StdioServerParameters, stdio_client

    async def session():
        asked = StdioServerParameters(command=QUIET[0], args=QUIET[1:], env={**os.environ}, cwd=source.ROOT)
        async with Client(stdio_client(asked)) as client:
            await talk(client)

    anyio.run(session)


def at(position, moves=()):
    """Return the position that arguments name, by the library alone."""
    name, *numbers = position.replace(",", " ").split()
    there = glowgrid.parse(position) if ":" in position else glowgrid.game(name, *map(int, numbers)).start()
    for move in moves:
        there.play(move)
    return there


def state(there):
    return {
        "position": None if there.game.hides else there.text(),
        "to_move": None if there.is_over() else there.to_move,
        "winner": there.winner,
        "win_type": there.win_type,
        "winning_points": there.winning_points(),
    }


def says_what_helps(why, most="60,000"):
    return "not" in why and most in why and "a later position" in why


def check_games(said, _):
    assert {each["name"] for each in said["games"]} == {*glowgrid.game_names(), "noisy"}
    for each in said["games"]:
        game = glowgrid.game(each["name"])
        assert (each["about"], each["hides"]) == (game.about, game.hides) and len(each["goals"]) == game.sides


def check_legal_moves(said, there):
    assert said == {**state(there), "legal_moves": there.legal_moves()}


def check_play(said, there):
    tried = there.game.hides and len(there.stones) < len(there.history)
    assert said == {**state(there), "tried": tried}


def check_who_wins(said, there, milliseconds=5000):
    assert said.items() >= state(there).items()
    told = not there.game.hides or there.is_over()
    if not told:
        assert not said["known"] and said["wins"] is None and said["keep"] == [] and "hides stones" in said["why"]
        return
    answer = glowgrid.solve(there, milliseconds=milliseconds)
    asked = said["wins"], said["plies"], said["keep"], said["published"], said["engine_move"]
    assert asked == (answer.winner, answer.plies, answer.best or [], answer.published, answer.move)
    assert said["known"] == (answer.winner is not None)
    assert said["open"] == [move for move, value in answer.values.items() if value.winner is None]
    assert said["why"] is None if said["known"] and not said["open"] else says_what_helps(said["why"])


def check_what_moves_lead_to(said, there, only=None, milliseconds=5000):
    if there.game.hides:
        assert said["moves"] == [] and "hides stones" in said["why"]
        return
    values = glowgrid.solve(there, milliseconds=milliseconds).values
    assert [each["move"] for each in said["moves"]] == (only or there.legal_moves())
    for each in said["moves"]:
        after, value = there.copy(), values[each["move"]]
        after.play(each["move"])
        assert (each["position"], each["ends"]) == (after.text(), after.is_over())
        assert (each["wins"], each["plies"]) == (value.winner, value.plies)
        if value.winner is None:
            assert (each["published"], each["estimate"]) == (value.published, value.percent)
        else:
            assert (each["published"], each["estimate"]) == (None, None)
    unknown = any(each["wins"] is None for each in said["moves"])
    assert says_what_helps(said["why"]) if unknown else said["why"] is None


def check_prove(said, there, positions=50_000):
    from host_sim.theory.proofs.accepted import accepted

    if there.game.hides:
        assert said["text"] is None and "hides stones" in said["why"]
    elif positions < 100:
        assert said["shows"] is said["text"] is None and says_what_helps(said["why"], "200,000")
    else:
        assert accepted(said["text"])[2] == said["shows"] == "1 wins" and said["why"] is None


def check_answer(tool, arguments, result):
    rest = dict(arguments)
    there = at(rest.pop("position"), rest.pop("moves", ())) if arguments else None
    assert not result.is_error, (tool, arguments, result)
    if tool == "draw":
        text, picture = result.content
        assert text.text == str(there) and picture.mime_type == "image/png"
        return
    assert json.loads(result.content[0].text) == result.structured_content
    globals()[f"check_{tool}"](result.structured_content, there, **rest)


def check_refusal(tool, arguments, said, result):
    assert result.is_error and not result.structured_content, (tool, result)
    (text,) = (each.text for each in result.content)
    assert said in text and tool in text and text.isprintable() and len(text) < 400


@pytest.mark.mcp
def test_a_session_of_forty_calls_ten_of_them_nonsense(own_games):
    """Nonsense comes between questions, so that what it leaves behind would show."""
    assert (len(QUESTIONS), len(NONSENSE)) == (30, 10)

    async def talk(client):
        for number, (tool, arguments) in enumerate(QUESTIONS):
            check_answer(tool, arguments, await client.call_tool(tool, arguments))
            if number % 3 == 0:
                tool, arguments, said = NONSENSE[number // 3]
                check_refusal(tool, arguments, said, await client.call_tool(tool, arguments))
        for tool, arguments, said in MORE_NONSENSE:
            check_refusal(tool, arguments, said, await client.call_tool(tool, arguments))

    with_client(talk)


@pytest.mark.mcp
def test_every_tool_only_reads_and_says_what_it_takes_and_returns():
    async def talk(client):
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {tool for tool, _ in QUESTIONS}
        for tool in tools:
            assert tool.description and tool.annotations.read_only_hint and not tool.annotations.open_world_hint
            asked = tool.input_schema["properties"].values()
            assert all(each.get("description") for each in asked)
            if tool.name != "draw":
                answered = tool.output_schema["properties"].values()
                assert all(each.get("description") for each in answered)

    with_client(talk)


@pytest.mark.mcp
def test_a_long_question_blocks_no_quick_tool_and_ends_when_it_is_cancelled():
    """A second search waits for the first, so that it waits shows that the first has begun."""
    import anyio

    long = {"position": "hex 11", "milliseconds": 60_000}
    short = {"position": "tic-tac-toe: a1 b1 / a2 b2, 1 to move", "milliseconds": 1}
    answered = []

    async def ask(client, arguments, scope):
        with scope:
            await client.call_tool("who_wins", arguments)
            answered.append(arguments)

    async def quick(client):
        result = await client.call_tool("legal_moves", {"position": HEX})
        assert result.structured_content["legal_moves"] == at(HEX).legal_moves()

    async def talk(client):
        first = anyio.CancelScope()
        async with anyio.create_task_group() as group:
            group.start_soon(ask, client, long, first)
            for _ in range(2):
                await quick(client)  # the long question was sent before the second of these
            group.start_soon(ask, client, short, anyio.CancelScope())
            for _ in range(20):
                await quick(client)
            assert answered == []
            first.cancel()
        assert answered == [short]

    with_client(talk)


class Stop(Exception):
    pass


@pytest.mark.parametrize("engine", ["cpython", "auto"])
def test_what_watches_a_search_can_end_it_and_the_next_answer_is_its_own(engine):
    def stop():
        raise Stop

    with pytest.raises(Stop):
        glowgrid.solve(glowgrid.game("hex", 11).start(), nodes=1_000_000_000, engine=engine, watch=stop)
    answer = glowgrid.solve(glowgrid.parse(HEX), nodes=2000, engine=engine)
    assert answer.values == glowgrid.solve(glowgrid.parse(HEX), nodes=2000, engine="cpython").values


def message(method, number=None, **params):
    numbered = {} if number is None else {"id": number}
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **numbered})


HELLO = message(
    "initialize",
    1,
    protocolVersion="2025-06-18",
    capabilities={},
    clientInfo={"name": "test", "version": "1"},
)


@pytest.mark.mcp
def test_it_survives_nonsense_on_its_input_and_ends_with_it(own_games):
    """It also says nothing but the protocol, whatever own games print."""
    call = functools.partial(message, "tools/call")
    lines = [
        HELLO,
        message("notifications/initialized"),
        *("garbage", "", "[]", "null", "{}", '{"a":' * 5000, "x" * 1_000_000, "\x00\x1b"),
        call(2, name="legal_moves", arguments={"position": "noisy"}),
        call(3, name="who_wins", arguments={"position": 5}),
    ]
    with subprocess.Popen(QUIET, cwd=source.ROOT, stdin=-1, stdout=-1, stderr=-1, text=True) as server:
        server.stdin.write("\n".join([*lines, ""]))
        server.stdin.flush()
        said = [json.loads(server.stdout.readline()) for _ in range(3)]
        server.stdin.write(call(4, name="prove", arguments={"position": "three-player", "positions": 200_000}) + "\n")
        server.stdin.close()
        left, errors = server.stdout.read(), server.stderr.read()
        assert server.wait() == 0
    assert {each["id"]: each["result"].get("isError") for each in said} == {1: None, 2: False, 3: True}
    assert all("error" in json.loads(line) for line in left.splitlines())  # the last question had no end
    assert "broken.json" in errors and "noise on standard output" in errors and "Traceback" not in errors


@pytest.mark.mcp
@pytest.mark.parametrize(
    "output, said", [("full disk", "error: standard input or output: No space"), ("closed pipe", "")]
)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="not Linux")
def test_if_nobody_can_read_what_it_says_it_ends_with_a_line_at_most(output, said):
    reading, writing = os.pipe()
    os.close(reading)
    if output == "full disk":
        os.close(writing)
        writing = os.open("/dev/full", os.O_WRONLY)
    started = HELLO + "\n"
    done = subprocess.run(QUIET, cwd=source.ROOT, input=started, stdout=writing, stderr=-1, text=True)
    os.close(writing)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, bool(said)) and done.stderr.startswith(said)


# Without the extra -------------------------------------------------------------------------------------------------


def test_without_the_extra_one_line_says_what_to_install():
    program = "import sys; sys.modules['mcp'] = None; sys.argv[0] = 'glowgrid'; import host_sim.__main__ as m; m.main()"
    done = subprocess.run([sys.executable, "-c", program, "mcp"], cwd=source.ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: mcp: it needs the package mcp, version 2: ") and line.endswith("'mcp>=2,<3'")


@pytest.mark.parametrize("name", ["own.py", "./own.py", "../own.py", "/own.py", "own"])
def test_no_file_is_run_because_a_position_names_it(name, tmp_path, monkeypatch):
    (tmp_path / "own.py").write_text("open('ran', 'w').close()\nGAME = None\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(glowgrid.Error):
        positions.position_of(f"{name}: a1", [])
    assert not (tmp_path / "ran").exists()


def test_own_games_are_listed_and_played(own_games):
    assert positions.listed_games()[-1].name == "noisy"
    assert positions.position_of("noisy: a1 / b2, 1 to move", ["b1"]).winner == 1


def colours(picture):
    """Return how many dots of a picture are nearly of the colour of each side."""
    sides = {1: (226, 100, 0), 2: (0, 99, 224), 3: (0, 171, 80)}
    counts = dict.fromkeys(sides, 0)
    for number, dot in Image.open(io.BytesIO(picture)).convert("RGB").getcolors(1 << 20):
        for side, colour in sides.items():
            if all(abs(one - other) < 12 for one, other in zip(dot, colour, strict=True)):
                counts[side] += number
    return counts


STONE = 400  # dots that a stone has at least; the line below the field has fewer


@pytest.mark.parametrize(
    "name, size, moves, sides",
    [
        ("hex", (5,), ["c3"], {1}),
        ("hex", (15,), ["a1", "o15"], {1, 2}),
        ("havannah", (4,), ["a1", "d4"], {1, 2}),
        ("y", (5,), [], set()),
        ("tic-tac-toe", (), ["a1", "b2", "a2"], {1, 2}),
        ("three-player", (), ["a1", "b2", "c3"], {1, 2, 3}),
        ("fano", (), ["c1"], {1}),
    ],
)
def test_a_picture_shows_the_stones_in_the_colours_of_their_sides(name, size, moves, sides):
    position = glowgrid.game(name, *size).start()
    for move in moves:
        position.play(move)
    counts = colours(png(position))
    assert {side for side, count in counts.items() if count > STONE} == sides


def test_a_picture_marks_what_won_and_the_last_stone():
    """A white ring takes dots of the stone's colour; a dark one takes none, but is there."""
    three, won, after = (
        png(at(f"tic-tac-toe: {stones}", moves))
        for stones, moves in [
            ("a1 b1 c2 / a2 b2 c3, 1 to move", []),
            ("a1 b1 c1 / a2 b2, 2 to move", []),
            ("a1 b1 c2 / a2 b2, 2 to move", ["c3"]),
        ]
    )
    assert STONE < colours(won)[1] < 0.9 * colours(three)[1]
    assert after != three


def test_a_picture_of_a_view_hides_what_its_side_does_not_see():
    position = glowgrid.game("dark-hex", 4).start()
    position.play("b2")
    assert colours(png(position))[1] > STONE > colours(png(position.view(2)))[1]
