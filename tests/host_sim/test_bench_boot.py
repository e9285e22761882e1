"""The emulated Pico boots, runs code, keeps time, and does it the same way twice."""

import hashlib

import emulator
import pytest

from host_sim.pico import image
from host_sim.pico.bench import BenchTimeout, DeviceError, Pico
from host_sim.pico.fork import forked


@pytest.mark.emulator
@pytest.mark.parametrize("version", [None, *image.ALSO_WORK])
def test_every_supported_version_boots(version):
    pico = emulator.booted(emulator.image_or_skip(version))
    assert (version or image.DEFAULT_VERSION) in pico.forked(
        lambda pico: pico.exec("import os; print(os.uname().release)")
    )


@pytest.mark.emulator
def test_output_of_code_comes_back(booted_pico):
    assert booted_pico.forked(lambda pico: pico.exec("for i in range(3): print(i)")) == "0\n1\n2\n"


@pytest.mark.emulator
def test_an_exception_on_the_device_is_raised_here_with_its_traceback(booted_pico):
    with pytest.raises(DeviceError, match="(?s)Traceback.*line 1.*ZeroDivisionError"):
        booted_pico.forked(lambda pico: pico.exec("1 // 0"))


@pytest.mark.emulator
def test_endless_code_hits_the_limit_and_can_be_interrupted(booted_pico):
    def case(pico):
        with pytest.raises(BenchTimeout, match="within 50"):
            pico.exec("print('on it')\nwhile True: pass", limit_s=0.05)
        pico.send(b"\x03")
        with pytest.raises(DeviceError, match="KeyboardInterrupt"):
            pico.finish()
        return pico.exec("print('again')")

    assert booted_pico.forked(case) == "again\n"


@pytest.mark.emulator
def test_sleep_ms_sleeps_its_time_uninterrupted(booted_pico):
    def case(pico):
        pico.start("import time; t = time.ticks_us(); time.sleep_ms(200); print(time.ticks_diff(time.ticks_us(), t))")
        began = pico.now_ns
        slept_us = int(pico.finish())
        return slept_us, pico.now_ns - began

    slept_us, bench_ns = booted_pico.forked(case)
    assert 200_000 <= slept_us <= 200_300
    assert 200_000_000 <= bench_ns <= 210_000_000


@pytest.mark.emulator
def test_two_runs_are_identical(pico_image):
    def run(_):
        pico = Pico(pico_image, files={"main.py": "import time\nprint(time.ticks_us())\n"})
        pico.boot().run_until(b"\n")
        pico.exec("import os\nwith open('f', 'w') as f: f.write(str(os.urandom(4)))")
        pico.run_ms(1.5)
        return pico.now_ns, bytes(pico.serial), [hashlib.sha1(m).hexdigest() for m in (pico.mcu.sram, pico.flash)]

    assert forked(run, 1) == run(2)


@pytest.mark.emulator
def test_first_prints_of_main_py_arrive_and_boot_is_fast(pico_image):
    pico = Pico(pico_image, files={"main.py": "print('first words')"}).boot()
    assert pico.now_ns < 20_000_000
    pico.run_until(b"first words", limit_ms=30)


@pytest.mark.emulator
def test_without_usb_main_py_runs_too(pico_image):
    pico = Pico(pico_image, files={"main.py": "open('/ran', 'w').close()"}, usb=False).boot()
    pico.run_ms(200)
    assert not pico.connected and not pico.serial
    assert "/ran" in pico.files()


@pytest.mark.emulator
def test_machine_reset_runs_main_py_again(pico_image):
    pico = Pico(pico_image, files={"main.py": "import machine\nprint('cause', machine.reset_cause())"}).boot()
    pico.run_until(b"cause 1")
    pico.send(b"import machine; machine.reset()\r")
    pico.run_until(b"cause 3")
    assert pico.resets == 1
    assert pico.exec("print(1)") == "1\n"


@pytest.mark.emulator
def test_soft_reset_runs_main_py_again(pico_image):
    pico = Pico(pico_image, files={"main.py": "print('here')"}).boot()
    pico.exec("x = 1")
    pico.soft_reset()
    pico.run_until(b"here")
    with pytest.raises(DeviceError, match="NameError"):
        pico.exec("x")


def uf2(blocks, of):
    """Return the first blocks of a UF2 file that has `of` of them."""
    heads = (image.UF2_MAGIC + bytes(16) + n.to_bytes(4, "little") + of.to_bytes(4, "little") for n in range(blocks))
    return b"".join(head.ljust(image.UF2_BLOCK, b"\0") for head in heads)


def test_the_image_is_named_by_the_environment(monkeypatch, tmp_path):
    (tmp_path / "some.uf2").write_bytes(uf2(3, 3))
    monkeypatch.setenv(image.VARIABLE, str(tmp_path / "some.uf2"))
    assert image.find() == tmp_path / "some.uf2"
    monkeypatch.setenv(image.VARIABLE, str(tmp_path / "none.uf2"))
    with pytest.raises(image.ImageMissing, match="none.uf2, which is not a file"):
        image.find()
    for content in (b"", b"something else", uf2(3, 3)[:-1], uf2(2, 3)):
        (tmp_path / "none.uf2").write_bytes(content)
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
