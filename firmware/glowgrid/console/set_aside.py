"""Saves that this Glowgrid cannot use: it renames them and reports each in a line."""

import os

from glowgrid.console import storage


def keep(saves, name, newer):
    """Rename a save of version 2 to NAME.2, NAME.2.1, ...: no file is overwritten."""
    kept = base = "%s.%s" % (name, newer.version)
    there = os.listdir(saves.folder)
    number = 0
    while kept in there:
        number += 1
        kept = "%s.%d" % (base, number)
    rename_save(saves, name, kept, str(newer))


def rename_save(saves, name, kept, why):
    """Rename a save of a Storage; add a line to its `faults`."""
    try:
        storage.rename(saves.path(name), saves.path(kept))
    except OSError:  # read-only: it stays where it is
        kept = name
    saves.faults.append("The save '%s' %s; it is kept as %s" % (name, why, kept))
