"""Ask another device whether a stone is on a point, without saying on which point; numbers modulo a large prime.

Each device has a secret key. A point is a number that both know. The seal of a point is its number to the power of a
key, and a device says the seal of each stone that it places: without the key nobody knows which point that is. To ask,
a device raises the number of its point to a power drawn for this question, which tells nothing; the other device
raises that to its key; and the first one takes its own power away again. What is left is the point under the other
device's key, to be found among its seals or not.

So each side learns only whether a stone is on the point it asks about. At the end the keys are said, and the seals show
that nobody has moved a stone. The method is that of A. Shamir, R. Rivest, L. Adleman, "Mental Poker", 1979. 256 bits
keep a secret from a person who reads the device's memory, not from a laboratory.
"""

import binascii
import hashlib

from micropython import const

PRIME = (1 << 256) - 36113  # the largest below 2^256 whose half is prime, too
_ORDER = PRIME >> 1  # of the squares
BYTES = const(32)


def number_of(match_number, point):
    """Return the number of a point in a match, a square."""
    text = "glowgrid %d %d" % (match_number, point)
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") % PRIME
    return number * number % PRIME


def key_of(seed):
    """Return a key made of random bytes, BYTES of them."""
    return int.from_bytes(seed, "big") % (_ORDER - 2) + 2


def inverse(power):
    """Return the power that takes a power away again."""
    a, b, x, y = power % _ORDER, _ORDER, 1, 0
    while b:
        times = a // b
        a, b = b, a - times * b
        x, y = y, x - times * y
    return x % _ORDER


def is_number(number):
    """Return whether another device may say this number."""
    return 1 < number < PRIME - 1


def as_bytes(number):
    return number.to_bytes(BYTES, "big")


def as_text(number):
    return binascii.hexlify(as_bytes(number)).decode()


class Power:
    """base to the power of `power`, in steps: all at once it would take 60 ms on the Pico.

    value   what it is, once `step` has returned True
    """

    def __init__(self, base, power):
        self._base, self._power = base, power
        self._bit = 1 << 256
        self.value = 1

    def step(self, bits):
        """Go on by so many bits of the power, 0.2 to 0.4 ms each on the Pico; return whether it is done."""
        value, base, power, bit = self.value, self._base, self._power, self._bit
        while bits and bit:
            bits -= 1
            if value != 1:
                value = value * value % PRIME
            if power & bit:
                value = value * base % PRIME
            bit >>= 1
        self.value, self._bit = value, bit
        return not bit
