"""Suggest what the user may have meant by an unknown name."""

from difflib import get_close_matches


def did_you_mean(name, names):
    """Return " did you mean hex?" with the closest name; "" if no name is close."""
    close = get_close_matches(str(name).lower(), names, 1)
    return f" did you mean {close[0]}?" if close else ""
