"""A mido backend whose ports are those of fake Launchpads: `plug` one in, and `MIDO_BACKEND=fake_midi` finds it.

In a process of its own GLOWGRID_FAKE_MIDI, "kind:file", plugs one in; the file gets what is sent to it.
"""

import importlib
import os

from fake_launchpad import KINDS, PLUGGED

mido, ports = (importlib.import_module(name) for name in ("mido", "mido.ports"))  # of the extra `grid`

FOR_PROGRAMS = "Launchpad X:Launchpad X LPX DAW 24:0", "Launchpad Mini MK3:Launchpad Mini MK3 LPMiniMK3 DA 36:0"
opened = []  # the ports that are open


def get_devices(**options):
    wanted, _, path = os.environ.get("GLOWGRID_FAKE_MIDI", "").partition(":")
    if wanted and not PLUGGED:
        KINDS[wanted]().plug().keep = open(path, "w")
    others = ["Midi Through Port-0", *(FOR_PROGRAMS if PLUGGED else ())]
    return [{"name": name, "is_input": True, "is_output": True} for name in (*others, *PLUGGED)]


class Input(ports.BaseInput):
    def _open(self, **options):
        self._device = PLUGGED[self.name]
        opened.append(self)

    def _close(self):
        opened.remove(self)

    def _receive(self, block=False):
        while self.name in PLUGGED and (said := self._device.said()):
            self._messages.append(mido.Message.from_bytes(said))


class Output(ports.BaseOutput):
    def _open(self, **options):
        self._device = PLUGGED[self.name]
        opened.append(self)

    def _close(self):
        opened.remove(self)

    def _send(self, message):
        if self.name not in PLUGGED:
            raise OSError("no such port")
        self._device.take(bytes(message.bytes()))
