"""`glowgrid web` as a person starts it who has installed Glowgrid: in a home of its own, without a terminal."""

import contextlib
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag, urljoin

from deadline import DEADLINE_S, OUTPUT_S

from host_sim.pico import image
from tools.compile.mpy import CACHE
from tools.paths import ROOT

INSIDE = "host_sim", "tools", "firmware", "boards"  # of the wheel: setup.py
STEP = re.compile(r"Building the page, (\d+) of (\d+): \S.*")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
CACHE_OF_A_USER = "import platformdirs; print(platformdirs.user_cache_dir('glowgrid', appauthor=False))"


def installed(folder):
    """Lay Glowgrid into a folder as a wheel does, without the page; return the folder to import it from.

    What the page is copied from can only be read, as where another user has installed it.
    """
    app = folder / "glowgrid_app"
    compiled = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "host_sim" / "app", app, ignore=compiled)
    shutil.copytree(ROOT / "host_sim/library/glowgrid", folder / "glowgrid", ignore=compiled)
    for name in INSIDE:
        left_out = shutil.ignore_patterns("__pycache__", *{"tools": ["lab"], "host_sim": ["library"]}.get(name, ()))
        shutil.copytree(ROOT / name, app / name, ignore=left_out)
    shutil.copyfile(ROOT / "LICENSE", app / "LICENSE")
    for name in ("boards", "host_sim/web"):
        for path in (app / name).rglob("*"):
            path.chmod(path.stat().st_mode & ~0o222)
    return folder


def command(folder, *missing):
    """Return how `glowgrid` is run that is installed in a folder. missing: packages that are not installed."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); sys.modules.update(dict.fromkeys({missing!r})); "
    code += "from glowgrid_app.__main__ import main; main()"
    return [sys.executable, "-c", code]


class Home:
    """A person's home, empty but for compiled files of the firmware, which take half a minute.

    command: how `glowgrid` is run; environment: what differs from this process's.
    """

    def __init__(self, folder, command, **environment):
        self.folder, self.command = folder, command
        folder.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "GLOWGRID_"))}
        self.environment = {**kept, "HOME": str(folder), "GLOWGRID_GAMES": os.devnull, **environment}
        asked = [sys.executable, "-c", CACHE_OF_A_USER]
        found = subprocess.run(asked, env=self.environment, capture_output=True, text=True, check=True).stdout
        self.cache = Path(found.strip())
        self.page = self.cache / "web"
        if CACHE.is_dir():
            shutil.copytree(CACHE, self.cache / "mpy", ignore=shutil.ignore_patterns("tmp*"))

    def leftovers(self):
        """Return what starts that were cut off have left."""
        node = (self.cache / "node").glob("*/*")
        return [*self.page.glob("making_*"), *(path for path in node if path.name != "node_modules")]

    @contextlib.contextmanager
    def starting(self, *words, **environment):
        """Context: a Start, ended by Ctrl-C. environment: what differs from the home's."""
        command = [*self.command, "web", "--no-browser", "--port", "0", *words]
        start = Start(command, {**self.environment, **environment})
        try:
            yield start
        finally:
            start.end(signal.SIGINT)


class Start:
    """A running `glowgrid web`. said: the lines that it has said on standard error, and then its address."""

    def __init__(self, command, environment):
        self.said = []
        self.process = subprocess.Popen(
            command,
            env=environment,
            cwd=environment["HOME"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def line(self):
        """Return the next line; None at the end."""
        line = self._lines.get(timeout=DEADLINE_S)
        if line is not None:
            self.said.append(line)
        return line

    def all_said(self):
        """Return all lines, once it has ended."""
        while self.line() is not None:
            pass
        return self.said

    def until_step(self, number):
        """Read until it begins this step of the build."""
        while (line := self.line()) is not None:
            found = STEP.fullmatch(line)
            if found and int(found[1]) == number:
                return
        raise AssertionError(self.said)

    def address(self):
        """Return its address, once the page is there."""
        while (line := self.line()) is not None:
            if found := ADDRESS.match(line):
                return found[0]
        raise AssertionError(self.said)

    def end(self, by):
        """End it by a signal, if it still runs; return how it has ended."""
        if self.process.poll() is None:
            self.process.send_signal(by)
        return self.process.wait(timeout=DEADLINE_S + OUTPUT_S)


class _Links(HTMLParser):
    """The links, pictures, styles and scripts of a document, and its anchors."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.links |= {found[name] for name in ("href", "src") if found.get(name)}
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}


def crawled(address, *begin):
    """Return ({address: bytes} of all that links of this server lead to, the list of those that are dead)."""
    seen, dead, left = {}, [], [urljoin(address, each) for each in ("", *begin)]
    while left:
        page = left.pop()
        if page in seen:
            continue
        text = seen[page] = fetched(page)
        if text is None:
            dead.append(page)
        elif page.endswith(("/", ".html")):
            targets = {urldefrag(urljoin(page, each))[0] for each in _Links(text.decode()).links}
            left += [each for each in targets if each.startswith(address) and each not in seen]
    return seen, dead


def fetched(address):
    """Return the bytes at an address; None if there is nothing."""
    try:
        with urllib.request.urlopen(address, timeout=DEADLINE_S) as answer:
            return answer.read()
    except urllib.error.HTTPError:
        return None


def without_image():
    """Return the environment of a person who has no MicroPython image and no network to get one."""
    return {image.VARIABLE: os.devnull}


def programs_without_node(folder, *more):
    """Return a PATH without Node.js and npm: only the shell, which npm itself needs, and more programs."""
    folder.mkdir()
    for name in ("sh", "env", *more):
        (folder / name).symlink_to(shutil.which(name))
    return str(folder)
