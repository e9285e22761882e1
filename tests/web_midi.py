"""WebMIDI for tests: in a page of Chromium a stub of navigator.requestMIDIAccess with fake Launchpads (web_midi.js)."""

import json
from pathlib import Path

STUB = Path(__file__).with_suffix(".js").read_text(encoding="utf-8").rstrip().removesuffix(";")


def stub(allow=True):
    """Return the script for a page. allow: whether a person allows MIDI with SysEx."""
    return f"({STUB})({json.dumps(allow)})"
