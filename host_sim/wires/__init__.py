"""Wires from the simulated console to another device: a serial adapter, or TCP to another PC."""
