"""What do you have? The workshop's three questions, made from the board files: which lights, which keys, which Pico.

A part is shown as a drawing, with what one sees of it and what shops call it. Boards of the same part share an answer.
"""

from html import escape
from typing import NamedTuple

from ..boards import device_picture
from ..boards.wiring import BUTTONS, MATRIX, on_a_base, one_chip, title

ASKED = {"lights": "Which lights?", "keys": "Which keys?", "picos": "Which Pico?"}
ANY, OTHERS = "any", "others"
_ALSO = {ANY: ("None yet", "or I do not know"), OTHERS: ("None of these", "I have others")}
_COLOURS = {"R": "red", "G": "green", "B": "blue", "Y": "yellow", "W": "white"}


class Part(NamedTuple):
    """A part that a person may have: what one sees of it, what shops call it, and the chip of a Pico."""

    seen: str
    called: str
    mcu: str = ""


class Asked:
    """The questions about these boards.

    answers: {question: {Part: its number}}. of: {board: {question: numbers of the parts that it can be made of}}.
    pictures: {file name: SVG}.
    """

    def __init__(self, boards):
        self.answers = {question: {} for question in ASKED}
        self.pictures, self.of = {}, {}
        for board in boards:
            self.of[board["name"]] = {
                "lights": [self._number("lights", _lights(board), device_picture.lights_svg, board)],
                "keys": [self._number("keys", _keys(board), device_picture.keys_svg, board)],
                "picos": [self._number("picos", pico, device_picture.pico_svg, pico.seen) for pico in _picos(board)],
            }

    def _number(self, question, part, draw, shown):
        answers = self.answers[question]
        if part not in answers:
            answers[part] = len(answers)
            self.pictures[picture_name(question, answers[part])] = draw(shown)
        return answers[part]

    def data(self, board):
        """Return the attributes of a board's card that say what it can be made of."""
        of = self.of[board["name"]]
        return " ".join(f'data-{question}="{" ".join(map(str, numbers))}"' for question, numbers in of.items())

    def html(self):
        """Return the questions as HTML."""
        return "".join(self._question(*each) for each in enumerate(ASKED.items(), 1))

    def _question(self, number, asked):
        question, words = asked
        parts = "".join(self._answer(question, part, each) for part, each in self.answers[question].items())
        parts += "".join(
            f'<label class="part"><input type="radio" name="has-{question}" value="{value}"'
            f"{' checked' * (value == ANY)}><b>{name}</b><span>{about}</span></label>\n"
            for value, (name, about) in _ALSO.items()
        )
        return (
            f'<details class="asked" data-asks="{question}"{" open" * (number == 1)}><summary>{number}. {words}'
            f' <b></b></summary>\n<div class="parts" role="radiogroup" aria-label="{words}">\n{parts}</div></details>\n'
        )

    def _answer(self, question, part, number):
        chip = f' data-chip="{part.mcu}"' if part.mcu else ""
        return (
            f'<label class="part"><input type="radio" name="has-{question}" value="{number}"{chip}>'
            f'<img src="guides/pictures/{picture_name(question, number)}" alt="" loading="lazy">'
            f"<b>{escape(part.seen)}</b><span>{escape(part.called)}</span></label>\n"
        )


def picture_name(question, number):
    """Return the file name of the drawing of a part."""
    return f"has_{question}_{number}.svg"


def _lights(board):
    leds = board["leds"]
    colours = [_COLOURS[letter] for letter in leds["channels"]]
    colour = "any colour" if len(colours) > 2 else " and ".join(colours)
    what = "keys that light up" if device_picture.under(board) else "lights"
    return Part(f"{leds['width']}x{leds['height']} {what}, {colour}{_form(board)}", _called(board, "leds"))


def _form(board):
    """Return what else one sees of lights, of which several may have the same size and colours."""
    if on_a_base(board):
        return ", and a socket for the Pico"
    if one_chip(board):
        return ", bare"
    count = _listed(board, "leds")["count"]
    return f", in {count} panels" if count > 1 else ""


def _keys(board):
    keys = board["keys"]
    if device_picture.under(board):
        return Part("The lights are the keys", "in one part")
    form = "in a row" if keys["height"] == 1 else f"{keys['width']}x{keys['height']}"
    return Part(f"{keys['width'] * keys['height']} keys, {form}", _called(board, "keys"))


def _picos(board):
    own = next(part["what"] for part in board["parts"] if part.get("mark") == "Pico").split(" (")[0]
    found = [(own, board["mcu"]), *((each["title"], each["mcu"]) for each in board.get("variants", ()))]
    return [Part(name, f"its chip is an {mcu.upper()}", mcu) for name, mcu in found]


def _called(board, kind):
    """Return what the shopping list says of the part with the "leds" or the "keys"; of a base, what it says of that."""
    listed = _listed(board, kind)
    count = listed["count"]
    return f"{count} of: {listed['what']}" if count > 1 else listed["what"]


def _listed(board, kind):
    """Return the part of the shopping list with the "leds" or the "keys"; of a base, that."""
    mark = title(board, kind)
    if one_chip(board):
        mark = MATRIX if kind == "leds" else BUTTONS
    listed = [part for part in board["parts"] if part.get("mark") == mark]
    if on_a_base(board) or not listed:
        listed = board["parts"][1:]
    return listed[0]
