"""The checker of records: one table, the same answers on CPython and MicroPython."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from glowgrid import record
from tools.paths import ROOT

KIND = """{
    "flag": bool,
    "name, optional": str,
    "speed, optional": float,
    "turn": (0, 90, "half", bool),
    "keys": [range(29), 1, 3],
    "seats, optional": {"*": [(range(10), str), 0, 3]},
}"""
GOOD = {"flag": True, "turn": 90, "keys": [0, 28]}
CASES = [
    (GOOD, None),
    (dict(GOOD, name="x", speed=1.5, turn="half", seats={"hex": [0, "swap"], "y": []}, other=[[]]), None),
    (dict(GOOD, turn=False, speed=2), None),
    ([], "it: a list of 0; expected an object"),
    (None, "it: null; expected an object"),
    ({"flag": True, "turn": 0}, "keys is missing"),
    (dict(GOOD, flag=1), "flag: 1; expected true or false"),
    (dict(GOOD, name=None), "name: null; expected a text"),
    (dict(GOOD, name=["a"]), "name: a list of 1; expected a text"),
    (dict(GOOD, speed=0), "speed: 0; expected a number above 0"),
    (dict(GOOD, speed=True), "speed: true; expected a number above 0"),
    (dict(GOOD, turn=90.0), "turn: 90.0; expected 0 or 90 or \"half\" or true or false"),
    (dict(GOOD, turn={}), "turn: an object; expected 0 or 90 or \"half\" or true or false"),
    (dict(GOOD, keys=[]), "keys: a list of 0; expected a list of 1 to 3"),
    (dict(GOOD, keys={"0": 0}), "keys: an object; expected a list of 1 to 3"),
    (dict(GOOD, keys=[0, 29]), "keys.1: 29; expected 0 to 28"),
    (dict(GOOD, keys=[True]), "keys.0: true; expected 0 to 28"),
    (dict(GOOD, keys=[0.5]), "keys.0: 0.5; expected 0 to 28"),
    (dict(GOOD, keys=[-1]), "keys.0: -1; expected 0 to 28"),
    (dict(GOOD, keys=[10**30]), "keys.0: 1000000000000000000000000000000; expected 0 to 28"),
    (dict(GOOD, keys=["a\nb"]), 'keys.0: "a\\nb"; expected 0 to 28'),
    (dict(GOOD, seats={"hex": [10]}), "seats.hex.0: 10; expected 0 to 9 or a text"),
    (dict(GOOD, seats={"hex": 10}), "seats.hex: 10; expected a list of 0 to 3"),
]  # fmt: skip


@pytest.mark.parametrize("data, fault", CASES, ids=[str(fault) for _, fault in CASES])
def test_a_fault_is_one_line_with_place_fault_and_expectation(data, fault):
    assert record.fault(data, eval(KIND)) == fault


def test_micropython_finds_the_same_faults():
    program = f"""
import json, sys
sys.path.insert(0, "firmware")
from glowgrid import record
for data, fault in json.load(sys.stdin):
    found = record.fault(data, {KIND})
    if found != fault:
        print(found, fault)
print("done")
"""
    done = subprocess.run(
        [Path(sys.executable).with_name("micropython"), "-c", program],
        cwd=ROOT, input=json.dumps(CASES), capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout == "done\n", done.stderr


def test_not_a_number_is_no_number():
    for word in ("NaN", "Infinity", "-Infinity"):
        assert record.fault(json.loads(word), float) and record.fault(json.loads(word), range(9))


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[" * 60_000, b"nothing"])
def test_bad_json_is_refused_in_one_line(text):
    with pytest.raises(ValueError, match="^is not JSON$"):
        record.parse(text)
