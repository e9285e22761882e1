"""The errors that a person sees as a line. It imports nothing, so that it loads in the page, too."""


class Refused(Exception):
    """The request cannot be carried out; the message is one line for the user: what, where, what to do.

    steps: what to do, a line each, where that is more than a few words.
    """

    def __init__(self, message="", *steps):
        super().__init__(message)
        self.steps = steps


class ToolError(Refused):
    """An error that the user can fix: one line with what, where and what to do. See host_sim/cli/run.py."""
