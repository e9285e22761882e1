"""The extras: packages that not everybody has, and the message where they are missing."""

from contextlib import contextmanager

from host_sim.cli.installed import to_install


@contextmanager
def needing(*packages: str):
    """Context: imports that these packages make possible; a ModuleNotFoundError says in one line how to get them."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"no module {error.name}: {to_install(*packages)}", name=error.name) from None
