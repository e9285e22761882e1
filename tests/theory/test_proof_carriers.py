"""Proofs by lines with carriers: made, checked, refused where something is wrong."""

import random
import subprocess
import sys
from functools import cache
from itertools import chain, repeat
from pathlib import Path

import pytest
from all_games import OWN_GAMES
from command_lines import invoke
from proofs import start_of

from host_sim.theory.proofs import carried, check_carriers
from host_sim.theory.proofs.accepted import Bad as Refused
from host_sim.theory.proofs.accepted import accepted
from host_sim.theory.proofs.certificate import proof_of
from host_sim.theory.proofs.check_carriers import Bad, check
from host_sim.theory.proofs.solver import Solver
from host_sim.theory.proofs.tables import bits, tables_of

MOST = 200_000
MAP = str(OWN_GAMES / "hex_map.json")
# {name: (game, size, stones), claims, most bytes and lines}
MADE = {
    "hex 3": (("hex", (3,)), "1 wins", 600, 3),
    "hex 4": (("hex", (4,)), "1 wins", 1_200, 25),
    "hex 5": (("hex", (5,)), "1 wins", 3_000, 60),
    "y 3": (("y", (3,)), "1 wins", 600, 3),
    "y 4": (("y", (4,)), "1 wins", 800, 8),
    "y 5": (("y", (5,)), "1 wins", 1_500, 20),
    "map": ((MAP,), "1 wins", 800, 12),
    "hex 4, second": (("hex", (4,), "a1 / -, 2 to move"), "2 wins", 1_200, 25),
    "hex 4, lost": (("hex", (4,), "a1 / b3, 1 to move"), "2 wins", 1_200, 25),
}


@cache
def made(name):
    """Return (position, text) of a proof."""
    title, position = start_of(*MADE[name][0])
    claims, text = proof_of(position, title, MOST)
    assert text.startswith("glowgrid proof 2: ") and ", ".join(claims) == MADE[name][1]
    return start_of(*MADE[name][0])[1], text


@pytest.mark.parametrize("name", MADE)
def test_a_proof_is_short_and_accepted(name):
    _, text = made(name)
    _, claims, most_bytes, most_lines = MADE[name]
    proof, head = check(text.splitlines(keepends=True))
    assert (", ".join(proof.claims), accepted(text)[2]) == (claims, claims)
    assert len(text) < most_bytes and len(proof.lines) < most_lines
    assert text.startswith("\n".join(head))


@pytest.mark.parametrize(("size", "first"), [(3, 5), (4, 8)])
def test_openings_are_claims_of_one_file(size, first):
    title, position = start_of("hex", (size,))
    claims, text = carried.proof_of(position, title, MOST, lambda met: None, openings=True)
    assert len(claims) == size * size and accepted(text)[2] == ", ".join(claims)
    winners = [claim[0] for claim in claims]
    assert winners == winners[::-1] and winners.count("1") == first  # half a turn changes nothing
