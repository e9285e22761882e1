"""The fuzzers: what they once found stays fixed, a few more cases run every time, and a planted fault is found."""

import json

import pytest

from host_sim.console import keylog
from tools.lab.fuzz import TARGETS, fuzz_command, target
from tools.lab.fuzz import keylog as fuzzed_keylog
from tools.lab.fuzz.shrink import shrunk

FOUND = [json.loads(line) for line in fuzz_command.CASES.read_text(encoding="utf-8").splitlines()]
# {target: cases for `make test`, for `make test-all`}
CASES = {
    "keylog": (300, 20_000),
    "gtp": (60, 10_000),
    "boards": (30, 2500),
    "games": (300, 20_000),
    "saves": (15, 800),
    "keys": (5, 150),
    "flash": (200, 10_000),
    "uf2": (15, 800),
    "sgf": (300, 20_000),
    "answers": (8, 400),
    "leftovers": (30, 2500),
    "own_games": (5, 250),
}


@pytest.mark.parametrize("found", FOUND, ids=lambda found: f"{found['what']}-{json.dumps(found['case'])[:40]}")
def test_old_findings_stay_fixed(found):
    target(found["what"]).check(found["case"])


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)], ids=["a few cases", "many cases"])
@pytest.mark.parametrize("name", TARGETS)
def test_the_program_matches_the_model(name, seed):
    assert fuzz_command.failure(name, seed, CASES[name][seed - 1]) is None


def test_a_fault_is_found_and_reduced(monkeypatch):
    def forgets_the_third(*arguments):
        changes = keylog.parse(*arguments)
        return changes[:2] + changes[3:]

    monkeypatch.setattr(fuzzed_keylog, "parse", forgets_the_third)
    _, case, why = fuzz_command.failure("keylog", 1, 1000)
    assert why.startswith("Wrong: read as") and len(case.splitlines()) == 3
    assert all(len(line.split()) == 3 and len(line) < 14 for line in case.splitlines())


@pytest.mark.parametrize(
    "case, fails, small",
    [
        ("some text with a b in it", lambda case: "b" in case, "b"),
        ([5, 17, 40, 3], lambda case: any(number > 9 for number in case), [10]),
        ({"x": [1, {"y": 7}], "z": "a"}, lambda case: bool(case.get("x")), {"x": [{}]}),
        (-9, lambda case: case < -3, -4),
        (True, lambda case: True, True),
    ],
)
def test_a_case_is_reduced_while_it_still_fails(case, fails, small):
    assert shrunk(case, fails) == small
