"""Wires from the simulated console to another device: a serial adapter, a handheld's USB port, or TCP to another PC."""
