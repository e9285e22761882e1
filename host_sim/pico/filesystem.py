"""The Pico's littlefs file system as bytes: build one from files, read one back.

Where MicroPython keeps it on a 2 MB Pico (ports/rp2: 1408 KB at the end of the flash), the same for every image this
project knows: offset 0xA0000, 352 blocks of 4096 bytes, programmed 256 bytes at a time, littlefs disk version 2.0.
"""

from pathlib import Path

from littlefs import LittleFS, LittleFSError, UserContext

FLASH_SIZE = 2 * 1024 * 1024
OFFSET = 0xA0000
BLOCK_SIZE = 4096
BLOCK_COUNT = 352
SIZE = BLOCK_SIZE * BLOCK_COUNT
DISK_VERSION = 0x00020000
ANY_DISK_VERSION = 0  # to littlefs: the newest it can read
NO_FILE = 0xFFFFFFFF  # sorts between the names: each has its own blocks, so that the page can change the board's


class DamagedFilesystem(Exception):
    """The bytes are not a littlefs that can be mounted and read; the message is one line."""


def tree(source) -> dict[str, bytes]:
    """Return {path on the device: content} for a folder on the host, or a mapping path -> bytes or str.

    Paths on the device are absolute, "/main.py"; a leading slash may be left out.
    """
    if isinstance(source, (str, Path)):
        folder = Path(source)
        if not folder.is_dir():
            raise FileNotFoundError(f"{folder} is not a folder; give the folder to put on the device")
        source = {
            path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        }
    files = {}
    for path, content in sorted(source.items()):
        files["/" + str(path).lstrip("/")] = content.encode() if isinstance(content, str) else bytes(content)
    return files


def build(source, block_count=BLOCK_COUNT) -> bytes:
    """Return the file system (`block_count` blocks) holding `source`, a folder or a mapping as for `tree`."""
    context = UserContext(BLOCK_SIZE * block_count)
    volume = _volume(context, DISK_VERSION, block_count)
    volume.format()
    volume.mount()
    for path, content in tree(source).items():
        folder = path.rpartition("/")[0]
        if folder:
            volume.makedirs(folder, exist_ok=True)
        with volume.open(path, "wb") as file:
            file.write(content)
    volume.unmount()
    return bytes(context.buffer)


def read(flash: bytes, offset=OFFSET, block_count=BLOCK_COUNT) -> dict[str, bytes]:
    """Return {path: content} of a flash image (2 MB or more from offset 0) or of a file system of `SIZE` bytes.

    offset, block_count: of the file system in the flash.

    Raises `DamagedFilesystem` if it cannot be mounted or a file cannot be read.
    """
    size = BLOCK_SIZE * block_count
    context = UserContext(size)
    context.buffer = bytearray(flash if len(flash) == size else flash[offset : offset + size])
    # MicroPython 1.24 and later raise the disk version to 2.1 at their first write: accept any.
    volume = _volume(context, ANY_DISK_VERSION, block_count)
    try:
        volume.mount()
        files = {}
        for folder, _, names in volume.walk("/"):
            for name in names:
                path = folder.rstrip("/") + "/" + name
                with volume.open(path, "rb") as file:
                    files[path] = file.read()
        volume.unmount()
    except LittleFSError as error:
        raise DamagedFilesystem(f"no readable littlefs at flash offset {offset:#x}: {error}") from None
    return files


def _volume(context: UserContext, disk_version: int, block_count=BLOCK_COUNT) -> LittleFS:
    return LittleFS(
        context=context,
        mount=False,
        block_size=BLOCK_SIZE,
        block_count=block_count,
        prog_size=256,
        disk_version=disk_version,
        inline_max=NO_FILE,
    )
