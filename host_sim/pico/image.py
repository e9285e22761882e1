"""Find the MicroPython image (a UF2 file) that the emulated Pico boots.

It tries, in this order: the path in the environment variable GLOWGRID_UF2, the folder of rp2040py's downloads, and a
download from where rp2040py says. If all three fail, it raises `ImageMissing` with one line. A download must have the
SHA-256 that is known here; any other file is used as it is, with a line that says that it was not checked.
"""

import functools
import hashlib
import os
import re
import tempfile
import urllib.request
from pathlib import Path

from ..boards import DEFAULT_BOARD
from ..boards.micropython import DEFAULT, TRIED
from ..cli.installed import TOOLS
from ..cli.run import say

DEFAULT_VERSION = DEFAULT
ALSO_WORK = tuple(version for version in TRIED if version != DEFAULT)
VARIABLE = "GLOWGRID_UF2"
SHA_256 = {  # of the images that are known, by the names that MicroPython gives them
    "RPI_PICO-20241129-v1.24.1.uf2": "a41b7dbadfe4f399a10bd344002b365427ad033de993cf372c29c884b33a4cdf",
    "RPI_PICO-20250911-v1.26.1.uf2": "fc2a8096e0d999d3caca11b34381854599d68aee3e905d3cccbd5247ca78d07c",
    "RPI_PICO-20260406-v1.28.0.uf2": "00aedb8431ebea83b470ef909509f16432c5b1b43e8f6eaf015f6f9560bc8152",
    "SEEED_XIAO_RP2040-20260406-v1.28.0.uf2": "27b41295467267c923ff5014ed622962d693f415e8a1089dc87f5c6731c9e3ec",
}
DOWNLOAD_S = 10  # without a byte
UF2_MAGIC = b"UF2\n"
UF2_BLOCK = 512


class ImageMissing(Exception):
    """No MicroPython image found; the message is one line: what was tried and what to do."""


def cache_folder() -> Path:
    """Return the folder where rp2040py keeps downloaded images."""
    return Path.home() / ".cache" / "rp2040py"


def version_of(path) -> str:
    """Return the MicroPython version in an image's file name ("1.24.1"), or the bare name without one."""
    match = re.search(r"v(\d+\.\d+\.\d+)", Path(path).name)
    return match.group(1) if match else Path(path).stem


def find(version: str | None = None, download: bool = True) -> Path:
    """Return the path of an image. `version` is "1.24.1", the start of one ("1.28") or a file name in the cache folder.

    Without `version` the environment variable GLOWGRID_UF2 decides, then `DEFAULT_VERSION`. `download`: whether it may
    ask the network. Raises `ImageMissing`.
    """
    if version is None and os.environ.get(VARIABLE):
        return checked(Path(os.environ[VARIABLE]).expanduser(), f"{VARIABLE} names")
    wanted = version or DEFAULT_VERSION
    for path in found():
        if path.name == wanted or version_of(path) == wanted or version_of(path).startswith(wanted + "."):
            return _known_or_own(path)
    path, why = _download(wanted) if download else (None, "")
    if path is not None:
        return path
    tried, first = f", download failed ({why})", ""
    if not download:
        tried, first = "", f"`{TOOLS} uf2 --board {DEFAULT_BOARD}` downloads it; or "
    raise ImageMissing(
        f"no MicroPython image {wanted}: not in {cache_folder()}{tried}; "
        f"{first}put a UF2 file for the Pico there or set {VARIABLE} to its path"
    )


def found() -> list[Path]:
    """Return all images in the cache folder, oldest version first, without downloading. For tests over versions."""
    paths = [path for path in cache_folder().glob("*.uf2") if _is_uf2(path)]
    return sorted(paths, key=lambda path: ([int(part) for part in re.findall(r"\d+", version_of(path))], path.name))


def _is_uf2(path: Path) -> bool:
    """Return whether a file has all its UF2 blocks: a download that was cut off does not."""
    last = path.stat().st_size - UF2_BLOCK
    if last < 0 or last % UF2_BLOCK:
        return False
    with path.open("rb") as file:
        file.seek(last)
        block = file.read(UF2_BLOCK)
    number, count = (int.from_bytes(block[at : at + 4], "little") for at in (20, 24))
    return block.startswith(UF2_MAGIC) and number == count - 1


def checked(path: Path, said: str) -> Path:
    """Return the path of an image that a person names; say once if its SHA-256 is not known."""
    if not path.is_file():
        raise ImageMissing(f"{said} {path}, which is not a file; give the path of a MicroPython UF2 file for the Pico")
    if not _is_uf2(path):
        raise ImageMissing(f"{said} {path}, which is not a whole UF2 file; give a MicroPython UF2 file for the Pico")
    _say_if_unknown(path)
    return path


def _known_or_own(path: Path) -> Path:
    """Return the path of an image in the cache folder; ImageMissing if it is not what its name says."""
    if _differs(path):
        raise ImageMissing(
            f"{path} is not the MicroPython image of this name: its SHA-256 differs; delete it to download it again, "
            f"or set {VARIABLE} to its path if you trust it"
        )
    _say_if_unknown(path)
    return path


def _sha_256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _differs(path: Path) -> bool:
    """Return whether a file has the name of a known image and another content."""
    return _sha_256(path) != SHA_256.get(path.name, _sha_256(path))


@functools.cache
def _say_if_unknown(path: Path):
    """Warn, once for each file, if its SHA-256 is not a known one."""
    if _sha_256(path) not in SHA_256.values():
        say(f"{path}: not checked: no known SHA-256 of MicroPython; it is used as it is", err=True)


@functools.cache
def _download(version: str) -> tuple[Path | None, str]:
    """Return (path, "") or (None, why). Try once per process: an unreachable host must not delay every test.

    The file comes into the folder when it is whole, and has the SHA-256 that is known of its name.
    """
    url = _address(version)
    if not url:
        return None, "rp2040py knows no such version"
    path = cache_folder() / url.rpartition("/")[2]
    known = SHA_256.get(path.name)
    if known is None:
        return None, f"the SHA-256 of {path.name} is not known here, only those of {', '.join(SHA_256)}"
    say(f"MicroPython {version}: downloading {path.name}", err=True)
    try:
        with urllib.request.urlopen(url, timeout=DOWNLOAD_S) as answer:
            data = answer.read()
        if hashlib.sha256(data).hexdigest() != known:
            return None, "its SHA-256 is not the known one, so it was not kept; try another network"
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            (Path(folder) / path.name).write_bytes(data)
            os.replace(Path(folder) / path.name, path)
    except Exception as error:  # any network error; urllib has no common base class
        return None, str(error).replace("\n", " ")
    return path, ""


def _address(version: str) -> str:
    """Return where the newest image is whose version begins so; "" if rp2040py knows none."""
    try:
        from rp2040py.utils.firmware_retrieve import MICROPYTHON
    except ImportError:
        return ""
    known = (MICROPYTHON.boards or {})["pico"].fw
    fit = [each for each in known if each == version or each.startswith(version + ".")]
    return known[max(fit, key=lambda each: [int(part) for part in re.findall(r"\d+", each)])] if fit else ""
