"""Check games in a process of its own, because a file can loop, end the process or take all memory.

It gets (games, seed, folder, paths) and prints a line of JSON for each step that a file passes, at last [whether all is
well, what to say]. A file that takes too long between two lines, or ends the process, is named; a new process goes on
with the next.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

from host_sim.cli.errors import ToolError
from host_sim.own_games.load import last_words
from host_sim.own_games.try_games import LIMIT_S, START_S, fault_of, limit_memory, read_lines, speaker

from ..paths import ROOT
from .check_file import check_file

STEP_S = 120  # for a random game, or an ending that the engine plays out
TRIED, PASSED = "tried", "passed"  # steps


def results(paths, games, seed, limit_s=LIMIT_S, step_s=STEP_S):
    """Yield (path, whether all is well, what to say) for each file. limit_s: for its trial; step_s: for other steps."""
    left = [str(path) for path in paths]
    while left:
        for path, well, said in _checked([*left], games, seed, limit_s, step_s):
            yield path, well, said
            left.remove(path)


def _checked(paths, games, seed, limit_s, step_s):
    """Yield the results up to the first file that does not end, or ends the process."""
    command = [sys.executable, "-m", "tools.games.apart", str(games), str(seed), os.getcwd(), *paths]
    none, pipe = subprocess.DEVNULL, subprocess.PIPE
    with subprocess.Popen(command, stdin=none, stdout=pipe, text=True, cwd=ROOT) as process:
        lines = queue.Queue()
        threading.Thread(target=read_lines, args=(process.stdout, lines), daemon=True).start()
        try:
            _begun(lines)
            for path in paths:
                ended, well, said = _result(lines, limit_s, step_s)
                yield path, well, f"{path}: {said}" if ended else said
                if ended:
                    break
        finally:
            process.kill()


def _begun(lines):
    """Wait until the process says that it has begun."""
    try:
        line = lines.get(timeout=START_S)
    except queue.Empty:
        raise ToolError(f"the process that checks the games does not begin within {START_S} s; try again") from None
    if line is None:
        raise ToolError("the process that checks the games ends at once")


def _result(lines, limit_s, step_s):
    """Return (whether the process must end, whether all is well, what to say) of the next file."""
    wait_s, found = limit_s, TRIED
    while isinstance(found, str):
        try:
            line = lines.get(timeout=wait_s)
        except queue.Empty:
            return True, False, f"it does not finish within {wait_s} s; look for an endless loop"
        if line is None:
            return True, False, "it ends the Python process; remove the code that does so"
        wait_s, found = step_s, json.loads(line)
    return False, *found


def main(games, seed, folder, *paths):
    """Check the files and print what `_checked` reads. folder: what relative paths start from."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.chdir(folder)
    limit_memory()
    say, shown = speaker(os.fdopen(os.dup(1), "w")), os.dup(2)
    hidden = os.open(os.devnull, os.O_WRONLY)
    say(None)
    for path in map(Path, paths):
        _print_to(hidden)  # what a file prints is shown once
        fault = fault_of(str(path)) if path.is_file() and path.suffix in (".py", ".json") else ""
        say(TRIED)
        _print_to(shown)
        try:
            say([True, check_file(path, fault, int(games), int(seed), lambda: say(PASSED))])
        except ToolError as error:
            say([False, str(error)])
        except Exception as error:
            say([False, f"{path}: the check itself fails, not the game: {last_words(error)}; please report this"])


def _print_to(descriptor):
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)


if __name__ == "__main__":
    main(*sys.argv[1:])
