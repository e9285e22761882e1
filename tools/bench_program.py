"""The part of `python -m tools bench` that runs on the Pico; its text goes through the raw REPL. It runs on unix
MicroPython and CPython as well. Each function prints one line of JSON: what was asked, `us`, `nodes`, bytes.
"""

import gc
import json

import micropython

try:
    from time import ticks_diff, ticks_us
except ImportError:
    from time import perf_counter_ns

    def ticks_us():
        return perf_counter_ns() // 1000

    def ticks_diff(end, start):
        return end - start


MANY = 100_000_000  # nodes: no limit


def heap():
    """Bytes of the heap in use after a collection; 0 where nobody counts them (CPython)."""
    gc.collect()
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0


def position_of(game, size, moves):
    from glowgrid.games import discover

    position = [each for each in discover()[0] if each.name == game][0].setup(tuple(size))
    for point in moves:
        if not position.play(point):
            raise ValueError("no legal move: %d" % point)
    return position


def run(engine, position, limits, budget):
    """Search to the end in slices of `budget` nodes: the microseconds, `start` included.

    The heap is locked after `start`: an allocation would be a MemoryError.
    """
    gc.collect()
    began = ticks_us()
    engine.start(position, limits)
    micropython.heap_lock()
    try:
        while not engine.step(budget):
            pass
    finally:
        micropython.heap_unlock()
    return ticks_diff(ticks_us(), began)


def search(game, size, games):
    """One engine searches each position of `games` (lists of moves) to its end, or at the strongest level."""
    from glowgrid.search import LEVELS, Limits, engine_for, level_limits

    answers = []
    for moves, to_the_end in games:
        position = position_of(game, size, moves)
        before = heap()
        gc.collect()
        engine = engine_for(position.tables)
        held = heap() - before
        limits = Limits(MANY) if to_the_end else level_limits(LEVELS, engine.node_us)
        us = run(engine, position, limits, engine.slice_nodes)
        answers.append({"us": us, "nodes": engine.nodes, "bytes": held, "best": engine.best, "score": engine.score,
                        "proven": engine.proven, "depth": engine.depth})
        engine = None
    print(json.dumps(answers))


def reply(game, size, moves, milliseconds):
    """What the engine plays after these moves within so much time on the Pico."""
    from glowgrid.search import Limits, engine_for

    position = position_of(game, size, moves)
    gc.collect()
    engine = engine_for(position.tables)
    us = run(engine, position, Limits(max(milliseconds * 1000 // engine.node_us, 1)), engine.slice_nodes)
    print(json.dumps([{"us": us, "best": engine.best, "nodes": engine.nodes, "proven": engine.proven}]))


def every(game, size):
    """The value of each move from the empty field. What is loaded for it is loaded before (17 ms on the Pico)."""
    from glowgrid.search import Limits, engine_for

    position = position_of(game, size, ())
    before = heap()
    engine = engine_for(position.tables)
    engine.start(position, Limits(MANY), True)
    held = heap() - before
    gc.collect()
    began = ticks_us()
    engine.start(position, Limits(MANY), True)
    while not engine.step(engine.slice_nodes):
        pass
    us = ticks_diff(ticks_us(), began)
    print(json.dumps([{"us": us, "nodes": engine.nodes, "bytes": held,
                       "outcomes": [engine.outcome(point) for point in range(position.points)]}]))


def slices(games, nodes, most):
    """Slices of `nodes` nodes (0: as many as the console takes), about `most` of each search: the time of each, and whether
    slicing changed the answer."""
    from glowgrid.search import Limits, engine_for

    answers = []
    for game, size, moves in games:
        position = position_of(game, size, moves)
        gc.collect()
        engine = engine_for(position.tables)
        limits = Limits((nodes or engine.slice_nodes) * most)
        engine.start(position, limits)
        while not engine.step(MANY):
            pass
        whole = [engine.best, engine.score, engine.nodes]
        times = [0] * (8 * most + 8)  # room enough: nothing may be allocated from here on
        counted = heap()
        engine.start(position, limits)
        count = 0
        before = gc.mem_alloc() if counted else 0
        micropython.heap_lock()
        try:
            done = False
            while not done:
                began = ticks_us()
                done = engine.step(nodes or engine.slice_nodes)
                times[count] = ticks_diff(ticks_us(), began)
                count += 1
        finally:
            micropython.heap_unlock()
        allocated = (gc.mem_alloc() if counted else 0) - before
        answers.append({"us": sum(times), "times": times[:count], "nodes": engine.nodes, "bytes": allocated,
                        "same": whole == [engine.best, engine.score, engine.nodes]})
        engine = None
    print(json.dumps(answers))


def naive(naive_search, moves):
    before = heap()
    began = ticks_us()
    value, nodes = naive_search(moves)
    us = ticks_diff(ticks_us(), began)
    allocated = (gc.mem_alloc() if before else 0) - before
    print(json.dumps([{"us": us, "nodes": nodes, "value": value, "bytes": allocated}]))


def playouts(game, size, nodes, most):
    """The engine's playouts from the empty field, within the budget of `nodes`, until at least `most` are made."""
    from glowgrid.search import Limits
    from glowgrid.search.connection import Connection

    position = position_of(game, size, ())
    before = heap()
    gc.collect()
    engine = Connection(position.tables)
    held = heap() - before
    engine.start(position, Limits(nodes))
    micropython.heap_lock()
    try:
        began = ticks_us()
        while engine.nodes < most:
            engine.step(engine.slice_nodes)
        us = ticks_diff(ticks_us(), began)
    finally:
        micropython.heap_unlock()
    estimates = [engine.estimate(point) for point in range(position.points)]
    print(json.dumps([{"us": us, "nodes": engine.nodes, "bytes": held, "best": engine.best, "estimates": estimates}]))


def plain_playouts(hex_fillings, game, size, count):
    """Random playouts with their winner from the empty field, no tree: how often side 1 won."""
    from glowgrid.search import Limits
    from glowgrid.search.connection import Connection

    position = position_of(game, size, ())
    gc.collect()
    engine = Connection(position.tables)
    engine.start(position, Limits(count))
    buffers = engine._buffers
    words, cells = buffers[0], buffers[1]
    span = words[13]
    cells[:span] = cells[span:2 * span]
    gc.collect()
    won = us = 0
    if engine.hex:
        began = ticks_us()
        won = hex_fillings(0, 0, count, buffers)
        us = ticks_diff(ticks_us(), began)
    else:
        from glowgrid.search.unions import unite

        unite(0, 0, buffers)
        at = 0
        while at < count:  # as many at a time as there are bits for who won
            words[6] = words[7] = words[8] = 0
            cells[2 * span:] = bytes(2 * span)
            began = ticks_us()
            engine._playouts(0, cells, 6, buffers)
            us += ticks_diff(ticks_us(), began)
            at += 6
            bits = words[7]
            while bits:
                won += bits & 1
                bits >>= 1
    print(json.dumps([{"us": us, "nodes": count, "bytes": 0, "won": won}]))


def show(frame):
    """Show a frame (palette indices) on the lights of /board.json: the time of the call, for the second frame shown."""
    from time import sleep_ms

    from glowgrid.console import palette
    from glowgrid.hardware import board
    from glowgrid.hardware.lights import Lights

    about = board.load("/board.json")
    lights = Lights(about, palette.RGB, board.drivers(about)[1])
    lights.show(bytearray(len(frame)))
    sleep_ms(5)
    frame = bytearray(frame)
    before = heap()
    micropython.heap_lock()
    try:
        began = ticks_us()
        lights.show(frame)
        us = ticks_diff(ticks_us(), began)
    finally:
        micropython.heap_unlock()
    allocated = (gc.mem_alloc() if before else 0) - before
    sleep_ms(5)
    print(json.dumps([{"us": us, "nodes": 0, "bytes": allocated}]))


def heap_in_match(game, size, level):
    """Heap free in a match while an engine thinks, with everything loaded that the console needs."""
    from glowgrid import hardware
    from glowgrid.console import palette
    from glowgrid.console.app import App
    from glowgrid.console.storage import Storage
    from glowgrid.hardware import board
    from glowgrid.hardware.lights import Lights
    from glowgrid.modules import forget

    about = board.load("/board.json")
    keys, leds = board.drivers(about)
    del board
    forget(hardware, "board")
    app = App(keys, Lights(about, palette.RGB, leds), Storage("/saves"), about)
    app.get_ready()
    tick = 0
    while tick < 40:
        app.tick(10 * tick)
        tick += 1
        if tick == 3:
            chosen = [each for each in app.games if each.name == game][0]
            app.start_match(chosen, tuple(size), [level] * chosen.sides, 30)
    thinking = app.screen.thinking
    gc.collect()
    print(json.dumps([{"us": 0, "nodes": 0, "bytes": gc.mem_free(), "thinking": thinking}]))
