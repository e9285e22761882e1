"""`python -m tools words`: find all words, update the PO files, and make the tables that page and terminal read."""

import typer

from host_sim.cli.errors import ToolError
from host_sim.languages.language import FOLDER, NAMES, TABLES

TEMPLATE = FOLDER / "glowgrid.pot"


def command():
    """Find all words that people read, update the PO file of each language, and make its table."""
    try:
        from . import catalog
    except ModuleNotFoundError as error:
        raise ToolError(f"{error.name} is missing: pip install -e '.[test]'") from None
    found = catalog.found()
    TEMPLATE.write_text(catalog.as_text(found), encoding="utf-8")
    typer.echo(f"{TEMPLATE.name}: {len(found)} messages")
    TABLES.mkdir(exist_ok=True)
    for code in NAMES:
        path = FOLDER / f"{code}.po"
        known = catalog.updated(path, found)
        path.write_text(catalog.as_text(known), encoding="utf-8")
        done = sum(catalog.is_done(message) for message in known if message.id)
        if done:  # else the language is not offered
            table = catalog.as_json(catalog.table(known))
            (TABLES / f"{code}.json").write_text(table, encoding="utf-8")
        typer.echo(f"{path.name}: {done} of {len(known)} translated")
