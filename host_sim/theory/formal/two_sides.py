"""The answers for a strong positional game of two sides: by its definitions if it is small, else by bit masks."""

from functools import cached_property
from itertools import chain
from typing import Any

from . import automorphisms, backward, masks, reach, theorems
from . import positional_games as pg
from .subject import OutOfReach, Subject, require_reach, yes


class TwoSides(Subject):
    """A strong positional game of two sides.

    make                   () -> the game
    patterns_out_of_reach  () -> None, or why its patterns cannot be listed
    kinds                  game -> text, added to the patterns
    theorems               {property: theorem}; None: those of its patterns
    wins                   (side, set of points) -> whether they win, where the patterns cannot be listed
    """

    sides = 2

    def __init__(self, title, names, make, patterns_out_of_reach=lambda: None, kinds=None, theorems=None, wins=None):
        super().__init__(title, names)
        self._points = frozenset(names)
        self._make = make
        self._patterns_out_of_reach = patterns_out_of_reach
        self._kinds = kinds
        self._theorems = theorems
        self.wins = wins

    @cached_property
    def theorems(self):
        if self._theorems is not None:
            return self._theorems
        try:
            return theorems.of_patterns(self.game.wps1, self.game.wps2)
        except OutOfReach:
            return {}  # its patterns cannot be listed

    @cached_property
    def game(self):
        require_reach(self._patterns_out_of_reach())
        return self._make()

    @cached_property
    def layers(self):
        require_reach(reach.configurations_out_of_reach(len(self._points)))
        return list(self.watch(pg.spg_layers(self.game), "configurations", len(self._points) + 1))

    @cached_property
    def abstract(self):
        require_reach(reach.configurations_out_of_reach(len(self._points)))
        parts: Any = (part(self.game) for part in (pg.spg_transitions, pg.spg_score))
        transitions, score = self.watch(parts, "transitions and score", 2)
        return pg.AbstractGame(frozenset(chain(*self.layers)), (frozenset(), frozenset()), transitions, score)

    def points(self):
        return f"{len(self._points)}"

    def patterns(self):
        one, two = self.game.wps1, self.game.wps2
        counts = f"{len(one):,} for either side" if one == two else f"{len(one):,} for side 1, {len(two):,} for side 2"
        return counts + (f": {self._kinds(self.game)}" if self._kinds else "")

    def symmetric(self):
        return yes(self.game in pg.symmetric_strong_positional_games)

    def excluding(self):
        return yes(self.game in pg.excluding_strong_positional_games)

    def drawless(self):
        require_reach(reach.fields_out_of_reach(len(self._points)))
        drawn = sum(1 for _ in backward.drawn_fields(self.game))
        return f"no, {drawn:,} drawn full fields" if drawn else "yes"

    def configurations(self):
        final = sum(not pg.spg_moves(self.game, p) for p in chain(*self.layers))
        return f"{sum(map(len, self.layers)):,}, {final:,} of them final"

    def transitions(self):
        return f"{len(self.abstract.transitions):,}"

    def games(self):
        return reach.number(backward.number_of_games(self.abstract))

    def strategies(self):
        return reach.number(backward.number_of_strategies(self.abstract))

    def automorphisms(self):
        families = self.game.wps1, self.game.wps2
        require_reach(reach.refinement_out_of_reach(set().union(*families)))
        return reach.number(automorphisms.order(self._points, families))

    def _is_listed(self):
        """Return whether the abstract game is small enough for the definitions."""
        return reach.configurations_out_of_reach(len(self._points)) is None

    @cached_property
    def _value(self):
        if self._is_listed():
            return backward.value(self.abstract)
        return self._w_star(())

    def value(self):
        return {1: "+1, side 1 wins", 0: "0, a draw", -1: "-1, side 2 wins"}[self._value]

    def openings(self):
        if self._is_listed():
            return f"{len(backward.optimal_openings(self.abstract))} of {len(self.layers[1])} optimal"
        optimal = self._keep(())
        return f"{len(optimal)} of {len(self._points)} optimal: {self._named(optimal)}"

    def super(self):
        if self._is_listed():
            return yes(backward.super_strategies_exist(self.abstract))
        return yes(self._value == 0)  # as backward.super_strategies_exist: many configurations offer a choice here

    # By masks: the definitions of game_tree_search for a position ------------------------

    @cached_property
    def _bits(self):
        return masks.bits_of(self.names)

    @cached_property
    def _search(self):
        return masks.TwoSides(self.most)

    def _families(self, moves):
        """Return the families of the side to move and of the other after these moves."""
        found = masks.families(self._bits, (self.game.wps1, self.game.wps2))
        for p in moves:
            found = found[::-1] if p is None else masks.put(self._bits[p], *found)
        return found

    def winner(self):
        """The side that has won, or 0."""
        return next((side for side in (1, 2) if self._has_won(side)), 0)

    def _has_won(self, side):
        if self.wins:
            return self.wins(side, self.stones(side))
        return any(wp <= self.stones(side) for wp in (self.game.wps1, self.game.wps2)[side - 1])

    def _w_star(self, moves):
        """Return w^* after these moves: 1, 0, -1."""
        free = len(self._points.difference(moves))
        if free > reach.MOST_SEARCHED:
            require_reach(reach.configurations_out_of_reach(free))
        mine, theirs = self._families(moves)
        sign = -1 if len(moves) % 2 else 1
        if 0 in theirs:
            return -sign
        return sign * self._searched(self._search.w_star, free, mine, theirs)

    def _keep(self, moves):
        """Return the points whose move keeps w^* after these moves."""
        best, free = self._w_star(moves), [p for p in self.names if p not in moves]
        return [p for p in self.watch(free, "moves", len(free)) if self._w_star((*moves, p)) == best]

    def _named(self, points):
        return " ".join(self.names[p] for p in points)

    def w_star(self):
        won = {1: "side 1", 0: "a draw", -1: "side 2"}
        return self._decided() or won[self._w_star(tuple(self.moves))]

    def m_hat(self):
        if self._decided():
            return "none: the game is over"
        return self._named(self._keep(tuple(self.moves)))

    def w_k(self):
        if self._decided():
            return f"{self._decided()} for every k"
        if self.k == 0:
            return "undecided within 0 plies"
        free, families = len(self.free()), self._families(self.moves)
        to_move = len(self.moves) % 2
        ks = list(range(1, free + 1)) if self.k is None else [self.k]
        for k in self.watch(ks, "k", len(ks)):
            found = self._searched(self._search.w_k, k, *families)
            if found:
                side = 1 + (to_move if found > 0 else 1 - to_move)
                return f"side {side} within {k} plies" + ("" if self.k is not None else ", nobody within fewer")
        if self.k is None or self.k >= free:
            return "a draw" if self.k is not None else f"nobody for every k; a draw after {free} plies"
        return f"undecided within {self.k} plies"

    def quality(self):
        least_and_greatest = backward.quality_range(self.abstract)
        if least_and_greatest is None:
            return "not defined: there is only one strategy"

        def in_order(configuration):
            return tuple(map(sorted, configuration))

        first = backward.quality(self.abstract, backward.first_strategy(self.abstract, in_order))
        return (
            f"from {least_and_greatest[0]} to {least_and_greatest[1]} (of optimal strategies);"
            f" {first} for always playing the first free point"
        )
