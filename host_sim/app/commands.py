"""The commands of `glowgrid`: those of `python -m host_sim`, and of `python -m tools` those that need no clone."""

from tools.commands import CLONE, command_line
from tools.commands import COMMANDS as TOOLS

PLAY = "Play"
ABOUT = "Board games on a Raspberry Pi Pico: play them here, flash a Pico, talk to the engine."
HOST_SIM = {
    "play": ("host_sim.app.play_command", "simulator", PLAY),
    "gtp": ("host_sim.records.gtp.gtp_command", "command", PLAY),
    "review": ("host_sim.records.review_command", "command", PLAY),
    "prove": ("host_sim.theory.proofs.prove_command", "command", PLAY),
    "formal": ("host_sim.theory.formal.formal_command", "command", PLAY),
    "puzzles": ("host_sim.own.puzzles.puzzles_command", "app", PLAY),
    "strategy": ("host_sim.own.strategies.strategy_command", "app", PLAY),
}
COMMANDS = HOST_SIM | {name: part for name, part in TOOLS.items() if part[-1] != CLONE}


def application(words=()):
    """Return the command line as a typer.Typer: all of it, or only the command named by the first word."""
    return command_line(COMMANDS, ABOUT, words)
