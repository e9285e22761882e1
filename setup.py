"""Builds the wheel: `glowgrid`, the library; and glowgrid_app: host_sim, tools, firmware, boards, the page, if built.

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
# The library, a package of its own; README's pictures (the guides in boards/ need theirs); and the laboratory, which
# measures a clone and writes there.
ELSEWHERE = ROOT / "host_sim/library/glowgrid", ROOT / "host_sim/pictures", ROOT / "tools/lab"


def left_out(folder, names):
    return LEFT_OUT(folder, names) | {path.name for path in ELSEWHERE if path.parent == Path(folder)}


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
