"""The links of pupils' results as the page writes and reads them, in Node.js (result_links.mjs)."""

import contextlib
import json
import subprocess
from types import SimpleNamespace

from source import ROOT
from three_tiers import webassembly_or_skip


@contextlib.contextmanager
def talking():
    """Yield functions of the page: `links.write(result)` and `links.read(links)`; or the test is skipped."""
    node, _ = webassembly_or_skip()
    command = [node, ROOT / "tests/result_links.mjs"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        lines = process.stdin, process.stdout

        def ask(**order):
            lines[0].write(json.dumps(order) + "\n")
            lines[0].flush()
            return json.loads(lines[1].readline())

        yield SimpleNamespace(write=lambda result: ask(link=result), read=lambda texts: ask(read=texts))
        process.stdin.close()


def task(step, wrongs, right, free=False, helped=False):
    """Return how a task was answered; right: the right answer, "" while there is none."""
    rights = [right] if right else []
    how = {"free": free, "solved": bool(right), "helped": helped}
    return {"step": step, **how, "wrong": len(wrongs), "wrongs": wrongs, "rights": rights}


def result(lesson, name, at, tasks, title=""):
    """Return what a pupil answered, at a time in seconds since 1970."""
    about = {"lesson": lesson, "title": title, "version": "k3f", "name": name}
    return {**about, "at": at, "count": len(tasks), "tasks": tasks}
