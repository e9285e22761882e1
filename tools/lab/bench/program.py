"""The part of `bench entries` that runs on the Pico; its text goes through the raw REPL. It also runs on
unix MicroPython and CPython. Each function prints one line of JSON: the answer, `us`, `nodes`, bytes.
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


ENOUGH = 1_000_000_000  # units of work: no limit
SLICE_WORK = 32_000  # a tick of the console, as in search/engine.py


def heap():
    """Return the bytes of heap in use after a collection; 0 if they are not counted (CPython)."""
    gc.collect()
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0


def position_of(game, size, moves):
    """Return a position, given the name of its game, the size and the moves to it."""
    from glowgrid.games import discover

    position = [each for each in discover()[0] if each.name == game][0].setup(tuple(size))
    for point in moves:
        if not position.play(point):
            raise ValueError("no legal move: %d" % point)
    return position


def run(engine, position, limits):
    """Search to the end in slices like the console's; return the microseconds, including `start`.

    The heap is locked after `start`: an allocation would be a MemoryError.
    """
    gc.collect()
    began = ticks_us()
    engine.start(position, limits)
    micropython.heap_lock()
    try:
        while not engine.step(SLICE_WORK):
            pass
    finally:
        micropython.heap_unlock()
    return ticks_diff(ticks_us(), began)


def made(position):
    """Return (engine, bytes of heap that it takes, including shared buffers). Load its modules first."""
    from glowgrid.search import Memory, engine_for

    before = heap()
    memory = Memory()  # first, as on the console: while the heap is in one piece
    shared = heap() - before
    engine_for(position, memory)
    before = heap()
    engine = engine_for(position, memory)
    return engine, shared + heap() - before


def facts(verdict, names, **more):
    """Return these facts of a verdict, and more."""
    for name in names.split():
        more[name] = getattr(verdict, name)
    return more


def search(game, size, games):
    """Search each position of `games`, (moves, work), with one engine. True: to the end; False: at the top level."""
    from glowgrid.levels import LEVELS, level_limits
    from glowgrid.search import Limits

    answers = []
    for moves, work in games:
        position = position_of(game, size, moves)
        engine, held = made(position)
        limits = Limits(ENOUGH if work is True else work) if work else level_limits(position, LEVELS)
        us = run(engine, position, limits)
        answers.append(facts(engine.verdict, "nodes work best score proven depth", us=us, bytes=held))
        engine = None
    print(json.dumps(answers))


def reply(game, size, moves, work):
    """Find the engine's move after these moves with this much work."""
    from glowgrid.search import Limits

    position = position_of(game, size, moves)
    engine, _ = made(position)
    us = run(engine, position, Limits(work))
    print(json.dumps([facts(engine.verdict, "best nodes work proven", us=us)]))


def every(game, size):
    """Find the value of each move from the empty field; the plies could take forever."""
    from glowgrid.search import Limits

    position = position_of(game, size, ())
    engine, held = made(position)
    gc.collect()
    began = ticks_us()
    engine.start(position, Limits(ENOUGH), True)
    verdict = engine.verdict
    while not engine.step(SLICE_WORK) and not min(verdict.outcomes[: position.points]):
        pass
    us = ticks_diff(ticks_us(), began)
    outcomes = list(verdict.outcomes[: position.points])
    print(json.dumps([facts(verdict, "nodes work", us=us, bytes=held, outcomes=outcomes)]))


def slices(games, most):
    """Search in slices like the console's, about `most` of each search: the time of each, and whether slicing changed
    the answer."""
    from glowgrid.search import Limits

    answers = []
    for game, size, moves in games:
        position = position_of(game, size, moves)
        engine, _ = made(position)
        verdict = engine.verdict
        limits = Limits(SLICE_WORK * most)
        engine.start(position, limits)
        while not engine.step(ENOUGH):
            pass
        whole = [verdict.best, verdict.score, verdict.nodes]
        times = [0] * (8 * most + 8)  # enough room: nothing may be allocated from here on
        counted = heap()
        engine.start(position, limits)
        count = 0
        before = gc.mem_alloc() if counted else 0
        micropython.heap_lock()
        try:
            done = False
            while not done:
                began = ticks_us()
                done = engine.step(SLICE_WORK)
                times[count] = ticks_diff(ticks_us(), began)
                count += 1
        finally:
            micropython.heap_unlock()
        allocated = (gc.mem_alloc() if counted else 0) - before
        same = whole == [verdict.best, verdict.score, verdict.nodes]
        more = {"us": sum(times), "times": times[:count], "bytes": allocated, "same": same}
        answers.append(facts(verdict, "nodes work", **more))
        engine = verdict = None
    print(json.dumps(answers))


def naive(naive_search, moves):
    before = heap()
    began = ticks_us()
    value, nodes = naive_search(moves)
    us = ticks_diff(ticks_us(), began)
    allocated = (gc.mem_alloc() if before else 0) - before
    print(json.dumps([{"us": us, "nodes": nodes, "value": value, "bytes": allocated}]))


def alpha_beta(alpha_beta_search, moves):
    naive(alpha_beta_search, moves)


def playouts(game, size, work, most):
    """Run the engine's playouts from the empty field with budget `work`: time of the first `most`, result of all."""
    from glowgrid.search import Engine, Limits

    position = position_of(game, size, ())
    whole, held = made(position)
    engine = Engine(position.moves, whole.stages[-1:])  # the tree alone
    verdict = engine.verdict
    engine.start(position, Limits(work))
    micropython.heap_lock()
    try:
        began = ticks_us()
        while verdict.nodes < most:
            engine.step(SLICE_WORK)
        us = ticks_diff(ticks_us(), began)
        nodes, used = verdict.nodes, verdict.work
        while not engine.step(SLICE_WORK):
            pass
    finally:
        micropython.heap_unlock()
    answer = {"us": us, "work": used, "nodes": nodes, "bytes": held, "best": verdict.best}
    answer["estimates"] = list(verdict.estimates[: position.points])
    print(json.dumps([answer]))


def show(frame):
    """Show a frame (palette indices) on the lights of /board.json: the time of the call for the second frame."""
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


def longest_save(times, moves):
    """Time the longest of many saves of a match, each in one go; the console does one step in a tick."""
    from glowgrid.console.storage import Storage

    saves = Storage("/bench")
    took = []
    same = True
    for number in range(times):
        record = {"moves": [number] * moves}
        gc.collect()
        began = ticks_us()
        written = saves.save("match", record)
        took.append(ticks_diff(ticks_us(), began))
        same = same and written and saves.load("match") == record
    print(json.dumps([{"us": max(took), "mean_us": sum(took) // times, "same": same}]))


def heap_in_match(game, size, level):
    """Measure the free heap in a match while an engine thinks, with everything loaded that the console needs."""
    from glowgrid.console import palette
    from glowgrid.console.app import App
    from glowgrid.console.storage import Storage
    from glowgrid.hardware import board
    from glowgrid.hardware.lights import Lights

    about = board.load("/board.json")
    keys, leds = board.drivers(about)
    app = App(keys, Lights(about, palette.RGB, leds), Storage("/saves"), about)
    tick = 0
    while not app.offered:
        app.tick(10 * tick)
        tick += 1
    chosen = [each for each in app.games if each.name == game][0]
    app.start_match(chosen, tuple(size), [level] * chosen.sides, 10 * tick)
    for tick in range(tick, tick + 60):
        app.tick(10 * tick)
    thinking = app.screen.thinking
    gc.collect()
    print(json.dumps([{"us": 0, "nodes": 0, "bytes": gc.mem_free(), "thinking": thinking}]))
