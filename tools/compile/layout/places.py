"""Where the files of Glowgrid are on a device."""

MAIN = "/main.py"
BOARD = "/board.json"
PACKAGE = "/glowgrid"
MODULES = "/glowgrid/modules.bin"  # most modules, in one file
OWN_GAMES = "/games"
NEW = ".new"  # the ending of a file that is not in its place yet
