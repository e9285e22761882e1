"""The raw REPL of the page over a stub of Web Serial: the emulated Pico, prepared answers, a cable that comes out."""

import os
import random
import select

import pytest
from cases import long
from support.fuzz.odd_device import BANNER, answering, terminal
from web_serial import Bench

from host_sim.pico.bench import Pico
from host_sim.pico.serial_port import port
from tools.web import npm

PAGE = "<!doctype html><meta http-equiv='Content-Security-Policy' content=\"default-src 'self'\"><button>Go</button>"
# A person's press lets the page choose a port; then verbs, one after the other, until one fails.
DO = """async (verbs) => {
  const [{ Repl }, serial] = await Promise.all([import("/repl.js"), import("/serial.js")]);
  await new Promise((resolve) => (document.querySelector("button").onclick = resolve));
  const said = [];
  try {
    const transport = new serial.SerialTransport(await serial.choose());
    await transport.open();
    window.repl = new Repl(transport);
    for (const [verb, ...words] of verbs) said.push((await repl[verb](...words)) ?? "");
    await repl.close();
  } catch (error) {
    said.push(`${error.name}: ${error.message}`);
    await window.repl?.close();
  }
  return said;
}"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """A folder with repl.js and serial.js, and a page that has nothing else."""
    folder = tmp_path_factory.mktemp("repl")
    try:
        modules = npm.node_modules()
    except npm.NodeMissing as error:
        pytest.skip(str(error))
    npm.bundle(modules, folder, ["workshop/repl.js", "workshop/serial.js"])
    (folder / "index.html").write_text(PAGE)
    return folder


@pytest.fixture
def bench(scripts):
    """Web Serial, with nothing plugged in."""
    bench = Bench()
    with bench.serving(scripts) as bench.address:
        yield bench


def done(chromium, bench, *verbs):
    """Return what each verb gave, and last what failed."""
    page = chromium.new_page()
    try:
        page.add_init_script(bench.stub)
        page.goto(bench.address)
        page.evaluate(f"verbs => {{ window.said = ({DO})(verbs) }}", [list(verb) for verb in verbs])
        page.wait_for_function("() => document.querySelector('button').onclick")
        page.locator("button").click()
        return page.evaluate("said")
    finally:
        page.close()


def test_programs_of_any_size_run_on_the_pico_and_what_they_print_comes_back(chromium, bench, pico_image):
    text = random.Random(1).randbytes(1500).hex()
    with port(Pico(pico_image, {})) as path:
        bench.plug(path)
        said = done(
            chromium,
            bench,
            ["stop", 60],
            ["run", f"kept = {text!r}\nprint(kept)\nprint('\u00e9')", 60],
            ["run", "print(len(kept)); 1 / 0", 60],
            ["write", "\x04"],
            ["until", ["raw REPL; CTRL-B to exit\r\n"], 60],
            ["start", "print('one')\nprint(globals().get('kept'))"],
            ["until", ["\n", "\x04"], 60],
            ["until", ["\n", "\x04"], 60],
            ["until", ["no such thing"], 2],
        )
    _, printed, failed, _, reset, _, one, two, rest = said
    assert printed.encode("latin-1").decode() == f"{text}\r\n\u00e9\r\n\x04"
    assert failed.startswith("3000\r\n\x04Traceback") and "ZeroDivisionError" in failed
    assert "soft reboot" in reset
    assert (one, two, rest) == ("one\r\n", "None\r\n", "\x04\x04>")


def test_a_device_without_raw_paste_gets_small_parts(chromium, bench):
    with answering([(b"much", b""), (b"", b"Traceback: no")]) as path:
        bench.plug(path)
        said = done(chromium, bench, ["stop", 60], ["run", "pass\n" * 400, 60], ["run", "x", 60])
    assert said[1:] == ["much\x04", "\x04Traceback: no"]


@pytest.mark.parametrize(
    "answers, said",
    [
        long([b""], "NoAnswer: no end after 1 s"),
        ([b"OKhalf an ans"], "NoAnswer: no end after 1 s"),
        ([b"NO"], 'NoAnswer: it answered "NO", not OK'),
    ],
)
def test_an_answer_that_does_not_come_ends_in_time(chromium, bench, answers, said):
    with answering(answers) as path:
        bench.plug(path)
        assert done(chromium, bench, ["stop", 60], ["run", "x", 1])[-1] == said


@pytest.mark.long
def test_a_port_that_never_stops_talking_is_no_prompt(chromium, bench):
    def stream(master, over):
        while not over.is_set():
            if select.select([], [master], [], 0.05)[1]:
                os.write(master, b"0.12 0.34\r\n" * 20)

    with terminal(stream) as path:
        bench.plug(path)
        assert done(chromium, bench, ["stop", 1])[-1] == "NoAnswer: no end after 1 s"


@pytest.mark.parametrize("after", [0, *map(long, (3, 6)), len(BANNER) + 9])
def test_the_cable_may_come_out_at_any_byte(chromium, bench, after):
    with answering([(b"much", b"")]) as path:
        bench.plug(path, unplug_after=after)
        last = done(chromium, bench, ["stop", 60], ["run", "pass\n" * 400, 60])[-1]
    assert last.startswith("Lost: ") and bench.passed == after


def test_a_port_that_cannot_be_had_is_one_line_that_says_what_to_do(chromium, bench):
    def why():
        (line,) = done(chromium, bench, ["stop", 60])
        return line

    assert why().startswith("Error: No port was chosen.")
    with answering([]) as path:
        bench.plug(path)
        bench.busy = True
        assert all(word in why() for word in ("another program uses it", "Thonny", "dialout"))
        bench.busy, bench.chooses = False, False
        assert "No port was chosen" in why()
        bench.chooses = True
        assert done(chromium, bench, ["stop", 60]) == [""]


FOLLOWS = """async () => {
  [window.ports, window.own] = [await import("/serial.js"), (await navigator.serial.getPorts()).at(-1)];
  await ports.follow(own);
}"""
FOUND = "ports.again().then((port) => (port ? (port === own ? 'own' : 'new') : String(port)))"
CABLE = (
    "(type) => { window.cable = new Promise((then) => navigator.serial.addEventListener(type, then, { once: true })) }"
)


def test_a_pico_with_a_new_port_is_known_by_those_that_were_there_beside_it(chromium, bench):
    bench.stub = Bench(granted=True, other=True, renewed=True).stub
    page = chromium.new_page()
    page.add_init_script(bench.stub)
    with answering([]) as path:
        bench.plug(path)
        page.goto(bench.address)
        page.evaluate(FOLLOWS)
        page.evaluate("navigator.serial.plugIn()")
        found = [page.evaluate(FOUND)]
        for type_, cable in ("disconnect", bench.unplug), ("connect", lambda: bench.plug(path)):
            page.evaluate(CABLE, type_)
            cable()
            page.evaluate("cable.then(() => 0)")
            found.append(page.evaluate(FOUND))
        page.evaluate("navigator.serial.plugIn()")
        assert [*found, page.evaluate(FOUND)] == ["own", "undefined", "new", "null"]
    page.close()
