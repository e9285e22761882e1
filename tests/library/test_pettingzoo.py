"""The games as environments of PettingZoo: its own tests, and what they do not look at."""

import random
import warnings

import pytest
import source
from console import Person

import glowgrid

pytestmark = pytest.mark.pettingzoo
OWN = str(source.ROOT / "tests/own_games/avoid.json")
GAMES = [  # name, size, swap
    ("tic-tac-toe", (), False),
    ("mnk", (5, 4, 4), False),
    ("three-player", (), False),
    ("hex", (5,), False),
    ("hex", (5,), True),
    ("hex", (11,), False),
    ("havannah", (4,), False),
    ("y", (), False),
    ("fano", (), False),
    ("dark-hex", (4,), False),
    ("phantom-tic-tac-toe", (), False),
    (OWN, (), False),
]
each_game = pytest.mark.parametrize("name, size, swap", GAMES, ids=[f"{n[-12:]}{s}{w}" for n, s, w in GAMES])
# api_test warns of a dict unless the name of the environment is in its list of those with an action mask.
LISTED = "tictactoe_v3"


@pytest.fixture
def door():
    import glowgrid.pettingzoo

    return glowgrid.pettingzoo


def listed(door, of=None):
    """Return a class of environments under a name that the tests know to have a mask."""
    of = of or door.raw_env
    return type("Listed", (of,), {"metadata": {**of.metadata, "name": LISTED}})


def api_test(env, cycles=30):
    """PettingZoo's own; any warning fails."""
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(env, num_cycles=cycles)


def masked(observed):
    """Return the moves of the mask."""
    return [move for move, may in enumerate(observed["action_mask"]) if may]


def play(env, seed, most=400):
    """Play a random game from the start; return [(agent, action)], and what each agent has been given."""
    env.reset(seed=seed)
    draw, played, given = random.Random(seed), [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        observed, reward, over, cut, _ = env.last()
        given[agent] += reward
        action = None if over or cut else draw.choice(masked(observed))
        if action is not None:
            played.append((agent, action))
        env.step(action)
    assert not env.agents
    return played, given


# PettingZoo's tests ---------------------------------------------------------------------------------------------------


@each_game
def test_official_suites(door, name, size, swap, capsys):
    from pettingzoo.test import render_test, seed_test

    api_test(listed(door)(name, *size, swap=swap))
    seed_test(lambda: door.env(name, *size, swap=swap), num_cycles=30)
    render_test(lambda render_mode: door.env(name, *size, swap=swap, render_mode=render_mode))


def test_the_environment_with_wrappers_passes_too_and_only_its_name_is_remarked(door):
    from pettingzoo.test import api_test

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(door.env("three-player"), num_cycles=30)
    assert {str(each.message).partition(" for each")[0] for each in said} == {
        "Observation is not a NumPy array",
        "Observation space",
    }


SPOILED = {
    "out of its space": lambda base: {"observe": lambda env, agent: tripled(base.observe(env, agent))},
    "rewards for two of three": lambda base: {"step": lambda env, action: overpaid(base, env, action)},
    "another agent": lambda base: {"step": lambda env, action: (base.step(env, action), lost(env))[0]},
    "a mask of ones": lambda base: {"observe": lambda env, agent: unmasked(base.observe(env, agent))},
}


def tripled(observed):
    return {**observed, "observation": observed["observation"] * 3}


def unmasked(observed):
    observed["action_mask"][:] = 1
    return observed


def overpaid(base, env, action):
    base.step(env, action)
    env.rewards = {agent: 5.0 for agent in env.agents[:2]}


def lost(env):
    env.agents = env.agents[:-1]


@pytest.mark.parametrize("how", SPOILED)
def test_a_spoiled_environment_is_rejected(door, how):
    spoiled = type("Spoiled", (door.raw_env,), SPOILED[how](door.raw_env))
    with pytest.raises((AssertionError, ValueError, KeyError)):
        api_test(listed(door, spoiled)("three-player"))


def test_an_environment_that_heeds_no_seed_is_rejected(door):
    from pettingzoo.test import seed_test

    def observe(env, agent):
        observed = door.raw_env.observe(env, agent)
        observed["observation"][:] = draw.getrandbits(1)
        return observed

    draw, spoiled = random.Random(1), type("Spoiled", (door.raw_env,), {"observe": lambda *given: observe(*given)})
    with pytest.raises(AssertionError):
        seed_test(lambda: spoiled("hex", 5), num_cycles=30)


# What they do not look at ---------------------------------------------------------------------------------------------


@each_game
def test_a_game_is_that_of_the_library(door, name, size, swap):
    """Moves, masks, turns and the end; rewards add up to 0."""
    env = door.raw_env(name, *size, swap=swap)
    for seed in range(3):
        played, given = play(env, seed)
        position = glowgrid.game(name, *size, swap=swap).start()
        for agent, action in played:
            assert agent == f"player_{position.to_move}"
            position.play(action)
        assert position.is_over() and position == env.position
        assert abs(sum(given.values())) < 1e-9
        others = -1 / (position.sides - 1) if position.winner else 0
        sides = range(1, position.sides + 1)
        assert given == {f"player_{side}": 1 if side == position.winner else others for side in sides}


@each_game
def test_masks_are_the_legal_moves_and_planes_the_stones(door, name, size, swap):
    env = door.raw_env(name, *size, swap=swap)
    env.reset()
    position, draw = env.position, random.Random(2)
    while not position.is_over():
        for side in range(1, position.sides + 1):
            observed = env.observe(f"player_{side}")
            mask = [int(side == position.to_move and position.is_legal(move)) for move in position.game.moves]
            assert observed["action_mask"].tolist() == mask
            check_planes(observed["observation"], position.view(side), side)
        env.step(draw.choice(masked(env.observe(env.agent_selection))))
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def check_planes(planes, seen, side):
    field, sides = seen.core.field, seen.sides
    assert planes.shape == (field.height, field.width, 2 * sides)
    places = list(zip(field.rows, field.columns))
    for plane in range(sides):
        owner = (side - 1 + plane) % sides + 1
        stones = {places[seen.game.moves.index(name)] for name, of in seen.stones.items() if of == owner}
        assert set(zip(*[each.tolist() for each in planes[:, :, plane].nonzero()])) == stones
    for plane in range(sides, 2 * sides):
        there = set(places) if plane == sides + side - 1 else set()
        assert set(zip(*[each.tolist() for each in planes[:, :, plane].nonzero()])) == there


@pytest.mark.parametrize(
    "one, other, alike",
    [
        ("a1 b2", "a1 c3", True),  # where a hidden stone is
        ("a1 b2 c3 d4", "a1 b2 c3 a3", True),
        ("a1 a1 b2", "a1 b2", True),  # whether the other side has tried
        ("a1 b2 b2", "a1 c3 b2", False),  # but it notices what it has met
    ],
)
def test_an_agent_observes_no_more_than_its_side_sees(door, one, other, alike):
    envs = door.raw_env("dark-hex", 4), door.raw_env("dark-hex", 4)
    for env, moves in zip(envs, (one, other)):
        env.reset()
        for move in moves.split():
            env.step(env.position.number(move))
    assert envs[0].position != envs[1].position
    assert same(*[env.observe("player_1") for env in envs]) == alike
    assert not same(*[env.observe("player_2") for env in envs])
    for mode in "ansi", "rgb_array":
        for env in envs:
            env.render_mode = mode
        if envs[0].agent_selection == envs[1].agent_selection == "player_1":
            shown = [env.render() if mode == "ansi" else env.render().tobytes() for env in envs]
            assert (shown[0] == shown[1]) == alike


def same(one, other):
    return all((one[key] == other[key]).all() for key in one)


@pytest.mark.parametrize("name, size", [("dark-hex", (4,)), ("phantom-tic-tac-toe", ())])
def test_any_position_with_the_same_view_is_observed_alike(door, name, size):
    """Positions that the rules imagine from a view; most of them are not the true one."""
    from glowgrid.search.imagined import Random

    env, other = door.raw_env(name, *size), door.raw_env(name, *size)
    differ = 0
    for seed in range(12):
        env.reset()
        draw = random.Random(seed)
        while not env.position.is_over() and len(env.position.history) < 3 + seed % 5:
            env.step(draw.choice(masked(env.observe(env.agent_selection))))
        if env.position.is_over():
            continue
        side = env.position.to_move
        imagined = env.position.core.view(side).imagine(side, Random(seed))
        other.reset()
        for move in imagined.history[: imagined.plies]:
            other.step(move)
        if other.position.to_move == side and not other.position.is_over():
            assert same(env.observe(f"player_{side}"), other.observe(f"player_{side}"))
            differ += env.position != other.position
    assert differ > 4


def test_an_illegal_move_is_refused_or_loses(door):
    raw = door.raw_env("hex", 5)
    raw.reset()
    raw.step(3)
    before = raw.position.copy()
    with pytest.raises(glowgrid.IllegalMove, match="d1: a stone is there"):
        raw.step(3)
    assert raw.position == before and raw.agent_selection == "player_2" and not any(raw.terminations.values())
    env = door.env("hex", 5)
    env.reset()
    env.step(3)
    env.step(3)
    assert env.rewards == {"player_1": 0, "player_2": -1} and all(env.terminations.values())


@pytest.mark.parametrize("name, size, moves", [("tic-tac-toe", (), "b2 a1 c3"), ("hex", (5,), "c3 b2 d4 a5")])
def test_the_lights_are_those_of_the_console(door, name, size, moves, tmp_path):
    from glowgrid.lights import picture_of

    person = Person(tmp_path)
    person.start(name, 0, 0, size=",".join(map(str, size)) or None)
    env = door.raw_env(name, *size, render_mode="rgb_array")
    env.reset()
    for move in moves.split():
        person.play(move) if name == "tic-tac-toe" else place(person, move)
        env.step(env.position.number(move))
    ours, shown = env.render(), []
    assert ours.shape == (128, 128, 3) and str(ours.dtype) == "uint8"
    for _ in range(20):
        person.wait(50)
        shown.append(picture_of(person.session.lights))
    assert any((each == ours).all() for each in shown)
    env.step(env.position.number("b1"))
    assert not any((each == env.render()).all() for each in shown)


@pytest.mark.parametrize("name, size, pixels", [("hex", (11,), 256), ("y", (21,), 336)])
def test_a_larger_field_has_more_lights(door, name, size, pixels):
    env = door.raw_env(name, *size, render_mode="rgb_array")
    env.reset()
    shown = env.render()
    assert shown.shape == (pixels, pixels, 3)
    lit = shown[8::16, 8::16].max(axis=2) > 40  # the middle of each LED
    assert lit.sum() >= env.position.game.points


def place(person, move):
    """Play a move by number, as the cursor would."""
    assert person.app.match.position.play(glowgrid.game("hex", 5).start().number(move))
    person.app.resume(person.session.now_ms)


@pytest.mark.parametrize("given, said", [(("hexx",), "no game hexx"), (("hex", 99), "size 99")])
def test_a_game_that_is_not_there_is_said_in_one_line(door, given, said):
    with pytest.raises(glowgrid.Error, match=said):
        door.env(*given)


def test_a_picture_that_is_not_there_is_said_in_one_line(door):
    with pytest.raises(glowgrid.Error, match="render_mode 'gif'; expected human, ansi, rgb_array, or None"):
        door.env("hex", 3, render_mode="gif")


def test_actions_may_be_numbers_of_numpy(door):
    import numpy as np

    env = door.env("hex", 3)
    env.reset()
    env.step(np.int64(4))
    assert env.unwrapped.position.history == ["b2"]


def test_an_environment_can_be_pickled(door):
    import pickle

    env = pickle.loads(pickle.dumps(door.raw_env("hex", 3, swap=True)))
    env.reset()
    env.step(0)
    assert "swap" in env.position.legal_moves()
