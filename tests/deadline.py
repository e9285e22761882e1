"""How long a test waits for an event before it gives up: a last resort, never a measure of speed.

A busy machine may be ten times slower than a quiet one. pytest-timeout ends what hangs for good, with a stack.
"""

DEADLINE_S = 300
