"""The manifest, which flashing leaves on a device so that the next run knows the device and which files are ours.

    {"board": "pico_ws2812_8x8_keys_4x4", "version": "0.1.0", "files": {"/main.py": "sha256 in hex", ...}}

During a copy the new manifest is beside the current one, as MANIFEST.new: it tells what an interrupted run had already
put in place.
"""

import hashlib
import json

from glowgrid import VERSION, record

MANIFEST = "/glowgrid/manifest.json"
KIND = {"board": str, "version": str, "files": {"*": str}}


class Manifest:
    """board: "" if it is not known. files: {path: sha256 hex}, without the manifest itself."""

    def __init__(self, board="", version="", files=None):
        self.board, self.version, self.files = board, version, files or {}

    def __eq__(self, other):
        return type(other) is Manifest and vars(self) == vars(other)


def digest(data):
    return hashlib.sha256(data).digest().hex()


def with_manifest(files, board, stay=None):
    """Return {path: bytes} of these files and their manifest, for a board of this name.

    stay: {path: sha256 hex} of others that are on the device and are ours, too.
    """
    hashes = dict(stay or {})
    hashes.update({path: digest(files[path]) for path in files if path != MANIFEST})
    rows = [f"{json.dumps(path)}:{json.dumps(hashes[path])}" for path in sorted(hashes)]
    about = '{"board":%s,"version":%s,"files":{%s}}' % (json.dumps(board), json.dumps(VERSION), ",".join(rows))
    made = dict(files)
    made[MANIFEST] = about.encode()
    return made


def parsed(data):
    """Return the Manifest from the content of this file on a device; an empty one for other content or None."""
    try:
        about = record.parse(data or b"")
    except ValueError:
        return Manifest()
    if record.fault(about, KIND):
        return Manifest()
    return Manifest(about["board"], about["version"], about["files"])
