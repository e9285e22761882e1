"""Suites: positions whose value is easily lost, by number of stones, to measure an engine by.

suite.py says which there are and what is in a file; drawing.py chooses positions and finds their values; measuring.py
asks the engine; held.py lets it play whole games.
"""
