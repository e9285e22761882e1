"""Power-up: see glowgrid/power_up.py. This file is short, because MicroPython compiles it each time it starts."""

try:
    from glowgrid import power_up

    power_up.main()
except KeyboardInterrupt:  # before the lights were found
    pass
except Exception:
    try:
        from glowgrid import dark  # noqa: F401
    except Exception:
        pass
    raise
