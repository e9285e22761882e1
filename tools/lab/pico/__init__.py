"""Keys of the emulated Pico: how soon the lights answer them, on every board and screen, and while an engine thinks."""
