"""firmware/neotrellis/: the driver of NeoTrellis tiles alone, for programs of other people.

Its modules are those of firmware/glowgrid/hardware/ with two changes. They are named after the folder; and kernels are
plain Python: then any port of MicroPython compiles them, and 1.26 and 1.27 compile them rightly, whose viper is broken
(firmware/glowgrid/power_up.py).
"""

import json
import re

from ..paths import FIRMWARE

NAME = "neotrellis"
FOLDER = f"firmware/{NAME}"
WRITTEN = "__init__.py", "example.py"  # by hand, in the folder
_ROOTS = "keys_seesaw", "leds_seesaw", "contacts"
_PACKAGE = "glowgrid.hardware"
_KERNEL = re.compile(r"^@micropython\.viper\ndef (\w+)\((.*)\)(?: -> int)?:$", re.MULTILINE)


def files(version):
    """Return {path in the clone: bytes} of what is made for the folder. version: of the project."""
    made = {f"{FOLDER}/{name}.py": _standalone(name).encode() for name in _modules()}
    names = sorted([*WRITTEN, *(path.rpartition("/")[2] for path in made)])
    urls = ",\n".join(f"    {json.dumps([f'{NAME}/{name}', name])}" for name in names)
    text = f'{{\n  "version": {json.dumps(version)},\n  "urls": [\n{urls}\n  ],\n  "deps": []\n}}\n'
    return {**made, f"{FOLDER}/package.json": text.encode()}


def _modules():
    """Return the names of the modules: the roots and all that they import of the package."""
    found, to_do = set(), list(_ROOTS)
    while to_do:
        name = to_do.pop()
        if name not in found:
            found.add(name)
            for names in re.findall(rf"^from {re.escape(_PACKAGE)} import (.+)$", _source(name), re.MULTILINE):
                to_do += names.split(", ")
    return sorted(found)


def _source(name):
    return (FIRMWARE / _PACKAGE.replace(".", "/") / f"{name}.py").read_text(encoding="utf-8")


def _standalone(name):
    """Return the text of a module as it is in the folder."""
    text = _KERNEL.sub(_without_types, _source(name))
    if "micropython." not in text:
        text = text.replace("import micropython\n", "")
    text = text.replace(_PACKAGE, NAME).replace("glowgrid:", f"{NAME}:")
    origin = f"firmware/{_PACKAGE.replace('.', '/')}/{name}.py"
    return f"# Made by `python -m tools package` from {origin} of Glowgrid: change it there.\n{text}"


def _without_types(kernel):
    arguments = re.sub(r": \w+", "", kernel[2])
    return f"def {kernel[1]}({arguments}):"
