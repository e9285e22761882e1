"""`python -m tools.lab bench entries`: measure how fast the engine and the console are on the emulated Pico.

Emulated time is repeatable to the microsecond. By default flash is as fast as RAM; with `--cache` a flash read takes
extra time when it misses the chip's cache: a real Pico is between the two. Every entry checks its own answer: a wrong
answer is an error, however fast. So is a figure that differs by more than 3% from the committed one, for better or
worse, until `--record` enters it.
"""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from host_sim.cli.errors import ToolError
from host_sim.cli.writable import check_writable, writing
from host_sim.engine.worker import hosts
from host_sim.pico.image import DEFAULT_VERSION

from ... import output
from .. import measured
from . import figures
from .entries import ENTRIES, NAIVE_FACTOR, NAMES
from .run import Bench, run_on_host


def command(
    names: Annotated[list[str] | None, typer.Argument(metavar="[ENTRY]...", help=f"Of {', '.join(NAMES)}.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the results to this file.")] = None,
    host: Annotated[
        bool, typer.Option("--host", help="Search on CPython and unix MicroPython, not on the Pico.")
    ] = False,
    image: Annotated[Path | None, typer.Option(help=f"A MicroPython UF2 file (default: {DEFAULT_VERSION}).")] = None,
    cache: Annotated[bool, typer.Option("--cache", help="Count the time of misses in the chip's flash cache.")] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Enter the figures: in figures.json and MEASURED.md.")
    ] = False,
):
    """Measure how fast engine and console are on the emulated Pico.

    A wrong answer is an error, and so is a figure that has changed by more than 3%.
    """
    entries = chosen(names, host)
    if record and host:
        raise ToolError("--record keeps figures of the Pico: leave out --host")
    if cache and host:
        raise ToolError("--cache applies to the Pico: leave out --host")
    if json_file:
        check_writable(json_file)
    if host:
        runs = [
            (entry, place, lambda entry, place=place: run_on_host(place, entry))
            for entry in entries
            for place in hosts()
        ]
        about = "wall time, not repeatable"
    else:
        bench = emulated(image, cache)
        runs = [(entry, "pico", bench.run) for entry in entries]
        about = f"emulated Pico, MicroPython {bench.version}{', with cache misses' * cache}"
    results = []
    for each in measure(runs, output.console(stderr=True)):
        results.append(each)
        if json_file:  # the results so far, in case it is stopped
            with writing(json_file):
                json_file.write_text(json.dumps({"about": about, "entries": results}, indent=1) + "\n")
    output.console().print(table(results, about))
    wrong = [f"{result['name']} on {result['on']}: {result['wrong']}" for result in results if result["wrong"]]
    if wrong:
        raise ToolError("wrong: " + "; ".join(wrong))
    if record:
        if cache:  # memory is the same
            results = [each for each in results if each["bytes_are"] != "heap free"]
        measured.record({result["name"]: figure(result) for result in results}, cache)
        figures.record(results, cache)
    elif not host and image is None:
        before = figures.committed()
        changed = [line for each in results for line in figures.changes(each, before.get(each["name"]), cache)]
        if changed:
            raise ToolError("changed by more than 3%, --record enters it: " + "; ".join(changed))


def chosen(names, host):
    """Return the entries with these names, or all without names. Raises ToolError."""
    unknown = [name for name in names or () if name not in NAMES]
    if unknown:
        raise ToolError(f"no entry {unknown[0]!r} in the bench; there are {', '.join(NAMES)}")
    found = [entry for entry in ENTRIES if not names or entry.name in names]
    if not host:
        return found
    on_pico = [entry.name for entry in found if not entry.call]
    if names and on_pico:
        raise ToolError(f"{on_pico[0]} is not a search: it can only be measured on the Pico, so leave out --host")
    return [entry for entry in found if entry.call]


def emulated(image=None, cache=False):
    """Return the emulated Pico to measure on. cache: as for `Pico`. Raises ToolError if either is missing."""
    import host_sim.pico.bench  # noqa: F401  (before any work: the packages that it needs may be missing)
    from host_sim.pico.engine import CacheMissing
    from host_sim.pico.image import ImageMissing

    try:
        return Bench(image, cache)
    except (ImageMissing, CacheMissing) as error:
        raise ToolError(str(error)) from error


def measure(runs, console):
    """Yield the result of each of `runs`, a list of (entry, place, function of the entry that gives its answers)."""
    with output.progress(console) as progress:
        task = progress.add_task("bench", total=len(runs))
        for entry, place, run in runs:
            progress.update(task, description=f"{entry.name} on {place}")
            if not console.is_terminal:
                console.print(f"{entry.name} on {place} ...")
            try:
                yield result(entry, place, run(entry))
            except Exception as error:  # noqa: BLE001 - whatever it was, go on with the other entries
                yield failed(entry, place, error)
            progress.advance(task)


def failed(entry, place, error):
    """Return the report of an entry without an answer."""
    why = str(error) if isinstance(error, ToolError) else f"{type(error).__name__}: {error}"
    return _reported(entry, place, [], why)


def result(entry, place, answers):
    """Return the report of an entry: a dict as in the JSON file.

    us: microseconds, emulated if on "pico"; for several searches the sum, for slices the mean. nodes: positions
    visited. bytes: what they count is in `bytes_are`. wrong: what is wrong with the answer, or None.
    """
    found = _reported(entry, place, answers, entry.check(answers) if entry.check else answers[0]["wrong"])
    us, nodes = found["us"], found["nodes"] or 0
    if place == "cpython":
        found["bytes"] = None  # they are not counted there
    if entry.name == "naive_3x3":
        found["extrapolated"] = {"from_nodes": nodes, "us": us, "factor": NAIVE_FACTOR}
        found["us"], found["nodes"] = round(us * NAIVE_FACTOR), round(nodes * NAIVE_FACTOR)
        found["note"] = f"extrapolated from {nodes} nodes in {time_text(us)}"
    elif entry.name == "slice_console":
        times = [time for answer in answers for time in answer["times"]]
        found["us"], found["worst_us"] = round(sum(times) / len(times)), max(times)
        found["note"] = f"mean of {len(times)}, worst {time_text(max(times))}"
    elif entry.bar.endswith("a second"):
        found["note"] = f"{1_000_000 * nodes / us:,.0f} a second"
    elif len(answers) > 1:
        found["note"] = " + ".join(time_text(answer["us"]) for answer in answers)
    return found


def _reported(entry, place, answers, wrong):
    us, nodes = sum(answer["us"] for answer in answers), sum(answer.get("nodes", 0) for answer in answers)
    return {
        "name": entry.name,
        "on": place,
        "about": entry.about,
        "us": us if answers else None,
        "nodes": nodes or None,
        "us_per_node": round(us / nodes, 2) if nodes else None,
        "bytes": max((answer["bytes"] for answer in answers if "bytes" in answer), default=None),
        "bytes_are": entry.bytes_are,
        "note": answers[0].get("note", "") if answers else "",
        "bar": entry.bar,
        "wrong": wrong,
        "answers": answers,
    }


def figure(result):
    """Return the figure for MEASURED.md."""
    if result["bytes_are"] == "heap free":
        return f"{result['bytes']:,} bytes"
    if result["bar"].endswith("a second"):
        return result["note"]
    if "worst_us" in result:
        return f"mean {time_text(result['us'])}, worst {time_text(result['worst_us'])}"
    positions = f", {result['nodes']:,} positions" if result["nodes"] else ""
    return time_text(result["us"]) + positions


def time_text(us):
    """1234567 is "1.23 s"."""
    for unit, size in (("s", 1_000_000), ("ms", 1000)):
        if us >= size:
            return f"{us / size:.3g} {unit}" if us < 1000 * size else f"{us / size:.0f} {unit}"
    return f"{us} us"


def table(results, about):
    """Return the results as a table for a terminal."""
    shown = Table(title=f"Bench: {about}", title_justify="left")
    shown.add_column("entry", no_wrap=True)
    for heading in ("time", "nodes", "us/node", "bytes"):
        shown.add_column(heading, justify="right")
    shown.add_column("bar (stretch)")
    shown.add_column("what")
    for each in results:
        name = each["name"] if each["on"] == "pico" else f"{each['name']} ({each['on']})"
        count = "-" if each["bytes"] is None else f"{each['bytes']:,} {each['bytes_are']}"
        said = "; ".join(filter(None, (each["about"], each["note"])))
        what = Text(f"WRONG: {each['wrong']}", style="red") if each["wrong"] else said
        shown.add_row(
            name,
            time_text(each["us"]) if each["us"] else "-",
            f"{each['nodes']:,}" if each["nodes"] else "-",
            f"{each['us_per_node']:.1f}" if each["us_per_node"] else "-",
            count,
            each["bar"],
            what,
        )
    return shown
