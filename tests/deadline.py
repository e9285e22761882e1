"""How long a test waits for an event before it gives up: a last resort, never a measure of speed.

A busy machine may be ten times slower than a quiet one. pytest-timeout ends what hangs for good, with a stack. Waiting
for what a process does ends with the process.
"""

import subprocess
import time

DEADLINE_S = 300
PAUSE_S = 0.02
OUTPUT_S = 10  # of a process that has ended; what it has started may keep its pipes open


def wait_until(is_so, what, process=None):
    """Return the first true value of `is_so()`; fail after DEADLINE_S, or as soon as the process ends without it."""
    ends = time.monotonic() + DEADLINE_S
    while not (found := is_so()):
        if process is not None and process.poll() is not None and not is_so():
            raise AssertionError(f"not so: {what}; {how_it_ended(process)}")
        assert time.monotonic() < ends, f"not so after {DEADLINE_S} s: {what}"
        time.sleep(PAUSE_S)
    return found


def how_it_ended(process):
    """Return in words how a process has ended, and what it had written to its pipes."""
    try:
        written = process.communicate(timeout=OUTPUT_S)
    except subprocess.TimeoutExpired as expired:
        written = expired.stdout, expired.stderr
    said = [text if isinstance(text, str) else text.decode(errors="replace") for text in written if text]
    return f"the process has ended with {process.returncode} and said: {''.join(said)}"
