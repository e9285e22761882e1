"""The wires of `glowgrid play --link`: TCP and a serial port, which come and go while the console plays on."""

import os
import re
import socket

import pytest
import source
from deadline import wait_until

from host_sim.cli.errors import Refused
from host_sim.wires.named import wire_named
from host_sim.wires.serial_wire import BAUD
from host_sim.wires.tcp import SILENT_S, Joiner, Listener

HERE = "127.0.0.1"
FRAME = b":1 - 4b2030a9\n"


class Clock:
    """Seconds that pass as a test says; each look at it lets a little pass, so that a wire looks around."""

    now = 0.0

    def __call__(self):
        self.now += 0.05
        return self.now


def port_of(wire):
    """Return the port that a wire says."""
    return int(wire.said.partition(f"{HERE}:")[2].partition(";")[0])


def hears(wire, other=None):
    """Wait until a wire hears a frame that the other one says; return it."""
    heard = b""

    def is_so():
        nonlocal heard
        if other:
            other.read(64)
            other.write(FRAME)
        heard += wire.read(64) or b""
        return FRAME in heard

    wait_until(is_so, "a frame is heard")


@pytest.fixture
def pair():
    listener = Listener(HERE, 0, Clock())
    joiner = Joiner(HERE, port_of(listener), Clock())
    yield listener, joiner
    listener.close()
    joiner.close()


def test_each_hears_the_other_and_says_so(pair):
    listener, joiner = pair
    assert "start the other one with: glowgrid play --link tcp:127.0.0.1:" in listener.said
    assert "no answer yet" in joiner.said
    hears(joiner, listener)
    hears(listener, joiner)
    assert listener.said.startswith("linked with 127.0.0.1:")
    assert joiner.said.startswith("linked with 127.0.0.1:")


def test_the_joiner_comes_first_and_the_listener_comes_back(pair):
    listener, joiner = pair
    hears(listener, joiner)
    port = port_of(joiner)
    listener.close()
    wait_until(lambda: joiner.read(64) is None and "no answer yet" in joiner.said, "the joiner notices")
    again = Listener(HERE, port, Clock())
    try:
        hears(again, joiner)
        hears(joiner, again)
    finally:
        again.close()


def test_another_joiner_is_accepted_once_the_first_has_gone(pair):
    listener, joiner = pair
    hears(listener, joiner)
    second = Joiner(HERE, port_of(joiner), Clock())
    try:
        for _ in range(100):
            second.read(64), listener.read(64), joiner.write(FRAME)
            listener.write(FRAME)
        assert "no answer yet" in second.said and listener.said.startswith("linked with")
        joiner.close()
        hears(listener, second)
    finally:
        second.close()


def test_a_silent_connection_is_given_up_for_one_that_speaks():
    """The other PC has lost its power: nothing closes the connection."""
    clock = Clock()
    listener = Listener(HERE, 0, clock)
    address = HERE, port_of(listener)
    try:
        with socket.create_connection(address):
            wait_until(lambda: listener.read(64) is None and clock.now > 2 * SILENT_S, "the silence has lasted")
            second = Joiner(*address, Clock())
            hears(listener, second)
            second.close()
    finally:
        listener.close()


def test_one_that_does_not_read_blocks_nothing(pair):
    listener, joiner = pair
    hears(listener, joiner)
    for _ in range(2000):
        joiner.write(FRAME * 1000)
        joiner.read(64)
    hears(listener, joiner)


def test_a_serial_port_is_as_fast_as_the_handheld():
    driver = (source.FIRMWARE / "glowgrid/hardware/link_uart.py").read_text()
    assert re.findall(r"^_BAUD = (\S+)", driver, re.MULTILINE) == [f"{BAUD:_}"]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals")
def test_a_pseudo_terminal_is_a_serial_port_and_may_be_unplugged(tmp_path):
    def plugged_in():
        master, slave = os.openpty()
        os.set_blocking(master, False)
        path.symlink_to(os.ttyname(slave))
        os.close(slave)
        return master

    path = tmp_path / "ttyUSB0"
    master = plugged_in()
    wire = wire_named(str(path))
    assert wire.said.startswith(f"listening on {path}, {BAUD} baud")
    os.write(master, FRAME)
    hears(wire)
    assert wire.said == f"linked by {path}"
    wire.write(FRAME)
    assert os.read(master, 100) == FRAME
    for _ in range(2000):  # nobody reads
        wire.write(FRAME)
    path.unlink()
    os.close(master)
    wait_until(lambda: wire.read(64) is None and "unplugged" in wire.said, "it notices")
    wire.write(FRAME)
    master = plugged_in()

    def heard_again():
        os.write(master, FRAME)
        return wire.read(64)

    wait_until(heard_again, "it is back")
    wire.close()
    os.close(master)


@pytest.mark.parametrize(
    "word, said",
    [
        ("", "a serial port is missing"),
        ("/nowhere", "there is no serial port /nowhere; serial ports here: "),
        ("usb:/nowhere", "there is no serial port /nowhere; serial ports here: "),
        ("tcp:x", "expected a port of TCP, 1 to 65535"),
        ("tcp:7000", "expected a port of TCP, 1 to 65535"),
        ("tcp:localhost:0", "nobody listens on port 0"),
        ("tcp::65536", "expected a port of TCP"),
        ("tcp::²", "expected a port of TCP"),
        ("listen::7000", "an address is missing"),
        ("listen:192.0.2.1:7000", "cannot listen on 192.0.2.1:7000"),
        (f"tcp:{'a' * 80}.example:7000", "not a name of the net"),
        (__file__, "cannot be opened"),
    ],
)
def test_a_wrong_word_is_refused_in_a_line(word, said):
    with pytest.raises(Refused) as refused:
        wire_named(word)
    assert said in str(refused.value) and "\n" not in str(refused.value)


def test_an_address_in_use_is_refused():
    listener = wire_named("tcp::0")
    with pytest.raises(Refused, match=f"cannot listen on 127.0.0.1:{port_of(listener)}: "):
        wire_named(f"tcp::{port_of(listener)}")
    listener.close()


def test_only_this_pc_is_served_unless_an_address_is_given():
    listener, others = wire_named("tcp::0"), wire_named("listen:0.0.0.0:0")
    assert listener.said.startswith("listening on 127.0.0.1:")
    assert others.said.startswith("listening on 0.0.0.0:") and "tcp:ADDRESS:" in others.said
    listener.close()
    others.close()
