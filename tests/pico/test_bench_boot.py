"""The emulated Pico boots, runs code, keeps time, and does it the same way twice."""

import functools
import hashlib
import os
import shutil
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import emulator
import pytest
from deadline import DEADLINE_S

from host_sim.boards import DEFAULT_BOARD
from host_sim.pico import image
from host_sim.pico.bench import BenchTimeout, DeviceError, Pico
from host_sim.pico.fork import forked
from tools.paths import ROOT


@pytest.mark.emulator
@pytest.mark.parametrize("version", [None, *image.ALSO_WORK])
def test_every_supported_version_boots(version):
    pico = emulator.booted(emulator.image_or_skip(version))
    assert (version or image.DEFAULT_VERSION) in pico.forked(
        lambda pico: pico.exec("import os; print(os.uname().release)")
    )


def test_an_exception_on_the_device_is_raised_here_with_its_traceback(booted_pico):
    with pytest.raises(DeviceError, match="(?s)Traceback.*line 1.*ZeroDivisionError"):
        booted_pico.forked(lambda pico: pico.exec("1 // 0"))


def test_endless_code_hits_the_limit_and_can_be_interrupted(booted_pico):
    def case(pico):
        with pytest.raises(BenchTimeout, match="within 50"):
            pico.exec("print('on it')\nwhile True: pass", limit_s=0.05)
        pico.send(b"\x03")
        with pytest.raises(DeviceError, match="KeyboardInterrupt"):
            pico.finish()
        return pico.exec("print('again')")

    assert booted_pico.forked(case) == "again\n"


def test_sleep_ms_sleeps_its_time_uninterrupted(booted_pico):
    def case(pico):
        pico.start("import time; t = time.ticks_us(); time.sleep_ms(200); print(time.ticks_diff(time.ticks_us(), t))")
        began = pico.now_ns
        slept_us = int(pico.finish())
        return slept_us, pico.now_ns - began

    slept_us, bench_ns = booted_pico.forked(case)
    assert 200_000 <= slept_us <= 200_300
    assert 200_000_000 <= bench_ns <= 210_000_000


def test_two_runs_are_identical(pico_image):
    def run(_):
        pico = Pico(pico_image, files={"main.py": "import time\nprint(time.ticks_us())\n"})
        pico.boot().run_until(b"\n")
        pico.exec("import os\nwith open('f', 'w') as f: f.write(str(os.urandom(4)))")
        pico.run_ms(1.5)
        return pico.now_ns, bytes(pico.serial), [hashlib.sha1(m).hexdigest() for m in (pico.mcu.sram, pico.flash)]

    assert forked(run, 1) == run(2)


def test_without_usb_main_py_runs_too(pico_image):
    pico = Pico(pico_image, files={"main.py": "open('/ran', 'w').close()"}, usb=False).boot()
    pico.run_ms(200)
    assert not pico.connected and not pico.serial
    assert "/ran" in pico.files()


def test_either_reset_runs_main_py_again(pico_image):
    pico = Pico(pico_image, files={"main.py": "import machine\nprint('cause', machine.reset_cause())"}).boot()
    pico.run_until(b"cause 1", limit_ms=30)
    pico.send(b"import machine; machine.reset()\r")
    pico.run_until(b"cause 3")
    assert pico.resets == 1
    pico.exec("x = 1")
    pico.soft_reset()
    pico.run_until(b"cause")
    with pytest.raises(DeviceError, match="NameError"):
        pico.exec("x")


def uf2(blocks, of):
    """Return the first blocks of a UF2 file that has `of` of them."""
    heads = (image.UF2_MAGIC + bytes(16) + n.to_bytes(4, "little") + of.to_bytes(4, "little") for n in range(blocks))
    return b"".join(head.ljust(image.UF2_BLOCK, b"\0") for head in heads)


FIND = """
from rp2040py.utils.firmware_retrieve import MICROPYTHON
MICROPYTHON.boards["pico"].fw["1.26.1"] = "{url}/RPI_PICO-20250911-v1.26.1.uf2"
MICROPYTHON.boards["pico"].fw["1.25.0"] = "{url}/RPI_PICO-20250415-v1.25.0.uf2"
from host_sim.pico import image
for _ in range(2):
    try:
        print("found", image.find({version!r}).name)
    except image.ImageMissing as missing:
        print(missing)
"""
KNOWN, UNKNOWN = "RPI_PICO-20250911-v1.26.1.uf2", "RPI_PICO-20250415-v1.25.0.uf2"
DOWNLOADING = f"MicroPython 1.26.1: downloading {KNOWN}\n"
NOT_CHECKED = ": not checked: no known SHA-256 of MicroPython; it is used as it is\n"


@pytest.fixture
def finding(tmp_path):
    """Return a function that looks for an image in a process with a home folder and a server of its own.

    It gives (what is printed, what goes to standard error). `tmp_path / "web"` is what the server has.
    """
    cache = tmp_path / ".cache" / "rp2040py"
    for folder in (tmp_path / "web", cache):
        folder.mkdir(parents=True)
    handler = functools.partial(QuietHandler, directory=tmp_path / "web")
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"

        def find(version=None, **more):
            environment = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), **more}
            if not more:
                environment.pop(image.VARIABLE, None)
            command = [sys.executable, "-c", FIND.format(url=url, version=version)]
            done = subprocess.run(
                command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=DEADLINE_S
            )
            assert done.returncode == 0, done.stderr
            return done.stdout, done.stderr

        yield find
        server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format, *arguments):
        pass


def test_a_download_that_is_not_the_known_image_is_refused_and_not_kept(finding, tmp_path):
    (tmp_path / "web" / KNOWN).write_bytes(uf2(3, 3))
    said, error = finding()
    first, second = said.splitlines()
    assert first == second and error == DOWNLOADING and not list((tmp_path / ".cache" / "rp2040py").iterdir())
    assert "its SHA-256 is not the known one, so it was not kept" in first and image.VARIABLE in first


def test_a_download_of_the_known_image_is_kept_and_found_again(finding, tmp_path):
    """A part of it, as an interrupted download has left it, does not count."""
    shutil.copy(emulator.image_or_skip("1.26.1"), tmp_path / "web" / KNOWN)
    (tmp_path / ".cache" / "rp2040py" / KNOWN).write_bytes((tmp_path / "web" / KNOWN).read_bytes()[:5000])
    assert finding() == (f"found {KNOWN}\n" * 2, DOWNLOADING)
    (tmp_path / "web" / KNOWN).unlink()
    assert finding() == (f"found {KNOWN}\n" * 2, "")


def test_an_image_without_a_known_sha_256_is_used_and_named_once(finding, tmp_path):
    """One of one's own by the environment, one in the folder; a download of another version is refused."""
    cache, own = tmp_path / ".cache" / "rp2040py", tmp_path / "own.uf2"
    own.write_bytes(uf2(3, 3))
    assert finding(**{image.VARIABLE: str(own)}) == ("found own.uf2\n" * 2, f"{own}{NOT_CHECKED}")
    (tmp_path / "web" / UNKNOWN).write_bytes(uf2(3, 3))
    said, error = finding("1.25.0")
    assert (
        f"the SHA-256 of {UNKNOWN} is not known here, only those of RPI_PICO-2" in said
        and error == ""
        and not [*cache.iterdir()]
    )
    (cache / "mine-v1.26.1.uf2").write_bytes(uf2(2, 2))
    assert finding() == ("found mine-v1.26.1.uf2\n" * 2, f"{cache / 'mine-v1.26.1.uf2'}{NOT_CHECKED}")


def test_a_file_in_the_folder_with_a_known_name_must_be_that_image(finding, tmp_path):
    path = tmp_path / ".cache" / "rp2040py" / KNOWN
    path.write_bytes(uf2(3, 3))
    said, error = finding()
    assert said.startswith(f"{path} is not the MicroPython image of this name: its SHA-256 differs; delete it ")
    assert error == "" and path.exists()
    assert finding(**{image.VARIABLE: str(path)}) == (f"found {KNOWN}\n" * 2, f"{path}{NOT_CHECKED}")


@pytest.mark.parametrize("content", [b"", b"something else", uf2(3, 3)[:-1], uf2(2, 3)])
def test_the_image_that_the_environment_names_must_be_a_whole_one(monkeypatch, tmp_path, content):
    path = tmp_path / "some.uf2"
    monkeypatch.setenv(image.VARIABLE, str(path))
    with pytest.raises(image.ImageMissing, match="some.uf2, which is not a file"):
        image.find()
    path.write_bytes(content)
    with pytest.raises(image.ImageMissing, match="not a whole UF2 file"):
        image.find()


def test_a_missing_image_says_what_was_tried(monkeypatch, tmp_path):
    monkeypatch.delenv(image.VARIABLE, raising=False)
    monkeypatch.setattr(image, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(image, "_download", lambda version: (None, "no network"))
    with pytest.raises(image.ImageMissing) as caught:
        image.find("9.9")
    message = str(caught.value)
    assert "\n" not in message
    assert all(part in message for part in ("9.9", str(tmp_path), "no network", image.VARIABLE))
    with pytest.raises(image.ImageMissing, match=f"`.* uf2 --board {DEFAULT_BOARD}` downloads it; or put a UF2 file "):
        image.find("9.9", download=False)
