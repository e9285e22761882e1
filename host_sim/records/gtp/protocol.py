"""The text protocol, GTP version 2, so that match tools and other engines can play: README.md says what is ours."""

from glowgrid import VERSION

from .help_text import help_line
from .playing import SWAP
from .questions import Questions
from .words import Refused, fitting, is_digits, words_of


class Gtp(Questions):
    """One game and what is asked about it: `answer` takes a line and gives the response.

    finished  True once `quit` was answered
    """

    def __init__(self, game, size=None, games=(), elsewhere=None, speed=1.0, seed=1):
        """games: what `list_games` names. The other arguments are those of `Thinking`."""
        super().__init__(game, size, elsewhere, speed, seed)
        self.games = list(games) or [game]
        self.finished = False
        methods = [name for name in dir(self) if name.startswith("_do_")]
        self._commands = {name[len("_do_") :].replace("__", "-"): getattr(self, name) for name in methods}
        self._commands[SWAP] = self._swap_pieces

    def answer(self, line):
        """The response to a line without the empty line that ends it; None where the protocol wants none."""
        words = words_of(line)
        if not words:
            return None
        number = words.pop(0) if is_digits(words[0]) else ""
        try:
            if not words or words[0] not in self._commands:
                raise Refused("unknown command")
            text = self._commands[words[0]](*fitting(self._commands[words[0]], words))
        except Refused as error:
            return f"?{number} {error}"
        return f"={number} {text}"

    def _do_protocol_version(self):
        return "2"

    def _do_name(self):
        return "Glowgrid"

    def _do_version(self):
        return VERSION

    def _do_list_commands(self):
        return "\n".join(sorted(self._commands))

    def _do_known_command(self, command):
        return "true" if command in self._commands else "false"

    def _do_help(self, command=None):
        if command is None:
            return "\n".join(map(help_line, sorted(self._commands)))
        if command not in self._commands:
            raise Refused("unknown command")
        return help_line(command)

    def _do_list_games(self):
        names = [game.name for game in self.games]
        return "\n".join(names if self.game.name in names else [*names, self.game.name])

    def _do_quit(self):
        self.finished = True
        return ""
