"""Icons that several screens show: eight rows of eight palette signs. A choice paints its dots over the bottom row."""

RESUME = (
    "..+....."
    "..++...."
    "..+++..."
    "..++++.."
    "..+++..."
    "..++...."
    "..+....."
    "........"
)  # fmt: skip
MENU = (
    "........"
    ".#.####."
    "........"
    ".#.####."
    "........"
    ".#.####."
    "........"
    "........"
)  # fmt: skip
