"""The judges find who wins independently of the code in firmware/. One module for each family of games.

Each module has an oracle, which uses only the definitions and suits only tiny games, and fast judges on bit masks.
tests/search/test_judges.py compares the judges with the oracles; other tests use both to check the engines.
Only brute.py uses the rules of the firmware: it checks engines alone, for any small game.
"""


def masks(position):
    """Return the stones of the side to move and of the other, a bit for each point."""
    both = [sum(1 << p for p in range(position.points) if position.cells[p] == side) for side in (1, 2)]
    return both if position.to_move == 1 else both[::-1]
