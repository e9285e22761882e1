"""README's example of the library, and what it says that it prints."""

import re

import source


def library_lines():
    """Return (the lines of Python, what each `print` of them prints)."""
    readme = (source.ROOT / "README.md").read_text(encoding="utf-8")
    (lines,) = (text for text in re.findall(r"```python\n(.+?)```", readme, re.DOTALL) if "import glowgrid\n" in text)
    return lines, re.findall(r"print\(.+\)  # (.+)", lines)
