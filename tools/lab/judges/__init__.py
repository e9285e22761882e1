"""The judges: who wins, found once more without any code of firmware/. One module per family of games.

Each module has an oracle, from nothing but the definitions and for tiny games only, and fast judges on bit masks. The
judges are tested against the oracles (tests/tools/test_judges.py), and tools and tests ask both about the engines. Only
brute.py asks the rules of the firmware: it is for engines alone, and any small game.
"""
