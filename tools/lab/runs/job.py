"""A job: a pure function that makes rows. A row depends only on the job's parameters and its own number.

The function's module has CODE, the files that the rows depend on. Their hash is part of the job: rows of other code
belong to another job, and a worker with other code refuses.
"""

import functools
import hashlib
import importlib
import json
from typing import NamedTuple

from host_sim.cli.errors import ToolError

from ...paths import ROOT


class Failed(Exception):
    """A row cannot be computed. No error of an executor or of its workers is one of these."""

    @property
    def error(self):
        """What the function of the job raised."""
        return self.args[0]


class Job(NamedTuple):
    """function: "module:name", called with the parameters (a dict of JSON values) and a number. code: see `code_of`."""

    function: str
    parameters: dict
    code: str

    @property
    def key(self):
        """Return 16 hexadecimal digits: equal jobs have equal keys, on every machine."""
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]

    def text(self):
        """Return the job as JSON, always written the same way."""
        return json.dumps(self._asdict(), sort_keys=True, separators=(",", ":"))


def job(function, parameters):
    """Return the Job of "module:name", with the code in this clone."""
    return Job(function, parameters, code_of(function.partition(":")[0]))


def from_text(text):
    """Return the Job of `Job.text`."""
    return Job(**json.loads(text))


@functools.cache
def code_of(module):
    """Return eight hexadecimal digits: a hash of the files in CODE of a module."""
    hashed = hashlib.sha256()
    for path in sorted(importlib.import_module(module).CODE):
        content = path.read_bytes()
        if path.suffix != ".bin":
            content = content.replace(b"\r\n", b"\n")  # as a clone on Windows may have it
        hashed.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return hashed.hexdigest()[:8]


def compute(job, number):
    """Return a row of a job, JSON values. Raises ToolError where the code is not the job's."""
    module, _, name = job.function.partition(":")
    if code_of(module) != job.code:
        raise ToolError(f"job {job.key} needs code {job.code}, {ROOT} has {code_of(module)}: check out the same commit")
    return getattr(importlib.import_module(module), name)(job.parameters, number)


def attempt(job, number):
    """Do the same at a worker. Raises Failed, whatever is the matter with the row."""
    try:
        return compute(job, number)
    except Exception as error:
        raise Failed(error) from error
