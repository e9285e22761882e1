"""No sentence that Python makes keeps a word in English, on the page and in the terminal: in the pseudo-language."""

import json
import subprocess
import tempfile

import pseudo
import pytest
from source import ROOT
from three_tiers import webassembly_or_skip

from host_sim.boards.files import load_board
from host_sim.console import golden
from host_sim.console.session import Session
from host_sim.languages.language import Language
from host_sim.languages.templates import Templates
from host_sim.web.field.explaining import Tree
from host_sim.web.worker import page_state
from tools.languages import catalog as catalogs

# What is in more than one template, or between two of them.
SENTENCES = [
    "gives away about 12 %: with the swap rule, taking a1 over leaves 30 % now; better: c3",
    "gives away about 12 %: 30 % now; better: c3, c4, ...",
    "gives away the win: with the swap rule, taking a1 over wins (3 moves); better: a2, b1",
    "gives away the win as published: it loses now as published; better: c3",
    "gives away about 9 %: it loses now as published; better: c3",
    "loses whatever is played: with the swap rule, taking b2 over wins",
    "loses whatever is played, as published: with the swap rule, taking b2 over wins (1 move)",
    "keeps the win, as published (5 moves)",
    "with the swap rule, taking a1 over wins; a better move is not proven in the time given",
    "wins as published",
    "b2 wins as published; side 2 wins as published",
    "2 win, 3 lose as published, 1 not known; side 2 wins as published",
    "top left + bottom right: pause",
    "delete match? new match",
    "delete statistics? statistics",
    "Six in a row 8x8",
    "9 in a row 10x9",
    "Seven in a row 12x7, 3 moves",
    "orange wins  line",
    "blue wins  edges",
    "blue wins  bridge",
    "orange wins  fork",
    "orange wins  ring",
    "Hex: orange top to bottom, blue left to right",
    "a line of 3",
    "blue: left to right  swap: press the blinking stone",
    "swap: select the blinking stone",
    "Hex 5, 3 moves; 1 move before a1 is set up as a stone",
    "Hex 5, no moves; 3 moves are set up as stones; orange won by resignation",
    "Tic-tac-toe, no moves; 1 move is set up as a stone; blue won by time",
    "Y 6, 9 moves; 3 moves before c3 are set up as stones; orange won by forfeit",
    "side 1 then wins in 5 moves (all sides'), whatever side 2 answers.",
    "side 1 then wins, whatever side 2 answers.",
    "side 3 then wins in 4 moves (all sides'), by best play.",
    "side 3 then wins, by best play.",
    "side 1 then wins in 5 moves (all sides'), with a3 first.",
    "side 1 then wins, with a3 first.",
    "side 1 then wins in 5 moves (all sides').",
    "side 1 then wins.",
    "side 2 then wins with a3.",
    "side 2 then wins with a3: the line a1 a2 a3.",
    "Move 4 was the mistake: side 2 then wins with a3: the line a1 a2 a3.",
    "Step 21: best is b2: draw. Move 1 of 3, max: orange takes what is best for it. 11 looked at.",
    "Tic-tac-toe, level 1: won 1, drawn 0, lost 0; lost 2 in a row",
    "L1: 1-0-0, won 1 in a row",
]
# What of the state of screens and fields is shown as words.
SHOWN = (
    "help words faults puzzle title about coach hint says explains tried refusal win_type goal swap_says why controls"
).split()


@pytest.fixture(scope="module")
def table():
    return pseudo.table(catalogs.found())


@pytest.fixture(scope="module")
def language(table):
    return Language("xx", table)


@pytest.mark.parametrize("text", SENTENCES)
def test_no_word_of_a_sentence_stays_english(text, language):
    assert pseudo.foreign(language.said(text)) == set(), language.said(text)


def texts(part):
    """Yield the texts in a part of a state."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for key in part.keys() & {*SHOWN}:
            yield from texts([row[0] for row in part[key]] if key == "controls" else part[key])
    elif isinstance(part, list | tuple):
        for each in part:
            yield from texts(each)


@pytest.fixture(scope="module")
def played():
    """All that screens and field say in the golden playthroughs."""
    found = set()
    for log in golden.logs():
        changes, until_ms = golden.changes(log)
        with tempfile.TemporaryDirectory() as folder:
            session = Session(load_board(golden.BOARD), folder, None, golden.is_first(log))
            pictures, tree = {}, Tree()
            for _ in session.play(changes, until_ms):
                found.update(texts(page_state.spoken(session.app)))
                found.update(texts(page_state.position(session.app, "", pictures, tree)))
    return sorted(found - {game.name for game in session.app.games})


def test_no_word_of_a_playthrough_stays_english(played, language):
    assert len(played) > 200
    assert [text for text in played if pseudo.foreign(language.said(text))] == []


def test_the_page_says_the_same(played, table):
    node, _ = webassembly_or_skip()
    asked = [*SENTENCES, *played, "A person's own words, in a row"]
    order = json.dumps({"words": table["words"], "said": asked})
    command = [node, ROOT / "tests/languages/said.mjs"]
    made = subprocess.run(command, input=order, capture_output=True, text=True, check=True).stdout
    assert json.loads(made) == [*map(Templates(table["words"]).said, asked)]
