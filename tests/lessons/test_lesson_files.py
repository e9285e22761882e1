"""Lessons as files: what is read, what is proven, and what is said of a mistake."""

import pytest
from command_lines import invoke

from host_sim.lessons.claiming import faults_of_text
from host_sim.lessons.document import document
from host_sim.lessons.lesson_file import Fault
from host_sim.lessons.markdown import read
from host_sim.lessons.proving import proven
from host_sim.lessons.sheet import sheet

TITLE = "# Threats\n\n"


def block(*rows):
    return "\n".join(["```task", *rows, "```", ""])


def only(*rows):
    """Return the task of a lesson that has one, whose position is in line 4."""
    return read(TITLE + block(*rows)).tasks[0]


# (a task, the moves that are right, who wins (0: a draw), plies to the end)
PROVEN = [
    (("tic-tac-toe: a1 c3 / b2, 2 to move", "keeps: all"), "b1 a2 c2 b3", 0, None),
    (("tic-tac-toe: a1 a2 / b2 b1, 1 to move", "wins: in 1"), "a3", 1, 1),
    (("tic-tac-toe: a1 / b1, 1 to move", "wins: all"), "a2 b2 a3", 1, 5),
    (("tic-tac-toe: a1 / -, 2 to move", "keeps: any"), "b2", 0, None),
    (("tic-tac-toe: a1 / b2", "who: draw"), "", 0, None),
    (("tic-tac-toe: a1 b2 / c3, 1 to move", "wins: any"), "b1 c1 a2 c2 a3 b3", 1, 3),
    (("hex 3: b2 / a1", "count: 3"), "", 1, 3),
    (("hex 3: -", "wins: c1 a2 b2 c2 a3"), "c1 a2 b2 c2 a3", 1, 5),
    (("hex 3: -", "loses: any"), "a1 b1 b3 c3", 1, 5),
    (("three-player: b2 d4 / a2 b1 / c4 d3", "wins: any"), "c3", 1, 1),
]


@pytest.mark.parametrize(("rows", "right", "winner", "plies"), PROVEN)
def test_answers_are_proven(rows, right, winner, plies):
    found = proven(only(*rows))
    assert (" ".join(found.right), found.winner, found.plies) == (right, winner, plies)


@pytest.mark.parametrize(
    "rows",
    [
        ("hex 3: -", "build: a1 / b2"),
        ("dark-hex 4: -", "free: Where would you look?"),
        ("dark-hex 4: -", "build: a1 / b2"),
    ],
)
def test_some_tasks_have_nothing_to_prove(rows):
    assert proven(only(*rows)).right == ()


def test_a_lesson_has_its_text_and_tasks_in_order():
    text = TITLE + "Two <b>lines</b>.\n\n" + block("hex 3: -", "who:", "name: one") + "More.\n\n```\nno task\n```\n"
    before, task, after = read(text).parts
    assert (before, task.name) == ("# Threats\n\nTwo <b>lines</b>.\n", "one")
    assert after == "More.\n\n```\nno task\n```\n"


HEX = "hex 3: -"
# (text of a lesson, line, a part of what is said)
FAULTS = [
    ("", 1, "no title"),
    ("\n\nNo heading.\n", 3, "no title"),
    (TITLE + block(), 4, "an empty task"),
    (TITLE + block("wins: any"), 4, "'wins: any' is no position"),
    (TITLE + block(HEX), 4, "a task that does not say what to do"),
    (TITLE + block(HEX, "wins: any", "", "who:"), 7, "wins and who in one task"),
    (TITLE + "```task\nhex 3: -\nwho:\n", 3, "a task without an end"),
    (TITLE + "```Task\nhex 3: -\n```\n", 4, "does not say what to do"),
    ("#\n\n" + block(HEX, "who:"), 1, "an empty title"),
    (TITLE + block(HEX, "win: any"), 5, "did you mean wins?"),
    (TITLE + block(HEX, "wins"), 5, "'wins'"),
    (TITLE + block(HEX, "wins: any", "wins: all"), 6, "wins: a second time"),
    (TITLE + block(HEX, "wins: in 4"), 5, "expected an odd number"),
    (TITLE + block(HEX, "wins: in ٣"), 5, "expected any, all, in 3"),
    (TITLE + block(HEX, "keeps: in 3"), 5, "expected any, all, or names"),
    (TITLE + block(HEX, "wins: a1 a1"), 5, "a move twice"),
    (TITLE + block(HEX, "wins:"), 5, "wins: expected any"),
    (TITLE + block(HEX, "who: orange"), 5, "expected nothing, or 1, 2, 3 or draw"),
    (TITLE + block(HEX, "play: level 0"), 5, "expected best, or level 2"),
    (TITLE + block(HEX, "count: many"), 5, "expected nothing, or a number"),
    (TITLE + block(HEX, "free:"), 5, "expected a question"),
    (TITLE + block(HEX, "who:", "hint:"), 6, "hint: nothing behind it"),
    (TITLE + block(HEX, "who:", "name: My task"), 6, "expected small letters"),
    (TITLE + 2 * block(HEX, "who:", "name: one"), 9, "the other is in line 4"),
    (TITLE + "- a list\n\n  ```task\n  hex 3: -\n  who:\n  ```\n", 5, "in a list"),
    # What only the engine knows:
    (TITLE + block("hex 3: a9 / -", "who:"), 4, "a9"),
    (TITLE + block("chess: -", "who:"), 4, "no game chess"),
    (TITLE + block("tic-tac-toe: a1 a2 a3 / b1 b2", "who:"), 4, "this game is over"),
    (TITLE + block("tic-tac-toe: a1 / b1, 2 to move", "wins: any"), 5, "no move wins: it is a draw"),
    (TITLE + block("tic-tac-toe: a1 / b1", "wins: in 3"), 5, "no move wins in 3 plies: orange wins in 5"),
    (TITLE + block("tic-tac-toe: a1 / b1", "wins: a2 c3"), 5, "c3 is wrong: it is a draw: the answer is"),
    (TITLE + block("tic-tac-toe: a1 / b1", "wins: a2"), 5, "b2 a3 is right, too"),
    (TITLE + block("tic-tac-toe: a1 / b1", "wins: a1"), 5, "a1 is no legal move here"),
    (TITLE + block("hex 3: a1 / -", "loses: b2"), 5, "b2 is wrong"),
    (TITLE + block("tic-tac-toe: a1 / b2", "who: 1"), 5, "1 is wrong: it is a draw"),
    (TITLE + block("hex 3: b2 / a1", "count: 5"), 5, "5 is wrong: orange wins in 3"),
    (TITLE + block("hex 3: -", "build: a1 / a1"), 5, "a1"),
    (TITLE + block("dark-hex 4: -", "wins: any"), 5, "dark-hex hides stones; expected free"),
    (TITLE + block("dark-hex 4: -", "build: a1 / e9"), 5, "e9"),
    (TITLE + block("tic-tac-toe: -", "play: level 9"), 5, "Tic-tac-toe has no level 9; expected 1 to 2"),
    (TITLE + block("tic-tac-toe: a1 / b2", "count:"), 5, "it is a draw, so nobody hurries"),
    (TITLE + block("hex 5: c3 / b3", "wins: in 9"), 5, "it is not proven how soon"),
    (TITLE + block("hex 5: c3 / b3", "keeps: any"), 5, "moves are proven, not"),
    (
        TITLE + block("hex 9: -", "who:"),
        5,
        "it is not proven who wins in the time (0.1 s on a Pico; --think gives more); give a later position",
    ),
    (TITLE + block("hex 8: d4 / e5", "loses: all"), 5, "moves are proven, not"),
]


@pytest.mark.parametrize(("text", "line", "said"), FAULTS, ids=[said for _, _, said in FAULTS])
def test_a_mistake_is_said_with_its_line(text, line, said):
    with pytest.raises(Fault) as fault:
        for task in read(text).tasks:
            proven(task, think=0.1 if "hex 9" in text or "hex 8" in text or "keeps" in text and "hex 5" in text else 10)
    assert fault.value.line == line and said in str(fault.value) and "\n" not in str(fault.value)


def claim(*rows):
    return block(*rows).replace("task", "claim")


LINE = "tic-tac-toe: a1 / b1, 1 to move"
NEEDS_FOUR = "hex 4: b2 b3 / d1, 2 to move"
# What a text may say, and open.
TRUE = [
    claim(LINE, "who: 1", "count: 5", "moves 1: a2 b2 a3", "moves draw: 4", "moves 2: 0"),
    claim("tic-tac-toe: a1 b2 / b1, 2 to move", "moves 1 in 4: c3"),
    claim("three-player: b2 / a1 / c3, 1 to move", "moves 1: c2", "moves 3: b3", "moves draw: 11"),
    claim(NEEDS_FOUR, "moves 1: 13", "enough: b1 c1 a4 b4"),
    claim("tic-tac-toe: a1 c3 / b2, 2 to move", "moves draw: B3, c2, a2 b1", "moves 1: 02"),
    claim(LINE, "count: 05", "moves 2: 00"),
    "[look](#hex=3&moves=b2,a1&to=coach)",
    '[look](#hex=3&moves=a2,swap "Taken over.") and [on](#tic-tac-toe)',
    "[look](#position=hex+4:+b3+/+c2,+1+to+move&seats=0,5)",
    "[elsewhere](https://example.org/#hex=3&moves=z9)",
]
# (text, a part of what is wrong, in line 3 if it is a link, else 5)
UNTRUE = [
    (claim(LINE, "who: draw"), "who: draw is wrong; proven: 1"),
    (claim(LINE, "moves 1: a2 b2"), "proven: a2 b2 a3"),
    (claim(LINE, "moves draw: 5"), "moves draw: 5 is wrong; proven: 4"),
    (claim(LINE, "moves 1: a2 a2 b2 a3"), "proven: a2 b2 a3"),
    (claim("tic-tac-toe: -", "count: 5"), "count: nobody wins"),
    (claim(NEEDS_FOUR, "enough: b1 c1 a4"), "not proven that these points suffice"),
    (claim(NEEDS_FOUR, "enough: b2"), "b2 is no free point"),
    (claim(LINE, "enough: a2"), "expected two sides, and that to move to lose"),
    (claim(LINE, "wins: a2"), "'wins: a2'"),
    (claim(LINE, "moves 4: a2"), "expected who, count, moves 1"),
    (claim(LINE, "who:"), "nothing behind it"),
    ("[look](#hex=3&moves=b2,b2)", "opens nothing: b2"),
    ("[look](#chess=8)", "no game chess"),
    ("[look](#hex=3&seats=0)", "seats=0; expected 2 numbers"),
    ("[look](#hex=3&to=moon)", "to=moon; expected coach"),
    ("[look](#two-ways)", "no game two-ways"),
    ("[look](#)", "names no game"),
    ("[look](#hex=3&wins=1)", "wins means nothing here"),
]


@pytest.mark.parametrize("text", TRUE)
def test_a_text_may_say_what_is_proven_and_open_what_is_there(text):
    lesson = read(TITLE + text)
    assert list(faults_of_text(lesson)) == []
    assert (len(lesson.claims), len(lesson.links)) == (text.count("```claim"), text.count("(#"))


@pytest.mark.parametrize(("text", "said"), UNTRUE, ids=[said for _, said in UNTRUE])
def test_what_a_text_says_wrongly_is_said_with_its_line(text, said):
    with pytest.raises(Fault) as fault:
        for found in faults_of_text(read(TITLE + text)):
            raise found
    assert fault.value.line == (3 if text.startswith("[") else 5) and said in str(fault.value)


def test_check_fails_for_the_text_alone(tmp_path):
    lesson = tmp_path / "threats.md"
    lesson.write_text(TITLE + claim(LINE, "who: 2") + block(LINE, "wins: any"))
    result = invoke("lesson", "check", str(lesson))
    assert result.exit_code == 1 and f"{lesson}: line 5: who: 2 is wrong; proven: 1\n" in result.output
    assert "1 of 1 tasks are right" in result.output


def test_a_document_opens_what_a_link_names_says_what_to_do_and_hides_claims():
    text = 'Then [look](#hex=3&moves=b2 "Where <now>?"), or [read](https://example.org).\n\n'
    lesson = read(TITLE + text + claim(LINE, "who: 1") + block(LINE, "wins: any", "because: A line & a line."))
    made = document(lesson, "threats", [proven(task) for task in lesson.tasks])
    opens = '<a class="open" href="../index.html#hex=3&amp;moves=b2" data-say="Where &lt;now&gt;?">look</a>'
    assert opens in made and '<a href="https://example.org">read</a>' in made and "who" not in made.split("</nav>")[1]
    assert '<details class="answer"><summary>Answer</summary>\n<p>A line &amp; a line.</p></details>' in made


def test_check_says_each_answer_and_the_mistakes(tmp_path):
    lesson = tmp_path / "threats.md"
    lesson.write_text(TITLE + block("tic-tac-toe: a1 / b1", "wins: any") + block(HEX, "who: 2"))
    result = invoke("lesson", "check", str(lesson))
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        f"{lesson}: line 4: find a move that wins: a2 b2 a3, of 7",
        f"{lesson}: line 9: who: 2 is wrong: orange wins in 5",
        "Threats: 1 of 2 tasks are right",
    ]


# (a task, what is said of it besides its answer)
EASY = [
    (("tic-tac-toe: a1 b2 / c3, 1 to move", "wins: any"), "6 of 6 moves are right; that is no search"),
    (("tic-tac-toe: a1 / -, 2 to move", "keeps: any"), ""),
    (("hex 4: c2 / c1, 1 to move", "wins: any"), "10 of 14 moves are right; that is no search"),
    (("hex 4: - / -, 1 to move", "loses: any"), "12 of 16 moves are right; that is no search"),
    (("hex 4: - / -, 1 to move", "loses: all"), ""),
    (("y 4: b3 / b2, 1 to move", "wins: any"), ""),  # 4 of 8
    (("hex 3: - / -, 1 to move", "who:"), ""),
]


@pytest.mark.parametrize(("rows", "said"), EASY)
def test_check_warns_of_a_task_that_nearly_any_move_solves(tmp_path, rows, said):
    lesson = tmp_path / "threats.md"
    lesson.write_text(TITLE + block(*rows))
    result = invoke("lesson", "check", lesson)
    assert result.exit_code == 0
    assert result.stderr == (f"{lesson}: line 4: {said}\n" if said else "")


def test_check_warns_of_pictures_that_stay_behind(tmp_path):
    lesson = tmp_path / "threats.md"
    lesson.write_text(TITLE + "Two\n\n![lines](https://example.org/lines.png) ![](data:image/png;base64,AA==)\n")
    result = invoke("lesson", "check", lesson)
    assert result.exit_code == 0 and "no task in it" in result.stdout
    assert [line.partition(";")[0] for line in result.stderr.splitlines()] == [
        f"{lesson}: line 5: the picture https://example.org/lines.png stays behind"
    ]


ENDS = ["\n", "\r\n", "\r"]


@pytest.mark.parametrize("other", ENDS, ids=repr)
@pytest.mark.parametrize("end", ENDS, ids=repr)
def test_lines_may_end_as_on_any_system(tmp_path, end, other):
    text = f"# Threats\n\nOne\ntwo.\n\n{block(LINE, 'wins: any', 'hint: Look.')}\n{block(LINE, 'who: 2')}"
    lesson = tmp_path / "threats.md"
    lesson.write_bytes(text.replace("\n", end).replace(f"One{end}", f"One{other}").encode())
    result = invoke("lesson", "check", lesson)
    assert result.exit_code == 1, result.exception
    assert result.output.splitlines() == [
        f"{lesson}: line 7: find a move that wins: a2 b2 a3, of 7",
        f"{lesson}: line 14: who: 2 is wrong: orange wins in 5",
        "Threats: 1 of 2 tasks are right",
    ]


REFERRING = TITLE + "See [the rules][rules].\n\n" + block("hex 3: -", "who:") + "\n[rules]: https://example.org/\n"


def test_a_link_may_be_defined_behind_a_task(tmp_path):
    lesson = read(REFERRING)
    proofs = [proven(task) for task in lesson.tasks]
    assert all('<a href="https://example.org/">the rules</a>' in made(lesson, proofs) for made in (sheet, page))
    file = tmp_path / "threats.md"
    file.write_text(REFERRING)
    assert "See the rules." in invoke("lesson", "play", file).output


def page(lesson, proofs):
    return document(lesson, "threats", proofs)


def test_a_new_lesson_is_right_as_it_is_and_no_file_is_lost(tmp_path):
    lesson = tmp_path / "double-threats.md"
    assert invoke("lesson", "new", str(lesson)).exit_code == 0
    text = lesson.read_text()
    assert text.startswith("# Double threats\n") and invoke("lesson", "check", str(lesson)).exit_code == 0
    again = invoke("lesson", "new", str(lesson))
    assert "is there already" in str(again.exception)
    assert lesson.read_text() == text
