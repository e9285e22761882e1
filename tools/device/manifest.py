"""The manifest: what flashing leaves on a device so that the next run knows the device and what there is its own.

    {"board": "pico_ws2812_8x8_keys_4x4", "version": "0.1.0", "files": {"/main.py": "sha256 in hex", ...}}

While files are copied the coming manifest lies beside the one in force, as MANIFEST.new: what a run that was cut off
had put in place is known by it.
"""

import hashlib
import json
from dataclasses import dataclass, field

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid import VERSION

MANIFEST = "/glowgrid/manifest.json"


@dataclass(frozen=True)
class Manifest:
    board: str = ""  # "": not known
    version: str = ""
    files: dict[str, str] = field(default_factory=dict)  # {path: sha256 hex}, without the manifest itself


def digest(data):
    return hashlib.sha256(data).hexdigest()


def with_manifest(files, board):
    """Return {path: bytes} with the manifest of these files for a board of this name among them."""
    hashes = {path: digest(data) for path, data in sorted(files.items()) if path != MANIFEST}
    about = {"board": board, "version": VERSION, "files": hashes}
    return {**files, MANIFEST: json.dumps(about, separators=(",", ":")).encode()}


def parsed(data):
    """Return the Manifest in what a device had in this file; an empty one for anything else, or None."""
    try:
        about = json.loads(data or b"")
        board, version, files = about["board"], about["version"], about["files"]
        if {type(text) for text in (board, version, *files.values())} == {str}:
            return Manifest(board, version, files)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return Manifest()
