"""The page's own processor core does what rp2040js does, instruction by instruction; in Node.js."""

import shutil
import subprocess

import pytest
from deadline import DEADLINE_S

from tools.paths import ROOT
from tools.web import build

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_each_instruction_that_it_takes_is_as_in_rp2040js(tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    try:
        modules = build.node_modules()
    except build.NodeMissing as error:
        pytest.skip(str(error))
    build.bundle(modules, tmp_path, [ROOT / "tests" / "data" / "core_parity.mjs"])
    (tmp_path / "package.json").write_text('{"type": "module"}')
    done = subprocess.run([node, "core_parity.js"], cwd=tmp_path, capture_output=True, text=True, timeout=DEADLINE_S)
    assert done.returncode == 0, done.stdout + done.stderr
    taken, of = map(int, done.stdout.split(" of "))
    assert taken > of / 2
