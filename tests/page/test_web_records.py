"""The readers and writers of records do on MicroPython's WebAssembly port what they do on CPython; in Node.js."""

import json
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from deadline import DEADLINE_S
from support.site_records import READ, REFUSED

from glowgrid.games import discover
from glowgrid.rules.game import size_name
from host_sim.records import sharing
from host_sim.text.text_file import record_text
from tools.web import build, firmware, npm

CORPUS = Path(__file__).parents[1] / "data/records"
MORE = {  # what people paste
    "hexworld": "https://hexworld.org/board/#5c1,a2:sc3d4",
    "passes": "https://hexworld.org/board/#5c1,c3:pb2d4",
    "trmph": "https://trmph.com/hex/board#13,f6f6b4 b",
    "position": "hex 5: a4 c1 / b2 d3, 2 to move",
    "stones": "(;FF[4]GM[11]SZ[5]AB[a1][b2]AW[c3][e5]PL[W];W[d4];B[a3])",
    "connect6": "(;GM[4]SZ[19]RU[Connect6];B[aa])",
    "twixt": "(;EV[twixt.ld.DEFAULT]SZ[24];r[bc])",
    "amazons": "(;EV[amazons.mc]SO[http://www.littlegolem.com];W[d0-d6/g6];B[a1-b2/c3])",
    "astray": "(;GM[11]SZ[5];B[a1];W[f9])",
    "bracket": "(;GM[11]SZ[5];B[a1;W[b2])",
    "list": "1. a2 swap-pieces 2. c3 d4",
    "no such game": "shogi 5: a1 / b2",
    "nothing": "a word\nor two",
    "resigned": "https://hexworld.org/board/#5c1,a2b3:rw",
    "tt": "(;GM[4]FF[3]SZ[15];B[hh];W[tt];B[ii])",
    "contradicted": "(;GM[11]SZ[5]RE[B+];B[cc])",
    "several": "(;GM[11]SZ[5];B[f9])(;GM[11]SZ[5];B[a1])(;GM[11]SZ[5];B[b2])(;GM[11]SZ[5];B[c3",
}
PROGRAM = """
import { readFileSync } from "node:fs";
import { start } from "./micropython.js";

const firmware = new Uint8Array(readFileSync("firmware.bin")).buffer;
const micropython = await start({ port: "./micropython.mjs", url: "./micropython.wasm", firmware });
micropython.FS.writeFile("/texts.json", readFileSync("texts.json"));
micropython.runPython(readFileSync("program.py", "utf8"));
"""
READS = """
import json
from glowgrid.games import discover
from host_sim.records import sharing

class App:
    games = discover()[0]

for name, text, game, size in json.load(open("/texts.json")):
    try:
        found = sharing.opened(App, text, name, game, size)
    except ValueError as error:
        found = str(error)
    print(json.dumps([name, found]))
import re
print(json.dumps(["re", hasattr(re.compile("a"), "fullmatch")]))
"""


@pytest.fixture(scope="module")
def on_the_port(tmp_path_factory):
    """on_the_port(texts): what the port makes of [(name, text, game and size that are stated), ...], a list."""
    node, folder = shutil.which("node"), tmp_path_factory.mktemp("port")
    if node is None:
        pytest.skip("Node.js is not installed")
    try:
        firmware.stage(folder, build.node_modules())
    except npm.NodeMissing as error:
        pytest.skip(str(error))
    shutil.copy(build.SOURCES / "worker/micropython.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "run.js").write_text(PROGRAM)
    (folder / "program.py").write_text(READS)

    def run(texts):
        (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
        done = subprocess.run(
            [node, "run.js"], cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=DEADLINE_S
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def here(name, text, *stated):
    try:
        return sharing.opened(SimpleNamespace(games=discover()[0]), text, name, *stated)
    except ValueError as error:
        return str(error)


def test_the_port_reads_the_corpus_as_cpython_does(on_the_port):
    files = [path for path in sorted(CORPUS.iterdir()) if path.name != "table.json"]
    texts = [(path.name, record_text(path.read_bytes()), "", "") for path in files]
    texts += [(name, text, "", "") for name, text in MORE.items()]
    refused = [each for name, each in REFUSED.items() if name != "broken JSON"]  # CPython knows the line
    sites = [(file, text, asked) for file, text, asked, *_ in [*READ.values(), *refused]]
    texts += [(file, text, asked.game, size_name(asked.size)) for file, text, asked in sites]
    *found, (_, patterns) = on_the_port(texts)
    assert [name for name, _ in found] == [name for name, *_ in texts]
    expected = [[name, here(name, *more)] for name, *more in texts]
    assert [each for each in found if each not in expected] == [], expected
    assert len([each for _, each in found if isinstance(each, dict)]) > 120
    says = {name: each["says"] for name, each in found if isinstance(each, dict)}
    assert says["resigned"] == "Hex 5, 2 moves; orange won by resignation"
    assert says["passes"] == (
        "Hex 5, 2 moves; 1 move before b2 is set up as a stone; link, move 2: side 2 passes after c3"
    )
    assert says["tt"].startswith("Five in a row 15x15, 1 move; 1 move before i9 is set up as a stone; ")
    assert says["contradicted"] == (
        "Hex 5, 1 move; the file says that orange has won, but the last position is not decided"
    )
    assert says["several"] == "Hex 5, 1 move; it is the first of several games"
    assert not patterns  # a person's own game finds MicroPython's own patterns
