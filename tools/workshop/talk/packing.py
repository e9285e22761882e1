"""Deflate with a small window, so that the device needs little memory: an .mpy to 60%."""

import io

from .on_device import WINDOW_BITS

try:
    from deflate import RAW, DeflateIO  # pyright: ignore[reportMissingImports]
except ImportError:
    import zlib

    def deflated(data):
        """Return data deflated, without a header."""
        deflate = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS)
        return deflate.compress(data) + deflate.flush()

else:

    def deflated(data):
        """Return data deflated, without a header."""
        packed = io.BytesIO()
        with DeflateIO(packed, RAW, WINDOW_BITS) as stream:
            stream.write(data)
        return packed.getvalue() or b"\x03\0"  # of nothing, which this port packs as nothing at all
