"""What a line of GTP is made of: its words, the arguments of a command; and how a command is refused."""

from .help_text import usage


class Refused(Exception):
    """A command that fails; the message is what follows the question mark."""


def words_of(line):
    """The words of a line: control characters dropped, comment cut off, as the protocol says."""
    line = "".join(sign for sign in line if sign in "\t\n" or not (sign < " " or "\x7f" <= sign < "\xa0"))
    return line.partition("#")[0].split()


def is_digits(word):
    return word.isascii() and word.isdigit()


def fitting(command, words):
    """The arguments among the words of a command, or Refused if they are too few or too many."""
    code = command.__func__.__code__
    names = code.co_varnames[1 : code.co_argcount]
    takes_all = code.co_flags & 4  # *arguments
    rest = code.co_varnames[code.co_argcount] if takes_all else ""
    needed = int(rest != "words") if rest else len(names) - len(command.__func__.__defaults__ or ())
    if len(words) - 1 < needed or (len(words) - 1 > len(names) and not takes_all):
        raise Refused(f"syntax error: expected {usage(words[0])}")
    return words[1:]


def whole_number(command, word, least, most):
    if not is_digits(word) or len(word) > 18 or not least <= int(word) <= most:
        raise Refused(f"syntax error: {command} {word}; expected a whole number from {least} to {most}")
    return int(word)
