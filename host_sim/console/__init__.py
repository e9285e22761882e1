"""The real console on virtual keys and lights, and its key logs."""
