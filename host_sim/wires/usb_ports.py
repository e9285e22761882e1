"""Which serial ports have a Pico with MicroPython, by what USB says of them."""

RASPBERRY_PI = 0x2E8A  # USB vendor of the RP2040; MicroPython's default on the rp2 port is 2e8a:0005
BOOTLOADERS_AND_PROBES = {0x0003, 0x0004, 0x000C}
PROGRAMS = {0x0009, 0x000A, 0x000F, 0x00C0, 0xF00A, 0xF00F}  # of the C SDK and of Arduino, on a Pico and a Pico 2
CIRCUITPYTHON = {(0x239A, 0x80F4), (0x239A, 0x8120), (RASPBERRY_PI, 0x000B)}  # on a Pico, a Pico W and a Pico 2


def listed():
    """Return the serial ports of this PC, a pyserial ListPortInfo each."""
    from serial.tools import list_ports

    return list_ports.comports()


def with_micropython(ports):
    """Return the device names of those that have it, such as "/dev/ttyACM0" and "COM5"."""
    return sorted(port.device for port in ports if is_micropython(port))


def is_micropython(port):
    """Return whether a serial port (a pyserial ListPortInfo) looks like MicroPython on an RP2040.

    Boards of other makers have their own vendor number and say MicroPython in a descriptor (if the operating system
    passes it on).
    """
    ours = port.vid == RASPBERRY_PI and port.pid not in BOOTLOADERS_AND_PROBES and not program_on(port)
    return ours or "micropython" in _words(port)


def program_on(port):
    """Return what runs on a Pico in place of MicroPython, "" if its USB numbers and words do not say it."""
    if "circuitpython" in _words(port) or (port.vid, port.pid) in CIRCUITPYTHON:
        return "CircuitPython"
    return "an Arduino or C program" if port.vid == RASPBERRY_PI and port.pid in PROGRAMS else ""


def _words(port):
    return f"{port.manufacturer or ''} {port.product or ''} {port.interface or ''}".lower()
