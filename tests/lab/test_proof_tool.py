"""The command that packs a proof for the device."""

from pathlib import Path

from command_lines import run

from glowgrid.games import hex
from host_sim.theory.proofs import carried
from host_sim.theory.proofs.packed import unpacked

SHIPPED = Path(hex.setup(6).tables.proof)
PACK = "tools.lab", "record", "proof"


def test_it_packs_an_accepted_proof_and_no_other(tmp_path):
    proof, to = tmp_path / "proof.txt", tmp_path / "proof.bin"
    text = unpacked(SHIPPED.read_bytes(), carried.header(hex.setup(6), "hex 6"))
    proof.write_text(text)
    done = run(*PACK, proof, "--to", to)
    assert done.returncode == 0, done.stderr
    assert to.read_bytes() == SHIPPED.read_bytes()
    to.unlink()
    proof.write_text(text.replace("claim 1 by d3", "claim 1 by a1"))
    failed = run(*PACK, proof, "--to", to)
    assert (
        failed.returncode
        and failed.stderr.startswith(f"error: {proof}: line ")
        and failed.stderr.count("\n") == 1
        and not to.exists()
    )
