"""Proofs packed for the device: what is shipped is a proof, and a damaged file is none."""

from binascii import crc32
from functools import cache
from pathlib import Path
from random import Random

import pytest
from proofs import start_of

from glowgrid.games import hex
from host_sim.theory.proofs import carried, check_carriers, check_hex
from host_sim.theory.proofs.accepted import accepted
from host_sim.theory.proofs.certificate import proof_of
from host_sim.theory.proofs.packed import Unfit, lines_of, packed, unpacked

SHIPPED = {size: Path(hex.setup(size).tables.proof).read_bytes() for size in hex.PROOFS}
MOST_BYTES = 40_960


def head_of(size):
    title, position = start_of("hex", (size,))
    return carried.header(position, title)


@cache
def made(size):
    """Return the text of a proof."""
    title, position = start_of("hex", (size,))
    return proof_of(position, title, 200_000)[1]


@pytest.mark.parametrize("size", hex.PROOFS)
def test_the_shipped_file_is_what_the_packer_makes_of_an_accepted_proof(size):
    text = unpacked(SHIPPED[size], head_of(size))
    assert accepted(text)[0] == f"hex {size}" and accepted(text)[2] == "1 wins"
    assert check_hex.check(iter(text.splitlines())) == ["1 wins"]
    assert packed(text) == SHIPPED[size] and len(SHIPPED[size]) <= MOST_BYTES


@pytest.mark.parametrize("size", (4, 5))
def test_a_packed_proof_comes_out_again(size):
    data = packed(made(size))
    text = unpacked(data, head_of(size))
    assert accepted(text)[2] == "1 wins" and packed(text) == data


@pytest.mark.parametrize(
    ("game", "size", "stones"),
    [("hex", (3,), "a1 / -, 2 to move"), ("hex", (3,), "b2 / a1, 1 to move"), ("y", (3,), "")],
)
def test_another_proof_is_not_packed(game, size, stones):
    title, position = start_of(game, size, *[stones] * bool(stones))
    with pytest.raises(Unfit, match="expected"):
        packed(proof_of(position, title, 200_000)[1])


def test_a_wrong_proof_is_not_packed():
    with pytest.raises(check_carriers.Bad):
        packed(made(5).replace(" settles d3-c4 c5-d5", " settles d3-c4 c5-e5", 1))


def test_a_damaged_file_is_no_proof():
    data, random = packed(made(5)), Random(5)
    for length in range(0, len(data), 7):
        with pytest.raises(Unfit):
            lines_of(data[:length])
    for _ in range(100):
        at = random.randrange(len(data))
        with pytest.raises(Unfit):
            lines_of(data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :])


def test_of_forged_files_only_proofs_come_out():
    """A forger writes the checksum, too: what comes out is refused, or every checker takes it."""
    data, random, refused = packed(made(5))[:-4], Random(6), 0
    for _ in range(200):
        at = random.randrange(len(data))
        forged = data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        try:
            text = unpacked(forged + crc32(forged).to_bytes(4, "little"), head_of(5))
            check_carriers.check(text.splitlines())
        except (Unfit, check_carriers.Bad):
            refused += 1
            continue
        assert check_hex.check(iter(text.splitlines())) == ["1 wins"]
    assert refused > 150


def test_a_file_of_another_size_is_not_taken():
    with pytest.raises(Unfit, match="36 points"):
        unpacked(SHIPPED[6], head_of(5))
