"""Drivers, and here the registers that they use by address: all that differs between the RP2040 and the RP2350.

From the data sheets: of the RP2040 2.3.1.7 (SIO), 4.6.5 (timer) and 4.7.6 (watchdog); of the RP2350 3.1.11, 12.8.5 and
12.9.7. No RP2350 was tried yet. The table is not in a file of its own: importing one takes 6 ms.
"""

import sys

# For the matrix of keys: address of the timer, divided by four because small ints end at 2^30, and the places of OE_SET
# and OE_CLR in SIO, counted in words; SIO itself, GPIO_IN and TIMERAWL are where they were. Then that of the watchdog.
RP2040 = 0x10015000, 9, 10, 0x40058000
RP2350 = 0x1002C000, 14, 16, 0x400D8000

*PINS, WATCHDOG = RP2350 if "RP2350" in getattr(sys.implementation, "_machine", "") else RP2040
