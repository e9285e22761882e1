"""`docs golden`: play the golden key logs and write the frames; read the differences before you commit them."""

import typer

from host_sim.console import golden


def record():
    """Rewrite the frames of every key log in tests/golden."""
    for path in golden.logs():
        text = golden.as_text(golden.frames(path))
        target = path.with_suffix(".frames")
        old = target.read_text() if target.exists() else ""
        target.write_text(text)
        typer.echo(f"{target.name}: {'unchanged' if text == old else 'changed'}")
