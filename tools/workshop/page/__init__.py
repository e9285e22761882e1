"""What the page asks of a device; it runs on MicroPython's WebAssembly port."""
