"""The game and size of an SGF, and whether LittleGolem wrote it; or that it is not one of our games.

Ours says its game: `GG[mnk 5,4,4]`. GM[11] is Hex, GM[4] five in a row. Without GM the words of the file say which game
it is (EV, GN, AP, its name); else it is Hex, or at LittleGolem what its points are: bc of Hex, E5 of Havannah.
"""

import re

from glowgrid.rules.game import parse_size

from .record import NoRecord, short

OURS = "GG"  # the property that says which game it is
SWAPS = "swap-pieces", "swap-sides", "swap"
ENDS = {"resign": "resignation", "forfeit": "forfeit", "timeout": "time", "time": "time"}
COLOURS = "B", "W", "R"  # R: side 3 of ours
DEFAULTS = {"hex": "11", "havannah": "8", "y": "11", "mnk": "15"}
_GAMES = {"11": "hex", "4": "mnk", "hex": "hex", "gomoku": "mnk", "havannah": "havannah", "y": "y"}
_WORDS = {"havannah": "havannah", "hgf": "havannah", "hex": "hex", "gomoku": "mnk", "y": "y"}
_FIRST = "havannah", "hgf", "hex", "gomoku", "y"  # of several words the first counts; no dict keeps that on MicroPython
_IS_Y = re.compile(r"y(?:[.:#\d-].*)?$")  # EV or GN; a word of other tongues too
_USUAL = 13, 15, 19, 20  # sizes of five in a row
_EXPECTED = "expected Hex, Havannah, Y or five in a row"
_OTHERS = {  # {word without its number: game}
    "amazons": "Amazons",
    "chess": "chess",
    "connect": "Connect6",
    "dots": "Dots and Boxes",
    "boxes": "Dots and Boxes",
    "dotsboxes": "Dots and Boxes",
    "dvonn": "DVONN",
    "einstein": "EinStein würfelt nicht",
    "go": "Go",
    "loa": "Lines of Action",
    "othello": "Othello",
    "pente": "Pente",
    "reversi": "Reversi",
    "shogi": "shogi",
    "twixt": "TwixT",
}
_PLAIN = "chess", "connect", "dots", "einstein", "go"  # words of other things too: they count as `go19`, or as below
_NAMES_GAME = re.compile(
    rf"({'|'.join(_PLAIN)})(?:\.\w|$| +(?:championships?|cup|games?|leagues?|match|open|tournament|w\W*rfelt)\b)"
)
_RULES_OF_GO = "japanese", "chinese", "aga", "goe", "nz", "tromp"
_NOTES_ON_RULES = {
    "standard": "exactly five win there",
    "caro": "five win there only if an end is open",
    "renju": "it forbids some moves to Black",
}


class Asked:
    """The game and the size that a person stated for what a file leaves open; "" and () for neither."""

    def __init__(self, game="", size=()):
        self.game, self.size = game, size


def note_on_rule(rule):
    """Return a note in a list if a rule of five in a row is another than ours."""
    found = next((why for name, why in _NOTES_ON_RULES.items() if name in rule.lower()), "")
    return [f"rule {short(rule)}: {found}; here five or more in a row win"] if found else []


def _other_of(name):
    """Return the game, none of ours, that the name of an event or of a game says; "" if none."""
    words = re.findall(r"[a-z]+\d*", name)
    bare = [word.rstrip("0123456789") for word in words]
    if any(word in _WORDS and word != "y" for word in bare):
        return ""
    plain = _NAMES_GAME.match(name)
    if plain:
        return _OTHERS[plain[1]]
    said = (each for word, each in zip(words, bare) if word != each or each not in _PLAIN)
    return next((_OTHERS[each] for each in said if each in _OTHERS), "")


class Head:
    """What an SGF says of its game.

    number: which of the file. name: of the file. Then
    said          {property: its first value, as one line}
    littlegolem   whether it is as LittleGolem writes it
    game, size    as in a Record
    notes         what was assumed
    """

    def __init__(self, tree, number, name="", asked=None):
        self._tree, self._number, self._asked = tree, number, asked or Asked()
        self.said, self.notes = {}, []
        for _, node in tree.nodes:
            for property, values in node.items():
                self.said.setdefault(property, " ".join(values[0].split()))
        said = [self.said.get(property, "").lower() for property in ("EV", "GN", "AP", "SO")]
        words = re.findall(r"[a-z]+", " ".join(said + [name.lower()]))
        self._words = [word for word in words if word != "y"] + ["y"] * any(map(_IS_Y.match, said))
        self.littlegolem = OURS not in self.said and self._is_littlegolem()
        self.game, self.size = self._game()

    def _is_littlegolem(self):
        if "littlegolem" in self.said.get("SO", "").lower():
            return True
        first = next((colour for _, node in self._tree.nodes for colour in COLOURS if colour in node), "B")
        return "GM" not in self.said and (first == "W" or "littlegolem" in self._words or "hgf" in self._words)

    def refusal(self, what, why, node=0):
        """Return the NoRecord for a property of this game."""
        where = f", node {node}, " if node else ": "
        return NoRecord(f"game {self._number}{where}{what}: {why}")

    def _game(self):
        if OURS in self.said:
            name, _, size = self.said[OURS].partition(" ")
            size = self._parsed(size, OURS)
            return name, size or (self._by_name(name) if name in DEFAULTS else ())
        self._refuse_others()
        stated = _GAMES.get(self.said.get("GM", "").lower())
        name = stated or next((_WORDS[word] for word in _FIRST if word in self._words), "") or self._by_points()
        return name, self._by_name(name)

    def _refuse_others(self):
        """Raise NoRecord if GM, RU, EV, GN or what only Go has says that it is another game."""
        said = self.said
        if "GM" in said and said["GM"].lower() not in _GAMES:
            why = "SGF of another game; expected GM[11] (Hex), GM[4] (five in a row), or none"
            raise self.refusal(f"GM[{short(said['GM'])}]", why)
        rules = re.findall(r"[a-z]+", said.get("RU", "").lower())
        other = next((_OTHERS[word] for word in rules if word in _OTHERS), "")
        if other:
            raise self._of_another("RU", other)
        for property in ("EV", "GN"):
            other = _other_of(said.get(property, "").lower())
            if other:
                raise self._of_another(property, other)
        if "GM" in said or any(word in self._words for word in _WORDS):
            return
        for property, is_go in (("RU", any(word in _RULES_OF_GO for word in rules)), ("KM", "KM" in said)):
            if is_go:
                raise self._of_another(property, "Go")

    def _of_another(self, property, game):
        what = f"{property}[{short(self.said[property])}]"
        return self.refusal(what, f"a game of {game}, none of ours; {_EXPECTED}")

    def _by_points(self):
        """Return the game by its first point, where nothing else says it."""
        if "littlegolem" not in self._words:
            return "hex"
        for number, node in self._tree.nodes:
            for colour in "BW":
                for value in node.get(colour, ()):
                    said = " ".join(value.lower().split())
                    if said in ("", "pass") or said in SWAPS or said in ENDS:
                        continue
                    if re.fullmatch(r"[a-z]\d{1,2}", said):
                        return "havannah"
                    if not re.fullmatch(r"[a-z]{2}", said):
                        why = f"a game of LittleGolem, but none of ours; {_EXPECTED}"
                        raise self.refusal(f"{colour}[{short(value)}]", why, number)
                    return "hex"
        return "hex"

    # The size --------------------------------------------------------------------------------------------------------

    def _by_name(self, name):
        return self._five() if name == "mnk" else self._one_number(name)

    def _one_number(self, name):
        size = self.said.get("SZ", "")
        if not size and self._asked.size:
            return self._asked.size
        numbers = (size or self._assumed(name)).split(":")
        if len({number.strip() for number in numbers}) > 1:
            raise self.refusal(f"SZ[{short(size)}]", "a field of unequal sides; expected one number")
        return self._parsed(numbers[0], "SZ")

    def _five(self):
        """Return (rows, columns, how many in a row): GM[4] does not say the last."""
        stated = self.said.get("SZ", "")
        if not stated and len(self._asked.size) == 3:
            return self._asked.size
        numbers = (stated or self._assumed("mnk")).split(":")
        columns, rows = self._parsed(numbers[0], "SZ"), self._parsed(numbers[-1], "SZ")
        if self._asked.size[:2] == rows + columns:
            return self._asked.size
        size = rows + columns + (5,)
        if rows != columns or not set(rows) <= set(_USUAL):
            asked = ",".join(map(str, rows + columns))
            self.notes.append(f"how many in a row win is not said: taken to be 5; else add --size {asked},4")
        names = [self.said.get(property, "") for property in ("EV", "GN")]
        self.notes += note_on_rule(self.said.get("RU") or next((name for name in names if "renju" in name.lower()), ""))
        return size

    def _assumed(self, name):
        self.notes.append(f"no SZ: the size is taken to be {DEFAULTS[name]}")
        return DEFAULTS[name]

    def _parsed(self, text, property):
        try:
            return parse_size(short(text)) if text.strip() else ()
        except ValueError as error:
            raise self.refusal(f"{property}[{short(text)}]", str(error)) from None
