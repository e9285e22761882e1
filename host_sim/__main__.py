"""`python -m host_sim`: Glowgrid on a desktop. Its commands are in commands.py."""

from .cli.run import run


def main():
    run(_load, "python -m host_sim")


def _load():
    from .commands import app

    return app


if __name__ == "__main__":
    main()
