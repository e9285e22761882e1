"""The command `glowgrid`. Installed, this folder is the package glowgrid_app, and a wheel puts all the rest into it."""
