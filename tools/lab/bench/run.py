"""Run an entry of the bench: on the emulated Pico, or its search on CPython and unix MicroPython."""

import inspect
import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.console import golden
from host_sim.console.session import Session
from host_sim.console.wire_to_frame import wire_frame
from host_sim.engine.worker import hosts

from ...compile.build import staged_files
from ...compile.layout.places import MAIN
from ...compile.mpy import compile_mpy
from ...paths import FIRMWARE, ROOT
from . import naive_search
from . import program as bench_program
from .entries import MATCHES

# Extra arguments of a function.
MODULES = {"naive": "naive_search", "alpha_beta": "alpha_beta_search"}
LIMIT_S = 300  # emulated, for one entry
HOST_LIMIT_S = 900  # of wall time
SAVES, MOVES = 50, 100  # number of saves, and of moves in the saved match
MENU_MS = 800  # of the console's time: the splash is over by then


def call_text(call):
    """Return a call of a function of tools/lab/bench/program.py as a line of Python."""
    function, *arguments = call
    named = [MODULES[function]] if function in MODULES else []
    return f"{function}({', '.join(named + [repr(argument) for argument in arguments])})\n"


def calls_of(entry):
    """Return the calls that an entry needs, each for a fresh interpreter: for `slices` one per position."""
    function, *arguments = entry.call
    if function == "slices":
        return [(function, (position,), *arguments[1:]) for position in arguments[0]]
    return [entry.call]


def program_text():
    """Return all the code that an entry's call needs, for any MicroPython."""
    return "".join(inspect.getsource(part) for part in (naive_search, bench_program))


def answers_in(printed):
    """Return the answers in the output of a program."""
    try:
        return json.loads(printed.strip().splitlines()[-1])
    except (IndexError, ValueError) as error:
        raise ToolError(f"the bench program printed no answer but {printed[-200:]!r}") from error


# The host ---------------------------------------------------------------------------------------------------------


def run_on_host(host, entry):
    """Return the answers of a search entry; times are wall time."""
    return [answer for call in calls_of(entry) for answer in _run_on_host(host, entry.name, call)]


def _run_on_host(host, name, call):
    head = "import host_sim\n" if host == "cpython" else f"import sys\nsys.path.insert(0, {str(FIRMWARE)!r})\n"
    command = [*hosts()[host], "-c", head + program_text() + call_text(call)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HOST_LIMIT_S)
    if done.returncode:
        why = (done.stdout + done.stderr).strip().splitlines() or [f"exit code {done.returncode}"]
        raise ToolError(f"{name} on {host}: {why[-1]}")
    return answers_in(done.stdout)


# The emulated Pico --------------------------------------------------------------------------------------------------


class Bench:
    """Emulated Picos to fork from, each booted when the first entry needs it; `run(entry)` gives its answers.

    image: path of a UF2 file, or None for what host_sim/pico/image.py finds. cache: as for `Pico`. The
    flash is as `python -m tools flash` leaves it; searches run without main.py, so that they have the whole heap.
    """

    def __init__(self, image=None, cache=False):
        from host_sim.pico import image as images

        self.image = images.find() if image is None else images.checked(Path(image), "--image names")
        self.version = images.version_of(self.image)
        self.cache = cache
        self._bare = self._powered = None

    def run(self, entry):
        if entry.call:
            return [answer for call in calls_of(entry) for answer in self.answers(*call)]
        if entry.name in MATCHES:
            return self._heap_free(MATCHES[entry.name])
        return getattr(self, "_" + entry.name)()

    def answers(self, *call):
        """Return the output of a function of tools/lab/bench/program.py."""
        return self._exec(self.bare(), call_text(call))

    def _exec(self, pico, text, then=lambda pico: None) -> Any:
        """Return the answers of a program in a fork, followed by the result of `then(pico)` there."""
        from host_sim.pico.bench import BenchTimeout, DeviceError

        def run(pico):
            return answers_in(pico.exec(text, LIMIT_S)), then(pico)

        try:
            answers, more = pico.forked(run)
        except (DeviceError, BenchTimeout) as error:
            raise ToolError(
                f"{text.strip().splitlines()[-1][:60]} on the Pico: {' '.join(str(error).split())}"
            ) from error
        return answers if more is None else (answers, more)

    def files(self):
        """What is flashed."""
        return staged_files(DEFAULT_BOARD)

    def bare(self):
        """Return a Pico at the raw REPL with the bench's program loaded."""
        if self._bare is None:
            from host_sim.pico.hardware import Hardware

            self._hardware = Hardware(load_board(DEFAULT_BOARD), prompt=True)
            self._bare = self._with_program(self._hardware.parts)
        return self._bare

    def _with_program(self, parts=(), slow_flash=False):
        from host_sim.pico.bench import Pico

        files = self.files()
        del files[MAIN]
        # Compiled here: MicroPython 1.26 and 1.27 compile viper wrongly (firmware/glowgrid/power_up.py).
        files["/bench.mpy"] = compile_mpy(program_text().encode(), "bench.py")[0]
        pico = Pico(self.image, files=files, parts=parts, slow_flash=slow_flash, cache=self.cache).boot()
        pico.exec("from bench import *")
        return pico

    def powered(self):
        """Return a Player whose console has not yet read its keys."""
        if self._powered is None:
            from ...pico.play_on_pico import Player

            player = self._powered = Player(load_board(DEFAULT_BOARD), [], self.image, cache=self.cache)
            player.pico.boot()
            player.pico.run_until(lambda: player.scans)
        return self._powered

    def _play(self, changes, until_ms):
        """Return (frames, starts of the scans in ms) of a key log, played in a fork."""
        player = self.powered()

        def run(pico):
            player.changes = list(changes)
            return list(player.frames(until_ms)), [start / 1e6 for start in player.scans]

        return player.pico.forked(run)

    def _boot_to_menu(self):
        with TemporaryDirectory() as folder:
            simulated = Session(load_board(DEFAULT_BOARD), folder).play([], MENU_MS)
            expected = next(text for _, text in simulated if "#" in text)
        frames, _ = self._play([], MENU_MS)
        menu = next((frame for frame in frames if "#" in frame.text), None)
        if menu is None:
            return [{"us": 0, "wrong": f"no menu within {MENU_MS} ms of the console's time"}]
        return [
            {
                "us": round(menu.emulated_ms * 1000),
                "wrong": None if _lit(menu.text) == _lit(expected) else f"the menu shows {menu.text!r}",
            }
        ]

    def _key_to_light(self):
        from ...pico.play_on_pico import CONFIRM_MS

        waits, wrong = [], None
        for path in golden.logs():
            if golden.is_first(path):  # this Pico has been used before
                continue
            changes, until_ms = golden.changes(path)
            frames, scans = self._play(changes, until_ms)
            if golden.kept(path, [(frame.time_ms, frame.text) for frame in frames]) != golden.recorded(path):
                wrong = f"other frames than in {path.stem}.frames"
            ends = {frame.time_ms: frame.emulated_ms for frame in frames}
            # A contact moves right after the previous tick's scan: the longest possible wait.
            waits += [ends[at] - scans[at // 10 - 1] + CONFIRM_MS for at, _, down in changes if down and at in ends]
        if not waits:
            return [{"us": 0, "wrong": "no press was answered"}]
        return [
            {
                "us": round(1000 * max(waits)),
                "wrong": wrong,
                "note": f"worst of {len(waits)}, mean {sum(waits) / len(waits):.1f} ms",
            }
        ]

    def _frame_8x8(self):
        from glowgrid.console.palette import RGB
        from glowgrid.hardware.lights import Lights

        frame = bytes(i * 5 % (len(RGB) // 3) * (i & 1) for i in range(64))  # within the budget, like frames of games
        (answer,), shown = self._exec(self.bare(), f"show({frame!r})\n", lambda pico: self._hardware.frames())
        last = shown[-1]
        try:
            same = bytes(wire_frame(last.rgb, Lights(load_board(DEFAULT_BOARD), RGB, None))) == frame
        except ValueError:
            same = False
        answer["wrong"] = None if same and not answer["bytes"] else "another frame on the wire, or bytes allocated"
        answer["note"] = f"then {(last.end_ns - last.start_ns) / 1e6:.2f} ms on the wire, in the background"
        return [answer]

    def _longest_save(self):
        return self._saves(self.bare())

    def _longest_save_slow(self):
        return self._saves(self._with_program(slow_flash=True))

    def _saves(self, pico):
        (answer,) = self._exec(pico, f"longest_save({SAVES}, {MOVES})\n")
        answer["wrong"] = None if answer.pop("same") else "the match that was read differs from the saved one"
        answer["note"] = f"of {SAVES}, mean {answer.pop('mean_us') / 1000:.0f} ms"
        return [answer]

    def _heap_free(self, match):
        """Measure in the state after Ctrl-C at the console: main.py's objects are still there."""
        text = f"import gc, json\n{inspect.getsource(bench_program.heap_in_match)}heap_in_match{match!r}\n"

        (answer,) = self._exec(self.powered().pico, text)
        answer["wrong"] = None if answer.pop("thinking") else "the engine was not thinking"
        return [answer]


def _lit(text):
    """Return which LEDs are lit: the menu pulses, so its colours depend on the tick."""
    return [sign != "." for sign in text]
