"""Drivers, and here the registers that they use by address: all that differs between the RP2040 and the RP2350.

From the data sheets: of the RP2040 2.3.1.7 (SIO), 4.6.5 (timer), 4.7.6 (watchdog), 2.19.6.1 (pins) and 4.1.4 (USB); of
the RP2350 3.1.11, 12.8.5, 12.9.7, 9.11.1 and 12.7.5. No RP2350 was tried yet. The table is not in a file of its own:
importing one takes 6 ms.
"""

import sys

# For the matrix of keys: address of the timer, divided by four because small ints end at 2^30, and the places of OE_SET
# and OE_CLR in SIO, counted in words; SIO itself, GPIO_IN and TIMERAWL are where they were. Then the
# address of the watchdog, and that of DORMANT_WAKE_INTE0, with four bits for each pin that wakes the chip.
RP2040 = 0x10015000, 9, 10, 0x40058000, 0x40014160
RP2350 = 0x1002C000, 14, 16, 0x400D8000, 0x400282D8
USB_STATUS = (
    0x50110050  # SIE_STATUS of both; bit 16: a computer has reset the bus; it stays set when the computer leaves
)

*PINS, WATCHDOG, WAKE = RP2350 if "RP2350" in getattr(sys.implementation, "_machine", "") else RP2040
