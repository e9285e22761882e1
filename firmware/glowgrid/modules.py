"""Modules that have done their work are unloaded: the Pico has no memory for what it does not use."""
import sys


def forget(package, name):
    """Unload module `name` of a package (the package itself, not its name), if it is loaded; who imports it loads it anew."""
    if sys.modules.pop(package.__name__ + "." + name, None):
        delattr(package, name)
