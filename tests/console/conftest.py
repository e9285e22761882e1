"""A person at the console; its clock is about to wrap around, as it does every 6.2 days (glowgrid/clock.py)."""

import pytest
from console import Person

from host_sim.console.session import Session

START_MS = (1 << 29) - 3000  # by then most tests have made their first move


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    monkeypatch.setattr(Session, "clock_ms", START_MS)


@pytest.fixture
def person(tmp_path):
    return Person(tmp_path)
