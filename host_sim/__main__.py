"""`python -m host_sim`: Glowgrid on a desktop. Its commands are in app/commands.py."""

import sys

from .cli.run import run


def main():
    run(_load, "python -m host_sim")


def _load():
    from .app.commands import of_host_sim

    return of_host_sim(sys.argv[1:])


if __name__ == "__main__":
    main()
