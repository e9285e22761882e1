"""What `help` says of each command: its arguments, and a line about it. README.md says more."""

HELP = {
    "all_legal_moves": ("[SIDE]", "Name the legal moves, or none once the game is over."),
    "best_moves": ("", "Name the moves that are proven best, or the engine's choice."),
    "boardsize": ("SIZE", "Start a new game of this size, such as 5 or 5,4,4."),
    "clear_board": ("", "Start a new game of the same size."),
    "coach": (
        "",
        "Say for each point where a stone there leads: W5 wins in 5 plies, L* loses as published, 61% is a guess.",
    ),
    "cputime": ("", "Say how many seconds of this computer the program has worked."),
    "engine_sees": ("", "Say whether the engine sees all, or only what its side may see."),
    "final_score": ("", "Say who has won."),
    "genmove": ("SIDE", "Choose a move for a side, play it and name it."),
    "goal": ("", "Say what wins for each side."),
    "gogui-play_sequence": ("SIDE POINT ...", "Play several moves; if one is refused, play none."),
    "gogui-rules_board": ("", "Draw the field: X black, O white, . empty, ? no point."),
    "gogui-rules_board_size": ("", "Name the size of the square around the field, and its geometry."),
    "gogui-rules_final_result": ("", "Say who has won, or nothing while the game goes on."),
    "gogui-rules_game_id": ("", "Name the game, with a capital letter."),
    "gogui-rules_legal_moves": ("", "Name the legal moves."),
    "gogui-rules_side_to_move": ("", "Say which side is to move: black or white."),
    "help": ("[COMMAND]", "Say in a line what each command does, or one of them."),
    "hexgui-analyze_commands": ("", "List what HexGui shows in its menu Analyze."),
    "hint": ("", "Name one of the best moves, who wins after it, and in how many plies."),
    "known_command": ("COMMAND", "Say whether there is such a command: true or false."),
    "legal": ("", "Name the legal moves."),
    "level": ("[LEVEL]", "Set the strength, or say which levels there are."),
    "list_commands": ("", "Name all commands."),
    "list_games": ("", "Name all games that --game takes."),
    "loadsgf": ("FILE [N]", "Load the first game of a file, up to before move N."),
    "m_hat": ("", "Name the moves that keep what the position is worth."),
    "name": ("", "Name this program."),
    "nodes": ("[N]", "Give each move the work of N nodes; 0 goes back to the level. Alone: say what holds."),
    "param_game": ("[NAME] [VALUE]", "Set a parameter: allow_swap 0 or 1. Alone: list them."),
    "perft": ("DEPTH", "Count the sequences of legal moves of this length."),
    "play": ("SIDE POINT", "Play a move for a side."),
    "play-game": ("[POINT ...]", "Start a new game and play these moves in turn; if one is refused, change nothing."),
    "position": ("[LINE]", "Set stones up: a4 c1 / b2 d3, 2 to move. Alone: print such a line."),
    "protocol_version": ("", "Say which version of GTP this is."),
    "quit": ("", "End the program."),
    "reg_genmove": ("SIDE", "Choose a move for a side and name it, but do not play it."),
    "set_position": ("SIDE POINT ...", "Set these stones up on an empty field."),
    "showboard": ("", "Draw the field."),
    "swap": ("[on|off]", "Turn the swap rule on or off. Alone: say which holds."),
    "swap-pieces": ("", "Take the first stone over."),
    "think": ("[MS]", "Give each move the work that a Pico does in this many ms. Alone: say what holds."),
    "time_left": ("SIDE SECONDS [STONES]", "Say how much time a side has left, for STONES moves."),
    "time_settings": (
        "MAIN OVERTIME STONES",
        "Limit a side's moves: MAIN seconds, then OVERTIME seconds for every STONES moves.",
    ),
    "to_move": ("", "Say which side is to move."),
    "undo": ("", "Take the last move back."),
    "values": ("", "Say for each legal move who wins after it, and in how many plies."),
    "version": ("", "Say which version of the program this is."),
    "w_k": ("PLIES", "Say who wins if the game is cut after this many plies."),
    "w_star": ("", "Say who wins if all play their best."),
    "win_type": ("", "Say by what the winner has won: line, bridge, fork, ring."),
    "winner": ("", "Say which side has won; 0 if none has, yet."),
}


def usage(command):
    """Return a command with its arguments."""
    return f"{command} {HELP[command][0]}".rstrip()


def help_line(command):
    """Return a command with its arguments, and what it does."""
    return f"{usage(command)}: {HELP[command][1]}"
