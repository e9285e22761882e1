"""`python -m tools build` stages what the device needs: complete, the same everywhere, compiled only once."""

import shutil

import pytest
from compiled import tables_of

from host_sim.boards import DEFAULT_BOARD
from host_sim.cli.errors import ToolError
from host_sim.own_games import games_folder
from tools.compile import build, mpy
from tools.compile.bundle import APART, bundle
from tools.compile.layout.bundle import modules, unbundled
from tools.compile.layout.dark import DARK
from tools.compile.layout.manifest import MANIFEST, digest, parsed
from tools.compile.layout.places import MODULES
from tools.compile.mpy_format import Reader, ends_on_a_block
from tools.compile.native.kernels import read_program
from tools.compile.native.placed import runs_in_place
from tools.compile.words import only_in_sources
from tools.paths import FIRMWARE
from tools.workshop.build import check_games


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A compile cache that starts empty, for all tests here."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def firmware(tmp_path, monkeypatch):
    """A copy of firmware/ that a test may change; builds use it."""
    copy = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.mpy"))
    monkeypatch.setattr(build, "FIRMWARE", copy)
    return copy


def staged(cache, **options):
    """Return (files, paths that had to be compiled) with this cache."""
    compiled = []
    files = build.staged_files(
        DEFAULT_BOARD, cache=cache, on_file=lambda path, ran: ran and compiled.append(path), **options
    )
    return files, compiled


def test_no_module_keeps_the_bytes_after_its_names_in_memory(shared):
    files = staged(shared, apart=True)[0]
    found = [data for path, data in files.items() if path.endswith(".mpy")]
    assert len(found) > 60 and not [data for data in found if ends_on_a_block(data)]
    assert [data for data in found if not Reader(data).counts()[1]]  # only those without constants could


@pytest.mark.parametrize("names", range(24, 33))
def test_names_are_padded_to_end_within_a_block(names, tmp_path):
    source = "import " + ", ".join(f"new_{number}" for number in range(names))
    found = mpy.compile_mpy(source.encode(), "glowgrid/new.py", tmp_path)[0]
    counted, constants = Reader(found).counts()
    plain = next(tmp_path.glob("*.mpy")).read_bytes()
    assert constants == 0 and counted - Reader(plain).counts()[0] == {0: 1, 7: 2}.get(Reader(plain).counts()[0] % 8, 0)
    assert mpy.compile_mpy(source.encode(), "glowgrid/new.py", tmp_path)[0] == found
    if ends_on_a_block(plain):
        assert not ends_on_a_block(found) and found.endswith(plain[-20:])


def test_every_module_is_staged_once_as_mpy_and_main_comes_last(firmware, shared):
    files, _ = staged(shared)
    sources = [*(firmware / "glowgrid").rglob("*.py"), *(firmware / "glowgrid/games").glob("*.json")]
    modules = {"/" + path.relative_to(firmware).with_suffix("").as_posix() for path in sources}
    program = read_program(firmware)
    modules -= {path for path in modules if only_in_sources(f"{path[1:]}.py")}
    modules -= {"/" + name.replace(".", "/") for name, module in program.modules.items() if program.is_bare(module)}
    assert {path[:-4] for path in unbundled(files) if path.endswith(".mpy")} == modules
    assert [path for path in files if path.endswith(".mpy")] == [APART]
    assert [path for path in files if path.endswith(".py")] == [DARK, "/main.py"] and list(files)[-1] == "/main.py"
    assert files["/main.py"] == (firmware / "main.py").read_bytes()


def test_a_bundle_has_each_module_unchanged(firmware, shared):
    apart, bundled = staged(shared, apart=True)[0], staged(shared)[0]
    assert MODULES not in apart
    for files in (apart, bundled):
        assert parsed(files.pop(MANIFEST)).files == {path: digest(data) for path, data in files.items()}
    modules = unbundled(bundled)
    assert {*modules} == {*apart}
    differ = {path[1 : -len(".mpy")].replace("/", ".") for path in apart if modules[path] != apart[path]}
    program = read_program()
    assert differ == {
        each.name for each in program.with_kernels() if runs_in_place(each.name) and program.entries(each)
    }


def test_a_path_too_long_for_the_index_is_refused():
    with pytest.raises(ToolError, match="more than 127 letters"):
        bundle({f"/glowgrid/{'x' * 128}.mpy": b"M"})
    assert modules(bundle({f"/glowgrid/{'x' * 127}.mpy": b"M"})) == {f"/glowgrid/{'x' * 127}.mpy": b"M"}


def test_data_files_are_staged_unchanged(firmware, shared):
    (firmware / "glowgrid/games/extra.bin").write_bytes(b"extra\n")
    assert staged(shared)[0]["/glowgrid/games/extra.bin"] == b"extra\n"


def test_two_builds_give_the_same_bytes_and_only_changed_files_are_compiled_again(firmware, shared, tmp_path):
    first, compiled = staged(tmp_path)
    assert first == staged(shared)[0]
    assert sorted(compiled) == [path for path in unbundled(first) if path.endswith(".mpy")]
    assert staged(tmp_path) == (first, [])
    changed = firmware / "glowgrid/rules/__init__.py"
    changed.touch()
    assert staged(tmp_path)[1] == []
    changed.write_text(changed.read_text() + "\nADDED = 1\n")
    assert staged(tmp_path)[1] == ["/glowgrid/rules/__init__.mpy"]


def test_source_stages_modules_without_comments_on_the_same_lines(firmware, tmp_path):
    text = '"""About\nthis."""\n\nA = "#"  # why\n\n\ndef f():\n    """Return 1."""\n    return 1\n'
    (firmware / "glowgrid/rules/__init__.py").write_text(text)
    files, compiled = staged(tmp_path, source=True)
    assert compiled == [] and not any(path.endswith(".mpy") for path in files)
    bare = '""\n\n\nA = "#"\n\n\ndef f():\n    ""\n    return 1\n'
    assert files["/glowgrid/rules/__init__.py"].decode() == bare


@pytest.mark.parametrize(
    "line, said",
    [
        ("x = = 1", "line 1: SyntaxError"),
        ("@micropython.viper\ndef f(a: int) -> int:\n    return a + 'x'", "line 2: ViperTypeError"),
    ],
)
def test_a_compile_error_is_one_line_with_file_and_place(firmware, line, said, shared):
    (firmware / "glowgrid/rules/broken.py").write_text(line + "\n")
    with pytest.raises(ToolError) as error:
        staged(shared, viper=True)
    assert "firmware/glowgrid/rules/broken.py does not compile: " + said in str(error.value)
    assert "\n" not in str(error.value)


def test_stage_leaves_exactly_the_files_in_the_folder(tmp_path):
    folder = tmp_path / "out"
    files = {"/board.json": b"{}", "/glowgrid/a/b.mpy": b"M", "/main.py": b""}
    assert build.stage(folder, files) == 3
    assert build.stage(folder, files) == 0
    del files["/glowgrid/a/b.mpy"]
    files["/main.py"] = b"pass"
    assert build.stage(folder, files) == 2
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*")} == {"board.json", "main.py"}


def test_stage_does_not_empty_a_folder_with_other_things(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ToolError, match="holds something other than a build"):
        build.stage(tmp_path, {"/board.json": b"{}"})
    assert (tmp_path / "letter.txt").exists()


def test_a_data_game_of_ones_own_is_compiled(shared, tmp_path):
    text = '{"name": "mine", "field": ["oo"], "lines": ["a1 b1"]}'
    (tmp_path / "mine.json").write_text(text[:-1] + ",} // my own")
    (tmp_path / "code.py").write_text("X = 1")
    own = [tmp_path / "mine.json", tmp_path / "code.py"]
    files = {path: data for path, data in staged(shared, own=own)[0].items() if path.startswith("/games/")}
    assert {*files} == {"/games/mine.tables", "/games/code.mpy"}
    assert files["/games/mine.tables"] == tables_of(text)
    (tmp_path / "wrong.json").write_text('{"name": "wrong"}')
    with pytest.raises(ToolError, match=r"wrong\.json: field: expected the drawing .* found nothing\)$"):
        staged(shared, own=[tmp_path / "wrong.json"])


STRATEGY = "glowgrid strategy 1\ngame tic-tac-toe\nelse b2 a1 c1 a3 c3 a2 b1 c2 b3\nend\n"


def test_strategies_are_staged_beside_the_games(shared, tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWGRID_GAMES", str(tmp_path))
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / "mine.txt").write_text(STRATEGY)
    (tmp_path / "strategies" / "notes.md").write_text("not a strategy")
    check_games()
    files = staged(shared, own=games_folder.strategies())[0]
    assert files["/games/strategies/mine.txt"] == STRATEGY.encode()
    assert not [path for path in files if path.startswith("/games/") and not path.endswith("mine.txt")]


def test_a_strategy_that_is_wrong_is_named_before_it_is_flashed(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWGRID_GAMES", str(tmp_path))
    (tmp_path / "strategies").mkdir()
    path = tmp_path / "strategies" / "mine.txt"
    path.write_text(STRATEGY[:-4])
    with pytest.raises(ToolError) as refused:
        check_games()
    said = f"{path}: cut off after line 3; its last line is: end; fix the file or take it away"
    assert str(refused.value) == said
