"""The message if the packages of the emulated Pico are not installed."""

from .installed import to_install

_PACKAGES = {"rp2040py": "rp2040py", "littlefs": "littlefs-python"}  # of modules


def why_missing(error):
    """Return the line with what to do for a ModuleNotFoundError of the emulated Pico; None for any other error."""
    package = _PACKAGES.get((error.name or "").partition(".")[0])
    return package and f"the emulated Pico needs {package}: {to_install(package)}"
