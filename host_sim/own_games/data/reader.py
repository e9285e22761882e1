"""A user's own game from one data file: points, lines, and where the points lie on the lights.

    {"name": "fano", "about": "Three points of one line of the Fano plane win.", "sides": 2,
     "field": ["..o..", ".o.o.", "..o..", "o.o.o"],
     "lines": ["c1 b2 a4", "c1 d2 e4", ...]}

`field` is the drawing: `.` is no point, any other sign is a point, named by its column letter and row number.
`lines` serve every side; `lines_of` {"1": [...], "2": [...]} serve one. `icon`, `source` and `order` (the place in the
menu) are optional, and so are known facts for the tests: "perft": [7, 42, ...] and "example":
"c3 a4 c1 b2 c4 = 1 line" (see tools/games/).

With `"misere": true` who completes a line loses; two sides only, and no fast engine.
With `"hidden": true` each side sees only its own stones (rules/hidden.py).

Instead of a field, `"rows": {"of": [3, 3, 3], "k": 3}` asks for a field of any dimensions, its layers side by side,
with every row of k as a line. `"triangles": 6` asks for the edges of the complete graph of six corners, with its
triangles as lines. You can add more lines to either. A field beside them has to be the same.

A **connection game** is won by connected stones. It has `connect` or `ring` instead of lines (connections.py):

    {"name": "my-hex", "shape": "rhombus 5", "swap": true,
     "connect": {"1": [["north", "south"]], "2": [["west", "east"]]}}

`shape` is a rhombus, triangle, hexagon or square of a size, with its edges and corners; `holes` ("c3 d3") are left out.
Or draw a `field` and state what is beside what: `neighbours` is "hexagonal" (each row lies half a point to the right of
the one above), "hexagonal left", "square", "triangular" (points are triangles, the first one points up), or a list of
texts: all points of a text are beside each other. `neighbours_of` {"1": [...], "2": [...]} adds some for one side.
`borders` {"north": "a1 b1 c1", ...} names edges, any sets of points; `corners` is "a1 c1 b3". In `connect` any entry of
a side wins: ["north", "south"] joins these borders or points, ["any two of", "a", "b", "c"] some of them;
"any two corners", "any three edges" and "all edges" count those of the field. A list instead of {"1": ...} serves every
side. With "ring": true a loop of stones around at least one point or hole wins too, if neighbours are hexagonal. With
"swap": true side 2 may take the first stone over; it then lies mirrored, so that sides change roles.

The file may have comments (`//`, `#`, `/* */`) and a comma after the last entry, in UTF-8 or UTF-16
(host_sim/text/json_text.py); the page reads plain JSON. The Pico plays what `flash`, `glowgrid game compile` or the
page compiles (tables.py).
"""

from . import connections, lines


def game_from(data, check_room=None):
    """Return the Game that the data (a parsed JSON object) describes; ValueError says what is wrong, and where.

    check_room(points, lines, members, listed) raises ValueError before anything is made if the Pico has no room for it
    (room.py).
    """
    if not isinstance(data, dict):
        raise ValueError("expected an object with name, sides, field and lines")
    is_of_lines = not [key for key in data if key not in lines.KEYS]  # else a connection game, or a key that is unknown
    return (lines if is_of_lines else connections).game_from(data, check_room)
