"""The judges find who wins independently of the code in firmware/. One module for each family of games.

Each module has an oracle, which uses only the definitions and suits only tiny games, and fast judges on bit masks.
Tests compare the judges with the oracles (tests/tools/test_judges.py); tools and tests use both to check the engines.
Only brute.py uses the rules of the firmware: it checks engines alone, for any small game.
"""
