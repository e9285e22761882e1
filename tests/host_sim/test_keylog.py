"""Key logs: what they contain, what they must not contain, and that written logs read back unchanged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_sim.console.keylog import KeyLogError, format_change, parse

CHANGES = st.lists(st.tuples(st.integers(0, 100_000), st.integers(0, 15), st.booleans())).map(
    lambda changes: sorted(changes, key=lambda change: change[0])
)


def test_a_log_is_read_with_its_comments_blank_lines_and_order():
    log = "# a game\n\n1500 press 5   # select\n1500 release 3\n\t1580   release 5\n"
    assert parse(log, 16) == [(1500, 5, True), (1500, 3, False), (1580, 5, False)]


@pytest.mark.parametrize(
    "line, complaint",
    [
        ("press 5", "expected TIME_MS press|release KEY"),
        ("100 push 5", "expected TIME_MS press|release KEY"),
        ("100 press 5 6", "expected TIME_MS press|release KEY"),
        ("soon press 5", "time and key must be whole numbers"),
        ("100 press five", "time and key must be whole numbers"),
        ("1.5 press 5", "time and key must be whole numbers"),
        ("100 press 16", "key 16; this board has keys 0 to 15"),
        ("100 press -1", "key -1; this board has keys 0 to 15"),
        ("9 press 1", "time 9 ms is earlier than the line before, which ends at 10 ms"),
        ("-1 press 1", "time -1 ms; times go up"),
        ("86400001 press 1", "time 86400001 ms; times go up"),
    ],
)
def test_a_bad_line_is_named_with_its_file_and_number(line, complaint):
    with pytest.raises(KeyLogError) as error:
        parse(f"# first\n10 press 0\n{line}\n", 16, "game.keys")
    said = str(error.value)
    assert said.startswith("game.keys:3: ") and complaint in said and "\n" not in said


@given(CHANGES)
def test_a_written_log_reads_back_unchanged(changes):
    text = "".join(format_change(*change) + "\n" for change in changes)
    assert parse(text, 16) == changes
