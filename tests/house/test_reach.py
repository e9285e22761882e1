"""`make quick` runs the tests that a change reaches: the nearest, and of equally near ones the cheapest."""

import pytest
import reach

NEAR = [
    ("firmware/glowgrid/search/minimax.py", "tests/search/test_minimax.py"),
    ("host_sim/records/gtp/protocol.py", "tests/records/test_gtp.py"),
    ("tools/compile/names.py", "tests/compile/test_names.py"),
    ("tests/compiled.py", "tests/rules/test_tables.py"),
    ("host_sim/web/learn/lesson.js", "tests/page/test_web_lessons.py"),
    ("boards/pico_neotrellis_4x4.json", "tests/boards/test_boards.py"),
    ("firmware/glowgrid/hardware/keys_matrix.py", "tests/hardware/test_drivers_emulated.py"),
    ("host_sim/web/console/saves.js", "tests/page/test_web_keeps.py"),
]


@pytest.mark.parametrize("changed, test", NEAR)
def test_a_change_reaches_its_tests_first(changed, test):
    away = reach.distances([changed])
    assert test in away and (reach.ROOT / test).exists()
    first = reach.chosen(away, {}, most=30 * reach.UNKNOWN_CPU_S)
    assert test in first, (away[test], first)


@pytest.mark.long
def test_no_module_of_the_firmware_and_no_file_of_the_page_is_without_tests():
    paths = [path for path in reach.files() if path.startswith("firmware/")]
    paths += [reach.source.name_of(path) for path in (reach.ROOT / "host_sim" / "web").rglob("*.js")]
    alone = [path for path in paths if all(test.startswith(reach.HOUSE) for test in reach.distances([path]))]
    assert len(paths) > 150 and alone == []


def test_each_file_that_is_named_here_exists():
    assert [path for pair in NEAR for path in pair if not (reach.ROOT / path).exists()] == []


def test_the_nearest_come_first_and_the_cost_has_a_limit():
    away = {"far": 2, "near": 1, "dear": 1, "changed": 0}
    known = {"far": 1, "near": 2, "dear": 50, "changed": 3}  # CPU seconds
    assert reach.chosen(away, known, most=6) == ["changed", "near", "far"]
    assert reach.chosen(away, known, most=5) == ["changed", "near"]
    assert reach.chosen(away, known, most=5, always={"dear"}) == ["dear"]
