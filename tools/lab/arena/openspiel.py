"""OpenSpiel's MCTS as a player of `python -m tools.lab arena play`: a process that answers lines of JSON.

Its protocol is that of host_sim/engine/engine_program.py.

    python -m tools.lab.arena.openspiel GAME SIZE PLAYOUTS

Uniform playouts, one per expanded node, uct_c = 0.7, solved subtrees backed up; a new tree for every move. {"moves":
..., "winner": true} asks who has won (1, 2, or 0). Points have the same names in both programs; the arena
checks that they mean the same by comparing the winners at the end of every game. Source: M. Lanctot and others,
"OpenSpiel: A Framework for Reinforcement Learning in Games", 2019.
"""

import json
import sys
from typing import Any

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.games import discover
from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import parse_point

GAMES = ("hex", "havannah")
UCT_C = 0.7
MEMORY_MB = 2000


class OpenSpiel:
    """An OpenSpiel game beside ours."""

    def __init__(self, game, size, playouts):
        import pyspiel  # pyright: ignore[reportMissingImports] - the extra `arena`

        self._pyspiel = pyspiel
        self._playouts = playouts
        self._game = pyspiel.load_game(f"{game}(board_size={size[0]})")
        ours: Any = next(each for each in discover()[0] if each.name == game).setup(size)
        state = self._game.new_initial_state()
        self._point = {
            action: parse_point(ours.field, state.action_to_string(action)) for action in state.legal_actions()
        }
        self._action = {point: action for action, point in self._point.items()}
        if sorted(self._action) != list(range(ours.points)):
            raise ValueError(f"{game}: OpenSpiel names the points differently")

    def state(self, moves):
        state = self._game.new_initial_state()
        for point in moves:
            state.apply_action(self._action[point])
        return state

    def winner(self, moves):
        state = self.state(moves)
        return 0 if not state.is_terminal() or state.returns()[0] == 0 else 1 if state.returns()[0] > 0 else 2

    def best(self, moves, seed):
        pyspiel = self._pyspiel
        bot = pyspiel.MCTSBot(
            self._game, pyspiel.RandomRolloutEvaluator(1, seed), UCT_C, self._playouts, MEMORY_MB, True, seed, False
        )
        return self._point[bot.step(self.state(moves))]


def main():
    player = OpenSpiel(sys.argv[1], parse_size(sys.argv[2]), int(sys.argv[3]))
    for line in sys.stdin:
        asked = json.loads(line)
        if asked.get("winner"):
            answer = {"winner": player.winner(asked["moves"])}
        else:
            answer = {"best": player.best(asked["moves"], asked["seed"]), "nodes": player._playouts}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
