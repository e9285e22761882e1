"""One side against a level of the engine, as an environment of Gymnasium: its own checker, and what it leaves out."""

import copy
import pickle
import random
import warnings

import pytest
import source

import glowgrid

pytestmark = pytest.mark.pettingzoo
OWN = str(source.ROOT / "tests/own_games/avoid.json")
CASES = [
    {"name": "tic-tac-toe"},
    {"name": "hex", "size": 3, "level": 2, "swap": True},
    {"name": "mnk", "size": (4, 3, 3), "side": 2},
    {"name": "three-player", "side": 2},
    {"name": "dark-hex", "size": 3, "side": 2},
    {"name": OWN},
]
each_case = pytest.mark.parametrize("given", CASES, ids=[each["name"][-12:] for each in CASES])


@pytest.fixture
def door():
    import glowgrid.gymnasium

    return glowgrid.gymnasium


@pytest.fixture
def made():
    """Return a function that makes a registered environment, without wrappers; all of them are closed at the end."""
    import gymnasium

    import glowgrid.gymnasium  # noqa: F401  (registers them)

    environments = []

    def make(name, **given):
        known = f"glowgrid/{'hex' if name == OWN else name}-v0"
        environments.append(gymnasium.make(known, name=name, **given).unwrapped)
        return environments[-1]

    yield make
    for each in environments:
        each.close()


def play(env, seed):
    """Play a game with random moves; return its moves and the last reward."""
    draw = random.Random(seed)
    observed, _ = env.reset(seed=seed)
    while True:
        assert env.position.to_move == env.side
        move = draw.choice([move for move, may in enumerate(observed["action_mask"]) if may])
        observed, reward, over, cut, info = env.step(move)
        assert not cut and info == {}
        if over:
            return env.position.history, reward
        assert reward == 0


@each_case
def test_official_checker(made, given, capsys):
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ResourceWarning)  # an engine holds its solved file open as long as it lives
        check_env(made(**given))


def test_a_spoiled_environment_is_rejected(made, door):
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    def reset(env, seed=None, options=None):
        seen, info = door.GameEnv.reset(env, seed=seed)
        return {**seen, "observation": seen["observation"] * 3}, info

    def step(env, action):
        seen, reward, over, cut, info = door.GameEnv.step(env, action)
        return seen, draw.random(), over, cut, info

    draw = random.Random(1)
    for spoil, said in (
        ({"reset": reset}, "not within the observation space"),
        ({"step": step}, "rewards are not equivalent"),
    ):
        gymnasium.register("glowgrid/spoiled-v0", type("Spoiled", (door.GameEnv,), spoil))
        env = gymnasium.make("glowgrid/spoiled-v0", disable_env_checker=True).unwrapped
        with pytest.raises(AssertionError, match=said), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_env(env)
        env.close()
        del gymnasium.registry["glowgrid/spoiled-v0"]


@each_case
def test_a_seed_gives_the_same_game_in_any_environment(made, given):
    """Whatever was played before, and on both engines."""
    env = made(**given)
    first, other, again = play(env, 1), play(env, 2), play(env, 1)
    assert first == again == play(made(**given, engine="cpython"), 1)
    assert first != other
    position = glowgrid.game(env.game.rules.file or env.game.name, *env.game.size, swap=env.game.swap).start()
    for move in first[0]:
        position.play(move)
    assert first[1] == (0 if not position.winner else 1 if position.winner == env.side else -1 / (position.sides - 1))


@pytest.mark.parametrize("level, wins", [(1, True), (2, False)])
def test_a_level_is_that_of_the_handheld(made, level, wins):
    """The first level of tic-tac-toe overlooks moves, the last one does not."""
    env, won = made("tic-tac-toe", level=level), 0
    assert env.levels == 2
    for seed in range(12):
        observed, over = env.reset(seed=seed)[0], False
        while not over:
            answer = glowgrid.solve(env.position, engine="cpython", nodes=20_000)
            observed, reward, over, _, _ = env.step(env.position.number(answer.move))
        won += reward == 1
    assert bool(won) == wins


def test_an_illegal_move_loses_and_masks_name_the_others(made):
    env = made("hex", size=3, side=1)
    env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == bool and masks.tolist() == [env.position.is_legal(move) for move in range(9)]
    env.step(0)
    observed, reward, over, cut, info = env.step(0)
    assert (reward, over, cut, info) == (-1, True, False, {"illegal": "a1"})
    legal = observed["action_mask"].tolist().index(1)
    with pytest.raises(glowgrid.Error, match="the game is over"):
        env.step(legal)
    env.reset(seed=1)
    with pytest.raises(glowgrid.Error, match="no such move"):
        env.step(10)
    assert env.step(legal)[1:3] == (0, False)


def test_actions_may_be_numbers_of_numpy(made):
    import numpy as np

    env = made("hex", size=3)
    env.reset(seed=1)
    env.step(np.int64(4))
    assert env.position.history[0] == "b2"


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_copy_is_a_new_environment_with_the_same_arguments(made, copied):
    """Also after the engine's process has begun."""
    env = made("hex", size=3, level=2, swap=True)
    moves, reward = play(env, 1)
    other = copied(env)
    assert other.position.history == [] and (other.level, other.game) == (2, env.game)
    assert play(other, 1) == (moves, reward) and env.position.history == moves
    other.close()


def test_renders_what_its_side_sees(made):
    env = made("dark-hex", size=3, side=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.position.stones and "1" not in "".join(env.render().splitlines()[1:-1]).replace("1 ", "", 1)
    lights = made("dark-hex", size=3, side=2, render_mode="rgb_array")
    lights.reset(seed=1)
    seen = lights.render()
    lights.side = 1  # the other side sees its stone
    assert seen.shape == (128, 128, 3) and (seen != lights.render()).any()


@pytest.mark.parametrize(
    "given, said",
    [
        ({"name": "hexx"}, "no game hexx"),
        ({"level": 9}, "level 9; expected 1 to 2"),
        ({"side": 3}, "side 3; expected 1 to 2"),
        ({"render_mode": "gif"}, "render_mode 'gif'; expected ansi, rgb_array, or None"),
        ({"engine": "gpu"}, "expected auto, cpython, micropython"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(door, given, said):
    with pytest.raises(glowgrid.Error, match=said):
        door.GameEnv(**given)
