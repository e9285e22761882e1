"""Positions after random moves, for tests."""


def after_random_moves(make, plies, random):
    """Return a position of a game that goes on: what make() returns after this number of random legal moves."""
    while True:
        position = make()
        while position.plies < plies and not position.is_over():
            position.play(random.choice([move for move in range(position.moves) if position.is_legal(move)]))
        if not position.is_over():
            return position
