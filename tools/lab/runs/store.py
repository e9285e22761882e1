"""The SQLite file that keeps rows: one for each (job, number), so that files of several machines merge."""

import json
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from host_sim.cli.errors import ToolError
from host_sim.cli.writable import check_writable

from ...paths import BUILD
from .job import from_text

Rows = Annotated[Path, typer.Option("--rows", metavar="FILE", help="Keep the rows in this SQLite file, go on there.")]
ROWS = BUILD / "lab.sqlite"

KIND = 0x476C6F77  # SQLite's application_id of these files
TABLES = """
CREATE TABLE jobs (job TEXT PRIMARY KEY, definition TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE rows (job TEXT, number INTEGER, row TEXT NOT NULL, PRIMARY KEY (job, number)) WITHOUT ROWID;
"""
BUSY_S = 60  # how long to wait for another process that writes


@contextmanager
def opened(console, file, what="rows"):
    """Context with the Store of a command's option --rows. After Ctrl-C it says how to go on."""
    if file == ROWS:
        BUILD.mkdir(parents=True, exist_ok=True)
    with Store(file) as store, stoppable(console, f"; the {what} are kept in {file}, and the same command goes on"):
        yield store


@contextmanager
def stoppable(console, more=""):
    """Context for work that Ctrl-C ends with a line."""
    try:
        yield
    except KeyboardInterrupt:
        console.print(f"stopped{more}")
        raise


class Store:
    """An open file of rows; made if it is absent. `commit` saves what was put. A context manager closes it."""

    def __init__(self, file):
        self.file = Path(file)
        check_writable(self.file)
        self._rows = _connected(self.file)

    def __enter__(self):
        return self

    def __exit__(self, *about):
        self.commit()
        self._rows.close()

    def put(self, job, number, row):
        """Keep a row; one that is there already stays."""
        self._rows.execute("INSERT OR IGNORE INTO jobs VALUES (?, ?)", (job.key, job.text()))
        text = json.dumps(row, separators=(",", ":"))
        self._rows.execute("INSERT OR IGNORE INTO rows VALUES (?, ?, ?)", (job.key, number, text))

    def commit(self):
        self._rows.commit()

    def row(self, job, number):
        """Return a row that is there."""
        found = self._rows.execute("SELECT row FROM rows WHERE job = ? AND number = ?", (job.key, number)).fetchone()
        return json.loads(found[0])

    def numbers(self, job):
        """Return the numbers of the rows of a job, a set."""
        return {number for (number,) in self._rows.execute("SELECT number FROM rows WHERE job = ?", (job.key,))}

    def jobs(self):
        """Return [(Job, how many rows)]."""
        counted = "SELECT definition, (SELECT count(*) FROM rows WHERE rows.job = jobs.job) FROM jobs ORDER BY job"
        return [(from_text(text), count) for text, count in self._rows.execute(counted)]

    def merge(self, file):
        """Add the rows of another file; return how many are new. Raises ToolError, and adds none, if two differ."""
        check_rows(file)
        if Path(file).samefile(self.file):
            raise ToolError(f"{file}: it would be merged into itself; name another file")
        self.commit()
        self._rows.execute("ATTACH ? AS other", (str(file),))
        try:
            differing = self._rows.execute(
                "SELECT job, number FROM rows JOIN other.rows AS theirs USING (job, number) "
                "WHERE rows.row != theirs.row ORDER BY job, number LIMIT 1"
            ).fetchone()
            if differing:
                raise ToolError(f"{file}: row {differing[1]} of job {differing[0]} differs from the one in {self.file}")
            self._rows.execute("INSERT OR IGNORE INTO jobs SELECT * FROM other.jobs")
            added = self._rows.execute("INSERT OR IGNORE INTO rows SELECT * FROM other.rows").rowcount
            self.commit()
        finally:
            self._rows.rollback()
            self._rows.execute("DETACH other")
        return added


def check_rows(file):
    """Raise ToolError unless this is a file of rows."""
    if Path(file).is_dir():
        raise ToolError(f"{file} is a folder; name a file of rows")
    if not Path(file).is_file():
        raise ToolError(f"{file}: no such file; name a file of rows")
    _connected(file).close()


def _connected(file):
    """Return a connection to a file of rows, with the tables in it. Raises ToolError for another kind of file."""
    rows = sqlite3.connect(file, timeout=BUSY_S)
    try:
        with closing(rows.cursor()) as asked:
            asked.execute("BEGIN IMMEDIATE")  # two runs may start at once
            (kind,) = asked.execute("PRAGMA application_id").fetchone()
            (tables,) = asked.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if not kind and not tables:
                for statement in TABLES.strip().splitlines():
                    asked.execute(statement)
                asked.execute(f"PRAGMA application_id = {KIND}")
                kind = KIND
            rows.commit()
    except sqlite3.OperationalError as error:
        rows.close()
        raise ToolError(f"{file} cannot be used: {error}; name another file") from error
    except sqlite3.DatabaseError:
        kind = None
    if kind != KIND:
        rows.close()
        raise ToolError(f"{file}: not a file of rows; choose another file or remove it")
    return rows
