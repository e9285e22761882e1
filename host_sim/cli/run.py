"""Turn every end of a command line into an exit code and at most one line of text.

Refused, or a subclass     its message after `error:`, and a line for each step to take; 2, as for a bad option
Ctrl-C                     130
the terminal vanishes      129, after cleaning up (recordings end, processes stop)
the reader has gone        nothing is printed
a full disk, a bad stream  which, and why; 1
a bug in Glowgrid          what and where, no traceback unless GLOWGRID_TRACEBACK is set; 1
"""

import contextlib
import errno
import os
import select
import signal
import sys
import traceback
from pathlib import Path

from .errors import Refused

REFUSED = 2  # exit codes
VANISHED = 129  # 128 and the number of the signal SIGHUP


def run(load, name):
    """Run a command line and end the process. load: returns its typer.Typer; name: the command, for help texts."""
    code, said, steps = 1, "", ()
    try:
        _open_streams()
        _end_with_the_terminal()
        load()(prog_name=name)
    except SystemExit as end:
        code = end.code
    except KeyboardInterrupt:
        code = 130
    except Refused as refusal:
        code, said, steps = REFUSED, str(refusal), refusal.steps
    except OSError as error:
        said = _of_the_system(error)
    except Exception as error:
        said = _lacking(error)
        code = REFUSED if said else 1
        said = said or _of_ours(error)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # nothing is left to clean up
    failed = _flushed(sys.stdout)
    if failed:
        code = code or 1
        said = said or _of_the_system(failed)
    if said:
        for line in (f"error: {one_line(said)}", *(f"  {one_line(step)}" for step in steps)):
            _say(line)
    _flushed(sys.stderr)
    sys.exit(code)


@contextlib.contextmanager
def ends_by(hang_up):
    """Within the block, the signal of a closed terminal calls hang_up instead of raising SystemExit.

    An exception in the middle of an event loop ends the loop, but not the threads that it waits for.
    """
    before = signal.getsignal(signal.SIGHUP) if hasattr(signal, "SIGHUP") else None  # Windows
    if not callable(before):  # or it is ignored
        yield
        return
    signal.signal(signal.SIGHUP, lambda number, frame: hang_up())
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def terminal_has_vanished():
    """Return whether standard input is a terminal that has closed. Some systems send no signal then."""
    if not hasattr(select, "poll"):  # Windows
        return False
    poll = select.poll()
    try:
        poll.register(sys.stdin, 0)
    except (OSError, ValueError):  # closed, or not a file of the system
        return False
    return bool(poll.poll(0))


def printable(text, kept="\n\t"):
    """Return the text made safe for a terminal: it cannot move the cursor or set colours."""
    return "".join(sign if sign.isprintable() or sign in kept else " " for sign in text)


def one_line(text):
    """Return the text as one line for a terminal."""
    return printable(text, kept="")


def say(text="", err=False):
    """Print a text that may contain something from a device or a file."""
    print(printable(str(text)), file=sys.stderr if err else sys.stdout, flush=True)


def _open_streams():
    """Open the standard streams that are missing; replace characters that cannot be encoded instead of raising."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            try:
                os.fstat(number)
            except OSError:  # or the next file opened would get its number
                os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(os.devnull, mode))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace" if name == "stderr" else "replace")


def _end_with_the_terminal():
    """End as on a request when the terminal closes, so that nothing is left half done."""
    hang_up = getattr(signal, "SIGHUP", None)  # Windows has none
    if hang_up and signal.getsignal(hang_up) is signal.SIG_DFL:
        signal.signal(hang_up, lambda number, frame: sys.exit(VANISHED))


def _of_the_system(error):
    """Return the message for an OSError; "" if the reader has gone."""
    if error.errno == errno.EPIPE:
        return ""
    what = error.filename if isinstance(error.filename, (str, bytes)) else "standard input or output"
    return f"{os.fsdecode(what)}: {error.strerror or error}; nothing more can be read or written there"


def _lacking(error):
    """Return the message for an error caused by packages that are not installed; else None."""
    if not isinstance(error, ModuleNotFoundError):
        return None
    try:
        from .missing import why_missing
    except ModuleNotFoundError as lacking:
        return f"the package {lacking.name} is not installed: activate .venv, or python -m pip install -e ."
    return why_missing(error)


def _of_ours(error):
    if os.environ.get("GLOWGRID_TRACEBACK"):
        traceback.print_exc()
    from .installed import TOOLS

    loading = sys.modules.get("host_sim.own_games.load")  # without it no game of a person's own was loaded
    own = loading and loading.place_in_own_file(error)
    if own:
        said = one_line(str(error))
        return f"{own}: {type(error).__name__}: {said}; the game in this file fails: see {TOOLS} game check"
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}"
    return f"a bug in Glowgrid: {type(error).__name__}: {error} ({where}); set GLOWGRID_TRACEBACK=1 for the traceback"


def _flushed(stream):
    """Flush; return the OSError if that fails, and keep the interpreter from trying again at exit."""
    try:
        stream.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return error
    except ValueError:  # closed
        pass
    return None


def _say(line):
    try:
        print(line, file=sys.stderr)
    except (OSError, ValueError):  # there is no reader left
        pass
