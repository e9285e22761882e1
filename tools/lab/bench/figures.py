"""The committed figures of `bench entries`, exact because the emulated Pico is, and what has changed since.

figures.json has for each entry those that apply of: us (microseconds), work (units), nodes, bytes, worst_us. Also
cached_us, cached_worst_us: the times with misses in the flash cache.
"""

import json

from ...paths import ROOT

FILE = ROOT / "tools" / "lab" / "bench" / "figures.json"
COUNTS = "us", "worst_us", "work", "nodes", "bytes"
TIMES = "us", "worst_us"
MOST = 0.03  # a figure has changed if it differs by more, either way


def committed():
    """Return {name of an entry: {count: figure}}."""
    return json.loads(FILE.read_text())


def of(result, cache=False):
    """Return the figures in a result of the bench; cache: whether cache misses were counted."""
    if cache:
        return {"cached_" + count: result[count] for count in TIMES if result.get(count)}
    found = {count: result.get(count) for count in COUNTS}
    found["work"] = sum(answer.get("work", 0) for answer in result["answers"])
    return {count: figure for count, figure in found.items() if figure}


def changes(result, before, cache=False):
    """Return a line for each figure of a result that differs from `before`, the old figures of the entry, or None."""
    if before is None:
        return []
    now = of(result, cache)
    return [
        f"{result['name']}: {count} {before.get(count, 0):,} -> {now.get(count, 0):,}"
        for count in (["cached_" + count for count in TIMES] if cache else COUNTS)
        if abs(now.get(count, 0) - before.get(count, 0)) > MOST * before.get(count, 0)
    ]


def record(results, cache=False):
    """Write the figures of these results to the file."""
    kept = committed() if FILE.exists() else {}
    for result in results:
        before = kept.get(result["name"], {})
        others = {count: figure for count, figure in before.items() if count.startswith("cached_") != cache}
        kept[result["name"]] = {**others, **of(result, cache)} if cache else {**of(result), **others}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(kept[name])}" for name in kept)
    FILE.write_text("{\n" + lines + "\n}\n")
