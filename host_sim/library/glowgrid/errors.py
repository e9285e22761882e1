"""The errors of the library: one family, each with a message of one line that says what is wrong, and what to do."""


class Error(ValueError):
    """Something that was asked for cannot be: the message, one line, says what, where, and what to do."""


class IllegalMove(Error):
    """A move that the rules do not allow here; the position is as it was."""


class NotKnown(Error):
    """This is not for anybody to know: the answer would tell what a side does not see."""
