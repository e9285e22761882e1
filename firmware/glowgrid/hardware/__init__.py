"""All that touches the machine: drivers, the board file, the loop."""
import sys


def forget(name):
    """Give back the memory of a module of this folder that has done its work; whoever imports it again loads it anew."""
    del sys.modules[__name__ + "." + name]
    del globals()[name]
