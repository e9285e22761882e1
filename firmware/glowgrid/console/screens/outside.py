"""Modules that screens outside a match load: like load.py, but unloaded during a match."""

from glowgrid.console import load


def attract():
    from glowgrid.console.screens import attract

    return attract


def choice():
    from glowgrid.console.screens import choice

    return choice


def coach_picture():
    from glowgrid.console.screens import coach_picture

    return coach_picture


def first_game():
    from glowgrid.console.screens import first_game

    return first_game


def levels():
    from glowgrid import levels

    return levels


def match():
    from glowgrid.console import match

    return match


def minimax():
    from glowgrid.console.screens import minimax

    return minimax


def no_draw():
    from glowgrid.console.screens import no_draw

    return no_draw


def offer():
    from glowgrid.console.screens import offer

    return offer


def pairs():
    from glowgrid.console.screens import pairs

    return pairs


def pointing():
    from glowgrid.console import pointing

    return pointing


def proving():
    from glowgrid.console.screens import proving

    return proving


def puzzles():
    from glowgrid.console.screens import puzzles

    return puzzles


def results():
    from glowgrid.console.screens import results

    return results


def resume():
    from glowgrid.console.screens import resume

    return resume


def seats():
    from glowgrid.console.screens import seats

    return seats


def settings():
    from glowgrid.console.screens import settings

    return settings


def sizes():
    from glowgrid.console.screens import sizes

    return sizes


def sure():
    from glowgrid.console.screens import sure

    return sure


def view():
    from glowgrid.console import view

    return view


def steps_to_menu():
    """Import what the menu needs."""
    yield  # the lights answer the key first
    for each in load.pictures, choice, sizes, load.menu:
        each()
        yield
