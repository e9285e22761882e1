"""One file a screen. load.py imports them; only play and coach, each with its picture, stay during a match."""
