"""Power-up. A key held down skips the game (the undo key: to the self-test), a red light says which; Ctrl-C leaves it, dark.
Both end at the MicroPython prompt."""
import micropython


def main():
    from glowgrid import hardware
    from glowgrid.hardware import board
    from glowgrid.modules import forget
    about = None
    try:
        about = board.load("/board.json")
        keys, leds = board.drivers(about)
    except ValueError as error:
        from glowgrid.hardware import fault
        fault.report(error, about)
        return
    del board
    forget(hardware, "board")
    globals().pop("rp2", None)    # left here by MicroPython's own start: 1.4 KB
    try:
        try:
            if play(keys, leds, about):
                return
        except KeyboardInterrupt:
            pass
        micropython.kbd_intr(-1)    # from here on nothing may stop the darkening
    except KeyboardInterrupt:       # the second of two at once, as tools send it
        micropython.kbd_intr(-1)
    except Exception as error:      # what it is told by is loaded now: the game's memory is free again
        from glowgrid.hardware import crash
        crash.report(error, about, leds)
        leds.close()
        return
    leds.off()
    leds.close()
    micropython.kbd_intr(3)


def play(keys, leds, about):
    """The game, until Ctrl-C; or, at once, True: a key is held that skips it, and the lights say which."""
    testing = False
    if keys.any_held():
        levels = bytearray(keys.count)
        keys.scan(levels)
        held = [key for key in range(keys.count) if levels[key]]
        testing = held == [about["keys"]["roles"]["undo"]]
        if held and not testing:
            from glowgrid.hardware import fault
            fault.held(held, about, leds)
            return True
    from glowgrid.console import palette
    from glowgrid.console.app import TICK_MS, App
    from glowgrid.console.storage import Storage
    from glowgrid.hardware import loop
    from glowgrid.hardware.lights import Lights
    app = App(keys, Lights(about, palette.RGB, leds), Storage("/saves"), about)
    if testing:
        app.test_hardware(0)
    if about["power"].get("light_sleep"):
        from glowgrid.hardware.light_sleep import LightSleep
        loop.run(app, TICK_MS, LightSleep(leds), glances=False)
    else:
        loop.run(app, TICK_MS)


main()
