"""Which sizes of a game fit the lights, and the picture of a size."""

from micropython import const

_UNKNOWN, _FITS, _TOO_LARGE = const(0), const(1), const(2)  # whether a size fits


def sketch(game, size):
    """Return the picture of a size, rows of palette signs; the empty field if the game has none."""
    if game.sketch:
        return game.sketch(*size)
    field = game.setup(size).field
    rows = []
    for y in range(field.height):
        rows.append("".join(["a" if field.point_at(x, y) >= 0 else "." for x in range(field.width)]))
    return rows


def fits(app, game, size):
    """Return whether the lights have room for the picture of a size."""
    picture = sketch(game, size)
    lights = app.panel.lights
    width, height = len(picture[0]), len(picture)
    if height > lights.height or width > lights.width:
        return False
    return not app.panel.mono or told_apart(game, size, width, height, lights.width, lights.height)


def told_apart(game, size, width, height, across, down):
    """Return whether a field of width x height can be read on `across` x `down` lights without colours.

    Edges that each belong to a side need room beside the field, or points of several LEDs: one LED would look like a
    stone.
    """
    if min(across // width, down // height) > 1 or (across - width > 1 and down - height > 1):
        return True
    position = game.setup(size)
    goals = position.tables.goals if position.field.borders else (0,)
    return len(set(goals)) == 1


def fitting(app, game, most=99):
    """Return the sizes of a game that fit the lights, the first `most` of them."""
    if not _has_choice(game):
        return game.sizes
    known = _known(app, game)
    found = []
    for at, size in enumerate(game.sizes):
        if known[at] == _UNKNOWN:
            look_ahead(app, game)
        if known[at] == _FITS:
            found.append(size)
            if len(found) == most:
                break
    return found


def look_ahead(app, game):
    """Check one more size of a game, so that the press that opens the sizes does not wait 40 ms for all. Return whether
    there was one."""
    if not _has_choice(game):
        return False
    known = _known(app, game)
    for at, size in enumerate(game.sizes):
        if known[at] == _UNKNOWN:
            known[at] = _FITS if fits(app, game, size) else _TOO_LARGE
            return True
    return False


def _known(app, game):
    """Return what is known of the sizes of a game, a byte each. It is one block, as growing ones would break up the
    memory among screens that come and go."""
    if game.name not in app.panel.fits:
        app.panel.fits[game.name] = bytearray(len(game.sizes))
    return app.panel.fits[game.name]


def _has_choice(game):
    """Return whether to check the sizes. A single one without a picture is set up only when the match starts."""
    return game.sketch or len(game.sizes) > 1
