"""For CPython, MicroPython on unix and the Pico: call kernels with random arguments.

After each call it prints what the kernel returned, and a checksum of its arguments.
"""

import sys
from array import array

from kernel_searches import Random, checksum

SHORT = {}  # {(module, name): what the name is in a build}


def kernel(module, name):
    module = "glowgrid." + module if module else "glowgrid"
    __import__(module)
    return getattr(sys.modules[module], SHORT.get((module, name), name))


def call(module, name, *arguments):
    """Call a kernel; print what it returns and a checksum of its buffers."""
    result = kernel(module, name)(*arguments)
    print(name, result, checksum(list(arguments)))


def small_kernels(calls):
    """Call the kernels that accept any arguments within bounds, `calls` times each."""
    random = Random(1)
    tables = bytearray(3 * 4096)  # while there is room
    for i in range(128):
        tables[i] = random.below(256)
    call("search.groups.playouts", "list_replies", tables)
    for _ in range(calls):
        call("memory", "clear", random.words(40), random.below(40))
        call(
            "search.lines.layout", "_copy_bytes", random.bytes(20), random.below(20), random.words(9), random.below(16)
        )
        call("search.lines.threats", "sort", random.bytes(20, 20), random.below(20), random.bytes(20, 6))
        call("search.lines.solved_file", "place_of", cells_of_three(random), 16, random.below(16), 1 + random.below(3))
        borders = random.below(4), random.below(64), 1 + random.below(2)
        call(
            "search.groups.unions", "list_winners", *borders, random.below(20), 20 + random.below(64), random.bytes(84)
        )
        bits = array("i", [1 << random.below(29) for _ in range(19)])
        call("search.groups.group_shape", "first_point", random.below(1 << 29), bits)
        chains(random)
        for images in (b"\0\1\2\3", random.bytes(4, 4)):
            call("rules.groups", "_keeps_neighbours", 4, random.bytes(24, 5), images)
        find_in_bundle(random)
        console_kernels(random)
        for swap in range(3):
            a_choice(random, swap)


def cells_of_three(random):
    """Return cells of a position of three sides, at most two stones each."""
    cells = bytearray(16)
    for stone in range(random.below(6)):
        cells[random.below(16)] = stone % 3 + 1
    return cells


def chains(random):
    """What a side needs on a field of nine points whose neighbours and borders are random."""
    borders = random.fill(array("H", bytes(18)), 16)
    buffers = [random.bytes(9, 3), random.bytes(54, 10), borders, bytearray(2048)]
    side, least = 1 + random.below(2), 1 + random.below(3)
    call("search.groups.style", "need", side, 1 + random.below(15), least, buffers)


def a_choice(random, swap):
    """Of a level, on a field of 5x5 with a pass."""
    facts = [25, 26, 1, swap, random.below(26), 20, 1 + random.below(4), random.below(101), random.below(1 << 29)]
    # What the kernels record, whether stones may lie on stones, and how soon a loss is always seen.
    facts += [0, 0, 0, 0, random.below(2), 2 + random.below(5)]
    rows = [random.bytes(26, 5), random.bytes(26, 4), random.bytes(26, 101)]
    buffers = [array("i", facts), array("i", bytes(4 * 26)), random.bytes(25, 3)] + rows
    call("levels", "_rank", buffers)
    call("levels", "_picked", buffers)


def find_in_bundle(random):
    """The index of two packages with a module each, and what may be asked of it."""
    package, name = b"p." + random.bytes(2, 3), random.bytes(3, 3)
    entry = b"\3" + name + random.bytes(3)
    index = b"\x81p" + entry + b"\x84" + package + entry + b"\0"
    for dotted in (package, b"p." + name, package + b"." + name, package + name, name + package, name):
        call("", "find", index, bytes(dotted), len(dotted))
    call("", "summed", random.words(16, 1 << 30), 16, random.below(1 << 30), 16777619)


def console_kernels(random):
    frame, row = bytearray(256), 16
    call("console.panel", "_darken", random.bytes(64), random.below(64))
    call("mirror", "_cut", random.bytes(150), 150, random.below(150), bytearray(64))
    call("mirror", "_sign", random.bytes(64, 24), bytearray(78), random.below(14), random.below(65), 48)
    length = 1 + random.below(150)
    call("mirror", "_cut", random.bytes(150), length, 64 * random.below(1 + length // 64), bytearray(64))
    block = random.below(150), row, 1 + random.below(6)
    call("console.view", "_stone", *block, random.below(5), random.below(256), frame)
    call("console.screens.coach_picture", "_quarters", *block, random.below(4), 7, frame)
    corners = random.fill(array("H", bytes(32)), 256)
    call("console.rotation", "_gather", random.bytes(256), corners, bytearray(16), random.below(17))
    call("console.rotation", "_turn", array("H", range(15)), 5, random.below(4), array("H", bytes(30)))
    call("console.view", "_dots", random.bytes(16, 8), random.below(16), random.bytes(8), corners, frame)
    shape = 8, 1 + random.below(7)
    call("console.screens.pictures", "_paint", random.bytes(64), *shape, random.bytes(128), frame, 0, row, 2)
    step = random.below(3) - 1, random.below(3) - 1
    call("console.pointing", "_nearest", 25, random.below(25), *step, random.bytes(25, 9), random.bytes(25, 9))
    edge = array("H", list(random.bytes(20))), random.bytes(20, 5), random.bytes(20)
    call("console.edges", "_paint", *edge, 20, random.bytes(256, 3), random.below(8), random.bytes(10, 8), frame)
    for now_ms in (
        5_000 + random.below(1 << 12),
        (1 << 30) - 2 + random.below(4),
        (1 << 31) - 1 - random.below(1 << 11),
    ):
        changed = array("i", [now_ms - random.below(1500) for _ in range(12)])
        queue = bytearray([random.below(32), random.below(32)]) + random.bytes(64)
        keys = random.bytes(12, 2), random.bytes(12, 2), random.bytes(12, 8)
        call("console.keypad", "_update", *keys, changed, queue, 12, now_ms)


def driver_kernels(calls):
    """Call those of the lights and the drivers so often, but for the two that read registers."""
    loaded = list(sys.modules)
    try:
        __import__("machine")
    except ImportError:
        sys.modules["machine"] = sys  # drivers import it, kernels do not need it
    random = Random(2)
    for _ in range(calls):
        light_kernels(random)
        key_kernels(random)
    if sys.modules.get("machine") is sys:
        forget([name for name in sys.modules if name not in loaded])


def forget(names):
    """Remove these modules, which were loaded without their `machine`."""
    for name in sorted(names, reverse=True):
        del sys.modules[name]
        parent, _, own = name.rpartition(".")
        if parent:
            delattr(sys.modules[parent], own)


def light_kernels(random):
    linear, levels = random.fill(array("H", bytes(60)), 1 << 16), random.bytes(30)
    call("hardware.lights", "_dim", linear, levels, 30, 1 + random.below(255))
    counts, frame = random.fill(array("H", bytes(20)), 100), random.bytes(64, 10 + random.below(2))
    call("hardware.lights", "_count", frame, 64, counts, 10)
    call("hardware.lights", "_load", counts, levels, 10)
    call("hardware.lights", "scale_colours", levels, random.bytes(30), 30, random.below(258) - 1)
    order = array("H", range(63, -1, -1))
    call("hardware.lights", "_spread", random.bytes(64, 10), order, 64, levels, random.bytes(192))
    shown, rhythms = random.bytes(64), random.fill(array("H", bytes(256)), 1 << 16)
    frame = random.bytes(64, 128 + random.below(2))
    call("hardware.lights_mono", "_light", frame, 64, rhythms, random.below(16), random.bytes(128, 4), shown)
    colours = bytes((0, 0, 0, 255, 0, 0, 0, 255, 0, 255, 255, 0))
    call(
        "hardware.lights_mono", "_spread", random.bytes(64, 4), order, 64, colours, random.below(256), random.bytes(192)
    )
    call("hardware.leds_max7219", "_pack", random.bytes(384, 2), random.bytes(52), 2)
    call("hardware.leds_ht16k33", "_pack", random.bytes(192, 2), 1, random.bytes(17), 2)
    places = random.below(3), random.below(3), random.below(3)
    call("hardware.leds_ws2812", "_pack", random.bytes(192), random.bytes(192), 192, *places)
    call("hardware.leds_apa102", "_pack", random.bytes(48), random.bytes(80), 4 + 4 * random.below(16), *places)
    call("hardware.white", "pack", random.bytes(48), random.bytes(80), 4 * random.below(16), *places, 3)
    rgb = random.bytes(192)
    colours = bytearray(rgb)
    colours[random.below(192)] ^= random.below(2)
    call("hardware.leds_seesaw", "_take_over", rgb, colours, 16 * random.below(4), 0, 1, 2)
    call("hardware.leds_seesaw", "_next", 1 + random.below(65535))
    call("hardware.leds_seesaw", "_copy", rgb, random.below(150), random.bytes(32), random.below(24))


def key_kernels(random):
    opened, levels = random.fill(array("i", bytes(64)), 1 << 28), random.bytes(16, 2)
    call("hardware.contacts", "_settle", levels, random.bytes(16, 4), opened, 16, 30, random.below(1 << 28))
    plan = array("i", [0, 4, 4, 0xF, 4, 1, random.below(2), 0, 0, 0, 0, 1, 2, 3])
    while len(plan) < 24:
        plan.append(random.below(4))
    call("hardware.keys_matrix", "_agree", plan, random.words(4, 16), random.words(4, 16), random.words(4, 16))
    call("hardware.keys_matrix", "_spread", plan, random.words(4, 16), random.words(4, 16), random.bytes(16, 2))
    pins = array("i", [14, 0, 29, 7, 8, 9, 22])
    call("hardware.keys_pins", "_spread", random.below(1 << 30), pins, random.bytes(7), 7)
    call("hardware.keys_seesaw", "_tell", random.bytes(16, 28), random.bytes(16), 16)
    call("hardware.keys_tca9555", "_spread", random.below(65536), random.bytes(16), 16)
