"""`python -m tools measured`: what was measured, how to measure it again, and at which commit it was.

    python -m tools measured                            write MEASURED.md anew from measured.json
    python -m tools measured set suite_7 "197 of 200"   a figure has been measured again, at the commit checked out
    python -m tools bench solve_3x3 --record            the bench enters its own figures
    python -m tools measured set alive "26 ms" --cache  the same with the misses of the flash's cache

The rows stand in measured.json, in the order of the table. A figure is text, with its unit. The one with cache misses
has a commit of its own: it is often measured later.
"""

import json
import subprocess
from typing import Annotated

import typer

from .. import plain
from ..errors import ToolError
from ..paths import ROOT

DATA = ROOT / "tools" / "lab" / "measured.json"
TABLE = DATA.with_name("MEASURED.md")
JOINED = "a4c957e"  # holds many steps in one; the commits of those are lost
BEFORE = f"before {JOINED}"
HEAD = f"""# Measured

Made by `python -m tools measured` from [measured.json](measured.json): do not edit. Each row has the command that
measures it again, and the commit at which it was measured last; a plus sign after it: firmware/ had changes of its own.
"{BEFORE}": at one of the steps on the way to that commit, which holds them all in one; two rows may mean two of them.
Figures of the Pico are of the emulated one (MicroPython 1.24.1, modules as .mpy): emulated time, which repeats exactly.
There flash is as quick as RAM; "with cache misses" a read of it takes 48 cycles longer where the chip's cache of 16 KB
misses (`--cache`), and its commit follows in brackets where it is another. A real Pico should lie between the two.
Where games were played, 95% intervals are given; our engine then runs on unix MicroPython, with the work that the Pico
does in the time named.
"""

app = typer.Typer(help="The table of measurements: write it anew, or enter a figure.")


@app.callback(invoke_without_command=True)
def command(context: typer.Context):
    """The table of measurements: write it anew, or enter a figure."""
    if context.invoked_subcommand is None:
        rows = load()
        lost = mark_lost(rows)
        write(rows)
        plain.console().print(f"{TABLE.relative_to(ROOT)}: {len(rows)} rows")
        if lost:
            plain.console().print(f"measure again, the history does not know their commits: {', '.join(lost)}")


@app.command("set")
def set_figure(
    name: Annotated[str, typer.Argument(help='Of a row: its "name" in measured.json.')],
    figure: Annotated[str, typer.Argument(help="As it is to be printed.")],
    cache: Annotated[bool, typer.Option("--cache", help="Measured with the misses of the flash's cache.")] = False,
):
    """Enter a figure that was measured at the commit checked out."""
    record({name: figure}, cache)
    plain.console().print(f"{name}: {figure}")


def load():
    """The rows: dicts with name, part (the heading), what, figure, command, commit, and sometimes bar, or cached and
    cached_commit."""
    return json.loads(DATA.read_text())


def record(figures, cache=False):
    """Enter figures, {name: text}, that were measured at the commit checked out."""
    rows = load()
    enter(rows, figures, commit(), cache)
    write(rows)


def enter(rows, figures, at, cache=False):
    """Put figures, {name: text}, into the rows, as measured at commit `at`. ToolError for a name that no row has.

    cache: they were measured with the misses of the flash's cache, and stand beside the others.
    """
    by_name = {row["name"]: row for row in rows}
    for name, figure in figures.items():
        if name not in by_name:
            raise ToolError(f"no row {name!r} in {DATA.name}; add it there first, with what, command and part")
        by_name[name].update({"cached": figure, "cached_commit": at} if cache else {"figure": figure, "commit": at})


def mark_lost(rows):
    """Put "before a4c957e" for commits that were lost on the way to that one; the names of rows with others that the
    history does not know."""
    known, before = _git("rev-list", "HEAD"), _git("show", f"{JOINED}:{DATA.relative_to(ROOT).as_posix()}")
    lost = []
    if not known or not before:  # no clone, or one that knows little of the history
        return lost
    for row in rows:
        for each in ("commit", "cached_commit"):
            at = row.get(each, BEFORE).rstrip("+")
            if at == BEFORE or f"\n{at}" in "\n" + known:
                continue
            if f'"{at}' in before:
                row[each] = BEFORE
            else:
                lost.append(row["name"])
    return lost


def write(rows):
    """Write both files."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    DATA.write_text(f"[\n{lines}\n]\n")
    TABLE.write_text(rendered(rows))


def rendered(rows):
    """The text of MEASURED.md."""
    lines = [HEAD]
    for part in dict.fromkeys(row["part"] for row in rows):
        lines += [f"## {part}\n", "| what | figure | bar | command | commit |", "| --- | --- | --- | --- | --- |"]
        for row in rows:
            if row["part"] == part:
                cells = row["what"], _figures(row), row.get("bar", ""), f"`{row['command']}`", row["commit"]
                lines.append("| " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _figures(row):
    if "cached" not in row:
        return row["figure"]
    at = "" if row["cached_commit"] == row["commit"] else f" ({row['cached_commit']})"
    return f"{row['figure']}; with cache misses {row['cached']}{at}"


def _git(*words):
    """Return what git says, or None if it fails."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


def commit():
    """The commit checked out, with a plus sign if what is measured has changed since. Raises ToolError."""
    said = _git("rev-parse", "--short=7", "HEAD")
    if said is None:
        raise ToolError("git does not say which commit this is: figures are entered in a clone")
    return said.strip() + "+" * (_git("diff", "--quiet", "HEAD", "--", "firmware") is None)
