"""A wire over TCP: one PC listens, the other one joins."""

import ipaddress
import select
import socket
import time

from ..cli.errors import Refused
from .wire import Wire

SILENT_S = 5  # twenty frames: the other PC is switched off, or its network is
_WAITING = 2  # newcomers at once
_ALL = "0.0.0.0", "::"  # all addresses of this PC


class _End:
    """One end of a connection."""

    def __init__(self, connection):
        self._socket = connection
        connection.setblocking(False)

    def read(self, most):
        try:
            new = self._socket.recv(most)
        except BlockingIOError:
            return b""
        if not new:
            raise ConnectionError("the other one has closed it")
        return new

    def write(self, line):
        try:
            self._socket.send(line)
        except BlockingIOError:
            pass  # it does not read

    def close(self):
        self._socket.close()


class Listener(Wire):
    """Waits for one that joins; while it is there, others are turned away. Refused if it cannot listen there.

    port 0: any that is free.
    """

    patience_s = SILENT_S

    def __init__(self, host, port, clock=time.monotonic):
        super().__init__(clock)
        try:
            family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            self._socket = socket.create_server(address[:2], family=family, backlog=_WAITING)
        except (OSError, ValueError) as error:
            where, why = _name((host, port)), _why(error)
            raise Refused(f"--link: cannot listen on {where}: {why}; choose another port or address") from None
        self._socket.setblocking(False)
        self._at = self._socket.getsockname()[:2]
        self._other = "", 0

    def open(self):
        try:
            connection, (host, port, *_) = self._socket.accept()
        except OSError:  # nobody has come, or has gone at once
            return None
        self._other = host, port
        return _End(connection)

    def look(self, now):
        if self._end:
            self._turn_away()
        super().look(now)

    def _turn_away(self):
        try:
            self._socket.accept()[0].close()
        except OSError:
            pass

    def close(self):
        super().close()
        self._socket.close()

    def linked(self):
        return f"linked with {_name(self._other)}"

    def waiting(self):
        if _is_here(self._at[0]):
            other = f"tcp:{_name(self._at)} --saves FOLDER"  # of its own: it runs on this PC
        elif self._at[0] in _ALL:
            other = f"tcp:ADDRESS:{self._at[1]}, with the address of this PC"
        else:
            other = f"tcp:{_name(self._at)}"
        return f"listening on {_name(self._at)}; start the other one with: glowgrid play --link {other}"


class Joiner(Wire):
    """Joins one that listens, as soon as it does. Refused if the name of its host is not known."""

    patience_s = SILENT_S

    def __init__(self, host, port, clock=time.monotonic):
        super().__init__(clock)
        self._at = host, port
        try:
            self._addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, ValueError) as error:
            raise Refused(f"--link: {host}: {_why(error)}; check the name, or give its address") from None
        self._trying = None  # a socket that connects
        self._until = 0.0

    def open(self):
        connection = self._trying
        if connection:
            joined = _has_joined(connection)
            if joined is None and self._clock() < self._until:
                return None
            self._trying = None
            if joined:
                return _End(connection)
            connection.close()
        self._trying = self._begun()
        return None

    def _begun(self):
        """Return a socket that connects to the next of the addresses; None if it cannot."""
        family, *_, address = self._addresses[0]
        self._addresses.append(self._addresses.pop(0))
        self._until = self._clock() + SILENT_S
        try:
            connection = socket.socket(family, socket.SOCK_STREAM)
        except OSError:  # a PC without IPv6
            return None
        connection.setblocking(False)
        connection.connect_ex(address)
        return connection

    def close(self):
        super().close()
        if self._trying:
            self._trying.close()

    def linked(self):
        return f"linked with {_name(self._at)}"

    def waiting(self):
        here = all(_is_here(str(address[0])) for *_, address in self._addresses)
        other = f"tcp::{self._at[1]}" if here else f"listen:{_name(self._at)}"
        return f"joining {_name(self._at)}; no answer yet; start the other one with: glowgrid play --link {other}"


def _why(error):
    """Return in words why there is no such address; ValueError: no text for a name of the net."""
    return (getattr(error, "strerror", None) or "not a name of the net").partition(" (")[0]


def _has_joined(connection):
    """Return whether a socket has connected; None while it tries."""
    _, ready, failed = select.select([], [connection], [connection], 0)
    if not (ready or failed):
        return None
    try:
        return connection.getsockname() != connection.getpeername()  # on one PC, TCP may join a port to itself
    except OSError:
        return False


def _is_here(address):
    """Return whether this IP address leads to this PC alone."""
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


def _name(address):
    """Return an address as people write it."""
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
