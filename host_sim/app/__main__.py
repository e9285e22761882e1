"""`glowgrid COMMAND`: the commands of host_sim and of tools under one name, where Glowgrid is installed."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = HERE if (HERE / "host_sim").is_dir() else HERE.parents[1]  # a wheel, a clone


def main():
    sys.path.insert(0, str(HOME))  # a wheel keeps host_sim and tools inside this package, not at the top level
    from host_sim.cli.run import run

    run(_load, "glowgrid")


def _load():
    from host_sim.app.commands import of_glowgrid

    return of_glowgrid(sys.argv[1:])


if __name__ == "__main__":
    main()
