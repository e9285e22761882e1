"""Try a user's own game files as the Pico does, each for 10 s at most: `verdicts` says what is wrong with each.

A file can loop forever, so a separate process tries them and prints a line for each: `python -m
host_sim.own_games.try_games FILE ...`. It checks what the console checks at power-up (glowgrid/rules/trial.py).
"""

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path

LIMIT_S = 10
MOST_MEMORY = 2 << 30  # bytes of that process: a file that takes all of a computer's memory would stop it
START_S = 120  # for the process to start: the machine may be busy


def verdicts(paths, limit_s=LIMIT_S):
    """Return {path: what is wrong with the game in it, one line} of the files that fail."""
    left = [str(path) for path in paths]
    found = {}
    room = 0
    while left:
        said, ended = _run(left, room, limit_s)
        for path, (fault, takes) in said.items():
            room += takes
            if fault:
                found[path] = fault
        left = left[len(said) :]
        if left:
            found[left[0]] = f"{left[0]}: {ended}"
            del left[0]
    return found


def _run(paths, room, limit_s):
    """Return ({path: (fault or "", bytes it takes)} up to the first file that does not end, and why it does not)."""
    command = [sys.executable, "-m", "host_sim.own_games.try_games", str(room), os.getcwd(), *paths]
    root = Path(__file__).resolve().parents[2]
    none = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=none, stdout=subprocess.PIPE, stderr=none, text=True, cwd=root) as process:
        lines = queue.Queue()
        threading.Thread(target=read_lines, args=(process.stdout, lines), daemon=True).start()
        said, wait_s = {}, START_S
        try:
            for path in ("", *paths):  # the first line says that it has begun
                line = lines.get(timeout=wait_s)
                if line is None:
                    return said, "it ends the Python process; remove the code that does so"
                if path:
                    said[path] = tuple(json.loads(line))
                wait_s = limit_s
            return said, ""
        except queue.Empty:
            return said, f"it does not finish within {limit_s} s; look for an endless loop"
        finally:
            process.kill()


def read_lines(stream, lines):
    """Put each line of a stream into a queue, at last None."""
    with contextlib.suppress(OSError, ValueError):
        for line in stream:
            lines.put(line)
    lines.put(None)


def speaker(out):
    """Return a function that prints a value as a line of JSON; a process that a file has forked ends there instead."""
    own = os.getpid()

    def say(value):
        if os.getpid() != own:
            os._exit(0)
        try:
            print(json.dumps(value), file=out, flush=True)
        except OSError:
            os._exit(1)

    return say


def limit_memory():
    """Let allocations of this process fail in time, where the system can."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main(room, folder, paths):
    """Print a line for each file. room: what the files before them take. folder: what relative paths start from."""
    from .data.room import Room

    os.chdir(folder)  # only now: a file there must not hide a module of Python
    limit_memory()
    say, rooms = speaker(os.fdopen(os.dup(1), "w")), Room()
    os.dup2(2, 1)  # output of the file itself, however printed, is not a verdict
    rooms.takes.append(int(room))
    say(None)
    for path in paths:
        before = sum(rooms.takes)
        fault = fault_of(path, rooms)
        say((fault, sum(rooms.takes) - before))


def fault_of(path, rooms=None):
    """Return what is wrong with a file in one line (file, what, where), or "". It runs the file here.

    rooms: the Room that other files have left (data/room.py); None: all of it.
    """
    from glowgrid.rules.trial import trying

    from .data.room import Room
    from .load import MOST_SAID, load_own, tried_place

    try:
        game = load_own(path, rooms or Room())
    except (MemoryError, RecursionError):
        return f"{path}: too large for this Pico"
    except ValueError as error:
        return _one_line(error)
    try:
        for _ in trying(game):
            pass
    except Exception as error:
        return f"{path}: {_one_line(error)[:MOST_SAID]}{tried_place(path, error)}"
    return ""


def _one_line(error):
    from ..cli.run import one_line

    return one_line(" ".join(str(error).split()))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
