"""Drivers, and here the registers that they use by address: all that differs between the RP2040 and the RP2350.

From the data sheets: of the RP2040 2.3.1.7 (SIO), 4.6.5 (timer), 4.7.6 (watchdog), 2.19.6.1 (pins) and 4.1.4 (USB); of
the RP2350 3.1.11, 12.8.5, 12.9.7, 9.11.1 and 12.7.5. No RP2350 was tried yet. The table is not in a file of its own:
importing one takes 6 ms.
"""

import sys

_CHIP = "RP2350" in getattr(sys.implementation, "_machine", "")  # each row below: of the RP2040, of the RP2350

# For the matrix of keys: address of the timer, divided by four because small ints end at 2^30, and the places of OE_SET
# and OE_CLR in SIO, counted in words; SIO itself, GPIO_IN and TIMERAWL are where they were.
PINS = ((0x10015000, 9, 10), (0x1002C000, 14, 16))[_CHIP]
WATCHDOGS = 0x40058000, 0x400D8000  # CTRL, the first register; flashing stops that of a chip it does not know yet
WATCHDOG = WATCHDOGS[_CHIP]
WAKE = (0x40014160, 0x400282D8)[_CHIP]  # DORMANT_WAKE_INTE0, with four bits for each pin that wakes the chip
USB_STATUS = (
    0x50110050  # SIE_STATUS of both; bit 16: a computer has reset the bus; it stays set when the computer leaves
)
