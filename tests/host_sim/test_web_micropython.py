"""The firmware on MicroPython's WebAssembly port does in a browser's worker what it does elsewhere."""

import browser
import pytest
from three_tiers import on_cpython

from tools.paths import ROOT
from tools.web import build, firmware

pytestmark = [pytest.mark.browser, pytest.mark.long]
WORKER = ROOT / "tests" / "data" / "webassembly_worker.js"
SEARCHES = """
from glowgrid.games import discover
from glowgrid.search import Limits, engine_for
kept = bytearray()
for game in discover()[0]:
    position = game.setup(game.sizes[0])
    position.play(1)
    engine = engine_for(position)
    engine.start(position, Limits(60_000))
    while not engine.step(8_000):
        pass
    verdict = engine.verdict
    kept.append(verdict.best)
    print(game.name, verdict.best, verdict.score, verdict.work, verdict.nodes, verdict.depth)
"""
PAGE = """
<script>
  const worker = new Worker("webassembly_worker.js", { type: "module" });
  worker.onmessage = ({ data }) => (window.done = data);
  worker.onerror = ({ message }) => (window.done = { lines: [message] });
</script>
"""


def test_a_worker_searches_as_cpython_does(chromium, tmp_path):
    try:
        modules = build.node_modules()
    except build.NodeMissing as error:
        pytest.skip(str(error))
    firmware.stage(tmp_path, modules)
    build.bundle(modules, tmp_path, [WORKER])
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "program.py").write_text(SEARCHES)
    page = chromium.new_page()
    with browser.served(tmp_path) as address:
        page.goto(address)
        page.wait_for_function("window.done", timeout=browser.LIMIT_MS)
        done = page.evaluate("window.done")
    page.close()
    expected = on_cpython(SEARCHES)
    assert len(expected) > 5 and done["lines"] == expected
    assert done["kept"] == [int(line.split()[1]) for line in expected]
