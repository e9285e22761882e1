"""The real console on virtual keys and lights, and key logs of it."""
