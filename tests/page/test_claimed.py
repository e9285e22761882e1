"""The folder of the page survives a kill at each of its file operations, and two processes that fill it at once."""

import os
import signal
import sys

import pytest

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


def refill(folder):
    with claimed.claimed(folder):
        claimed.replace(folder, lambda making: put(making, NEW), LAST)


def killed_at(folder, operation):
    """Refill a folder in a process that kills itself before this operation on it; return whether it came so far."""
    child = os.fork()
    if not child:
        count = 0

        def watch(event, arguments):
            nonlocal count
            if event in OPERATIONS:
                count += 1
                if count == operation:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(watch)
        refill(folder)
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("before", [{}, OLD], ids=["new", "old"])
def test_a_kill_at_any_file_operation_leaves_a_folder_that_the_next_time_fills(tmp_path, before):
    for operation in range(1, 1000):
        folder = tmp_path / f"{operation}"
        put(folder, before)
        killed = killed_at(folder, operation)
        left = content(folder) if folder.exists() else {}
        if LAST in left:  # it says that all is there
            whole = {name: text for name, text in left.items() if not name.startswith(claimed.MAKING)}
            assert whole in (before, NEW), operation
        assert not left or before or (folder / claimed.MARK).exists(), operation
        refill(folder)
        assert content(folder) == NEW and not [*folder.glob(f"{claimed.MAKING}*")], operation
        if not killed:
            assert operation > 20
            return
    raise AssertionError("it never came to its end")


def test_two_that_fill_a_folder_at_once_take_turns(tmp_path):
    """Each puts its own number into all files: a mixture would show."""
    folder, children = tmp_path / "page", []
    for number in range(4):
        child = os.fork()
        if not child:
            with claimed.claimed(folder):
                claimed.replace(folder, lambda making, own=number: put(making, dict.fromkeys(NEW, str(own))), LAST)
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * len(children)
    assert content(folder).keys() == NEW.keys() and len({*content(folder).values()}) == 1


def test_a_failure_leaves_what_was_there(tmp_path):
    put(tmp_path, OLD)

    def fill(making):
        put(making, {"index.html": "half"})
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), claimed.claimed(tmp_path):
        claimed.replace(tmp_path, fill, LAST)
    assert content(tmp_path) == OLD
