"""Each method of each screen raises once on the emulated Pico: it restarts into the match, which continues.

tests/console/test_crash.py does the same on the console alone, including screens that no twin can reach.
"""

import pytest
from support.replay_judge import Twin
from support.unplugging import UNDER_WAY, move
from ways import WAYS, go, methods_called, prepare, role_held

from host_sim.boards import load_board
from host_sim.console import describe
from host_sim.console.golden import BOARD

pytestmark = [pytest.mark.emulator, pytest.mark.long]

NOT_HERE = "first game", "thinking"  # a twin has no first start; thinking happens in a match
CASES = [(name, method) for name in WAYS if name not in NOT_HERE for method in methods_called(name)]
RESTARTED_MS = 2500
RAISING = """
import os
from glowgrid.console.app import App
go, armed = App.go, ['raised'] if 'raised' not in os.listdir('/') else []
def going(app, screen):
    called = getattr(screen, %(method)r)
    def raising(*arguments):
        if armed:
            open('/' + armed.pop(), 'w').close()
            raise ZeroDivisionError('on purpose')
        return called(*arguments)
    if screen.NAME == %(screen)r:
        setattr(screen, %(method)r, raising)
    go(app, screen)
App.go = going
"""


@pytest.mark.parametrize("name, method", CASES)
def test_the_match_continues_whichever_method_of_a_screen_raises(pico_image, name, method, tmp_path):
    def raising(files):
        code = RAISING % {"screen": WAYS[name].screen or name, "method": method}
        return {**files, "/main.py": code.encode() + files["/main.py"]}

    prepare(name, tmp_path)
    twin = Twin(load_board(BOARD), tmp_path, pico_image, change=raising)
    twin.boot()
    go(name, twin)
    twin.run(1000)
    twin.tap(twin.board["keys"]["roles"][role_held(name, method)], down_ms=900)
    twin.pico.run_ms(RESTARTED_MS)
    assert b"ZeroDivisionError: on purpose" in twin.pico.files()["/crash.txt"]
    twin.adopt()
    app = twin.session.app
    app.restarted = True
    for _ in range(RESTARTED_MS // 10):
        twin.session.tick()
    assert describe.screen_name(app) == ("two presses" if name == "two presses" else "play")
    if WAYS[name].match is UNDER_WAY:
        made = [move(twin), move(twin)]
        assert twin.saved()["moves"][-2:] == made
    assert twin.saved() == twin.expected()
