"""One file a screen. load.py imports them; only play and coach stay during a match."""
