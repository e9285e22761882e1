"""Two emulated Picos on one cable, each with a key log to play: they play one match."""

from host_sim.pico.cable import Cable

from .play_on_pico import Player

STEP_MS = 10  # emulated time between two checks for new frames


class LinkedPlayers:
    """Two Players whose board has a "link"; `frames(until_ms)` runs them. logs: the key changes of each."""

    def __init__(self, board, logs, image=None):
        self.players = [Player(board, log, image) for log in logs]
        self._cable = Cable([player.pico for player in self.players], [player.end for player in self.players])

    def frames(self, until_ms, report=None):
        """Yield (1 or 2, frame) of each new frame of either; arguments and errors of `Player.frames`."""
        for player in self.players:
            player.pico.boot()
        ended = False
        while not ended:
            ended = all(player.time_ms >= until_ms for player in self.players)
            self._cable.run_ms(STEP_MS)  # once more after the end, as in `Player.frames`
            for number, player in enumerate(self.players, 1):
                for frame in player.new_frames(until_ms):
                    yield number, frame
            if report:
                report(min(self.players, key=lambda player: player.time_ms))
