"""The games as games of OpenSpiel. It needs the extra `arena`.

    import pyspiel
    import glowgrid.openspiel  # registers them

    game = pyspiel.load_game("glowgrid_hex(board_size=5,swap=true)")

Each game of `glowgrid.game_names` is `glowgrid_` and its name, with _ for -. Where OpenSpiel has the game too, legal
moves and returns are the same, and so are the numbers of moves, except in Havannah and Y. After a swap OpenSpiel's Hex
is this one turned upside down; in its Havannah the swap is a move onto the first stone.

glowgrid_hex, glowgrid_havannah, glowgrid_y   board_size; swap: whether the second side may take the first stone over
glowgrid_dark_hex                             board_size; hidden stones, OpenSpiel's "classical" version
glowgrid_mnk                                  m columns, n rows, k in a row win: as OpenSpiel's mnk(m, n, k) has them,
                                              and the other way round than glowgrid.game("mnk", rows, columns, k)
glowgrid_tic_tac_toe, glowgrid_phantom_tic_tac_toe, glowgrid_three_player, glowgrid_fano    no parameters
glowgrid_own                                  file: the path of a game of your own (.json or .py)

A player is a side, from 0 on; an action is the number of a move, the string of an action its name. At the end the
winner gets 1, the others share -1; after a draw each gets 0.

OpenSpiel's algorithms in Python run on these games, and those in C++ that only walk through states. Its MCTSBot in C++
plays no game that is written in Python, not even OpenSpiel's own (2.0.2 ends with a crash): use algorithms.mcts.

Observations (tensors of float32, 0 or 1) come from what the player's side sees, position.view(side), alone:

observation tensor        "planes" (2 * players, rows, columns): glowgrid.learning.Planes
information-state tensor  "planes", then "plies" (longest game, moves + 2): a row for each ply that the side notices.
                          A row has a 1 at the move, or at column `moves` for a stone that another side has hidden;
                          and one at column `moves` + 1 if the move was a try: a hidden stone was there
information-state string  the same, such as "player 0: b2 ? a1! c1": another side has placed ?, a1 was taken already
"""

# pyright: reportMissingImports=false
# The extra `arena`.

from .errors import Error
from .extras import needing
from .playing import Game, game_names, kept_game

with needing("open_spiel"):
    import numpy as np
    import pyspiel

    from .learning import Planes, legal_moves, rewards

PREFIX = "glowgrid_"
_SIZE = "board_size"
_MNK = "n", "m", "k"  # in the order of our sizes: rows, columns, in a row
_FILE = "file"
_HIDDEN = "?"  # a move that the side does not see
_TRY = "!"  # a stone was there


class GlowgridGame(pyspiel.Game):
    """A game of Glowgrid at a size; `game` is its glowgrid.Game."""

    def __init__(self, game: Game, kind: pyspiel.GameType, params: dict):
        self.game = game
        self.first = game.start()
        self.planes = Planes(game)
        core = self.first.core
        self.plies = core.most_plies - (core.moves - len(game.moves))  # without the swap, where that is off
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.moves),
            max_chance_outcomes=0,
            num_players=game.sides,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.plies,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self, state=None):
        """Return a new State at the start of the game; a state that is given is refused."""
        if state is not None:
            raise Error("new_initial_state: a state; expected none: apply actions instead")
        return State(self)

    def __reduce__(self):
        """Be pickled by name: the classes of registered games have none."""
        return pyspiel.load_game, (self.get_type().short_name, self.get_parameters())

    def make_py_observer(self, iig_obs_type=None, params=None):
        """Return the Observer of observations, or of information states with perfect recall."""
        if params:
            raise Error(f"observer: parameters {params}; expected none")
        return Observer(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class State(pyspiel.State):
    """A state of a GlowgridGame; `position` is its glowgrid.Position."""

    def __init__(self, game: GlowgridGame):
        super().__init__(game)
        self.position = game.first.copy()

    def current_player(self):
        core = self.position.core
        return pyspiel.PlayerId.TERMINAL if core.is_over() else core.to_move - 1

    def is_terminal(self):
        return self.position.core.is_over()

    def returns(self):
        return rewards(self.position.core)

    def _legal_actions(self, player):
        return legal_moves(self.position.core)

    def _apply_action(self, action):
        self.position.play(action)

    def _action_to_string(self, player, action):
        return self.position.game.moves[action]

    def __str__(self):
        return str(self.position)


class Observer:
    """What a player has observed, as the module says; `recalls`: the whole information state."""

    def __init__(self, game: GlowgridGame, recalls: bool):
        self._game, self._recalls = game, recalls
        shapes: dict[str, tuple[int, ...]] = {"planes": game.planes.shape}
        if recalls:
            shapes["plies"] = game.plies, len(game.game.moves) + 2
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict, begin = {}, 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[begin : begin + size].reshape(shapes[name])
            begin += size

    def set_from(self, state: State, player: int):
        """Fill `tensor`, and `dict`, which is views of it, with what a player has observed."""
        core = state.position.core
        seen = core.view(player + 1)
        self._game.planes.write(seen, player + 1, self.dict["planes"])
        if self._recalls:
            rows, moves = self.dict["plies"], len(self._game.game.moves)
            rows.fill(0)
            for row, (move, tried) in zip(rows, noticed(seen)):
                row[min(move, moves)] = 1
                row[moves + 1] = tried

    def string_from(self, state: State, player: int) -> str:
        """Return what a player has observed as text."""
        position = state.position
        if not self._recalls:
            return f"player {player}:\n{position.view(player + 1)}"
        names = (*position.game.moves, _HIDDEN)
        seen = position.core.view(player + 1)
        said = [names[min(move, len(names) - 1)] + _TRY * tried for move, tried in noticed(seen)]
        return " ".join([f"player {player}:", *said])


def noticed(seen) -> list[tuple[int, bool]]:
    """Return (move, whether it was a try) of each ply in a view; a move that it does not show is above all moves."""
    if hasattr(seen, "log"):
        return [(move, tried) for _, move, tried in seen.log()]
    return [(move, False) for move in seen.history[: seen.plies]]


# Registering ----------------------------------------------------------------------------------------------------------


def kind_of(short_name: str, game: Game, parameters: dict) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game; parameters: {name: default}."""
    of = pyspiel.GameType
    see = of.Information
    return of(
        short_name=short_name,
        long_name=f"{game.rules.title()} of Glowgrid",
        dynamics=of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.DETERMINISTIC,
        information=see.IMPERFECT_INFORMATION if game.hides else see.PERFECT_INFORMATION,
        utility=of.Utility.ZERO_SUM,
        reward_model=of.RewardModel.TERMINAL,
        max_num_players=game.sides,
        min_num_players=game.sides,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
        default_loadable=_FILE not in parameters,
    )


def _parameters(game: Game) -> dict:
    """Return {parameter: default} of a game."""
    names = _MNK if len(game.size) == len(_MNK) else [_SIZE] * len(game.size)
    return {**dict(zip(names, game.size)), **({"swap": False} if game.rules.swap else {})}


def _register(name: str):
    game = kept_game(name)
    defaults = _parameters(game)
    kind = kind_of(PREFIX + name.replace("-", "_"), game, defaults)

    class Registered(GlowgridGame):  # a class: Python ends badly if OpenSpiel is left with the only hold on a function
        def __init__(self, params=None):
            given = {**defaults, **(params or {})}
            size = tuple(given[each] for each in defaults if each != "swap")
            super().__init__(kept_game(name, size, given.get("swap", False)), kind, params or {})

    pyspiel.register_game(kind, Registered)


class OwnGame(GlowgridGame):
    """A game of your own, by the path of its file."""

    short_name = f"{PREFIX}own"
    parameters = {_FILE: ""}

    def __init__(self, params=None):
        path = (params or {}).get(_FILE, "")
        if not path:
            raise Error(f"{self.short_name}: no file; expected {self.short_name}(file=PATH)")
        game = kept_game(path)
        super().__init__(game, kind_of(self.short_name, game, self.parameters), params or {})


for _name in game_names():
    _register(_name)
# Its sides are those of the file; here stand those of some game.
pyspiel.register_game(kind_of(OwnGame.short_name, kept_game("three-player"), OwnGame.parameters), OwnGame)
