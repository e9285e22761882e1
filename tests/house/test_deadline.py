"""A wait for what a process does ends with the process, and says what that said."""

import subprocess
import sys
import time

import pytest
from deadline import DEADLINE_S, wait_until


@pytest.mark.parametrize("text", [True, False])
def test_a_wait_ends_with_the_process(text):
    command = [sys.executable, "-c", "import sys; print('no compiler'); sys.exit(2)"]
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=text) as process:
        with pytest.raises(AssertionError, match="not so: a row; the process has ended with 2 and said: no compiler"):
            wait_until(lambda: 0, "a row", process)
    assert time.monotonic() - began < DEADLINE_S / 2


def test_what_a_process_did_before_its_end_counts(tmp_path):
    def there():
        return asked and (tmp_path / "row").read_text() or asked.append(process.wait())

    asked = []
    command = [sys.executable, "-c", "open('row', 'w').write('1')"]
    with subprocess.Popen(command, cwd=tmp_path) as process:
        assert wait_until(there, "a row", process) == "1"
