"""All that touches the machine: drivers, the board file, the loop."""
