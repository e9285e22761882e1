"""Power-up. Holding the back key skips the game, and a red light says so; holding undo starts the self-test.

Any other key that is down is ignored until it is released: a stuck key does not stop the game. Ctrl-C leaves the game
and darkens the lights. Both end at the MicroPython prompt. After a crash the game restarts.
"""


def main(mirrored=False, linked=False):
    """Play. mirrored: say at the serial port what the device shows, see mirror.py. linked: the serial port is a wire to
    another device, see hardware/link_usb.py.
    """
    import micropython

    if interrupted():
        return
    if compiled_wrongly(__file__):
        print("glowgrid: MicroPython 1.26 and 1.27 compile these sources wrongly; run `glowgrid flash`")
        return
    from glowgrid import overlay

    # Games stay, so they should lie low: among things that come and go they would break up the free memory.
    place = overlay.hold(overlay.PLACE_OF_GAMES)
    from glowgrid.hardware import board, plugged, watchdog

    watchdog.stop()  # boot.py may have started it
    try:
        about = board.load("/board.json")
        if linked:
            about["link"] = {"driver": "usb"}
        keys, leds = board.drivers(about, True)
    except board.Fault as error:
        from glowgrid.hardware import fault

        fault.report(error)
        return
    leds = plugged.Leds(leds)
    running = []  # the console, once it exists
    try:
        try:
            if play(keys, leds, about, watchdog.take_restart(), running, place, mirrored, linked):
                return
        except KeyboardInterrupt:
            pass
        micropython.kbd_intr(-1)  # from here on nothing may interrupt the darkening
    except KeyboardInterrupt:  # the second of two in a row, as tools send them
        micropython.kbd_intr(-1)
    try:
        watchdog.stop()
        leds.off()
        leds.close()
    finally:
        for app in running:
            app.save_now()
        micropython.kbd_intr(3)


def compiled_wrongly(path):
    """Return whether MicroPython compiled the kernels itself, and wrongly.

    In 1.26 and 1.27 viper changes the index of a ptr16 or ptr32 while it uses it (micropython issue 18800). `flash`
    copies compiled code. path: of this module.
    """
    import sys

    return path.endswith(".py") and (1, 26) <= sys.implementation.version[:2] <= (1, 27)


def interrupted():
    """Return whether Ctrl-C was pressed while MicroPython read main.py, which then takes it for input."""
    import select
    import sys

    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    read = b""
    while read != b"\x03" and poll.poll(0):
        read = sys.stdin.buffer.read(1)
    return read == b"\x03"


def play(keys, leds, about, restart, running, place, mirrored=False, linked=False):
    """Play the game until Ctrl-C. If the key that skips it is held, return True at once; the lights say so. After a
    crash, restart or return True. restart: why it restarts, see hardware/watchdog.py. running: gets the console.
    place: see App. mirrored, linked: see main."""
    app = None
    try:
        testing = False
        if not restart and keys and keys.any_held():
            from glowgrid.hardware import fault

            roles = about["keys"]["roles"]
            held = fault.held(keys)
            if held == [roles["back"]]:
                fault.skip(held, about, leds)
                return True
            testing = held == [roles["undo"]]
        from glowgrid.console import palette, storage
        from glowgrid.console.app import TICK_MS, App
        from glowgrid.hardware import loop, plugged, watchdog

        if mirrored:
            from glowgrid.mirror import Watch, kind

            shown, typed = Watch(), None  # which drops what is typed, too
        else:
            from glowgrid.hardware.lights import kind
            from glowgrid.hardware.typed import Typed

            shown, typed = (None, None) if linked else (_say_shown, Typed().drop)
        saves = storage.Storage("/saves")
        if restart == watchdog.SET_ASIDE:
            saves.set_aside(storage.MATCH)
        lights = kind(about)(about, palette.RGB, leds)
        keys = plugged.Keys(about, keys, leds, lights, palette.RED)
        app = App(keys, lights, saves, about, driver=plugged.board.driver, place=place)
        running.append(app)
        app.restarted = restart == watchdog.RESUME
        if testing:
            app.test_hardware(0)

        def off():
            __import__("glowgrid.hardware.off", None, None, ("sleep",)).sleep(about, leds)

        feed = watchdog.Watchdog() if about.get("watchdog") else None
        if about["power"].get("light_sleep"):
            from glowgrid.hardware.light_sleep import LightSleep

            loop.run(app, TICK_MS, LightSleep(leds, app), glances=False, feed=feed, shown=shown, off=off, typed=typed)
        else:
            loop.run(app, TICK_MS, feed=feed, shown=shown, off=off, typed=typed)
    except Exception as error:
        untried = app and app.give_up()
        blamed = app and app.blame_game()
        app = None
        running.clear()
        from glowgrid.hardware import crash  # only now, since the game's memory is free again

        crash.report(error, about, leds, untried and restart, blamed)
        return True


def _say_shown(app):
    """Say at the serial port which screen follows the splash: `flash` waits for it. Return whether it was said."""
    name = getattr(getattr(app, "screen", None), "NAME", "splash")
    if name == "splash":
        return False
    print("glowgrid: the %s is %son the lights" % (name, "" if app.keypad.keys.lit() else "up, but not "))
    return True
