"""The ports of grids: which are there, and one that is open, by MIDI (mido) or as a serial port (pyserial).

An open port has `device` (its entry in devices.json), `name`, `is_there()`, `heard()`, which returns [(key, down)],
`send(messages)` and `close()`. It raises Lost once the cable is out.
"""

import contextlib
import functools
import importlib
import os
import re
import sys
from typing import Any

from ..cli.errors import Refused
from ..cli.installed import to_install
from .devices import TABLE, Keys, launchpads, ports_of, unsupported

SEQUENCER = "/dev/snd/seq"  # of Linux, by which programs reach MIDI
ANSWER_S = 0.5  # how long a monome may take
MISSING = f"a Launchpad needs mido and python-rtmidi; install them: {to_install('mido', 'python-rtmidi')}"


class Lost(Exception):
    """The grid is not there any more."""


class Midi:
    """A Launchpad."""

    def __init__(self, device, name):
        self._mido = mido = _mido()
        self.device, self.name = device, device["name"]
        self._in_name = name
        self._keys = Keys(device)
        self._had = None  # the message that brings back the layout that it had
        self._in: Any = None
        self._out: Any = None
        outputs = ports_of(device, _names("output"))
        if not outputs:
            raise Lost(name)
        try:
            self._in = mido.open_input(name)
            self._out = mido.open_output(outputs[0])
            asks = [device["ask"]] if "ask" in device else []
            self.send([bytes.fromhex(each) for each in (*asks, *device["enter"])])
        except Exception as error:  # each backend of mido has errors of its own
            self.forget()
            raise Lost(str(error)) from None

    def is_there(self):
        return self._in_name in _names("input")

    def heard(self):
        try:
            messages = [bytes(message.bytes()) for message in self._in.iter_pending()]
        except Exception as error:
            raise Lost(str(error)) from None
        for message in messages:
            if (
                self._had is None
                and "ask" in self.device
                and message.startswith(bytes.fromhex(self.device["ask"])[:-1])
            ):
                self._had = message
        return [move for message in messages for move in self._keys.heard(message)]

    def send(self, messages):
        try:
            for message in messages:
                self._out.send(self._mido.Message.from_bytes(list(message)))
        except Exception as error:
            raise Lost(str(error)) from None

    def close(self):
        """Give the layout back that was on."""
        self.heard()  # the answer may have come after the last look
        programmer = self._had and self._had.endswith(bytes.fromhex(self.device["programmer"] + "F7"))
        if not programmer:
            self.send([bytes.fromhex(each) for each in self.device["leave"]] + [self._had] * bool(self._had))
        self.forget()

    def forget(self):
        """Close the ports of a grid that is not there."""
        for port in (self._in, self._out):
            with contextlib.suppress(Exception):  # it is gone already
                if port:
                    port.close()


class Serial:
    """A monome."""

    device = TABLE["monome"]
    name = device["name"]

    def __init__(self, path):
        import serial

        self._path = path
        self._keys = Keys(self.device)
        self._port: Any = None
        try:
            self._port = serial.Serial(path, self.device["baud"], timeout=ANSWER_S, write_timeout=1)
            self._port.write(bytes.fromhex(self.device["ask"]))
            answer = self._port.read(3)
            if len(answer) < 3 or answer[:1] != bytes.fromhex(self.device["answer"]) or min(answer[1:]) < 8:
                raise Lost("it does not answer as a monome of 8x8 keys or more")
            self._port.timeout = 0
            self.send([bytes.fromhex(each) for each in self.device["enter"]])
        except Exception as error:  # termios has errors of its own, too
            self.forget()
            raise Lost(f"{path}: {getattr(error, 'strerror', None) or error}") from None

    def is_there(self):
        return os.name == "nt" or os.path.exists(self._path)

    def heard(self):
        try:
            return self._keys.heard(self._port.read(4096))
        except OSError as error:
            raise Lost(str(error)) from None

    def send(self, messages):
        try:
            self._port.write(b"".join(messages))
        except OSError as error:
            raise Lost(str(error)) from None

    def close(self):
        self.send([bytes.fromhex(each) for each in self.device["leave"]])
        try:
            self._port.flush()
        except Exception as error:  # of termios
            raise Lost(str(error)) from None
        self.forget()

    def forget(self):
        with contextlib.suppress(Exception):
            if self._port:
                self._port.close()


def found(wanted=""):
    """Return [(name of its port, name of the grid, function that opens it)] of the grids that are there.

    wanted: a part of the name of a port, or the path of a monome's; "": any.
    """
    if _is_path(wanted):
        there = os.path.exists(wanted) or wanted.upper() in (port.device.upper() for port in _serial_ports())
        return [(wanted, Serial.name, functools.partial(Serial, wanted))] if there else []
    there = [
        (port, device["name"], functools.partial(Midi, device, port)) for device, port in launchpads(_names("input"))
    ]
    there += [(path, Serial.name, functools.partial(Serial, path)) for path in _monomes()]
    return [grid for grid in there if wanted in grid[0]]


def _is_path(wanted):
    """Return whether this is the path of a serial port, of Windows ("COM5"), too."""
    return os.sep in wanted or re.fullmatch(r"COM\d+", wanted, re.IGNORECASE) is not None


def the_one(wanted=""):
    """Open the grid that is connected, and return it. Refused, in a line, if there is none or more than one."""
    there = found(wanted)
    if len(there) > 1:
        names = ", ".join(port for port, *_ in there)
        raise Refused(f"--grid: {len(there)} grids are connected: {names}; choose one: --grid-port NAME")
    if not there:
        raise Refused(f"--grid: {_none_here(wanted)}")
    try:
        return there[0][-1]()
    except Lost as error:
        raise Refused(f"--grid: {there[0][0]} cannot be opened: {error}; does another program use it?") from None


def _none_here(wanted):
    """Return why there is no grid, in a line."""
    serial = ", ".join(port.device for port in _serial_ports()) or "none"
    if _is_path(wanted):
        return f"there is no serial port {wanted}; serial ports here: {serial}"
    names, why = _listed("input")
    if others := unsupported(names):
        return f"this Launchpad is not supported: {others[0]}"
    what = f"no Launchpad or monome{f' at {wanted}' if wanted else ''} is connected"
    others = ", ".join(name for name in names if "Through" not in name) or "none"
    return f"{what}; {why or f'MIDI ports here: {others}'}; serial ports here: {serial}"


def _names(kind):
    return _listed(kind)[0]


def _listed(kind):
    """Return (the names of the MIDI inputs or outputs, why there is no MIDI here or "")."""
    try:
        mido = _mido()
        if "rtmidi" in mido.backend.name and sys.platform == "linux" and not os.path.exists(SEQUENCER):
            return [], f"this system has no MIDI: {SEQUENCER} is not there; load it: sudo modprobe snd-seq"
        return getattr(mido, f"get_{kind}_names")(), ""
    except ImportError:
        return [], MISSING
    except Exception as error:  # each backend has errors of its own
        return [], f"this system has no MIDI: {error or type(error).__name__}"


def _mido() -> Any:
    return importlib.import_module("mido")


def _monomes():
    """Return the paths of the serial ports that say they are a monome. Windows adds an A to the number: "M1000123A"."""
    table = TABLE["monome"]
    return [
        port.device
        for port in _serial_ports()
        if re.search(table["serial"], port.serial_number or "", re.IGNORECASE) or port.manufacturer == table["maker"]
    ]


def _serial_ports():
    from serial.tools import list_ports

    return list_ports.comports()
