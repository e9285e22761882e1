"""Find who wins any small game by playing every move: it trusts the rules of firmware/, but no engine."""


def brute(position, k, known):
    """Return (winner within k plies, number of plies), or (0, 0) if no side wins; every side plays its best.

    Best is an early win, else a draw, else a late loss; with three sides all losses are equal. Of equal moves the
    lowest counts. known: a dict that stores results, for one game.
    """
    if position.is_over() or not k:
        return position.winner, 0
    key = bytes(position.cells), position.to_move, min(position.plies, 2), k
    if key not in known:
        best, most = (0, 0), None
        for move in range(position.moves):
            if position.play(move):
                winner, plies = brute(position, k - 1, known)
                position.undo()
                plies = plies + 1 if winner else 0
                mine = winner == position.to_move
                liked = 1000 - plies if mine else winner and (plies if position.sides == 2 else 1) - 1000
                if most is None or liked > most:
                    best, most = (winner, plies), liked
        known[key] = best
    return known[key]
