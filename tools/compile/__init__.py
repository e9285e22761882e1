"""From firmware/ to what a Pico gets: short names, machine code, compiled modules, and all of them in one file."""
