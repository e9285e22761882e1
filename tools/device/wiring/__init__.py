"""How a device was wired, found out by looking, pressing and asking; and a report of what its parts do."""
