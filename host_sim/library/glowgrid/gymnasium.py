"""The games as environments of Gymnasium: one side, against a level of the engine. It needs the extra `pettingzoo`.

    import gymnasium

    env = gymnasium.make("glowgrid.gymnasium:glowgrid/hex-v0", size=5, level=2)
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(12)

Each game of `glowgrid.game_names` is registered so; `GameEnv` also takes the path of a game of your own.
"""

# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# Without the extra, pyright takes `gymnasium` for this file.

from pathlib import Path

from glowgrid.levels import chosen, level_limits, levels_of
from glowgrid.search import next_best
from host_sim.engine.asking import Asking
from host_sim.engine.unix_engine import UnixEngine, on_micropython

from .errors import Error
from .extras import needing
from .playing import game as find_game
from .playing import game_names

with needing("pettingzoo", "gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle

    from .learning import Planes, checked_render_mode, observation, rewards
    from .lights import Lights

_MOST_SEED = 65_535


def observation_space(planes: Planes, moves: int) -> spaces.Dict:
    """Return the space of the observations of a game with these planes and this number of moves."""
    of_planes, rows, columns = planes.shape
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (rows, columns, of_planes), np.int8),
            "action_mask": spaces.Box(0, 1, (moves,), np.int8),
        }
    )


class GameEnv(gymnasium.Env, EzPickle):
    """One side of a game; the engine plays the others. Raises glowgrid.Error for arguments that cannot be.

    name, size, swap  as in `glowgrid.game`; size is a number, or a tuple of them; () the first size of the game
    level             of the engine, 1 to `levels`, as on the handheld. Level 1 thinks for 0.1 s of a Pico at each
                      move, each one longer than the one below, the last one for up to 10
    side              that you play, 1 to the number of sides
    render_mode       "ansi", the field as text, or "rgb_array", the lights of the handheld (Lights.picture). With
                      hidden stones both show what your side sees
    engine            as in `glowgrid.solve`: all of them make the same moves

    Observations and rewards are those of glowgrid.pettingzoo. An illegal move loses: the reward is -1, and the game is
    over until `reset`. The seed of `reset` decides what the engine overlooks, so the same seed and moves give the same
    game. A copy, or what is unpickled, is a new environment with these arguments, to be reset.

    position  the glowgrid.Position
    levels    how many levels the engine has here
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(self, name="tic-tac-toe", size=(), swap=False, level=1, side=1, render_mode=None, engine="auto"):
        EzPickle.__init__(self, name, size, swap, level, side, render_mode, engine)
        self.game = game = find_game(name, *([size] if isinstance(size, int) else size), swap=swap)
        self.position = position = game.start()
        self.levels = levels_of(position.core)
        if not 1 <= level <= self.levels:
            raise Error(f"{game.title}: level {level}; expected 1 to {self.levels}")
        if not 1 <= side <= game.sides:
            raise Error(f"{game.title}: side {side}; expected 1 to {game.sides}")
        self.level, self.side = level, side
        self.render_mode = checked_render_mode(render_mode, self.metadata["render_modes"])
        try:
            on_unix = on_micropython(engine)
        except ValueError as error:
            raise Error(str(error)) from None
        rules = game.rules
        self._elsewhere = UnixEngine(Path(rules.file) if rules.file else rules.name) if on_unix else None
        self._asking = Asking(rules, game.size, position.core, self._elsewhere)
        self._planes = Planes(game)
        self.observation_space = observation_space(self._planes, len(game.moves))
        self.action_space = spaces.Discrete(len(game.moves))
        self._lights = None
        self._has_lost = False  # by an illegal move, which the position does not know
        self._seed = 1

    def reset(self, *, seed=None, options=None):
        """Begin a game; the engine moves first if your side does not begin."""
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(1, _MOST_SEED))
        while self.position.history:
            self.position.undo()
        self._has_lost = False
        self._let_others_move()
        return self._observed(), {}

    def step(self, action):
        core, action = self.position.core, self.position.number(int(action))
        if self._has_lost or core.is_over():
            raise Error("the game is over; call reset()")
        if not core.is_legal(action):
            self._has_lost = True
            return self._observed(), -1.0, True, False, {"illegal": self.game.moves[action]}
        core.play(action)
        self._let_others_move()
        return self._observed(), rewards(core)[self.side - 1], core.is_over(), False, {}

    def action_masks(self):
        """Return which moves are legal, as an array of bool: MaskablePPO of sb3-contrib asks for it."""
        return self._observed()["action_mask"].astype(bool)

    def render(self):
        if self.render_mode == "rgb_array":
            self._lights = self._lights or Lights(self.position)
            return self._lights.picture(self.side)
        return str(self.position.view(self.side)) if self.render_mode else None

    def close(self):
        """End the engine's process, if it has one."""
        if self._elsewhere:
            self._elsewhere.close()

    def _observed(self):
        return observation(self.position.core, self.side, self._planes)

    def _let_others_move(self):
        core, engine = self.position.core, self._asking.playing
        while core.to_move != self.side and not core.is_over():
            limits = level_limits(core, self.level, self._seed)
            verdict = self._asking.chosen(limits, limits.rough)
            move = chosen(core.view(core.to_move) if engine.blind else core, verdict, self.level, self._seed)
            while core.play(move) and core.has_tried():
                move = next_best(core, engine, move)


for _name in game_names():
    gymnasium.register(f"glowgrid/{_name}-v0", f"{__name__}:GameEnv", kwargs={"name": _name})
