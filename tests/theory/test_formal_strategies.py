"""Strategies in files play, score and compare as document 2 defines it, wherever all strategies can be listed."""

import json
from itertools import product

import pytest

from glowgrid.console import strategy_file
from glowgrid.rules.notation import move_name
from host_sim.own.strategies import games, make
from host_sim.own.strategies import strategy as of_file
from host_sim.own.strategies.strategy import Strategy
from host_sim.own_games.data.reader import game_from
from host_sim.theory.formal import backward, own
from host_sim.theory.formal import positional_games as pg

# A few points in a row, and the lines: games with 1 to 24 strategies.
SMALL = {
    "one point": ("a", ["a1"]),
    "two points": ("ab", ["a1"]),
    "three points, no line": ("abc", ["a1 b1 c1"]),
    "three points, two lines": ("abc", ["a1 b1", "b1 c1"]),
    "three points, one line": ("abc", ["a1 c1"]),
    "three points, one of one": ("abc", ["a1", "b1 c1"]),
}


@pytest.fixture
def known(monkeypatch):
    """Games that a strategy's file may name, by name."""
    found = {}
    monkeypatch.setattr(of_file, "game_named", found.__getitem__)
    return found


def strategies_of(game, spg, names, folder):
    """Write every playing strategy as a file; return {Strategy: the strategy of the document}."""
    found = {}
    for number, strategy in enumerate(pg.playing_strategies(pg_game(spg))):
        answers = []
        for (ps1, ps2), (after1, after2) in strategy.items():
            (point,) = (after1 | after2) - ps1 - ps2
            to_move = 1 if len(ps1) == len(ps2) else 2
            cells = "".join("1" if p in ps1 else "2" if p in ps2 else "." for p in sorted(names))
            answers.append(f"{to_move} {cells} {names[point]}")
        lines = [
            *(f"{strategy_file.FIRST}{strategy_file.VERSION}", f"game {game.name}"),
            *(f"moves {len(answers)}", *sorted(answers), "end", ""),
        ]
        path = folder / f"{number}.txt"
        path.write_text("\n".join(lines))
        found[Strategy(path)] = strategy
    return found


_games = {}


def pg_game(spg):
    return _games.setdefault(spg, pg.spg_game(spg))


def read(name, folder, known):
    """Return (the game, the strong positional game, names of its points) of a small game."""
    points, lines = SMALL[name]
    data = {"name": "small", "about": name, "field": ["#" * len(points)], "lines": lines}
    file = folder / "small.json"
    file.write_text(json.dumps(data))
    game = known["small"] = game_from(data)
    found = own.read(file)
    return game, pg.lines_game(found.points, found.lines[0]), found.names


@pytest.mark.parametrize("name", SMALL)
def test_all_strategies_of_a_small_game_play_and_compare_as_defined(name, tmp_path, known):
    game, spg, names = read(name, tmp_path, known)
    by_definition = pg_game(spg)
    files = strategies_of(game, spg, names, tmp_path)
    assert len(files) == backward.number_of_strategies(by_definition)
    outcomes = {}
    for one, other in product(files, repeat=2):
        position = games.played_game((one, other))
        played = pg.played_game(by_definition, files[one], files[other])
        made = [names[next(iter((q1 | q2) - p1 - p2))] for (p1, p2), (q1, q2) in zip(played, played[1:])]
        assert [move_name(position, move) for move in position.history[: position.plies]] == made
        outcomes[one, other] = games.outcome(position)
        assert outcomes[one, other] == pg.outcome(by_definition, played)
    found = games.qualities(list(files), outcomes)
    for one, strategy in files.items():
        assert found[one] == (
            pg.strategy_quality(by_definition, strategy),
            strategy in pg.super_strategies(by_definition),
        )


@pytest.mark.parametrize("name", SMALL)
def test_what_a_strategy_does_against_all_others_is_what_going_backward_finds(name, tmp_path, known):
    game, spg, names = read(name, tmp_path, known)
    for one, strategy in strategies_of(game, spg, names, tmp_path).items():
        first, second = (games.AllReplies(one, side).worst for side in (1, 2))
        assert (first, -second) == backward.worst_outcomes(pg_game(spg), strategy)


@pytest.mark.parametrize("rule", ["else a1 b1 c1 a2 b2 c2 a3 b3 c3", "win\nblock\nelse b2 a1 c1 a3 c3 a2 b1 c2 b3"])
def test_a_rule_on_tic_tac_toe_is_as_good_as_the_strategy_that_it_states(rule, tmp_path):
    path = tmp_path / "rule.txt"
    path.write_text(f"{strategy_file.FIRST}1\ngame tic-tac-toe\n{rule}\nend\n")
    rule = Strategy(path)
    by_definition = pg.spg_game(pg.tic_tac_toe)
    strategy = {}
    for ps1, ps2 in by_definition.configurations - set(by_definition.score):
        position = rule.setup()
        mine, theirs = sorted(ps1), sorted(ps2)
        for ply in range(len(ps1) + len(ps2)):
            assert position.play((mine, theirs)[ply % 2][ply // 2] - 1)
        point = rule.move(position) + 1
        strategy[ps1, ps2] = (ps1 | {point}, ps2) if len(ps1) == len(ps2) else (ps1, ps2 | {point})
    first, second = (games.AllReplies(rule, side).worst for side in (1, 2))
    assert (first, -second) == backward.worst_outcomes(by_definition, strategy)


def test_a_strategy_from_the_solver_is_super_where_one_exists(tmp_path):
    for name, size, value in (("tic-tac-toe", (), 0), ("hex", (2,), 1), ("havannah", (2,), 1)):
        game = of_file.game_named(name)
        position = game.setup(size)
        lines = make.searched(position, (1, 2), make.Search(game, size, None))
        path = tmp_path / f"{name}.txt"
        path.write_text(make.written(game, size, position, lines, []))
        solved = Strategy(path)
        worst = [games.AllReplies(solved, side) for side in (1, 2)]
        assert [each.worst for each in worst] == [value, -value] and not any(each.unanswered for each in worst)
