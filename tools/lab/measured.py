"""`python -m tools.lab record measured`: keep what was measured, how, when, and with which version.

    python -m tools.lab record measured                            rewrite MEASURED.md from measured.json
    python -m tools.lab record measured set alive "26 ms"          enter a figure measured today, with this version
    python -m tools.lab bench entries solve_3x3 --record            the bench enters its own figures; so do arena steps
                                                                   and suite measure
    python -m tools.lab record measured set alive "26 ms" --cache  the same with misses in the flash cache

The rows are in measured.json, in the order of the table. A figure is text, with its unit. The one with cache misses
has its own date: it is often measured later. A command takes ten minutes at most; longer ones belong to the nightly
workflow and have no row.
"""

import datetime
import json
import re
from typing import Annotated

import typer

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import VERSION
from host_sim.cli.errors import ToolError
from host_sim.pico.image import DEFAULT_VERSION

from .. import output
from ..paths import ROOT

DATA = ROOT / "tools" / "lab" / "measured.json"
TABLE = DATA.with_name("MEASURED.md")
HEAD = f"""# Measured

Made by `python -m tools.lab record measured` from [measured.json](measured.json), which has each row's date and
version: do not edit. A row's command measures it again, in ten minutes at most; without `pytest` it follows
`python -m tools.lab`, and a name alone is an entry of `bench entries`.

Figures of the Pico are emulated time, which repeats exactly (MicroPython {DEFAULT_VERSION}), with flash as quick as
RAM. "With misses" a read takes 48 cycles longer where the chip's cache of 16 KB misses (`--cache`). A real Pico should
lie between the two. A bar is the worst figure that we want; not all are reached. Figures of games have 95% intervals;
the engine then runs on unix MicroPython, with the work that the Pico does in the time named.
"""
PREFIXES = re.compile("python -m (tools.lab (bench entries )?)?")
MATCH = re.compile(r"level (\d+ against) (?:level )?(.+?) on (.+?), \d+ games")
MATCHES = """\
Elo, or the share of wins; of three seats a third would be even. `arena steps` measures all levels again, `arena play
GAME --size SIZE --first level:2 --second level:1 --games 240` one; `--second` may be `random`, `child` or `greedy`. A
greedy beginner wins at once or stops such a win, else moves at random. A child does the same, but in line games adds to
its longest row. The steps on Hex 9 and 11 are from when these had five levels, those on Havannah 3 from when its middle
levels were others. `arena steps --record` replaces them. Steps that are missing took too long to play.
"""

app = typer.Typer(help="The table of measurements: rewrite it, or enter a figure.")


@app.callback(invoke_without_command=True)
def command(context: typer.Context):
    """The table of measurements: rewrite it, or enter a figure."""
    if context.invoked_subcommand is None:
        rows = load()
        write(rows)
        output.console().print(f"{TABLE.relative_to(ROOT)}: {len(rows)} rows")


@app.command("set")
def set_figure(
    name: Annotated[str, typer.Argument(help='The "name" of a row in measured.json.')],
    figure: Annotated[str, typer.Argument(help="Text to print.")],
    cache: Annotated[bool, typer.Option("--cache", help="Measured with misses in the flash cache.")] = False,
):
    """Enter a figure measured today with this version."""
    record({name: figure}, cache)
    output.console().print(f"{name}: {figure}")


def load():
    """Return the rows: dicts with name, part (the heading), what, figure, command, date, version, and sometimes bar,
    or cached and cached_date."""
    return json.loads(DATA.read_text())


def record(figures, cache=False):
    """Enter figures, {name: text}, measured today."""
    rows = load()
    enter(rows, figures, today(), cache)
    write(rows)


def enter(rows, figures, date, cache=False):
    """Put figures, {name: text}, into the rows, as measured on a day. Raises ToolError for an unknown name.

    cache: they were measured with misses in the flash cache, and go beside the others.
    """
    by_name = {row["name"]: row for row in rows}
    for name, figure in figures.items():
        if name not in by_name:
            raise ToolError(f"no row {name!r} in {DATA.name}; add it there first, with what, command and part")
        new = {"figure": figure, "date": date, "version": VERSION}
        by_name[name].update({"cached": figure, "cached_date": date} if cache else new)


def renewed(rows, new):
    """Return the rows with new ones of one part, together, where the first that they renew was, or first of their
    part."""
    names = {row["name"] for row in new}
    at = [i for i, row in enumerate(rows) if row["name"] in names] or [
        i for i, row in enumerate(rows) if row["part"] == new[0]["part"]
    ]
    before, after = ([row for row in part if row["name"] not in names] for part in (rows[: at[0]], rows[at[0] :]))
    return [*before, *new, *after]


def write(rows):
    """Write both files."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    DATA.write_text(f"[\n{lines}\n]\n")
    TABLE.write_text(rendered(rows))


def rendered(rows):
    """Return the text of MEASURED.md."""
    lines = [HEAD]
    for part in dict.fromkeys(row["part"] for row in rows):
        own = [row for row in rows if row["part"] == part]
        dates = sorted({row["date"] for row in own})
        lines += [f"## {part}\n", f"Measured: {dates[0]} to {dates[-1]}.\n"]
        lines += [_matches(own) if all(MATCH.match(row["what"]) for row in own) else _table(own)]
    return "\n".join(lines)


def _table(rows):
    """Return a row for each figure; columns that would be empty are left out."""
    columns = {
        "what": lambda row: row["what"],
        "figure": lambda row: row["figure"],
        "with misses": _with_misses,
        "bar": lambda row: row.get("bar", ""),
        "command": lambda row: f"`{PREFIXES.sub('', row['command'])}`",
    }
    used = [name for name, cell in columns.items() if any(map(cell, rows))]
    return output.markdown(used, [[columns[name](row) for name in used] for row in rows])


def _with_misses(row):
    """Return the figure with misses, without the number of positions that the other figure names too."""
    _, comma, same = row["figure"].rpartition(", ")
    return row.get("cached", "").removesuffix(comma + same if comma else "")


def _matches(rows):
    """Return a row for each game and a column for each pair of players; a bar of its own stands in its cell."""
    cells, bars = {}, {}
    for row in rows:
        ((number, second, game),) = MATCH.findall(row["what"])
        pair, bar = f"{number} {second.partition(',')[0]}", row.get("bar", "")
        bars[pair] = bars.get(pair) or bar
        own = f", bar: {bar}" if bar not in ("", bars[pair]) else ""
        cells.setdefault(game, {})[pair] = row["figure"].replace(" Elo", "").replace(" to ", "..") + own
    lines = [[game, *(cells[game].get(pair, "") for pair in sorted(bars))] for game in sorted(cells)]
    lines += [["bar", *(bars[pair] for pair in sorted(bars))]]
    return f"{MATCHES}\n" + output.markdown(["game", *sorted(bars)], lines)


def today():
    """Return today's date, as 2026-11-26."""
    return datetime.date.today().isoformat()
