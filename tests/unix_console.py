"""Run by unix MicroPython: play a key log on the real console and print its frames as a golden file has them.

    micropython tests/unix_console.py BOARD.json LOG.keys UNTIL_MS EMPTY_FOLDER       (from the project's root)
"""

import json
import sys

sys.path[:0] = ["firmware", "host_sim"]

import keylog
from session import Session

board, log, until_ms, folder = sys.argv[1:]
with open(board) as file:
    board = json.load(file)
with open(log) as file:
    changes = keylog.parse(file.read(), 16, log)
for time_ms, text in Session(board, folder).play(changes, int(until_ms)):
    print("%d ms\n%s\n" % (time_ms, text))
