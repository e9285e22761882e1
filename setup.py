"""Builds the wheel: one package, glowgrid_app, with host_sim, tools, firmware, boards, and the page if it is built.

So nothing general, such as `tools`, comes among other people's packages. With `pip install -e .` all stays in
the clone.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
INSIDE = "host_sim", "tools", "firmware", "boards"
PAGE = ROOT / "build" / "web"  # python -m tools page
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.mpy")
# The README's pictures (the guides in boards/ need theirs), and the laboratory: it measures a clone and writes there.
OF_A_CLONE = ROOT / "host_sim" / "pictures", ROOT / "tools" / "lab"


def left_out(folder, names):
    return LEFT_OUT(folder, names) | {path.name for path in OF_A_CLONE if path.parent == Path(folder)}


class BuildPy(build_py):
    def run(self):
        app = Path(self.build_lib) / "glowgrid_app"
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # what an earlier build left
            for name in INSIDE:
                shutil.copytree(ROOT / name, app / name, ignore=left_out)
            shutil.copyfile(ROOT / "LICENSE", app / "LICENSE")
            if (PAGE / "built.txt").is_file():
                shutil.copytree(PAGE, app / "page")
        super().run()


setup(cmdclass={"build_py": BuildPy})
