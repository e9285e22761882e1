"""Put off Ctrl-C while a process is being started."""

import signal
import threading
from contextlib import contextmanager


@contextmanager
def ctrl_c_later():
    """Put off Ctrl-C until the end of the block; in a process that starts meanwhile, for good.

    An interrupted start leaves a process that nobody knows, or an executor without its thread. Only the main thread
    gets Ctrl-C: in another one this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came = []
    blocks = hasattr(signal, "pthread_sigmask")  # Windows has none
    handler = signal.signal(signal.SIGINT, lambda *its: came.append(its))  # another thread may get the signal
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if blocks else set()
    try:
        yield
    finally:
        if blocks:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if came:
            raise KeyboardInterrupt  # also if the block raises something else
