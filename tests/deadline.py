"""How long a test waits for an event before it gives up: a last resort, never a measure of speed.

A busy machine may be ten times as slow as a quiet one. What hangs for good is ended by pytest-timeout, with a stack.
"""

DEADLINE_S = 300
