"""Names of points: column letter and row number from 1, a1 at the top left; i is not skipped, after z comes aa."""


def column_name(column):
    """Letters of a column counted from 0: a, b, ... z, aa, ab, ..."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(97 + letter) + name
    return name


def point_name(field, point):
    """Name of a point of the field, such as "b3"."""
    return column_name(field.columns[point]) + str(field.rows[point] + 1)


def parse_point(field, text):
    """The point named by the text (upper or lower case), or -1 if the field has no such point."""
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
