"""One file a screen. load.py imports them; only play, coach and coach_picture stay during a match."""
