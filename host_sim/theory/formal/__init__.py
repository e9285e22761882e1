"""The definitions of the four source documents, executable: the oracle that everything else is checked against.

One module per document: formal_game, positional_games, game_tree_search, three_players. Beside them stand sets (what
the definitions are written with), patterns (generators of minimal patterns), backward (what cannot be listed, decided
by backward reasoning), max_n (three sides), winners (who has won, for large fields). README.md walks through them.

Plain CPython on frozensets and tuples. Nothing here comes from the firmware.
"""
