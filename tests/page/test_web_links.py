"""Links of the page: what they pack comes back; what is damaged, wrong or too long is refused at once; in Node.js."""

import json
import shutil
import subprocess

import pytest
from deadline import DEADLINE_S

from host_sim.console import keylog
from tools.paths import ROOT

SOURCES = ROOT / "host_sim" / "web"
SESSIONS = r"""
import { deflateRawSync } from "node:zlib";
import { MOST_FILES, MOST_LOG, MOST_SAVES, MOST_SIGNS, pack, unpack } from "./console/keylog.js";

const link = (bytes) => deflateRawSync(bytes).toString("base64url");
const length = (size) => Buffer.from(new Uint32Array([size]).buffer);
const save = (name, size) => Buffer.concat([Buffer.from(name + "\0"), length(size), Buffer.alloc(size)]);
const session = (log, saves) => Buffer.concat([Buffer.from(log + "\0"), ...saves]);
const to = (count) => [...Array(count).keys()];
const links = {
  "all saves": link(session("", [save("match", MOST_SAVES - 100)])),
  "the longest log": link(session("#".repeat(MOST_LOG), [])),
  "a longer log": link(session("#".repeat(MOST_LOG + 1), [])),
  "more than all saves": link(session("#".repeat(MOST_LOG), [save("match", MOST_SAVES + 2)])),
  "too many saves": link(session("", to(MOST_FILES + 1).map((number) => save(`finished/${number}`, 1)))),
  "a save outside": link(session("", [save("../firmware", 1)])),
  "a save that is the folder": link(session("", [save(".", 1)])),
  "a save that is hidden": link(session("", [save("finished/.x", 1)])),
  "a save in a save": link(session("", [save("a", 1), save("a/b", 1)])),
  "a save around a save": link(session("", [save("a/b", 1), save("a", 1)])),
  "a save twice": link(session("", [save("match", 1), save("match", 1)])),
  "half a save": link(session("", [save("match", 100)]).subarray(0, 50)),
  "no log": link(Buffer.from("10 press 1")),
  "no text": link(Buffer.from([255, 254, 0])),
  "megabytes of zeros": link(Buffer.alloc(1 << 23)),
  "cut short": link(session("10 press 1", [save("match", 9)])).slice(0, 20),
  "more signs than a browser takes": "A".repeat(MOST_SIGNS + 1),
  "no link": "%%%",
};
const taken = {};
for (const [name, text] of Object.entries(links)) {
  taken[name] = await unpack(text).then(({ saves }) => Object.keys(saves).length, () => "refused");
}
const random = () => Uint8Array.from({ length: 999 }, () => Math.random() * 256);
const noise = Object.fromEntries(to(30).map((number) => [`finished/${number}`, random()]));
const again = await unpack(await pack("10 press 1\n", noise));
taken["as it was packed"] = again.log === "10 press 1\n" && Object.entries(noise).every(([name, bytes]) =>
  Buffer.compare(again.saves[name], bytes) === 0) && Object.keys(again.saves).length === 30;
console.log(JSON.stringify(taken));
"""
READ = r"""
import { positionLink, read } from "./console/links.js";

const asked = (hash) => read(hash).catch((error) => error.message);
const [links, positions] = JSON.parse(process.argv[2]);
const made = positions.map(({ position, more }) => positionLink(position, "", more));
console.log(JSON.stringify([await Promise.all([...links, ...made].map(asked)), made]));
"""
LINE = "a4 c1 / b2 d3, 2 to move"
PUZZLE = {"game": "mnk", "size": "4,4,3", "stones": "a2 b1 / c1, 2 to move", "puzzle": True, "plies": 5}
A_LINE = "expected a line such as hex 5: a4 c1 / b2 d3, 2 to move"
# {link: what is read of its position (None: none), and of all else; or what is wrong with it}
LINKS = {
    "#board=x": ({}, {"position": None, "board": "x"}),
    "#tic-tac-toe=": ({"game": "tic-tac-toe", "size": ""}, {}),
    "#hex=5&puzzle=Win-2": ({"game": "hex"}, {"puzzle": "Win-2"}),
    "#puzzle=tic-tac-toe-3&board=x": ({"named": "tic-tac-toe-3", "moves": ""}, {"puzzle": "", "board": "x"}),
    "#puzzle=hex-12&moves=a1": ({"named": "hex-12", "moves": "a1"}, {}),
    "#position=mnk 4,4,3: a2 b1 / c1, 2 to move; wins in 5; grade 3": (PUZZLE, {"puzzle": "Win in 3"}),
    "#position=mnk 4,4,3: a2 b1 / c1, 2 to move; wins in 5&puzzle=Yours": (PUZZLE, {"puzzle": "Yours"}),
    "#hex=7&y=5": "y means nothing here",
    f"#hex=7&moves={'a1,' * 667}": "moves is too long: 2,001 signs; at most 2,000",
    f"#{'h' * 41}=7": "the name of its game is too long",
    "#to=coach": "it names no game",
    "#puzzle=hex-12&seats=0,0": "it names no game",
    "#puzzle=Win this": "it names no game",
    "#hex=7&to=x": "to=x; expected coach or hint",
    "#keys=x": "it is damaged: it was cut short, perhaps",
    "#position=hex 5": f"position=hex 5; {A_LINE}",
    "#position=hex: a1; wins in 4": f"position=hex: a1; wins in 4; {A_LINE}",
    "#position=hex 5: a1&hex=5": "hex means nothing here",
    f"#position=hex 5: {'a1 ' * 667}": "position is too long: 2,008 signs; at most 2,000",
}
# (position, what its link is opened with; the link, what is read of it)
BEGUN = {"game": "hex", "size": [5], "moves": [{"name": "c3"}], "stones": LINE}
SWAPPED = {"game": "hex", "size": [7], "moves": [{"name": name} for name in ("d4", "swap", "c5")]}
MADE = [
    (
        {"position": SWAPPED, "more": {"to": "coach", "seats": [0, 5]}},
        "#hex=7&moves=d4,swap,c5&seats=0,5&to=coach",
        {"game": "hex", "size": "7", "moves": "d4,swap,c5", "seats": "0,5", "to": "coach"},
    ),
    (
        {"position": BEGUN, "more": {}},
        "#position=hex%205%3A%20a4%20c1%20%2F%20b2%20d3%2C%202%20to%20move&moves=c3",
        {"game": "hex", "size": "5", "moves": "c3", "stones": LINE, "puzzle": False},
    ),
    (
        {"position": {**BEGUN, "game": "tic-tac-toe", "size": []}, "more": {"to": "hint"}},
        "#position=tic-tac-toe%3A%20a4%20c1%20%2F%20b2%20d3%2C%202%20to%20move&moves=c3&to=hint",
        {"game": "tic-tac-toe", "size": "", "stones": LINE, "to": "hint"},
    ),
]
STARTS = r"""
import { read, startLink } from "./console/links.js";

const again = async (hash) => {
  const { position, puzzle, board, first } = await read(hash);
  const taken = await read(startLink({ position, puzzle, name: board, first }));
  return [{ position, puzzle, board, first }, { ...taken }];
};
console.log(JSON.stringify(await Promise.all(JSON.parse(process.argv[2]).map(again))));
"""
BEGINNINGS = [
    "#board=x",
    "#board=x&first=no",
    "#puzzle=hex-12&board=x",
    "#puzzle=hex-12&moves=e3,b3&board=x",
    "#hex=5&moves=a2&swap=off&seats=0,2&board=x",
    "#hex=7&moves=d4,swap,c5&seats=0,by%20pairs.txt&to=coach&board=x",
    "#hex=7&moves=d4&puzzle=White%20wins,%20in%205%25&seats=0,6&board=x",
    "#hex=7&puzzle=&board=x",
    "#tic-tac-toe=&to=minimax&board=x",
    "#tic-tac-toe=&to=hint&board=x",
    "#position=mnk 4,4,3: a2 b1 / c1, 2 to move; wins in 5&board=x",
    "#position=hex 5: a4 c1 / b2 d3, 2 to move&moves=c3&seats=5,0&puzzle=Yours&board=x",
]
PLACES = r"""
import { readFileSync } from "node:fs";
import { faultIn, placeOf, stepsOf } from "./share/places.js";

const fault = (text) => { const found = faultIn(text); return found && [found.fault, found.line, found.column]; };
const text = '{"a": [1, {"b": "x\\"y"}],\n "c": {"d": null}}';
console.log(JSON.stringify([
  [text, "[]", "{}", ' [1.5e3, true, "\\u00e4"] ', readFileSync(process.argv[2], "utf8")].map(fault),
  ['{"a" 1}', "[1,]", "[1, 2", "{x: 1}", "[01]", '{"a": 1,\n}', "[1] x", "", "[".repeat(200),
    '{"a": "b', '{"a": tru', '{"a":\n', '{"a": "b\n', "[1, -"].map(fault),
  [["a", "1", "b"], ["c", "d"], ["c", "e"], []].map((steps) => placeOf(text, steps)),
  ["lines_of.1[3]: too long", "keys.roles.back is missing", "no game: x"].map(stepsOf),
]));
"""
LOGS = r"""
import { MOST_MS, parse } from "./console/keylog.js";

const asked = (text) => {
  try {
    return parse(text, 16, "speed 1 work 2").length;
  } catch (error) {
    return error.message;
  }
};
console.log(JSON.stringify([MOST_MS, ...JSON.parse(process.argv[2]).map(asked)]));
"""
LATE = [10**14, keylog.MAX_MS + 1, 10**400]  # ms
NO_LOGS = ["5 press 16\n", "9 press 1\n8 release 1\n", "-1 press 1\n", "1e9 press 1\n", "press 1\n", "1 hold 1\n"]


@pytest.fixture
def run(tmp_path):
    """run(program, ...): what a program beside the sources of the page prints, from JSON."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    for folder in ("console", "language", "share"):
        shutil.copytree(SOURCES / folder, tmp_path / folder)
    (tmp_path / "package.json").write_text('{"type": "module"}')

    def run(program, *words):
        (tmp_path / "program.js").write_text(program)
        command = [node, "program.js", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=DEADLINE_S)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_a_link_to_a_session_is_taken_within_its_bounds_and_refused_beyond(run):
    taken = run(SESSIONS)
    good = {"all saves": 1, "the longest log": 0, "as it was packed": True}
    assert {name: taken.pop(name) for name in good} == good
    assert len(taken) == 16 and set(taken.values()) == {"refused"}


def test_a_key_log_of_the_page_is_taken_and_refused_like_one_of_the_simulator(run):
    good = f"0 made speed 1 work 2\n# a remark\n5 press 3\n\n{keylog.MAX_MS} release 3\n"
    late = [f"5 press 3\n{time} release 3\n" for time in LATE]
    most, taken, *refused = run(LOGS, json.dumps([good, *late, *NO_LOGS]))
    assert (most, taken) == (keylog.MAX_MS, len(keylog.parse(good, 16)))
    for text in late + NO_LOGS:
        with pytest.raises(keylog.KeyLogError):
            keylog.parse(text, 16)
    assert refused[: len(late)] == [
        f"line 2 of the key log: {time} release 3; times go up to {keylog.MAX_MS} ms" for time in LATE
    ]
    lines = [text.splitlines() for text in NO_LOGS]
    assert refused[len(late) :] == [f"line {len(each)} of the key log: {each[-1]}" for each in lines]


def test_links_are_read_and_made_and_what_is_wrong_with_one_is_said(run):
    read, made = run(READ, json.dumps([[*LINKS], [given for given, _, _ in MADE]]))
    assert made == [link for _, link, _ in MADE]
    expected = [*LINKS.values(), *((position, {}) for _, _, position in MADE)]
    for link, found, wanted in zip([*LINKS, *made], read, expected, strict=True):
        if isinstance(wanted, str):
            assert (link, found) == (link, wanted)
        else:
            position, more = wanted
            of_position = {name: (found["position"] or {}).get(name) for name in position}
            assert (link, of_position, {name: found[name] for name in more}) == (link, position, more)


def test_the_link_to_a_session_says_all_that_it_began_with(run):
    pairs = run(STARTS, json.dumps(BEGINNINGS))
    assert len(pairs) == len(BEGINNINGS)
    for link, (began, again) in zip(BEGINNINGS, pairs, strict=True):
        assert (link, {name: again[name] for name in began}) == (link, began)


def test_the_place_of_a_fault_in_a_json_file_is_found(run):
    good, wrong, places, steps = run(PLACES, str(ROOT / "boards" / "pico_ws2812_8x8_keys_4x4.json"))
    assert good == [None] * 5
    assert wrong == [
        ["not JSON: expected ':', found '1'", 1, 6],
        ["not JSON: expected a value, found ']'", 1, 4],
        ["not JSON: the file ends in the middle", 1, 6],
        ["not JSON: expected a name in quotes, found 'x'", 1, 2],
        ["not JSON: expected ',' or ']', found '1'", 1, 3],
        ["not JSON: expected a name in quotes, found '}'", 2, 1],
        ["not JSON: expected the end of the file, found 'x'", 1, 5],
        ["not JSON: expected a value, found an empty file", 1, 1],
        ["not JSON: nested too deeply", 1, 101],
        ["not JSON: the file ends in the middle", 1, 7],
        ["not JSON: the file ends in the middle", 1, 7],
        ["not JSON: the file ends in the middle", 2, 1],
        ["not JSON: expected a value, found '\"'", 1, 7],
        ["not JSON: the file ends in the middle", 1, 5],
    ]
    assert [(place["line"], place["column"]) for place in places] == [(1, 17), (2, 13), (2, 7), (1, 1)]
    assert steps == [["lines_of", "1", "3"], ["keys", "roles", "back"], []]
