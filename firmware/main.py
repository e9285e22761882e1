"""Power-up: see glowgrid/power_up.py. This file is short, because MicroPython compiles it each time it starts."""

try:
    from glowgrid import power_up

    power_up.main()
except KeyboardInterrupt:  # before the lights were found
    pass
