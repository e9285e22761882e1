"""A board with a link to another device: three wires at two pins that every board of boards/ leaves free.

The page loads it, too.
"""

from .parts import pins

LINK = {"uart": 0, "tx": 0, "rx": 1}


def linked(board):
    """Return the board, checked before, with a link; one that has a link keeps its own. Raises ValueError, one line."""
    if "link" in board:
        return board
    users = {pin: where for where, pin in pins(board)}
    for name in ("tx", "rx"):
        if where := users.get(LINK[name]):
            raise ValueError(
                f'no link: pin {LINK[name]} is already used by {where}; move that to another pin, or write a "link" '
                "with other pins into the board file"
            )
    if board["power"].get("light_sleep"):
        raise ValueError("no link: a Pico that sleeps between ticks hears nothing; leave out power.light_sleep")
    found = dict(board)  # MicroPython in the page knows no {**board}
    found["link"] = dict(LINK)
    return found


def unlinked(board):
    """Return the board without a link."""
    return {name: part for name, part in board.items() if name != "link"}
