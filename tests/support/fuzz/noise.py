"""Random values, and mutations of good ones."""

import copy

WORDS = ("", "0", "-1", "a1", "press", "\n", "\x00", "é", "٣", "1_0", "nan", "x" * 300, "../x", "[red]")
NUMBERS = (0, 1, -1, 2, 3, 7, 8, 16, 64, 255, 256, 4095, 65535, 1 << 29, 1 << 31, 1 << 64, -(1 << 31))


def value(random, depth=2):
    """Return any value that JSON can hold."""
    kind = random.randrange(8 if depth else 6)
    if kind == 0:
        return random.choice((None, True, False))
    if kind < 3:
        return random.choice(NUMBERS)
    if kind == 3:
        return random.choice((0.5, -0.5, 1e300, 3.0))
    if kind < 6:
        return random.choice(WORDS)
    if kind == 6:
        return [value(random, depth - 1) for _ in range(random.randrange(4))]
    return {random.choice(WORDS[:8]): value(random, depth - 1) for _ in range(random.randrange(3))}


def mutation(random, data):
    """Return a change [path, value] at some place in a value; without a value it removes the place."""
    path, here = [], data
    while isinstance(here, (dict, list)) and here and (not path or random.random() < 0.8):
        step = random.choice(list(here)) if isinstance(here, dict) else random.randrange(len(here))
        path.append(step)
        here = here[step]
    if random.random() < 0.2:
        return [path]
    if isinstance(here, int) and not isinstance(here, bool) and random.random() < 0.5:
        return [path, here + random.choice((-1, 1, 2, 100))]
    if isinstance(here, str) and here and random.random() < 0.5:
        at = random.randrange(len(here))
        return [path, here[:at] + random.choice(("", "x", "1", ".", " ")) + here[at + 1 :]]
    return [path, value(random)]


def mutated(data, changes):
    """Return a copy of the data with these changes; skip those whose place does not exist."""
    data = copy.deepcopy(data)
    for path, *new in changes:
        here = data
        try:
            for step in path[:-1]:
                here = here[step]
            if not path:
                data = new[0] if new else data
            elif new:
                here[path[-1]] = new[0]
            else:
                del here[path[-1]]
        except (LookupError, TypeError):
            pass
    return data


def flipped(body, changes):
    """Return bytes with these changes: [at, byte] sets one, [at] cuts there, [at, byte, True] inserts one."""
    body = bytearray(body)
    for at, *new in changes:
        at = min(at, len(body))
        if not new:
            del body[at:]
        elif len(new) > 1 or at == len(body):
            body.insert(at, new[0] & 255)
        else:
            body[at] = new[0] & 255
    return bytes(body)


def flips(random, size):
    """Return a few changes for `flipped`."""
    changes = []
    for _ in range(random.randint(1, 3)):
        at = random.randrange(size + 1)
        kind = random.randrange(4)
        changes.append([at] if kind == 0 else [at, random.randrange(256)] + [True] * (kind == 1))
    return changes
