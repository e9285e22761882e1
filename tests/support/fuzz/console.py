"""The common part of the fuzzers of the console."""

BOARD = "pico_ws2812_8x8_keys_4x4"
MOST_TICKS = 400


def until_ready(session):
    """Tick until the splash is over."""
    for _ in range(MOST_TICKS):
        session.tick()
        if session.app.screen.NAME != "splash":
            return
