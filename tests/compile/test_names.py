"""Short names in the build: each name has one meaning per object, and a traceback gets its names back."""

import ast
import io
import tokenize
from collections import Counter

import pytest

from tools.compile.names import ShortNames
from tools.compile.words import Texts
from tools.paths import FIRMWARE
from tools.workshop.talk.crash import with_names

BASE = """
from micropython import const

_SIZE = const(8)
_first = 1
LENGTH = 3
SHARED = 4
KEY = "KEY"


class Base:
    def __init__(self, size, most, key=None):
        self._size, self._shown = size, f"{self._secret} {key}"
        self.most = most + LENGTH + SHARED

    def _grow(self):
        self._size += _SIZE + _first
"""
EXTENDED = """
from glowgrid.base import SHARED, Base


class Extended(Base):
    def more(self, size, step):
        self._added = self._size
        self._grow()
        self.more(size, step=2)
        return sys.implementation._machine
"""
SHORT_BASE = (
    BASE.replace("_first", "_4")
    .replace("_grow", "_0")
    .replace("_shown", "_1")
    .replace("self._size", "self._2")
    .replace("LENGTH", "_3")
    .replace("size,", "_5,")
)
SHORT_EXTENDED = (
    EXTENDED.replace("_added", "_3")
    .replace("self._size", "self._2")
    .replace("_grow", "_0")
    .replace("(self, size", "(self, _1")
    .replace("more(size", "more(_1")
)
SCREEN = """
def shared():
    return Alone().most


class Alone:
    most = SHARED

    def __init__(self, size, more):
        self.level, self.key = size, more
"""
SHORT_SCREEN = (
    SCREEN.replace("Alone", "_1").replace("self.level", "self._0").replace("size", "_3").replace("more", "_2")
)


@pytest.fixture
def short(tmp_path):
    folder = tmp_path / "glowgrid"
    folder.mkdir()
    (folder / "base.py").write_text(BASE)
    (folder / "extended.py").write_text(EXTENDED)
    return ShortNames(tmp_path)


@pytest.mark.parametrize("name, text, wanted", [("base", BASE, SHORT_BASE), ("extended", EXTENDED, SHORT_EXTENDED)])
def test_private_names_become_short_and_differ_from_those_of_a_base(short, name, text, wanted):
    assert short.shorten(text.encode(), f"glowgrid/{name}.py").decode() == wanted


@pytest.mark.parametrize(
    "name, text",
    [("console/screens/one.py", SHORT_SCREEN), ("console/one.py", SCREEN.replace("size", "_1").replace("more", "_0"))],
)
def test_names_that_a_screen_has_for_itself_become_short(tmp_path, name, text):
    files = {name: SCREEN, "console/other.py": "from glowgrid.console.screens.one import shared\nshared().key"}
    for each, content in files.items():
        path = tmp_path / "glowgrid" / each
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    assert ShortNames(tmp_path).shorten(SCREEN.encode(), f"glowgrid/{name}").decode() == text


def test_names_that_own_games_may_use_are_kept(tmp_path):
    folder = tmp_path / "glowgrid" / "rules"
    folder.mkdir(parents=True)
    (folder / "base.py").write_text(BASE)
    made = ShortNames(tmp_path).shorten(BASE.encode(), "glowgrid/rules/base.py").decode()
    assert "LENGTH = 3" in made and "def __init__(self, size, most, key=None)" in made and "_grow" not in made


def test_a_traceback_gets_its_names_back(short):
    said = """Traceback (most recent call last):
  File "main.py", line 5, in <module>
  File "glowgrid.extended", line 1, in more
  File "glowgrid.base", line 1, in _0
AttributeError: 'Base' object has no attribute '_2'
"""
    sources = {"names": short.long_names(), "shown": short.shown_as()}
    assert with_names(said, sources) == said.replace("in _0", "in _grow").replace("'_2'", "'_size'")


def names_in(text):
    tokens = tokenize.generate_tokens(io.StringIO(text.decode()).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def own_parameters(nodes, passed):
    """The parameters in a module that no call passes by name, and that nothing else in it is called."""
    others = {each for node in nodes if isinstance(node, ast.ImportFrom) for each in node.module.split(".")} | passed
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.alias):
            others.add(node.name)
        elif isinstance(node, ast.Attribute):
            others.add(node.attr)
    return {node.arg for node in nodes if isinstance(node, ast.arg)} - others


def test_the_firmware_keeps_its_lines_and_the_names_that_modules_share():
    short, found = ShortNames(FIRMWARE), Texts()
    paths = {path.relative_to(FIRMWARE).as_posix(): path for path in FIRMWARE.rglob("glowgrid/**/*.py")}
    texts = {name: found.of(path) for name, path in paths.items()}
    trees = map(ast.parse, texts.values())
    passed = {node.arg for tree in trees for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    private = set()
    mentioned = Counter(name for text in texts.values() for name in names_in(text))
    for name, text in texts.items():
        made = short.shorten(text, name)
        assert made.count(b"\n") == text.count(b"\n")
        before, after = (list(ast.walk(ast.parse(each))) for each in (text, made))
        assert [type(node) for node in before] == [type(node) for node in after]
        pairs, parameters = {}, own_parameters(before, passed)
        for old, new in zip(before, after):
            for field in "name", "id", "attr", "arg", "module":
                if isinstance(was := getattr(old, field, None), str):
                    assert pairs.setdefault(was, is_now := getattr(new, field)) == is_now
                    assert was == is_now or was.startswith("_") or mentioned[was] == 1 or was in parameters
        assert len(set(pairs.values())) == len(pairs), name
        private.update(new for old, new in pairs.items() if old != new)
    assert 20 < len(private) < 100
