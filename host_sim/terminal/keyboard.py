"""Map the keys of a computer keyboard to the keys of a board."""

ROWS = ("1234567890", "qwertyuiop", "asdfghjkl;", "zxcvbnm,./")
SHIFTED = ("!@#$%^&*()", "QWERTYUIOP", "ASDFGHJKL:", "ZXCVBNM<>?")
# Textual's key names, and their roles on the console.
NAMED = {
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
    "enter": "select",
    "escape": "back",
    "backspace": "undo",
}


class Keyboard:
    """The keyboard of a board: its upper left key is 1, the next row begins at q, then a, then z.

    taps: {character: key}; holds: the same for the shifted characters; roles: {name of a keyboard key: key} for the
    keys that have a role; caps: the character of each key, "" if the keyboard has none left.
    """

    def __init__(self, board):
        width, height = board["keys"]["width"], board["keys"]["height"]
        self.taps, self.holds = {}, {}
        self.caps = [""] * (width * height)
        for key in range(width * height):
            row, column = divmod(key, width)
            if row < len(ROWS) and column < len(ROWS[row]):
                self.caps[key] = ROWS[row][column]
                self.taps[ROWS[row][column]] = key
                self.holds[SHIFTED[row][column]] = key
        self.roles = {
            name: board["keys"]["roles"][role] for name, role in NAMED.items() if role in board["keys"]["roles"]
        }
