"""The extras of pyproject.toml that tests can need: a marker of the same name each, a skip without it, a closing line.

`pytest --extras native,lab` runs the tests of these alone, and refuses to if one of them is not installed.
"""

import importlib.metadata

import pytest
from packaging.requirements import Requirement

EXTRAS = "native", "linear", "lab", "arena", "grid", "pettingzoo", "tables", "mcp"
OPTION = "--extras"
REASON = "not installed: the extra"


def requirements(extra):
    """Return what pyproject.toml asks for an extra, as it was when Glowgrid was installed."""
    asked = [each for each in map(Requirement, importlib.metadata.requires("glowgrid")) if each.marker]
    return [each for each in asked if each.marker.evaluate({"extra": extra}) > each.marker.evaluate({"extra": ""})]


def missing(extra):
    """Return the requirements of an extra that are not installed in a version that it allows."""
    return [f"{each.name}{each.specifier}" for each in requirements(extra) if not _is_here(each)]


def _is_here(requirement):
    try:
        return requirement.specifier.contains(importlib.metadata.version(requirement.name), prereleases=True)
    except importlib.metadata.PackageNotFoundError:
        return False


def of(item):
    """Return the extras that a test needs."""
    return [extra for extra in EXTRAS if item.get_closest_marker(extra)]


def chosen(config):
    """Return the extras of the option, if it is given; UsageError if one of them cannot be had."""
    names = list(filter(None, config.getoption(OPTION).split(",")))
    for name in names:
        if name not in EXTRAS:
            raise pytest.UsageError(f"{OPTION} {name}: there are {', '.join(EXTRAS)}")
        if lacks := missing(name):
            raise pytest.UsageError(
                f"{OPTION} {name}: it needs {', '.join(lacks)}: .venv/bin/python -m pip install -e '.[{name}]'"
            )
    return names


def select_or_skip(config, items):
    """With the option leave only its tests; skip those whose extra is not installed."""
    if names := chosen(config):
        kept = [item for item in items if {*names}.intersection(of(item))]
        config.hook.pytest_deselected(items=[item for item in items if not {*names}.intersection(of(item))])
        items[:] = kept
    lacking = {extra for extra in EXTRAS if missing(extra)}
    for item in items:
        item.user_properties += [("extra", extra) for extra in of(item)]
        for extra in lacking.intersection(of(item)):
            item.add_marker(pytest.mark.skip(reason=f"{REASON} {extra}"))


def closing_line(stats):
    """Return how many tests of the extras ran, and how many were skipped for each that is not installed."""
    ran, skipped = dict.fromkeys(EXTRAS, 0), dict.fromkeys(EXTRAS, 0)
    for way, reports in stats.items():
        for each in reports:
            for extra in [extra for name, extra in getattr(each, "user_properties", ()) if name == "extra"]:
                if way == "skipped":
                    skipped[extra] += each.longrepr[-1].endswith(f"{REASON} {extra}")
                elif way in ("passed", "failed", "xfailed", "xpassed"):
                    ran[extra] += each.when == "call"
    names = ",".join(extra for extra in EXTRAS if skipped[extra])
    install = f": pip install -e '.[{names}]'" if names else ""
    return f"tests of extras: {_counted(ran)} ran, {_counted(skipped)} skipped{install}"


def _counted(counts):
    each = ", ".join(f"{extra} {count}" for extra, count in counts.items() if count)
    return f"{sum(counts.values())} ({each})" if each else "0"
