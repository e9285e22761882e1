"""`python -m tools COMMAND`: its commands are in host_sim/app/commands.py."""

import sys

from host_sim.cli.run import run


def main():
    run(_load, "python -m tools")


def _load():
    from host_sim.app.commands import of_tools

    return of_tools(sys.argv[1:])


if __name__ == "__main__":
    main()
