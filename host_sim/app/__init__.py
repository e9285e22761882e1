"""The command `glowgrid`. A wheel installs this folder as the package glowgrid_app, with everything else inside it."""
