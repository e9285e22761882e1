"""RenLib's libraries (.lib), made for renju on 15x15: the main line of the tree of moves.

After 20 bytes of header (FF, RenLib, FF, version) a node is two bytes: its point, then bits. A point is the column from
1 in the low half and the row from 0, the topmost, in the high half; 0 is a pass, or the root. Nodes follow depth first.
Source: the published sources of RenLib, which say what a file holds.
"""

from .record import NoGame, Record, passed

HEADER = "\xffRenLib\xff"
_SIZE = 20  # bytes of the header
_NEWEST = 3, 4
_SIBLING, _LEAF, _OLD_COMMENT, _COMMENT, _NO_MOVE, _EXTENDED = 0x80, 0x40, 0x20, 0x08, 0x02, 0x01
_BOARD_TEXT = 0x01  # of the second byte more
_RULE = "RenLib's rule is renju, which forbids some moves to Black; here five or more in a row win"


def is_renlib(text):
    """Return whether a text, a sign for each byte, begins as RenLib's files do."""
    return text.startswith(HEADER)


def of_renlib(text):
    """Return the Record of a file, a sign for each byte; NoGame, in one line, says where it is wrong."""
    if len(text) < _SIZE + 2:
        raise NoGame(f"byte {len(text)}: RenLib's file ends in its header")
    version = ord(text[8]), ord(text[9])
    if version > _NEWEST:
        raise NoGame(f"RenLib's file is of version {version[0]}.{version[1]}; expected 3.4 or older: save it so")
    if max(map(ord, text)) > 255:
        raise NoGame("RenLib's file was changed into text: open the file itself")
    line, notes = _main_line(bytearray(map(ord, text)))
    record = Record("mnk", (15, 15, 5), notes=[_RULE] + notes)
    turn, movers = 1, []
    for byte, point in line:
        if point:
            record.moves.append(f"{chr(ord('a') + point % 16 - 1)}{point // 16 + 1}")
            record.places.append(f"byte {byte}")
            movers.append(turn)
        else:
            record.notes.append(passed(f"byte {byte}", f"side {turn}", record.moves))
        turn = 3 - turn
    if movers != [1 + number % 2 for number in range(len(movers))]:
        record.movers = movers
    if turn != (movers[-1] % 2 + 1 if movers else 1):
        record.setups[len(movers)] = {}, turn
    return record


def _main_line(data):
    """Return ([(byte, point), ...] of the first line of the tree, notes on what else there is)."""
    line, ends, at = [], 0, _SIZE
    above = 0, True  # depth of the node above, whether it is on the line
    waiting = []  # the same, of nodes with a sibling
    while at + 1 < len(data):
        byte, point, bits, more = at, data[at], data[at + 1], 0
        at += 2
        if bits & _EXTENDED:
            more = data[at + 1] if at + 1 < len(data) else 0
            at += 2
        if bits & (_OLD_COMMENT | _COMMENT):
            at = _old_end(data, at) if bits & _OLD_COMMENT else _end(data, at)
        if more & _BOARD_TEXT:
            at = _end(data, at)
        if point and (not point % 16 or point // 16 > 14):
            raise NoGame(f"byte {byte}: {point:02x} is no point of RenLib's 15x15; the file may be cut or damaged")
        if bits & _SIBLING:
            waiting.append(above)
        if byte > _SIZE or point:  # else it is the root
            on_line = above[1] and above[0] == len(line) and not bits & _NO_MOVE
            if on_line:
                line.append((byte, point))
            above = above[0] + 1, on_line
        if bits & _LEAF:
            ends += not bits & _NO_MOVE
            if not waiting:
                return line, _left(ends - 1, len(data) - at)
            above = waiting.pop()
    return line, _left(ends - 1, 0) + ["RenLib's file ends within its tree: it may be cut"]


def _left(lines, rest):
    """Return notes on what is left out: other lines, bytes behind the tree."""
    notes = [f"{lines} {'line' if lines == 1 else 'lines'} beside the main line of the library left out"] * (lines > 0)
    return notes + [f"{rest} bytes behind the tree left out"] * (rest > 1)


def _end(data, at):
    """Return where a text ends that a zero ends; it fills an even number of bytes."""
    return _after(data, at, lambda byte: not byte)


def _old_end(data, at):
    """Likewise for a text whose last sign has its highest bit set."""
    return _after(data, at, lambda byte: byte > 127)


def _after(data, at, is_last):
    end = at
    while end < len(data) and not is_last(data[end]):
        end += 1
    if end == len(data):
        raise NoGame(f"byte {at}: a text without an end; RenLib's file may be cut")
    return at + (end - at) // 2 * 2 + 2
