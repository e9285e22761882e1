"""Power-up. A key held down skips the game; Ctrl-C leaves it: both end dark, at the MicroPython prompt."""
import micropython


def main():
    from glowgrid.hardware import board, crash, loop
    try:
        about = board.load("/board.json")
        keys, leds = board.drivers(about)
    except ValueError as error:
        print("glowgrid:", error)
        return
    try:
        if keys.any_held():
            print("glowgrid: a key is held down, the game is skipped")
        else:
            loop.run(console(keys, leds, about))
    except KeyboardInterrupt:
        pass
    except Exception as error:
        crash.report(error, about, leds)
        leds.close()
        return
    micropython.kbd_intr(-1)    # a second Ctrl-C must not stop the darkening
    leds.off()
    leds.close()
    micropython.kbd_intr(3)


def console(keys, leds, about):
    from glowgrid.console import palette
    from glowgrid.console.app import App
    from glowgrid.console.storage import Storage
    from glowgrid.hardware.lights import Lights
    return App(keys, Lights(about, palette.RGB, leds), Storage("/saves"), about)


main()
