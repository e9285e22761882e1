"""Pictures on lights with fewer than eight rows or columns: drawn twice as large, then shrunk."""


def shrink(picture, frame, width):
    """Fill a frame of this width from a picture twice its size: each LED gets the most common colour of four."""
    for at in range(len(frame)):
        corner = at // width * 4 * width + at % width * 2
        four = picture[corner], picture[corner + 1], picture[corner + 2 * width], picture[corner + 2 * width + 1]
        most = colour = 0
        for candidate in four:
            if candidate and four.count(candidate) > most:
                most = four.count(candidate)
                colour = candidate
        frame[at] = colour
