"""A mido backend whose ports are those of fake Launchpads: `plug` one in, and `MIDO_BACKEND=fake_midi` finds it.

In a process of its own GLOWGRID_FAKE_MIDI, "kind:file", plugs one in; the file gets what is sent to it.
"""

import importlib
import os

from fake_launchpad import PLUGGED, made

mido, ports = (importlib.import_module(name) for name in ("mido", "mido.ports"))  # of the extra `grid`

FOR_PROGRAMS = "Launchpad X:Launchpad X LPX DAW 24:0", "Launchpad Mini MK3:Launchpad Mini MK3 LPMiniMK3 DA 36:0"
opened = []  # the ports that are open


def get_devices(**options):
    wanted, _, path = os.environ.get("GLOWGRID_FAKE_MIDI", "").partition(":")
    if wanted and not PLUGGED:
        made(wanted).plug().keep = open(path, "w")
    names = ["Midi Through Port-0", *(FOR_PROGRAMS if PLUGGED else ()), *PLUGGED]
    return [{"name": name, "is_input": True, "is_output": True} for name in names]


class Port:
    def _open(self, **options):
        self._device = PLUGGED[self.name]
        opened.append(self)

    def _close(self):
        opened.remove(self)


class Input(Port, ports.BaseInput):
    def _receive(self, block=False):
        while self.name in PLUGGED and self._device.says:
            self._messages.append(mido.Message.from_bytes(self._device.says.pop(0)))


class Output(Port, ports.BaseOutput):
    def _send(self, message):
        if self.name not in PLUGGED:
            raise OSError("no such port")
        self._device.take(bytes(message.bytes()))
