"""`python -m tools COMMAND`: one command line for everything. Its commands are in commands.py."""

import sys

from host_sim.cli.run import run


def main():
    run(_load, "python -m tools")


def _load():
    from .commands import application

    return application(sys.argv[1:])


if __name__ == "__main__":
    main()
