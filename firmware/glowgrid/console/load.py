"""Modules that the console loads when needed: a function for each, which imports and returns it.

The overlay unloads most of them for a match (glowgrid/overlay.py); the next call loads them again. Modules that only
screens outside a match need are in screens/outside.py. Nothing else in the console imports in a function.
"""

# Screens ----------------------------------------------------------------------------------------


def blocks():
    from glowgrid.console.screens import blocks

    return blocks


def coach():
    from glowgrid.console.screens import coach

    return coach


def cover():
    from glowgrid.console.screens import cover

    return cover


def lines_through():
    from glowgrid.console.screens import lines_through

    return lines_through


def menu():
    from glowgrid.console.screens import menu

    return menu


def outside():
    from glowgrid.console.screens import outside

    return outside


def pause():
    from glowgrid.console.screens import pause

    return pause


def pause_chord():
    from glowgrid.console.screens import pause_chord

    return pause_chord


def pictures():
    from glowgrid.console.screens import pictures

    return pictures


def play():
    from glowgrid.console.screens import play

    return play


def play_picture():
    from glowgrid.console.screens import play_picture

    return play_picture


def selftest():
    from glowgrid.console.screens import selftest

    return selftest


def shortage():
    from glowgrid.console import shortage

    return shortage


def sign():
    from glowgrid.console.screens import sign

    return sign


def splash():
    from glowgrid.console.screens import splash

    return splash


def starting():
    search()  # it is not there yet at power-up, and imports within imports would nest too deep for the Pico
    from glowgrid.console.screens import starting

    return starting


def words():
    from glowgrid.console.screens import words

    return words


# Other parts ------------------------------------------------------------------------------------


def apply_settings():
    from glowgrid.console import apply_settings

    return apply_settings


def battery():
    from glowgrid.console import battery

    return battery


def edges():
    from glowgrid.console import edges

    return edges


def finished():
    from glowgrid.console import finished

    return finished


def rotation():
    from glowgrid.console import rotation

    return rotation


def memory():
    from glowgrid import memory

    return memory


def search():
    from glowgrid import search

    return search


def set_aside():
    from glowgrid.console import set_aside

    return set_aside


def shrinking():
    from glowgrid.console import shrinking

    return shrinking


def sounds():
    from glowgrid.console import sounds

    return sounds


def statistics():
    from glowgrid.console import statistics

    return statistics


def strategy_file():
    from glowgrid.console import strategy_file

    return strategy_file


def tried():
    from glowgrid.console import tried

    return tried
