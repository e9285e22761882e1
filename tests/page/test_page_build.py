"""What npm brings for the page is brought once, although several builds begin at the same time."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tools.web import build


@pytest.mark.long
def test_builds_that_begin_together_share_what_npm_brings(tmp_path, monkeypatch):
    monkeypatch.setattr(build.platformdirs, "user_cache_dir", lambda name, appauthor: str(tmp_path / name))
    with ThreadPoolExecutor(3) as pool:
        try:
            (modules,) = {*pool.map(lambda _: build.node_modules(), range(3))}
        except build.NodeMissing as error:
            pytest.skip(str(error))
    assert [path.name for path in modules.parent.iterdir()] == [modules.name]
    assert (modules / build.firmware.PORT).is_file()
    (tmp_path / "out").mkdir()
    build.bundle(modules, tmp_path / "out", [build.OFFLINE], FILES=[], VERSION="1")
    assert (tmp_path / "out" / build.OFFLINE).stat().st_size
