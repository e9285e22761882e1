"""The talk with a device over its serial port: flashing, and reading what is on it.

It knows neither terminal nor page.

It runs on CPython for the command line (the files of tools/workshop), and on MicroPython's WebAssembly port for the
page. Functions that talk are `async`, so that a page can wait; the serial link of the command line never does.
"""
