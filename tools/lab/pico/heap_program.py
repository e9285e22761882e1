"""Measure the free heap, on the Pico. Programs there import this file, or their text begins with it."""

import gc


def heap_free():
    """Collect garbage; return the free bytes, and the size of the largest free block to 64 bytes."""
    gc.collect()
    free = gc.mem_free()
    low, high = 0, free
    while high - low > 64:
        half = (low + high) // 2
        try:
            bytearray(half)
            low = half
        except MemoryError:
            high = half
    gc.collect()
    return free, low
