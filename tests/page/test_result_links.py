"""The link with a pupil's results: what is sent is read; a link that was cut or changed gives no false answer."""

import json
import unicodedata

import pytest
import result_links
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from result_links import result, task

EACH = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=3)  # no halves of letters
NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf"]), max_size=3)
ANSWERS = st.lists(TEXTS | st.sampled_from(["a1", "draw", "- / b2", "a:b/c", "50 %", "+", ""]), max_size=2)


def odd_task(step, free, solved, helped, more, wrongs, rights):
    return {
        "step": step,
        "free": free,
        "solved": solved,
        "helped": helped,
        "wrong": len(wrongs) + more,
        "wrongs": wrongs,
        "rights": rights,
    }


TASKS = st.builds(
    odd_task, st.integers(1, 99), st.booleans(), st.booleans(), st.booleans(), st.integers(0, 5), ANSWERS, ANSWERS
)


LISTS = st.lists(TASKS, max_size=6, unique_by=lambda task: task["step"])
RESULTS = st.builds(result, NAMES, NAMES, st.integers(0, 1_700_000_000), LISTS, NAMES)


def long(answer, tasks=10):
    return result("bridges", "Anna", 1_700_000_000, [task(at, [answer] * 3, answer) for at in range(tasks)])


@pytest.fixture(scope="module")
def links():
    with result_links.talking() as links:
        yield links


def normal(found):
    """Return a result as a link carries it: in the composed form of Unicode."""
    return json.loads(unicodedata.normalize("NFC", json.dumps(found, ensure_ascii=False)))


@EACH
@given(sent=RESULTS)
def test_what_is_sent_is_read(links, sent):
    link = links.write(sent)
    if len(sent["tasks"]) < 3:  # else answers may be shortened
        assert links.read([link, f"[mine]({link}).", link + "/"]) == [{"result": normal(sent)}] * 3


@EACH
@given(sent=RESULTS)
@example(sent=result("b", "", 1, [task(1, [], "aaaaa5qf")]))  # cut two letters earlier, it has the right checksum
def test_a_link_that_is_cut_anywhere_gives_the_tasks_before_the_cut(links, sent):
    link = links.write(sent)
    (whole,) = links.read([link])
    so_far = 0
    for found in links.read([link[:length] for length in range(len(link))]):
        if "fault" in found:
            assert so_far == 0
            continue
        tasks = found["result"]["tasks"]
        assert found["result"] == {**whole["result"], "tasks": whole["result"]["tasks"][: len(tasks)]}
        assert len(tasks) in (so_far, so_far + 1)
        so_far = len(tasks)
    assert so_far == len(whole["result"]["tasks"])


def test_a_link_without_a_title_as_it_was_once_is_read(links):
    link = "https://school.example/glowgrid/results.html#1:bridges:k3f:1:s44we8:Annar8w/1s0:rb2ik0/e"
    sent = result("bridges", "Anna", 1_700_000_000, [task(1, [], "b2")])
    assert links.read([link]) == [{"result": sent}]


def test_letters_that_a_program_writes_another_way_are_the_same(links):
    sent = result("bridges", "Zoë", 1_700_000_000, [task(1, [], "a1")])
    link = links.write(sent)
    assert link.count("%C3%AB") == 1
    written = [link.replace("%C3%AB", each) for each in ("%c3%ab", "ë", "e%CC%88", "e\u0308")]
    assert links.read(written) == [{"result": sent}] * 4


@pytest.mark.parametrize("other", ["x", "/", ":", "%", "E"])
def test_a_link_that_is_changed_anywhere_gives_the_tasks_before_the_change(links, other):
    link = links.write(result("bridges", "Jürgen", 1_700_000_000, [task(at, ["a1"], "b2") for at in range(5)]))
    (whole,) = links.read([link])
    begins = link.index("#") + 1
    for found in links.read([link[:at] + other + link[at + 1 :] for at in range(begins, len(link))]):
        if "result" in found:
            tasks = found["result"]["tasks"]
            assert found["result"] == {**whole["result"], "tasks": whole["result"]["tasks"][: len(tasks)]}


@pytest.mark.parametrize(
    "answer, tasks, most",
    [
        ("a1", 10, 330),
        ("a1 b2 c3 d4 e5 f6", 10, 600),
        ("long words " * 27, 10, 600),
        ("слово " * 50, 5, 600),
        ("a1", 40, 1200),
    ],
)
def test_a_link_is_short_enough_for_a_code(links, answer, tasks, most):
    sent = long(answer, tasks)
    link = links.write(sent)
    (found,) = links.read([link])
    read = found["result"]["tasks"]
    assert len(link) <= most and [each["wrong"] for each in read] == [3] * tasks
    assert all(answer.startswith(each["rights"][0].removesuffix("...")) for each in read)


@pytest.mark.parametrize(
    "text, fault",
    [
        ("https://example.com/a", "is no link of results"),
        ("https://school.example/results.html#", "was cut or changed before its first answer"),
        (
            "https://school.example/results.html#1:bridges:k3f:5:t0:Anna000/e",
            "was cut or changed before its first answer",
        ),
    ],
)
def test_what_is_no_link_is_said(links, text, fault):
    assert links.read([text]) == [{"fault": fault}]


FAR = 60_000_000_000  # the year 3871
ONE = task(1, [], "a1")


@pytest.mark.parametrize(
    "more, fault",
    [
        ({"at": FAR}, "comes from a device whose clock is wrong"),
        ({"at": -5}, "makes no sense"),
        ({"tasks": [ONE, ONE], "count": 2}, "makes no sense"),
        ({"count": 1.5}, "makes no sense"),
        ({"count": 1000}, "makes no sense"),
        ({"count": 0}, "makes no sense"),
    ],
)
def test_what_no_page_writes_does_not_count(links, more, fault):
    forged = links.write({**result("bridges", "Eve", 1_700_000_000, [ONE]), **more})
    assert links.read([forged]) == [{"fault": fault}]


@pytest.mark.parametrize(
    "written, read",
    [("\u202eevE", "evE"), ("E\u0000v\u2067e\u200b", "Eve"), ("\u0646\u200c\u0645", "\u0646\u200c\u0645")],
)
def test_signs_that_nobody_sees_are_dropped_from_a_name(links, written, read):
    (found,) = links.read([links.write(result("bridges", written, 1_700_000_000, [ONE]))])
    assert found["result"]["name"] == read
