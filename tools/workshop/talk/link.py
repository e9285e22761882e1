"""What a link to a device is: tools/workshop/serial_link.py has one over mpremote, page_link.py one over Web Serial.

    link.name                           for messages: "/dev/ttyACM0", or advice.THE_PICO
    link.heard                          the last bytes that came, for messages about a prompt that did not
    await link.stop(within_s)           interrupt what runs and enter the raw REPL; the heap stays
    await link.run(code, within_s)      run code in the raw REPL; return (what it printed, its traceback or b"")
    await link.start(code, within_s)    begin to run code, and do not wait for its end
    await link.until(endings, within_s) return what comes, up to the first of these endings (a tuple of bytes) and with
                                        it; without an ending if none comes in time; with no endings all that comes
    await link.write(data)              send bytes as they are, such as Ctrl-C
    await link.close()                  release the port; the device stays as it is

`code` is a text, all else are bytes. A call raises LinkLost if the port is gone, and NoAnswer if the port works but the
answer of `stop`, `run` or `start` does not come in time or is none.
"""


class LinkLost(Exception):
    """The port is gone."""


class NoAnswer(LinkLost):
    """The port works, but no answer came."""
