"""What cannot be listed, decided by backward reasoning: values of configurations, super strategies, strategy quality.

For abstract games in which all paths to a configuration have the same number of moves, as in all strong positional
games: this fixes who moves there, and every game ends. Tests compare every function here with the definition in
positional_games.py on games whose strategies can be listed.

The definitions compare a strategy with all *others*. Let self-play be the game of a strategy with itself. If some
configuration outside self-play offers a choice, there is another strategy that differs only there, and it plays the
same games against this strategy as self-play. Then it makes no difference whether the strategy counts among the others.
Two configurations with a choice after the same number of moves are enough (`self_does_not_count`), because self-play
visits at most one of them; nearly every game has them. For the few without, the strategies are listed.
"""

from functools import lru_cache
from itertools import combinations
from math import prod

from . import positional_games as pg
from .sets import image


@lru_cache(maxsize=4)
def following(game):
    """Return the transitions as a dictionary: p -> the set of its followers; final configurations are left out."""
    return image(game.transitions)


@lru_cache(maxsize=4)
def layers(game):
    """Return a list: the configurations after 0, 1, 2, ... moves; ValueError if one has two numbers of moves."""
    found, layer = [], {game.initial}
    while layer:
        found.append(layer)
        layer = {q for p in layer for q in following(game).get(p, ())}
        if len(found) > len(game.configurations):
            break  # a loop
    if sum(map(len, found)) != len(game.configurations):
        raise ValueError("a configuration is reached after different numbers of moves; backward reasoning needs one")
    return found


def _backward(game, first, second):
    """Return the outcome from every configuration. first(p, outcomes) chooses among the outcomes {q: outcome} of p's
    followers if the first side is to move, second(p, outcomes) if the other is."""
    after, found = following(game), {}
    for number, layer in reversed(list(enumerate(layers(game)))):
        choose = second if number % 2 else first
        for p in layer:
            found[p] = choose(p, {q: found[q] for q in after[p]}) if p in after else game.score[p]
    return found


def _best(p, outcomes):
    return max(outcomes.values())


def _worst(p, outcomes):
    return min(outcomes.values())


@lru_cache(maxsize=4)
def values(game):
    """Return the outcome from every configuration with best play by both sides."""
    return _backward(game, _best, _worst)


def value(game):
    """Return the value of the game: that of its initial configuration."""
    return values(game)[game.initial]


def optimal_openings(game):
    """Return the configurations after a first move that keeps the value of the game."""
    found = values(game)
    return frozenset(q for p, q in game.transitions if p == game.initial and found[q] == found[p])


def optimal_strategy(game, order=None):
    """Return a strategy that keeps the value everywhere, by the first such move in `order` (a sort key)."""
    return _strategy(game, values(game), order)


def first_strategy(game, order=None):
    """Return the strategy that always makes the first move by `order` (a sort key)."""
    return _strategy(game, dict.fromkeys(game.configurations, 0), order)


def _strategy(game, worths, order):
    """Return the first follower with the same value as p."""
    return {
        p: min((q for q in followers if worths[q] == worths[p]), key=order) for p, followers in following(game).items()
    }


# A strategy against all others -----------------------------------------------------------------------------------


def worst_outcomes(game, strategy):
    """Return over all strategies against it the least outcome when it is first, the greatest when it is second."""

    def follow(p, outcomes):
        return outcomes[strategy[p]]

    return _backward(game, follow, _worst)[game.initial], _backward(game, _best, follow)[game.initial]


def self_does_not_count(game):
    """Return whether a layer has two configurations that offer a choice; see the top of this file."""
    return any(sum(len(following(game).get(p, ())) > 1 for p in layer) > 1 for layer in layers(game))


def is_super(game, strategy):
    """Return whether the strategy is in super_strategies(game)."""
    if not self_does_not_count(game):
        return strategy in pg.super_strategies(game)
    as_first, as_second = worst_outcomes(game, strategy)
    return as_first >= 0 and as_second <= 0


def quality(game, strategy):
    """strategy_quality(game, strategy)."""
    if not self_does_not_count(game):
        return pg.strategy_quality(game, strategy)
    as_first, as_second = worst_outcomes(game, strategy)
    return as_first - as_second  # what the others do as second does not depend on what they do as first


def super_strategies_exist(game):
    """Return whether there is a super strategy.

    It gets at least 0 as first and at most 0 as second, so the value is 0; if so, an optimal strategy does both.
    """
    if not self_does_not_count(game):
        return any(True for _ in pg.super_strategies(game))
    return value(game) == 0


def quality_range(game):
    """Return the (least, greatest) quality of any strategy; None if there is only one strategy.

    The greatest is 0, for every optimal strategy: whatever the value, it wins it as first and gives it up as second.
    The least is that of a strategy which helps the others in both games.
    """
    if not self_does_not_count(game):
        found: list = [pg.strategy_quality(game, strategy) for strategy in pg.playing_strategies(game)]
        return None if found == [None] else (min(found), max(found))
    return min(game.score.values()) - max(game.score.values()), 0


# Counting --------------------------------------------------------------------------------------------------------


def number_of_games(game):
    """Return count(valid_games(game)), from the number of paths to every configuration."""
    ways = {game.initial: 1}
    for layer in layers(game):
        for p in layer:
            for q in following(game).get(p, ()):
                ways[q] = ways.get(q, 0) + ways[p]
    return sum(ways[p] for p in game.score)


def number_of_strategies(game):
    """Return count(playing_strategies(game)): the product of the numbers of moves."""
    return prod(map(len, following(game).values()))


def drawn_fields(game):
    """Return the full fields of a strong positional game without a winner: its final configurations of score 0.

    Every order of placing these stones is a game, because a side without a pattern at the end had none before.
    """
    points = frozenset(game.points)
    for ps1 in map(frozenset, combinations(sorted(points), (len(points) + 1) // 2)):
        if not pg.is_won(game, (ps1, points - ps1)):
            yield ps1, points - ps1
