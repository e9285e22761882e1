"""What becomes of a save that this Glowgrid cannot use: it is renamed, and a line says so."""

import os

from glowgrid.console import storage


def keep(saves, name, newer):
    """Rename a save of version 2 to NAME.2, NAME.2.1, ...: none is overwritten."""
    kept = base = "%s.%s" % (name, newer.version)
    there = os.listdir(saves.folder)
    number = 0
    while kept in there:
        number += 1
        kept = "%s.%d" % (base, number)
    rename_save(saves, name, kept, str(newer))


def rename_save(saves, name, kept, why):
    """Rename a save of a Storage; `faults` has a line for it."""
    try:
        storage.rename(saves.path(name), saves.path(kept))
    except OSError:  # read-only: it is kept where it is
        kept = name
    saves.faults.append("The save '%s' %s; it is kept as %s" % (name, why, kept))
