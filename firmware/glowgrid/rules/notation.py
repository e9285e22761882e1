"""Names of moves. A point is a column letter and a row number; a1 is at the top left, i is not skipped, aa follows z.

An action, such as "swap" or "pass", has the name its game gives it.
"""


def column_name(column):
    """Return the letters of a column counted from 0: a, b, ... z, aa, ab, ..."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(97 + letter) + name
    return name


def point_name(field, point):
    """Return the name of a point of the field, such as "b3"."""
    return column_name(field.columns[point]) + str(field.rows[point] + 1)


def parse_point(field, text):
    """Return the point named by the text (upper or lower case), or -1 if the field has no such point."""
    text = text.strip().lower()
    letters = 0
    while letters < len(text) and "a" <= text[letters] <= "z":
        letters += 1
    digits = text[letters:]
    if not 0 < letters < 3 or not 0 < len(digits) < 4:
        return -1
    for sign in digits:
        if not "0" <= sign <= "9":
            return -1
    column = 0
    for letter in text[:letters]:
        column = column * 26 + ord(letter) - 96
    return field.point_at(column - 1, int(digits) - 1)


def move_name(position, move):
    """Return the name of a move of the position: "b3", "swap"."""
    return point_name(position.field, move) if move < position.points else position.actions[move - position.points]


def parse_move(position, text):
    """Return the move named by the text (upper or lower case), legal or not; -1 if the game has no such move."""
    action = position.action(text.strip().lower())
    return action if action >= 0 else parse_point(position.field, text)
