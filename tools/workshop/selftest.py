"""`python -m tools selftest`: run the device's self-test and show its output: LEDs, keys, current, memory, versions.

On a Pico a person looks at the lights and presses the keys. The simulator and the emulated Pico press them all
themselves; there the test also fails if a key does not light.
"""

import contextlib
import io
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from host_sim.boards import DEFAULT_BOARD
from host_sim.boards.files import load_board
from host_sim.cli.errors import ToolError
from host_sim.cli.installed import TOOLS

from ..compile.build import staged_files
from ..output import say
from .build import BOARD_HELP
from .ports import find_port
from .serial_link import SerialLink, at_once
from .talk.selftest import DONE, PREFIX, selftest, unseen
from .talk.session import Session, board_on, version_on
from .talk.wiring.power import add_power
from .talk.wiring.report import lines, measure, text_of

OUTPUT_HELP = "The board file that --wiring writes; without it a board of your own keeps its name, others get my_board."
LONG_ENOUGH_MS = 40  # time for a press or a release to be seen and shown


def command(
    port: Annotated[str | None, typer.Option(help="Serial port, if it is not found automatically.")] = None,
    simulator: Annotated[bool, typer.Option("--simulator", help="Test the simulator instead of a Pico.")] = False,
    emulator: Annotated[bool, typer.Option("--emulator", help="Test the emulated Pico.")] = False,
    board: Annotated[str, typer.Option(help=BOARD_HELP + " For simulator and emulator.")] = DEFAULT_BOARD,
    wiring: Annotated[
        bool, typer.Option("--wiring", help="Find out how LEDs and keys were wired; write the board file.")
    ] = False,
    output: Annotated[Path | None, typer.Option(help=OUTPUT_HELP)] = None,
    report: Annotated[
        Path | None, typer.Option(help="Measure supply, lines, contacts and times; write them to this file.")
    ] = None,
):
    """Test every LED and key of a device; also power, memory and versions."""
    about = load_board(board)
    if wiring or report:
        if simulator:
            raise ToolError("the simulator has no wires: --wiring and --report need a Pico, or --emulator")
        _look_closely(board if emulator else None, port, wiring, output, report)
        return
    said = []

    def show(line):
        said.append(line)
        say(line)

    if simulator or emulator:
        for line in on_simulator(about) if simulator else on_emulator(about, board):
            show(line)
    else:
        on_port(find_port(port), show)
    if why := unseen(said):
        raise ToolError(why)


def _look_closely(emulated_board, port, wiring, output, report):
    """Find out the wiring if asked for, and write it to `output`; measure the parts, and write them to `report`.

    output: None for `own_file`. report: None for no report.

    emulated_board: the board of the emulated Pico, or None: the device is at `port`, as for `find_port`; an unplugged
    device may come back at another port.
    """
    from .wiring.wiring_command import Person, find_and_write, own_file, with_words

    if emulated_board:
        from .wiring.emulated import emulated

        connect, owner = emulated(emulated_board)
    else:
        connect, owner = (lambda afresh=True: Session(SerialLink(find_port(port)), afresh)), None

    async def talk_of_it():
        async with connect() as run:
            about = await board_on(run)
            talk = owner or Person(about)
            if wiring:
                file = output or own_file(about["name"])
                about = with_words(about, file)
                if await find_and_write(run, about, talk, file) != about and report:
                    raise ToolError(f"{report} waits: flash {file}, then {TOOLS} selftest --report {report}")
            found = report and await measure(run, about, talk)
            if found:
                found["version"] = await version_on(run)
                write(found, report)  # everything up to here, in case the last steps are interrupted
        if not found:
            return found, ""
        missing = await add_power(found, connect, talk)
        write(found, report)
        return found, missing

    found, missing = at_once(talk_of_it())
    if found:
        for line in lines(found):
            say(line)
        say(f"{report} is written; the makers of Glowgrid would like to see it: see README")
    if missing:
        raise ToolError(f"the last steps are not in it: {missing}")


def write(found, path):
    """Write the report. Raises ToolError if the file cannot be written."""
    try:
        path.write_text(text_of(found), encoding="utf-8")
    except OSError as error:
        raise ToolError(f"{path}: {error.strerror}") from error


def on_simulator(about):
    """Yield the lines of a self-test on the simulated device, pressing its keys one by one."""
    from host_sim.console.session import Session

    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(said):
        session = Session(about, folder)
        session.app.test_hardware(0)

        def wait(ms):
            for _ in range(ms // 10):
                session.tick()

        while "press every key" not in said.getvalue():
            wait(10)
        for key in range(session.keys.count):
            session.keys.levels[key] = 1
            wait(50)
            _must_light(any(session.app.panel.frame), key)
            session.keys.levels[key] = 0
            wait(50)
        wait(1500)
    # Later output of the console, about games that do not fit for instance, is not part of the self-test.
    yield from (line for line in said.getvalue().splitlines() if line.startswith(PREFIX))


def on_emulator(about, board, image=None):
    """Yield the lines of a self-test on the emulated Pico: started by the undo key at power-up, keys as contacts."""
    yield from pressed(*started(about, board, image))


def started(about, board, image=None):
    """Return (an emulated Pico, its Hardware) whose self-test waits for keys; undo is still down from power-up."""
    from host_sim.pico.bench import Pico
    from host_sim.pico.hardware import Hardware

    hardware = Hardware(about)
    hardware.press(about["keys"]["roles"]["undo"])
    pico = Pico(image, files=staged_files(board), parts=hardware.parts).boot()
    pico.run_until(b"press every key", 20_000)
    return pico, hardware


def pressed(pico, hardware):
    """Press every key of a Pico that `started`; yield all lines of its self-test."""
    about = hardware.board
    hardware.release(about["keys"]["roles"]["undo"])
    pico.run_ms(60)
    for key in range(about["keys"]["width"] * about["keys"]["height"]):
        shown = len(hardware.frames())
        hardware.press(key)
        pico.run_ms(LONG_ENOUGH_MS)
        _must_light(len(hardware.frames()) > shown, key)
        hardware.release(key)
        pico.run_ms(LONG_ENOUGH_MS)
    pico.run_until(DONE.encode(), 5000)
    for line in bytes(pico.serial).decode(errors="replace").splitlines():
        if line.startswith(PREFIX):
            yield line


def _must_light(lit, key):
    if not lit:
        raise ToolError(f"key {key} was pressed and no light changed")


def on_port(port, say):
    """Run the self-test of the Pico at a serial port; see `selftest`."""
    at_once(selftest(SerialLink(port), say))
