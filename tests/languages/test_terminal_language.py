"""No word that `glowgrid play` writes beside the lights is forgotten in another language; the lights stay the same."""

import asyncio
import io
import re
import tempfile

import pseudo
import pytest
from command_lines import invoke
from textual.widgets import Static

from glowgrid.console.palette import CHARS
from host_sim.boards.files import load_board
from host_sim.cli.errors import Refused
from host_sim.console import golden, keylog, menu_path
from host_sim.console.fingers import Fingers
from host_sim.console.session import Session
from host_sim.languages.language import Language, codes, spoken
from host_sim.terminal import demo, text, window_words
from host_sim.terminal.app import Help, Simulator
from host_sim.terminal.keyboard import Keyboard
from host_sim.terminal.widgets import Keypad
from tools.languages import catalog as catalogs

SAME = {"ms", "mA", "tic", "tac", "toe", "mnk", "LED"}  # in each language
MARKUP = re.compile(r"\[(?:b ?)?(?:#[0-9a-f]{6})?\]|\[/\]")
PAUSES = 2000  # a second and more on any machine
MONO = "pico_max7219_8x8_buttons"  # its sides are called "side 1"
PEOPLE = menu_path.to_match(load_board(golden.BOARD), menu_path.SOONEST_MS, "tic-tac-toe", "", (0, 0))


@pytest.fixture(scope="module")
def language():
    return Language("xx", pseudo.table(catalogs.found()), numbered=True)


def forgotten(lines):
    """Return the lines with foreign words; rows of lights are none."""
    return [line for line in lines if pseudo.foreign(line) - SAME and not set(line) <= {*CHARS, " "}]


def session_in(folder, board=golden.BOARD):
    return Session(load_board(board), folder)


@pytest.fixture(scope="module")
def written(language):
    """All lines that text and window have in the golden playthroughs, without markup."""
    found = set()
    for log in golden.logs():
        changes, until_ms = golden.changes(log)
        with tempfile.TemporaryDirectory() as folder:
            session = Session(load_board(golden.BOARD), folder, None, golden.is_first(log))
            Fingers(session)
            for _ in session.play(changes, until_ms):
                window = window_words.going_on(session, (), "", language.said)
                status = window_words.figures(session, 8, True, True, True, language.said)
                found.update(text.block(session, 0, "", language.said).split("\n"))
                found.update(MARKUP.sub("", f"{window}\n{status}").split("\n"))
    return sorted(found)


def test_no_word_of_a_playthrough_is_forgotten(written):
    assert len(written) > 1000
    assert forgotten(line.replace("^Q", "").replace("F1", "") for line in written) == []


def test_no_word_of_the_demo_is_forgotten(language, tmp_path):
    said = []
    session = session_in(tmp_path)
    demo.play(session, said.append, language.said)
    made = "".join(said).replace(session.board["title"], "").replace(demo.PLAY, "").replace("--text", "")
    lines = [line for line in made.split("\n") if not re.match(r"    (\d+ ms|[%s]{8})" % re.escape(CHARS), line)]
    assert len(lines) > 20 and forgotten(lines) == []


@pytest.mark.parametrize("board", [golden.BOARD, MONO])
def test_no_word_of_a_session_as_text_is_forgotten_but_what_is_typed(language, tmp_path, board):
    said, session = [], session_in(tmp_path, board)
    keyboard = Keyboard(session.board)
    typed = io.StringIO("select select\nzz\n...\n" + "aaa" + "\n")
    with pytest.raises(Refused):
        text.live(Fingers(session), keyboard, typed, said.append, False, said=language.said)
    made = "".join(said).replace(text.layout(keyboard, session.board), "")
    lines = [line for line in made.split("\n") if not line.startswith("?")]
    assert len(lines) > 30 and forgotten(lines) == []
    wrong = [line for line in made.split("\n") if line.startswith("?")]
    assert len(wrong) == 2
    assert {word for line in wrong for word in pseudo.foreign(line)} <= {"zz", "aaa", *session.board["keys"]["roles"]}


async def until(pilot, condition):
    """Let the window work until the condition holds."""
    for _ in range(PAUSES):
        if condition():
            return
        await pilot.pause()
    raise AssertionError(f"the window does not get there: {pilot.app.screen}")


@pytest.mark.parametrize("board", [golden.BOARD, MONO])
def test_no_word_of_the_window_is_forgotten(language, tmp_path, board):
    fingers = Fingers(session_in(tmp_path, board), keylog.taps(200, [5, 5, 5]))
    while fingers.session.now_ms < 3000:
        fingers.tick()
    found = []

    async def looked_at():
        app = Simulator(fingers, True, clock=lambda: 0, said=language.said)
        async with app.run_test(size=(120, 50)) as pilot:
            await pilot.press("escape")
            await pilot.pause()
            app.redraw()
            pad = app.query_one(Keypad)
            found.extend(pad.render_line(line).text for line in range(pad.size.height))
            found.extend(str(each.render()) for each in app.query(Static) if each.id != "title")
            await pilot.press("f1")
            await until(pilot, lambda: isinstance(app.screen, Help))
            found.append(str(app.screen.query_one("#help", Static).render()))
            await pilot.press("f1")
            await until(pilot, lambda: not isinstance(app.screen, Help))
            await pilot.resize_terminal(20, 6)
            await until(pilot, lambda: app.screen.has_class("small"))
            found.append(str(app.query_one("#small").render()))

    asyncio.run(looked_at())
    lines = [line for each in found for line in each.split("\n")]
    assert len(lines) > 20 and forgotten(line.replace("--text", "") for line in lines) == []


@pytest.mark.parametrize("code", codes())
def test_the_lights_are_the_same_in_each_language(tmp_path, code):
    made = {}
    for said in (Language().said, spoken(code).said):
        shown = made[said] = []
        text.replay(Fingers(session_in(tmp_path / str(len(made))), PEOPLE), 4000, shown.append, said)
    english, other = ([block.split("\n") for block in shown] for shown in made.values())
    assert [block[1:] for block in english] == [block[1:] for block in other]
    assert [block[0] for block in english] != [block[0] for block in other]


def test_the_option_or_the_system_says_which_language(monkeypatch):
    assert "Orange ist am Zug." in invoke("play", "hex", "--text", "--fresh", "--language", "de", typed="").output
    assert "Orange is to move." in invoke("play", "hex", "--text", "--fresh", "--language", "en", typed="").output
    monkeypatch.setenv("LANGUAGE", "hu")
    spoken.cache_clear()
    assert "Narancs következik." in invoke("play", "hex", "--text", "--fresh", typed="").output
    spoken.cache_clear()


def test_a_wrong_language_says_which_there_are():
    refused = invoke("play", "--language", "xx").exception
    assert str(refused) == "--language xx: expected en or de or fr or es or hu"


def test_sides_on_lights_of_one_colour_have_numbers():
    said = invoke("play", "hex", "--text", "--fresh", "--board", MONO, "--language", "de", typed="").output
    assert "Seite 1 ist am Zug." in said and "an: ein Stein von Seite 1; der von Seite 2 zwinkert" in said
    assert "Orange ist" not in said
