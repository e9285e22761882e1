"""Power-up: see glowgrid/power_up.py. This file is short because MicroPython compiles it at each start."""

import sys

sys.path[:] = (".frozen",)  # so that a person's file cannot hide MicroPython's module
sys.modules.pop("binascii", None)
import binascii  # noqa: E402

try:
    sys.path.append("")
    try:  # MicroPython hangs on half an .mpy
        assert binascii.crc32(open("/glowgrid/__init__.mpy", "rb").read()) == 0x2144DF1C, "__init__.mpy is damaged"
    except OSError:  # there are only sources
        pass
    from glowgrid import power_up

    power_up.main()
except KeyboardInterrupt:  # before the lights were found
    pass
except Exception as error:
    try:
        __import__("glowgrid/dark").say(error)  # as a file, since the package may be broken
    except Exception:  # mip does not install it
        raise error
