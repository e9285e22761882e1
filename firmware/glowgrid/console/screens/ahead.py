"""What is imported ahead, one module a tick, so that keys are read in between: as load.py, for what no match needs."""

from glowgrid.console import load


def choice():
    from glowgrid.console.screens import choice

    return choice


def levels():
    from glowgrid import levels

    return levels


def match():
    from glowgrid.console import match

    return match


def play_picture():
    from glowgrid.console.screens import play_picture

    return play_picture


def pointing():
    from glowgrid.console import pointing

    return pointing


def view():
    from glowgrid.console import view

    return view


def steps_to_menu():
    """Import what the menu needs."""
    yield  # first the lights answer the key
    for each in load.pictures, choice, load.sizes, load.menu:
        each()
        yield
