"""A strategy's pairs on its field: a letter and a colour for each."""

from string import ascii_letters

from rich.text import Text

from glowgrid.rules.notation import column_name

from ...text.field_text import slanted

COLOURS = "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#3c78ff", "#d55e00", "#cc79a7", "#b0b0b0"


def field_of_pairs(field, pairs):
    """Return the field as a rich Text: the two points of a pair have one letter and one colour, others are dots."""
    signs, colours = ["."] * field.points, {}
    for number, pair in enumerate(pairs):
        letter = ascii_letters[number % len(ascii_letters)]
        colours[letter] = COLOURS[number % len(COLOURS)]
        for point in pair:
            signs[point] = letter
    if field.slant:
        lines = slanted(field, signs)
        return Text("\n".join(lines))
    margin = len(str(field.height))
    wide = max(len(column_name(column)) for column in range(field.width))
    text = Text(" " * margin + "".join(f" {column_name(column):>{wide}}" for column in range(field.width)))
    rows = [[" "] * field.width for _ in range(field.height)]
    for point in range(field.points):
        rows[field.rows[point]][field.columns[point]] = signs[point]
    for number, row in enumerate(rows, 1):
        text.append(f"\n{number:>{margin}}")
        for sign in row:
            text.append(" " * wide)
            text.append(sign, f"black on {colours[sign]}" if sign in colours else None)
    return text
