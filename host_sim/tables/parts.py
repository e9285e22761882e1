"""A folder beside a file that is being made: its finished parts, so that a run that was cut goes on there."""

import json
import os
import shutil
from pathlib import Path

from ..cli.errors import Refused
from ..cli.writable import writing
from .columns import joined

ABOUT = "about.json"


class Parts:
    """The parts of a table in FILE.parts. Nothing has the name of the file before the table is whole."""

    def __init__(self, target: Path, about):
        """about: what the table is, JSON values. Refused if the folder has parts of another table."""
        self._target, self._about = target, about
        self._folder = target.with_name(f"{target.name}.parts")
        stated = self._folder / ABOUT
        with writing(self._folder):
            self._folder.mkdir(exist_ok=True)
            if not stated.exists() and not any(self._folder.glob(f"*{target.suffix}")):
                _written(stated, json.dumps(about).encode())
        if not stated.exists() or _read(stated) != about:
            raise Refused(f"{self._folder} has parts of another table; remove it, or name another file")

    def kept(self):
        """Return the numbers of the parts that are there."""
        return {int(path.stem) for path in self._folder.glob(f"*{self._target.suffix}") if path.stem.isdigit()}

    def keep(self, number, data):
        """Keep the bytes of a part."""
        with writing(self._folder):
            _written(self._path(number), data)

    def join(self, count):
        """Make the file of the first `count` parts, which are all there; remove the folder. Return its rows."""
        whole = self._folder / "whole"
        with writing(self._target):
            rows = joined([self._path(number) for number in range(count)], self._target.suffix, whole, self._about)
            os.replace(whole, self._target)
            shutil.rmtree(self._folder)
        return rows

    def _path(self, number):
        return self._folder / f"{number:06}{self._target.suffix}"


def _written(path, data):
    """Write a file that is whole under its name, or is not there."""
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_bytes(data)
    os.replace(unfinished, path)


def _read(path):
    try:
        return json.loads(path.read_bytes())
    except ValueError:
        return None
