"""What the device remembers between matches: brightness, neighbours, and the game, size and seats last chosen."""

NAME = "settings"


class Settings:
    """Loaded at the start, saved when changed; anything in a save that makes no sense is ignored."""

    def __init__(self, storage, brightness):
        self._storage = storage
        self.brightness = brightness
        self.neighbours = True  # shown beside the cursor where points have six
        self.game = ""
        self.size = ()
        self.seats = {}  # by name of the game: list of seats
        saved = storage.load(NAME)
        if isinstance(saved, dict):
            self._take(saved)

    def _take(self, saved):
        brightness = saved.get("brightness")
        if isinstance(brightness, int) and 1 <= brightness <= 255:
            self.brightness = brightness
        self.neighbours = saved.get("neighbours") is not False
        if isinstance(saved.get("game"), str):
            self.game = saved["game"]
        if _numbers(saved.get("size")):
            self.size = tuple(saved["size"])
        if isinstance(saved.get("seats"), dict):
            for game, seats in saved["seats"].items():
                if _numbers(seats):
                    self.seats[game] = seats

    def save(self):
        return self._storage.save(NAME, {
            "brightness": self.brightness,
            "neighbours": self.neighbours,
            "game": self.game,
            "size": list(self.size),
            "seats": self.seats,
        })


def _numbers(data):
    if not isinstance(data, list):
        return False
    for number in data:
        if not isinstance(number, int) or not 0 <= number <= 255:
            return False
    return True
