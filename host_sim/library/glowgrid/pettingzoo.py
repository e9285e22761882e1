"""The games as environments of PettingZoo, for several agents. It needs the extra `pettingzoo`.

    import glowgrid.pettingzoo

    env = glowgrid.pettingzoo.env("hex", 5)  # name, size, swap and games of your own: as in glowgrid.game
    env.reset()
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Agents are player_1, player_2 and, with three sides, player_3; they move in turn (AEC). An action is the number of a
move: `env.unwrapped.position.game.moves[action]` is its name. In a game that hides stones, an agent whose stone meets
a hidden one moves again.
"""

# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
# pyright: reportGeneralTypeIssues=false, reportCallIssue=false
# Without the extra, pyright takes `pettingzoo` for this file, and `gymnasium` for the one beside it.

from .extras import needing
from .playing import game as find_game

with needing("pettingzoo", "gymnasium"):
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from .gymnasium import observation_space
    from .learning import Planes, checked_render_mode, observation, rewards
    from .lights import Lights


def env(name: str = "tic-tac-toe", *size: int, swap: bool = False, render_mode: str | None = None) -> AECEnv:
    """Return the environment of a game, which PettingZoo's wrappers guard as they do its own board games.

    An agent that makes an illegal move gets the reward -1, the others 0, and the game ends. Arguments: see raw_env.
    """
    made = raw_env(name, *size, swap=swap, render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv, EzPickle):
    """The environment of a game, without wrappers; an illegal move raises glowgrid.IllegalMove and changes nothing.

    Arguments are those of `glowgrid.game`, which raises glowgrid.Error, and render_mode: "ansi", `render` returns the
    field as text; "rgb_array", the lights of the handheld (Lights.picture); "human", it prints the text, at each step
    too. With hidden stones all of them show what the agent to move sees.

    Observations are dicts, as those of PettingZoo's own board games:

    "observation"  int8, (rows, columns, 2 * sides), 0 or 1: the planes of glowgrid.learning.Planes, the last axis.
                   They come from position.view(side) alone: a hidden stone is an empty point until the game is over
    "action_mask"  int8, (moves,): 1 for moves that the agent may make or try. All 0 if it is not its turn

    Rewards come at the end: 1 for the winner, the others share -1; 0 after a draw. There is no chance in a game, so a
    seed changes nothing but the samples of spaces.

    position  the glowgrid.Position, from `reset` on
    """

    metadata = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "glowgrid_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, name: str = "tic-tac-toe", *size: int, swap: bool = False, render_mode: str | None = None):
        EzPickle.__init__(self, name, *size, swap=swap, render_mode=render_mode)
        AECEnv.__init__(self)
        self.game = game = find_game(name, *size, swap=swap)
        self.render_mode = checked_render_mode(render_mode, self.metadata["render_modes"])
        self.possible_agents = [f"player_{side}" for side in range(1, game.sides + 1)]
        self.agents = []
        self._planes = Planes(game)
        seen = observation_space(self._planes, len(game.moves))
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(len(game.moves)) for agent in self.possible_agents}
        self._start = game.start()
        self._lights = None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begin a game; both arguments are there because the interface asks for them."""
        self.position = self._start.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._lights = None

    def observe(self, agent):
        side = self.possible_agents.index(agent) + 1
        return observation(self.position.core, side, self._planes)

    def step(self, action):
        agent, core = self.agent_selection, self.position.core
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if core.is_over():
            self.rewards = dict(zip(self.agents, rewards(core)))
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[core.to_move - 1]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self):
        if self.render_mode == "rgb_array":
            self._lights = self._lights or Lights(self.position)
            return self._lights.picture()
        seen = str(self.position.view(self.position.to_move))
        if self.render_mode == "ansi":
            return seen
        if self.render_mode == "human":
            print(seen)
        return None

    def close(self):
        """Nothing is open."""
