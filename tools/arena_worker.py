"""The side of `python -m tools arena` that searches: unix MicroPython runs it, or CPython where there is none.

    micropython tools/arena_worker.py FIRMWARE GAME SIZE [swap]

"swap": with the swap rule. FIRMWARE is the folder that holds `glowgrid`. One line of JSON in, one out, until the input ends. In:
{"moves": points from the empty field (SWAP: the first stone was taken over), "seed", and one of "level", "nodes" or "ms":
a number; for the last two also [number, depth in plies, percent overlooked]. "ms" is thinking time on the Pico, at the
engine's node_us}. Out: {"best": a point or SWAP, "nodes", "proven"}.
"""

import json
import sys

SWAP = -1


def position_after(position, moves):
    """The position (taken back to its beginning first) after these moves."""
    while position.undo() >= 0:
        pass
    for point in moves:
        if not (position.swap() if point == SWAP else position.play(point)):
            raise ValueError("illegal move %r" % point)
    return position


def limits_of(asked, engine):
    from glowgrid.search import Limits, level_limits

    seed = asked.get("seed", 1)
    if "level" in asked:
        return level_limits(asked["level"], engine.node_us, seed)
    number = asked["nodes"] if "nodes" in asked else asked["ms"]
    number, depth, overlook = number if isinstance(number, list) else (number, 250, 0)
    return Limits(max(number if "nodes" in asked else number * 1000 // engine.node_us, 1), depth, overlook, seed)


def answer(position, engine, asked):
    """What the engine plays; `asked` is a line as above, as a dict."""
    position_after(position, asked["moves"])
    engine.start(position, limits_of(asked, engine))
    while not engine.step(1000):
        pass
    best = SWAP if position.may_swap() and engine.swap else engine.best
    return {"best": best, "nodes": engine.nodes, "proven": engine.proven}


def set_up(game_name, size, *swap):
    """(position, engine) of a game by name and size (numbers between commas); a third argument: with the swap rule."""
    from glowgrid.games import discover
    from glowgrid.rules.game import parse_size
    from glowgrid.search import engine_for

    game = [game for game in discover()[0] if game.name == game_name][0]
    position = game.setup(parse_size(size) if size else ())
    position.swap_rule = bool(swap)
    return position, engine_for(position.tables)


def main():
    sys.path.insert(0, sys.argv[1])
    if sys.implementation.name != "micropython":
        sys.path.insert(0, sys.argv[1] + "/..")
        __import__("host_sim")
    position, engine = set_up(*sys.argv[2:])
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        print(json.dumps(answer(position, engine, json.loads(line))))


if __name__ == "__main__":
    main()
