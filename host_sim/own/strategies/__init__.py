"""Strategies in files (firmware/glowgrid/console/strategy_file.py): made, checked, shown, played, compared."""
