"""The fuzzers: what they once found stays fixed, a few more cases run every time, and a planted fault is found.

What a run finds, reduced, is printed as a line of JSON: add it to tests/data/fuzz.jsonl.
"""

import json
from pathlib import Path

import pytest
from support import fuzz

DATA = Path(__file__).parents[1] / "data" / "fuzz.jsonl"
FOUND = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
# {target: cases for `make test`, for each seed of `make test-all`}
CASES = {
    "keylog": (100, 5000),
    "gtp": (20, 2000),
    "boards": (10, 2500),
    "games": (100, 5000),
    "saves": (5, 800),
    "uf2": (5, 800),
    "sgf": (100, 5000),
    "answers": (3, 400),
    "own_games": (2, 250),
}


@pytest.mark.parametrize("found", FOUND, ids=lambda found: f"{found['what']}-{json.dumps(found['case'])[:40]}")
def test_old_findings_stay_fixed(found):
    fuzz.target(found["what"]).check(found["case"])


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_the_program_matches_the_model(name):
    fuzz.run(name, 0, CASES[name][0])


@pytest.mark.long
@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_the_program_matches_the_model_in_many_cases(name, night_seed):
    fuzz.run(name, night_seed, CASES[name][1])
