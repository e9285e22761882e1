"""Matches that the page takes from other programs, and gives to them: SGF, links of HexWorld and trmph, lists of moves.

The readers and writers are those of this folder. web/worker/handheld.py imports this when a person first shares or
opens.
"""

import sys

if sys.implementation.name == "micropython":
    from ..text import patterns

    sys.modules["re"] = patterns  # while the readers are imported

import re

from glowgrid.console.palette import SIDES
from glowgrid.rules.game import parse_size, size_name
from glowgrid.rules.placed import standing
from glowgrid.search import hides

from ..text.position_line import position_line
from .asked import DEFAULTS, Asked
from .reader import read_each
from .record import NoGame, NoRecord, Record, contradiction, of_match, replay
from .sgf import sgf
from .sites import hexworld

if sys.implementation.name == "micropython":
    sys.modules.pop("re", None)  # a person's own game gets MicroPython's


_LOOKED_AT = 3  # games of a file: one is opened, where others are broken
_OF_TERMINAL = re.compile(r"[;,]? (?:\w+ )*--(?:game|size)[^;]*")  # advice; the page has a row for that (read_as.js)


def opened(app, text, name, game="", size=""):
    """Return the first match of a text that can be played on the page; ValueError, in one line, if there is none.

    It is a NoGame if nothing that a person states would change that.

    game, size: what a person stated, as text; "" for nothing. As a link has it: game, size, moves, stones; and width
    and height of its field, says (what is known of it).
    """
    try:
        return _opened(app, text, name, game, size)
    except ValueError as error:
        kind = NoGame if isinstance(error, NoGame) else NoRecord
        raise kind(_for_page(str(error), "; choose it at Read as")) from None


def _for_page(said, advice=""):
    """Return what is said with this in the place of advice on the terminal's options."""
    return _OF_TERMINAL.sub(lambda found: advice, said)


def _opened(app, text, name, game, size):
    games = {game.name: game for game in app.games}
    asked = Asked(game, parse_size(size) if size else ())
    if game and not size and game not in DEFAULTS:
        asked = Asked(game, _game(games, game).sizes[0])
    fault, count, match = None, 0, None
    for found in read_each(text, name, lambda name: _game(games, name), asked, most=_LOOKED_AT):
        count += 1
        try:
            if not isinstance(found, Record):
                raise found
            match = match or as_link(found, _game(games, found.game))
        except ValueError as error:
            fault = fault or error
        if match and count > 1:
            break
    if not match:
        raise fault or NoRecord("no game in it")
    if count > 1:
        match["says"] += "; it is the first of several games"
    return match


def _game(games, name):
    if name not in games:
        raise NoRecord("no game %s is here" % name)
    return games[name]


def as_link(record, game):
    """Return a record as a link has it: from the stones there when a turn was last out of order, else from none."""
    made, begin, stones, turn = 0, 0, "", 1
    position = game.setup(record.size)
    for position in replay(record, game):
        if not position.is_over() and (made in record.setups or position.to_move != turn):
            begin, stones = made, position_line(game, record.size, position).partition(":")[2].strip()
        turn = position.to_move % position.sides + 1
        made += 1
    made -= 1
    moves = record.moves[begin:made]
    left = len(record.moves) - made
    return {
        "game": record.game,
        "size": size_name(record.size),
        "moves": ",".join(moves),
        "stones": stones,
        "width": position.field.width,
        "height": position.field.height,
        "seats": [0] * position.sides,
        "says": _said(record, game, position, moves, begin, left),
    }


def _said(record, game, position, moves, before, left):
    """Return what is known of a match. moves: those of its list; before: how many moves are stones there."""
    players = record.last_players()
    parts = ["%s, %s" % (game.title(record.size), _moves(len(moves)) if moves else "no moves")]
    if before:
        parts.append(_set_up(before, moves))
    if record.assumed:
        parts.append("this game is assumed, as %s" % record.assumed)
    if players:
        parts.append(" against ".join([players[side] for side in sorted(players)]))
    differs = contradiction(record, position)
    if differs:
        parts.append(differs)
    elif record.winner and not position.is_over():
        parts.append("%s won by %s" % (SIDES[record.winner], record.by))
    if left:
        parts.append("%d after the end left out" % left)
    return "; ".join(parts + [_for_page(note) for note in record.notes])


def _set_up(before, moves):
    count = _moves(before)
    if not moves:
        return "%s is set up as a stone" % count if before == 1 else "%s are set up as stones" % count
    if before == 1:
        return "%s before %s is set up as a stone" % (count, moves[0])
    return "%s before %s are set up as stones" % (count, moves[0])


def _moves(count):
    return "1 move" if count == 1 else "%d moves" % count


def written(match):
    """Return what other programs read of a match: line (its position), sgf, hexworld (a link, "" for another game).

    ValueError if its stones are hidden.
    """
    if hides(match.position) and not match.position.is_over():
        raise ValueError("stones are hidden: share the match once it is over")
    record, game = of_match(match), match.game
    link = hexworld(record, game).strip() if game.name == "hex" and not record.setups else ""
    return {
        "line": position_line(game, match.size, match.position) if standing(match.position) else "",
        "sgf": sgf(record, game),
        "hexworld": link,
    }
