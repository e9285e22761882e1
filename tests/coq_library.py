"""The library of theorems, compiled for tests, and the checkers in it."""

import re
import shutil
import subprocess

import pytest
from shared import kept

from host_sim.theory.proofs.coq import LIBRARY

# What a theorem of `prove --coq` and the checkers need, in the order of _CoqProject.
NEEDED = (
    "Game.v Steps.v Masks.v Lines.v Connections.v Rules.v Table.v Certificate.v Statements.v Carriers.v Certificate_2.v"
)
CLOSED = "Closed under the global context\n"


def built(tmp_path_factory, name, *words):
    """Return the folder of a compiled library and of the checker, made once until its sources or Coq change."""
    for program in ("coqc", "ocamlopt", "make"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not here: apt-get install coq ocaml-nox make")
    version = subprocess.run(["coqc", "--version"], capture_output=True, check=True).stdout
    with kept(tmp_path_factory, name, version + repr(words).encode()) as folder:
        made = ["make", "-s", "-C", LIBRARY, f"BUILD={folder}", *words, "library", f"{folder}/check"]
        subprocess.run(made, check=True)
    return folder


def built_for_theorems(tmp_path_factory):
    """Return the folder of what a theorem needs: half of the work of the whole library."""
    return built(tmp_path_factory, "rocq", f"LIBRARY={NEEDED}")


def compiled(library, file):
    return subprocess.run(["coqc", "-q", "-R", ".", "Glowgrid", file], cwd=library, capture_output=True, text=True)


def judged(library, text, file):
    """Return what the checker that is extracted from Coq says: the claims that it accepts, or None."""
    return judged_or_refused(library, text, file)[0]


def judged_or_refused(library, text, file):
    """Return (the claims that the extracted checker accepts, or None; the line that it refuses, or None)."""
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([library / "check", file], capture_output=True, text=True)
    assert (done.returncode == 0) == done.stdout.endswith(" is proven\n")
    refused = re.match(r"line (\d+): ", done.stderr)
    assert done.returncode == 0 or refused
    return done.stdout.removesuffix(" is proven\n") or None, int(refused[1]) if refused else None
