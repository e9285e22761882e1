"""Tic-tac-toe searched as in hobby projects, for comparison: recursive minimax on a list, without pruning or memory;
and what a maker writes on the second evening, alpha-beta on the same list.

`bench entries naive_3x3 alpha_beta_3x3` runs this text on the Pico and on the host. It is not part of the
firmware.
"""

WHOLE_TREE = 549_946  # positions visited from the empty field, the empty field included

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_nodes = 0


def _winner(board):
    for a, b, c in _LINES:
        if board[a] != " " and board[a] == board[b] and board[a] == board[c]:
            return board[a]
    return None


def _minimax(board, player):
    """Return 1 if X wins with best play, -1 if O does, 0 for a draw."""
    global _nodes
    _nodes += 1
    winner = _winner(board)
    if winner:
        return 1 if winner == "X" else -1
    if " " not in board:
        return 0
    best = -2 if player == "X" else 2
    for point in range(9):
        if board[point] == " ":
            board[point] = player
            value = _minimax(board, "O" if player == "X" else "X")
            board[point] = " "
            best = max(best, value) if player == "X" else min(best, value)
    return best


def naive_search(moves):
    """Return (value for X, nodes) of the position after these moves, X first."""
    global _nodes
    _nodes = 0
    board = [" "] * 9
    for turn, point in enumerate(moves):
        board[point] = "XO"[turn % 2]
    return _minimax(board, "XO"[len(moves) % 2]), _nodes


def _alpha_beta(board, player, alpha, beta):
    """As _minimax, but drop a move as soon as the other side has a better one elsewhere."""
    global _nodes
    _nodes += 1
    winner = _winner(board)
    if winner:
        return 1 if winner == "X" else -1
    if " " not in board:
        return 0
    for point in range(9):
        if board[point] == " ":
            board[point] = player
            value = _alpha_beta(board, "O" if player == "X" else "X", alpha, beta)
            board[point] = " "
            if player == "X":
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
    return alpha if player == "X" else beta


def alpha_beta_search(moves):
    """Return (value for X, nodes) from the empty field; `moves`: none."""
    global _nodes
    _nodes = 0
    return _alpha_beta([" "] * 9, "X", -2, 2), _nodes
