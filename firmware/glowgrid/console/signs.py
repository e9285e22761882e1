"""Palette indices behind those of palette.py, for lights without colours; hardware/lights_mono.py has their rhythms."""

MARK = 24  # MARK + 1..7: a mark of the coach, see coach_picture.py
HINT = 31  # HINT + 1..7: the same as a hint
NOTED = 38  # NOTED + side: edges of a side that waits
OFFERED = 42  # a stone that may be taken over
THOUGHT = 43  # the point that the engine thinks about
CHOSEN = 64  # CHOSEN + the index of a stone, or DIM + side on a free point: under the cursor of that side
