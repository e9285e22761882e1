"""Find out how a device is wired by looking, pressing and asking, and report what its parts do."""
