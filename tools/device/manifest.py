"""The manifest, which flashing leaves on a device so that the next run knows the device and which files are ours.

    {"board": "pico_ws2812_8x8_keys_4x4", "version": "0.1.0", "files": {"/main.py": "sha256 in hex", ...}}

During a copy the new manifest is beside the current one, as MANIFEST.new: it tells what an interrupted run had already
put in place.
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
    """Return {path: bytes} of these files and their manifest, for a board of this name."""
    hashes = {path: digest(data) for path, data in sorted(files.items()) if path != MANIFEST}
    about = {"board": board, "version": VERSION, "files": hashes}
    return {**files, MANIFEST: json.dumps(about, separators=(",", ":")).encode()}


def parsed(data):
    """Return the Manifest from the content of this file on a device; an empty one for other content or None."""
    try:
        about = json.loads(data or b"")
        board, version, files = about["board"], about["version"], about["files"]
        if {type(text) for text in (board, version, *files.values())} == {str}:
            return Manifest(board, version, files)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return Manifest()
