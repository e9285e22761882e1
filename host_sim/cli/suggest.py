"""Suggest what the user may have meant by an unknown name."""

try:
    from difflib import get_close_matches
except ImportError:  # MicroPython, on the page
    get_close_matches = None


def did_you_mean(name, names, alike=0.6):
    """Return " did you mean hex?" with the closest name; "" if no name is close, or on MicroPython.

    alike: how close it has to be, from 0 to 1.
    """
    close = get_close_matches(str(name).lower(), names, 1, alike) if get_close_matches else []
    return f" did you mean {close[0]}?" if close else ""
