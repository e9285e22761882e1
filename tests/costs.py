"""What tests cost, in CPU seconds: of this process, of those that it started and has waited for, and of those that run.

`pytest --costs` lists the costliest files at the end. Each run keeps the cost of its files in pytest's cache, where
`make quick` (reach.py) finds it. CPU seconds, as a machine that is busy takes longer for the same.
"""

import json
import os
from collections import Counter
from pathlib import Path

NAME = "cpu_s"  # of the user property of a test
CACHED = "costs/files"  # in pytest's cache: {file: CPU seconds}
MOST = 10
ROOT = Path(__file__).resolve().parents[1]


def spent():
    """Return the CPU seconds of this process and of its descendants; without /proc only of those that have ended."""
    mine = os.times()
    return mine.user + mine.system + mine.children_user + mine.children_system + _running(os.getpid())


def _running(process):
    """Return the CPU seconds of the descendants of a process that still run."""
    total = 0
    try:
        threads = list(Path(f"/proc/{process}/task").glob("*/children"))
    except OSError:  # it has just ended
        return total
    for thread in threads:
        for child in _read(thread).split():
            fields = _read(Path(f"/proc/{child}/stat")).rpartition(")")[2].split()[11:15]  # its own, its children's
            total += sum(map(int, fields)) / os.sysconf("SC_CLK_TCK") + _running(child)
    return total


def _read(path):
    try:
        return path.read_text()
    except OSError:  # it has just ended
        return ""


def known():
    """Return {file: CPU seconds} of the files of tests as they ran last."""
    try:
        return json.loads((ROOT / ".pytest_cache" / "v" / CACHED).read_text())
    except (OSError, ValueError):
        return {}


class Costs:
    """A plugin of pytest: counts in each worker, adds up where the reports arrive."""

    def __init__(self, config):
        self._config = config
        self._last = spent()
        self._files = Counter()

    def pytest_collection_finish(self):
        self._last = spent()  # from here on; collecting is no test's

    def pytest_runtest_makereport(self, item, call):
        if call.when == "teardown":  # nothing of a test comes later
            now = spent()
            item.user_properties.append((NAME, max(0, now - self._last)))  # less, if a Chromium has ended
            self._last = now

    def pytest_runtest_logreport(self, report):
        if report.when == "teardown":
            file = report.nodeid.partition("::")[0]
            self._files[file] += dict(report.user_properties).get(NAME, 0)

    def pytest_terminal_summary(self, terminalreporter):
        cache = getattr(self._config, "cache", None)
        if cache and self._runs_whole_files():
            cache.set(CACHED, {**known(), **{file: round(seconds, 2) for file, seconds in self._files.items()}})
        if self._config.getoption("--costs"):
            terminalreporter.section(f"CPU seconds: {self._files.total():.0f} in tests; the costliest files")
            for file, seconds in self._files.most_common(MOST):
                terminalreporter.write_line(f"{seconds:7.1f} {file}")

    def _runs_whole_files(self):
        """Return whether each file that ran has run all its tests of the day."""
        option, always = self._config.option, self._config.getini("addopts")
        some = option.markexpr != always[always.index("-m") + 1] or option.keyword or option.extras
        return not some and not any("::" in each for each in self._config.args)
