"""A device at a pseudo-terminal that knows MicroPython's raw REPL and gives prepared answers."""

import contextlib
import os
import select
import threading

BANNER = b"raw REPL; CTRL-B to exit\r\n>"
# The answers before `Device` asks which machine this is: nothing, no names in / and /lib, nothing.
OPENING = (b"", b""), (b"[]", b""), (b"[]", b""), (b"", b"")


@contextlib.contextmanager
def terminal(drive):
    """Context: the name of a port; drive(descriptor, done) runs at its other end in a thread, until `done` is set."""
    import tty

    master, slave = os.openpty()
    tty.setraw(slave)
    done = threading.Event()
    thread = threading.Thread(target=drive, args=(master, done), daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        done.set()
        thread.join()
        os.close(master)
        os.close(slave)


def answering(answers, more=None, restarted=None):
    """Context: the name of a port that answers each piece of code with the next of `answers`, then with nothing.

    An answer is (output, error output), or the raw bytes of everything after the code. more: a queue of bytes that the
    device says by itself. restarted: an event that is set once its program was begun at the friendly prompt.
    """
    left = list(answers)

    def drive(master, done):
        heard, friendly = b"", False
        while not done.is_set():
            if not select.select([master], [], [], 0.02)[0]:
                if more and not more.empty():
                    os.write(master, more.get())
                continue
            heard += os.read(master, 4096)
            if heard.endswith(b"\x05A\x01"):
                said = b"R\x00"  # no raw paste
            elif heard.endswith(b"\r\x01"):
                said, friendly = BANNER, False
            elif heard.endswith(b"\x02"):
                said, friendly = b"\r\n>>> ", True
            elif heard == b"\x04":
                said = b"OK\r\nMPY: soft reboot\r\n" + BANNER
            elif heard.endswith(b"\x04"):
                answer = left.pop(0) if left else b""
                said = b"OK%s\x04%s\x04>" % answer if isinstance(answer, tuple) else answer
            else:
                continue
            os.write(master, said)
            if restarted and friendly and heard == b"\x04":
                restarted.set()
            heard = b""

    return terminal(drive)
