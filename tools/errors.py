"""The one error a tool shows to a person."""


class ToolError(Exception):
    """Something a person can put right: one line with what, where and what to do.

    `python -m tools` prints it after `error:` and exits with 1; anything else is a bug and shows its traceback.
    """
