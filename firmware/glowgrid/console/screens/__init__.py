"""One file a screen. The console opens them through overlay.load_screen; only play and coach stay during a match."""
