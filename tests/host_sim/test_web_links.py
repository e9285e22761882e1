"""A link of the page: what it packs comes back; what is damaged or too long is refused at once; in Node.js."""

import json
import shutil
import subprocess

import pytest
from deadline import DEADLINE_S

from tools.paths import ROOT

PROGRAM = """
import { deflateRawSync } from "node:zlib";
import { MOST_LOG, MOST_SECTORS, MOST_SIGNS, pack, unpack } from "./keylog.mjs";

const SIZE = 4096;
const link = (bytes) => deflateRawSync(bytes).toString("base64url");
const sector = (number) => Buffer.concat([Buffer.from([number & 255, number >> 8]), Buffer.alloc(SIZE, number)]);
const game = (log, numbers) => Buffer.concat([Buffer.from(log + "\\0"), ...numbers.map(sector)]);
const to = (count) => [...Array(count).keys()];
const links = {
  "a whole flash": link(game("", to(MOST_SECTORS))),
  "the longest log": link(game("#".repeat(MOST_LOG), [])),
  "a longer log": link(game("#".repeat(MOST_LOG + 1), [])),
  "more sectors than the flash has": link(game("", to(16377))),
  "a sector outside": link(game("", [MOST_SECTORS])),
  "a sector twice": link(game("", [7, 7])),
  "half a sector": link(game("", [7]).subarray(0, 2000)),
  "no log": link(Buffer.from("10 press 1")),
  "megabytes of zeros": link(Buffer.alloc(1 << 23)),
  "cut short": link(game("10 press 1", [7, 8])).slice(0, 20),
  "more signs than a browser takes": "A".repeat(MOST_SIGNS + 1),
  "no link": "%%%",
};
const taken = {};
for (const [name, text] of Object.entries(links)) {
  taken[name] = await unpack(text, SIZE).then(({ sectors }) => sectors.length, () => "refused");
}
const noise = to(300).map((number) => [number, Uint8Array.from({ length: SIZE }, () => Math.random() * 256)]);
const again = await unpack(await pack("10 press 1\\n", noise), SIZE);
taken["as it was packed"] = again.log === "10 press 1\\n" && again.sectors.every(([number, bytes], at) =>
  number === at && Buffer.compare(bytes, noise[at][1]) === 0);
console.log(JSON.stringify(taken));
"""


def test_a_link_is_taken_within_its_bounds_and_refused_beyond(tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    shutil.copy(ROOT / "host_sim" / "web" / "keylog.js", tmp_path / "keylog.mjs")
    (tmp_path / "links.mjs").write_text(PROGRAM)
    done = subprocess.run([node, "links.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=DEADLINE_S)
    assert done.returncode == 0, done.stderr
    taken = json.loads(done.stdout)
    good = {"a whole flash": 512, "the longest log": 0, "as it was packed": True}
    assert {name: taken.pop(name) for name in good} == good
    assert len(taken) == 10 and set(taken.values()) == {"refused"}
