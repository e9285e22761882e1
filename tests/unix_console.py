"""On unix MicroPython: play a key log on the real console and print its frames in the format of a golden file.

micropython tests/unix_console.py BOARD.json LOG.keys UNTIL_MS EMPTY_FOLDER [first]       (from the project's root)
"""

import json
import sys

sys.path[:0] = ["firmware", "host_sim/console"]

import keylog  # noqa: E402
from session import Session  # noqa: E402

board, log, until_ms, folder = sys.argv[1:5]
with open(board) as file:
    board = json.load(file)
with open(log) as file:
    changes = keylog.parse(file.read(), 16, log)
Session.clock_ms = (1 << 29) - 3000  # it is about to wrap around, which must change nothing
for time_ms, text in Session(board, folder, first=sys.argv[5:] == ["first"]).play(changes, int(until_ms)):
    print("%d ms\n%s\n" % (time_ms, text))
