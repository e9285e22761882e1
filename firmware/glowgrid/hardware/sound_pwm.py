"""A bare piezo between a pin and ground: tones by pulse width modulation."""

from machine import PWM, Pin

_DUTIES = 0, 600, 4000, 32768  # of 65,536, by volume: narrow pulses are soft, equal halves are loudest


class Sound:
    """part: the "sound" of a board."""

    def __init__(self, part):
        self._pwm = PWM(Pin(part["pin"]), freq=1000, duty_u16=0)

    def tone(self, hertz, volume):
        """Sound from now on; at 0 Hz be silent, with the pin low. Allocates nothing."""
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(_DUTIES[volume] if hertz else 0)
