"""The workshop of the page in Node.js, with a serial port of this process in place of Web Serial."""

import base64
import contextlib
import functools
import json
import subprocess

from three_tiers import FOLDER, staged_for_webassembly, webassembly_or_skip

from tools.web import firmware
from tools.workshop.serial_link import SerialLink, at_once
from tools.workshop.talk.link import LinkLost


class Page:
    """The talk of the page: `page.ask("look")` returns the answer; `page.reports` has what was reported meanwhile.

    port: of the device. unplug_at: the number of the exchange with the device at which its cable is out. stop_s: how
    long to wait at most for a prompt.
    """

    def __init__(self, process, port, unplug_at=None, stop_s=600):
        self.reports = []
        self.answers = []  # to the questions of the wizard, in turn
        self.exchanges = 0
        self._process = process
        self._port = port
        self._unplug_at = unplug_at
        self._stop_s = stop_s
        self._link = None

    def plug(self, port):
        """Have another device from now on."""
        self.close()
        self._port, self._link = port, None

    def ask(self, verb, *arguments):
        """Call a verb of page_talk.py."""
        self.reports.clear()
        return self._order({"call": [verb, *arguments]})

    def put(self, folder, files):
        """Put files, {path: bytes}, into a folder of MicroPython's file system."""
        texts = {path: base64.b64encode(data).decode() for path, data in files.items()}
        self._order({"folder": folder, "files": texts})

    def close(self):
        """Release the port."""
        if self._link:
            at_once(self._link.close())

    def _order(self, order):
        self._write(order)
        while True:
            message = json.loads(self._process.stdout.readline())
            assert "broken" not in message, message["broken"]
            if "answer" in message:
                return json.loads(message["answer"])
            if "ask" in message:
                self._write({"answer": self.answers.pop(0)})
            elif "report" in message:
                self.reports.append(json.loads(message["report"]))
            else:
                self._write(self._exchange(*message["link"]))

    def _exchange(self, verb, *arguments):
        if verb == "close" and not self._link:
            return {"said": ""}
        self.exchanges += 1
        if self.exchanges == self._unplug_at:
            return {"failed": ["NetworkError", "the device has been lost"]}
        if verb == "stop":
            arguments = [min(arguments[0], self._stop_s)]
        if verb == "write":
            arguments = [arguments[0].encode("latin-1")]
        if verb == "until":
            arguments = [tuple(ending.encode("latin-1") for ending in json.loads(arguments[0])), arguments[1]]
        self._link = self._link or SerialLink(self._port)
        try:
            said = at_once(getattr(self._link, verb)(*arguments))
        except LinkLost as error:
            return {"failed": [type(error).__name__, str(error)], "heard": self._link.heard.decode("latin-1")}
        if verb == "close":
            self._link = None
        return {"said": (b"\x04".join(said) if verb == "run" else said or b"").decode("latin-1")}

    def _write(self, message):
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


@contextlib.contextmanager
def page(port, folder, **options):
    """Context: a Page with the device at a port; folder: for a file."""
    node, micropython = webassembly_or_skip()
    (folder / "packed.bin").write_bytes(_packed())
    command = [node, FOLDER / "workshop.mjs", micropython, folder / "packed.bin"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        talk = Page(process, port, **options)
        try:
            yield talk
        finally:
            talk.close()
            process.kill()


@functools.cache
def _packed():
    return firmware.packed({**staged_for_webassembly(), **firmware.workshop()})
