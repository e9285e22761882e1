"""Sizes of parts that no board file names, in millimetres, each with where it was read. Measure yours first.

Sizes of LEDs and keys are in the board file ("enclosure"), since they differ from board to board.
"""

# Raspberry Pi Pico data sheet, chapter 2: "51x21mm 1mm thick", mounting holes of 2.1 mm; their places: its figure 3.
PICO = {"pico_w": 21, "pico_l": 51, "pico_thick": 1, "pico_hole": 2.1, "pico_holes_w": 11.4, "pico_holes_l": 47}
# A receptacle is some 3 mm high; the shell of a plug must fit through the wall (USB-IF, micro-USB 1.01: 10.6 x 8.5).
USB = {"usb_high": 3, "plug_w": 11.5, "plug_h": 9}
# Omron, B3F data sheet: square switches of 6 or 12 mm, flat plungers 4.3 mm above the board.
SWITCH = {"switch_height": 4.3}
# Board layouts by Adafruit: adafruit/Adafruit-PowerBoost-1000C. Its part USB-A is left off; 7 mm clears the coil.
BOOST = {"boost_w": 22.86, "boost_l": 36.07, "boost_thick": 7}
# A 3.7 V cell of 2000 mAh as sold by Adafruit (product 2011), 60 x 36 x 7; others of that capacity differ.
LIPO = {"battery_w": 60, "battery_h": 36, "battery_thick": 7}
# IEC 60086, LR6: 14.5 x 50.5; three side by side in a holder with walls of some 2 mm and springs.
AA = {"battery_w": 48, "battery_h": 58, "battery_thick": 17}
# A strip of perfboard for U1, R1, C1 and C2: 16 x 8 holes.
LOGIC = {"logic_w": 40.64, "logic_h": 20.32}
# A slide switch's slot, a cable of a 5 V supply.
SLIDE = {"slide_w": 9, "slide_h": 4.5}
CABLE = {"cable": 8}
