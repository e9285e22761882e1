"""The game and size of an SGF, and whether LittleGolem wrote it; or that it is not one of our games.

What a person states comes first. Ours says its game: `GG[mnk 5,4,4]`. GM[11] is Hex, GM[4] five in a row. Without GM
the words of the file say which game it is (EV, GN, AP, SO, RU), then its name; else it is Hex, or at LittleGolem what
its points are: bc of Hex, E5 of Havannah. GoGui and gogui-twogtp play any game and name none.
"""

import re

from glowgrid.rules.game import parse_size

from .asked import DEFAULTS, TITLES, Asked, differs_from, field_of, fitted, named
from .record import NoRecord, short
from .sgf_tree import COLOURS

OURS = "GG"  # the property that says which game it is
SWAPS = "swap-pieces", "swap-sides", "swap"
ENDS = {"resign": "resignation", "forfeit": "forfeit", "timeout": "time", "time": "time"}
_GAMES = {"11": "hex", "4": "mnk", "hex": "hex", "gomoku": "mnk", "havannah": "havannah", "y": "y"}
_WORDS = {  # {word: game}
    "havannah": "havannah",
    "hgf": "havannah",
    "hex": "hex",
    "gomoku": "mnk",
    "gomocup": "mnk",
    "gobang": "mnk",
    "renju": "mnk",
    "y": "y",
}
# of several words the first of these counts; no dict keeps that on MicroPython
_FIRST = "havannah", "hgf", "hex", "gomoku", "gomocup", "gobang", "renju", "y"
_WITHIN = "havannah", "gomoku", "gobang", "hex"  # of a longer name, such as HexGui
_IS_Y = re.compile(r"y(?:[.:#\d-].*)?$")  # EV or GN; a word of other tongues too
_NO_WORD = "no GM, EV or AP names the game"
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


def none_of_ours(game):
    """Return why a game cannot be read."""
    return f"a game of {game}, none of ours; {_EXPECTED}"


def note_on_rule(rule):
    """Return a note in a list if a rule of five in a row is another than ours."""
    found = next((why for name, why in _NOTES_ON_RULES.items() if name in rule.lower()), "")
    return [f"rule {short(rule)}: {found}; here five or more in a row win"] if found else []


def game_of(words):
    """Return the game of ours that one of these words names; "" if none does."""
    return next((_WORDS[word] for word in _FIRST if word in words), "")


def other_of(name):
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

    number: which of the file. name: of the file. asked: what a person stated, or None. Then
    said          {property: its first value, as one line}
    littlegolem   whether it is as LittleGolem writes it
    from_below    whether rows are counted from below, as GoGui has fields whose rows go to the left
    game, size    as in a Record
    assumed       why this game is assumed; "" where it is said
    notes         what was assumed of the size, and what the file contradicts
    """

    def __init__(self, tree, number, name="", asked=None):
        self._tree, self._number, self._asked = tree, number, asked or Asked()
        self.said, self.notes, self.assumed = {}, [], ""
        for node in tree.nodes:
            for property, values in node.properties.items():
                self.said.setdefault(property, " ".join(values[0].split()))
        self._file_words = re.findall(r"[a-z]+", name.lower())
        self._words = self._words_of("EV", "GN", "AP", "SO", "RU")
        self._gogui = "GM" not in self.said and OURS not in self.said and "gogui" in self.said.get("AP", "").lower()
        self.littlegolem = OURS not in self.said and not self._gogui and self._is_littlegolem()
        self.game = self._asked.game or self._game()
        self.from_below = self._gogui and self.game in ("havannah", "y")
        self.size = self._size()

    def _words_of(self, *properties):
        """Return the words of some properties; `y` counts only as the name of an event or a game."""
        said = [(property, self.said.get(property, "").lower()) for property in properties]
        words = [word for property, text in said for word in re.findall(r"[a-z]+", text) if word != "y"]
        return words + ["y"] * any(map(_IS_Y.match, [text for property, text in said if property != "RU"]))

    def _is_littlegolem(self):
        if "littlegolem" in self.said.get("SO", "").lower():
            return True
        moves = (colour for node in self._tree.nodes for colour in COLOURS if colour in node.properties)
        words = self._words + self._file_words
        return "GM" not in self.said and (next(moves, "B") == "W" or "littlegolem" in words or "hgf" in words)

    def refusal(self, what, why, node=0):
        """Return the NoRecord for a property of this game."""
        where = f", node {node}, " if node else ": "
        return NoRecord(f"game {self._number}{where}{what}: {why}")

    # The game --------------------------------------------------------------------------------------------------------

    def _game(self):
        """Return the game that the file says, or the one that is assumed."""
        if OURS in self.said:
            return self.said[OURS].partition(" ")[0]
        self._refuse_others()
        stated, words = _GAMES.get(self.said.get("GM", "").lower()), self._by_words()
        if stated:
            self._note_other(stated)
            return stated
        if self.littlegolem:
            named_so = game_of(self._words + self._file_words) or words
            if not named_so and "littlegolem" not in self._words + self._file_words:
                self.assumed = _NO_WORD
            return named_so or self._by_points()
        if words:
            return words
        if self._gogui:
            why = "GoGui plays many games, and this file names none; expected --game hex, or another"
            raise self.refusal(f"AP[{short(self.said['AP'])}]", why)
        named_so = game_of(self._file_words)
        self.assumed = "the name of the file says so" if named_so else _NO_WORD
        return named_so or "hex"

    def _by_words(self):
        """Return the game that the words of the file name; "" if none."""
        return game_of(self._words) or self._by_program("AP") or self._by_program("SO")

    def _by_program(self, property):
        """Return the game that is a part of the name of a program or a site; "" if none is."""
        said = self.said.get(property, "").lower()
        return next((_WORDS[word] for word in _WITHIN if word in said), "")

    def _note_other(self, stated):
        """Note which property names another of our games than GM does."""
        for property in ("EV", "GN", "AP"):
            found = game_of(self._words_of(property)) or (property == "AP" and self._by_program("AP"))
            if found and found != stated:
                what = f"{property}[{short(self.said[property])}] names {TITLES[found]}"
                but = f"GM[{self.said['GM']}] says {TITLES[stated]}, and counts"
                self.notes.append(f"{what}, but {but}; for the other add --game {found}")

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
            other = other_of(said.get(property, "").lower())
            if other:
                raise self._of_another(property, other)
        if "GM" in said or any(word in self._words + self._file_words for word in _WORDS):
            return
        if any(word in _RULES_OF_GO for word in rules):
            raise self._of_another("RU", "Go")
        if "KM" in said and not self._gogui:  # gogui-twogtp writes it into every game
            raise self._of_another("KM", "Go")

    def _of_another(self, property, game):
        what = f"{property}[{short(self.said[property])}]"
        return self.refusal(what, none_of_ours(game))

    def _by_points(self):
        """Return the game by its first point, where nothing else says it."""
        if "littlegolem" not in self._words + self._file_words:
            return "hex"
        for node in self._tree.nodes:
            for colour in "BW":
                for value in node.properties.get(colour, ()):
                    said = " ".join(value.lower().split())
                    if said in ("", "pass") or said in SWAPS or said in ENDS:
                        continue
                    if re.fullmatch(r"[a-z]\d{1,2}", said):
                        return "havannah"
                    if not re.fullmatch(r"[a-z]{2}", said):
                        why = f"a game of LittleGolem, but none of ours; {_EXPECTED}"
                        raise self.refusal(f"{colour}[{short(value)}]", why, node.number)
                    return "hex"
        return "hex"

    # The size --------------------------------------------------------------------------------------------------------

    def _size(self):
        """Return the size: as stated, else as the file says, else the usual one; note what is assumed, and differs."""
        game, said = self.game, self.said
        stated, sides = self._asked.size_for(game), self._sides()
        size = stated or self._of_ours() or self._of_sides(sides) or self._usual()
        ours, by_gm = OURS in said, _GAMES.get(said.get("GM", "").lower(), game)
        if (said[OURS].partition(" ")[0] if ours else by_gm) != game:
            property = OURS if ours else "GM"
            self.notes.append(differs_from(f"the file says {property}[{short(said[property])}]", named(game, size)))
        elif stated and sides and stated[:2] != self._of_sides(sides)[:2]:
            self.notes.append(differs_from(f"the file says SZ[{short(said['SZ'])}]", named(game, size)))
        if game == "mnk" and not ours:
            self._note_rules(size, stated)
        return size

    def _of_ours(self):
        """Return the size that our own property says of the game; () if it says none, or another game."""
        name, _, size = self.said.get(OURS, "").partition(" ")
        return self._parsed(size, OURS) if name == self.game else ()

    def _sides(self):
        """Return (rows, columns) of SZ; () if there is none."""
        numbers = [self._parsed(number, "SZ") for number in re.findall(r"[^:x*]+", self.said.get("SZ", "").lower())]
        return numbers[-1] + numbers[0] if numbers else ()

    def _of_sides(self, sides):
        """Return the size of the field with these sides; () for none."""
        if self.from_below and self.game == "havannah":  # GoGui's square around the hexagon
            sides = tuple([(side + 1) // 2 for side in sides])
        try:
            return fitted(self.game, sides)
        except NoRecord:
            if self._asked.size:
                return sides
            why = "a field of unequal sides; expected one number"
            raise self.refusal(f"SZ[{short(self.said['SZ'])}]", why) from None

    def _usual(self):
        if self.game not in DEFAULTS:
            return ()
        self.notes.append(f"no SZ: the size is taken to be {DEFAULTS[self.game]}")
        return field_of(self.game, int(DEFAULTS[self.game]))

    def _note_rules(self, size, stated):
        """Note what GM[4] leaves open, and a rule that is not ours."""
        if not stated and (size[0] != size[1] or size[0] not in _USUAL):
            asked = ",".join(map(str, size[:2]))
            self.notes.append(f"how many in a row win is not said: taken to be 5; else add --size {asked},4")
        names = [self.said.get(property, "") for property in ("EV", "GN")]
        self.notes += note_on_rule(self.said.get("RU") or next((name for name in names if "renju" in name.lower()), ""))

    def _parsed(self, text, property):
        try:
            return parse_size(short(text)) if text.strip() else ()
        except ValueError as error:
            raise self.refusal(f"{property}[{short(text)}]", str(error)) from None
