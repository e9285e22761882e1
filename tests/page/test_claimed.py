"""The folder of the page survives a kill at each of its file operations, and two processes that fill it at once."""

import multiprocessing
import os
import signal
import sys

import pytest
from cases import long

from tools.web import claimed

LAST = "last.txt"
NEW = {"index.html": "new", "lessons/one.html": "new", LAST: "new"}
OLD = {"index.html": "old", "gone.js": "old", "lessons/one.html": "old", LAST: "old"}
OPERATIONS = "open", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.scandir", "os.listdir", "shutil.rmtree"
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def put(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def content(folder):
    """Return {name: text} of all files of a folder but the mark, in folders too."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != claimed.MARK]
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def refill(folder, files=NEW):
    with claimed.claimed(folder):
        claimed.replace(folder, lambda making: put(making, files), LAST)


def dying_at(folder, operation):
    """Refill a folder; kill this process before such an operation on files, counted from 1."""
    count = 0

    def watch(event, arguments):
        nonlocal count
        if event in OPERATIONS:
            count += 1
            if count == operation:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    refill(folder)


def begun(function, *arguments):
    process = multiprocessing.get_context("fork").Process(target=function, args=arguments)
    process.start()
    return process


def ended(process):
    """Return how a process has ended."""
    process.join()
    return process.exitcode


@pytest.mark.parametrize("before", [long({}, id="new"), pytest.param(OLD, id="old")])
def test_a_kill_at_any_file_operation_leaves_a_folder_that_the_next_time_fills(tmp_path, before):
    for operation in range(1, 1000):
        folder = tmp_path / f"{operation}"
        put(folder, before)
        end = ended(begun(dying_at, folder, operation))
        left = content(folder) if folder.exists() else {}
        if LAST in left:  # it says that all is there
            whole = {name: text for name, text in left.items() if not name.startswith(claimed.MAKING)}
            assert whole in (before, NEW), operation
        assert not left or before or (folder / claimed.MARK).exists(), operation
        refill(folder)
        assert content(folder) == NEW and not [*folder.glob(f"{claimed.MAKING}*")], operation
        if end == 0:
            assert operation > 20
            return
        assert end == -signal.SIGKILL
    raise AssertionError("it never came to its end")


def test_two_that_fill_a_folder_at_once_take_turns(tmp_path):
    """Each puts its own number into all files: a mixture would show."""
    folder = tmp_path / "page"
    processes = [begun(refill, folder, dict.fromkeys(NEW, str(number))) for number in range(4)]
    assert [*map(ended, processes)] == [0] * len(processes)
    assert content(folder).keys() == NEW.keys() and len({*content(folder).values()}) == 1


def test_a_failure_leaves_what_was_there(tmp_path):
    put(tmp_path, OLD)

    def fill(making):
        put(making, {"index.html": "half"})
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), claimed.claimed(tmp_path):
        claimed.replace(tmp_path, fill, LAST)
    assert content(tmp_path) == OLD


def test_uf2_files_that_are_not_made_stay(tmp_path):
    """`glowgrid uf2` makes files of the names that the page has, too: such a folder may be taken for one of ours."""
    put(tmp_path, {"mine.uf2": "mine", "made.uf2": "old"})
    refill(tmp_path, NEW | {"made.uf2": "new"})
    assert content(tmp_path) == NEW | {"made.uf2": "new", "mine.uf2": "mine"}
