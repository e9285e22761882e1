"""The documents are true where a machine can check: links, paths and commands exist, and README is short."""

import json
import re
import shlex
from typing import Any

import pytest
import source
from typer.main import get_command

import host_sim  # noqa: F401  (makes `glowgrid` importable)
from glowgrid.console.match import PERSON, Match
from glowgrid.console.screens.coach import HOLDS, LOSES, WINS, Coach
from glowgrid.search import engine_for
from host_sim.app.commands import of_glowgrid, of_host_sim, of_tools
from host_sim.cli.game_argument import game_and_more
from host_sim.own_games import passed
from host_sim.own_games.data.reader import game_from
from host_sim.theory.formal.report import subject_of
from tools.games.apart import results
from tools.lab import commands as lab_commands

DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "firmware/DESIGN.md",
    "firmware/glowgrid/search/README.md",
    "host_sim/records/gtp/README.md",
    *(
        f"host_sim/{room}/README.md"
        for room in ("grids", "languages", "lessons", "library", "mcp", "own", "records", "tables", "theory", "web")
    ),
    *(f"tools/{room}/README.md" for room in ("boards", "compile", "lab", "workshop")),
    "firmware/neotrellis/README.md",
    *(source.name_of(path) for path in sorted((source.ROOT / "boards").rglob("*.md"))),
)
MOST_WORDS = 1300
WHERE = "", "firmware/glowgrid"  # where a path in the guide to the search may start, besides its own folder
PROGRAMS: dict[str, Any] = {
    "glowgrid": get_command(of_glowgrid()),
    "python -m host_sim": get_command(of_host_sim()),
    "python -m tools": get_command(of_tools()),
    "python -m tools.lab": get_command(lab_commands.application()),
}
FOLDERS = "boards", "firmware", "host_sim", "tests", "tools"


def text_of(document):
    return (source.ROOT / document).read_text(encoding="utf-8")


def anchors(text):
    """Return the anchors that a hosting site makes of the headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings}


def without_examples(text):
    return re.sub(r"^ {4}.*$", "", text, flags=re.MULTILINE)


def leads_somewhere(document, target):
    name, _, anchor = target.partition("#")
    path = (source.ROOT / document).parent / name if name else source.ROOT / document
    return path.exists() and (not anchor or anchor in anchors(path.read_text(encoding="utf-8")))


def test_links_lead_somewhere():
    broken = [
        f"{document}: {target}"
        for document in DOCUMENTS
        for target in re.findall(r"\]\(([^)]+)\)", without_examples(text_of(document)))
        if not target.startswith("https://") and not leads_somewhere(document, target)
    ]
    assert broken == []


def test_paths_exist():
    missing = [
        f"{document}: {name}"
        for document in DOCUMENTS
        for name in re.findall(r"`([a-z_]+/[\w/.-]*)`", text_of(document))
        if name.partition("/")[0] in FOLDERS and not re.search("NAME|KIND|BOARD|MINE", name)
        if not (source.ROOT / name).exists()
    ]
    assert missing == []


def test_files_named_in_the_source_exist():
    """A path such as search/engine.py in a comment or a docstring leads to a file from some folder."""
    there = {"/" + source.name_of(path) for folder in FOLDERS for path in source.python_files(folder)}
    missing = [
        f"{source.name_of(path)}:{number}: {name}"
        for folder in ("firmware", "host_sim", "tools")
        for path in source.python_files(folder)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for name in re.findall(r"(?<![\w/.])[a-z_]+/[a-z_/]+\.py\b", line)
        if not any(file.endswith("/" + name) for file in there)
    ]
    assert missing == []


def is_command(program, line):
    command = PROGRAMS[program]
    for word in line.split():
        if not hasattr(command, "commands"):
            break
        if word not in command.commands:
            return False
        command = command.commands[word]
    return True


def test_commands_exist():
    programs = "|".join(map(re.escape, PROGRAMS))
    missing = [
        f"{document}: {program} {line}"
        for document in DOCUMENTS
        for program, line in re.findall(rf"(?:`|^ +)({programs}) ([a-z0-9 ]+)", text_of(document), re.MULTILINE)
        if not is_command(program, line)
    ]
    assert missing == []


def lines_to_type():
    """Yield (document, line) of each line of glowgrid, without what the shell does."""
    for document in DOCUMENTS:
        for line in re.findall(r"(?:`|^ {4})glowgrid ([^`\n]+)", text_of(document), re.MULTILINE):
            yield document, re.split(r"  #| > ", line)[0]


def refusal_of(line):
    """Return why a line that asks for a game is refused for its words; "" if it is not."""
    command, words = PROGRAMS["glowgrid"], shlex.split(line)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    if not {"words", "named"} <= {each.name for each in command.params}:
        return ""
    try:
        context = command.make_context("glowgrid", words)
        game_and_more(context, context.params["words"], context.params["named"])
    except Exception as error:
        only_named = re.search("requires an argument|Missing parameter", str(error))  # it is no line to type
        return "" if only_named else str(error)
    return ""


def test_lines_with_a_game_are_not_refused_for_their_words():
    assert [(*each, why) for each in lines_to_type() if (why := refusal_of(each[1]))] == []
    assert "a size is an option" in refusal_of("play hex 5 --link listen:0.0.0.0:7000")
    assert "--lin" in refusal_of("play hex --lin tcp::7000")


def named_options():
    """Yield (where, command line, option) of each option of glowgrid that a source or a document names."""
    files = [path for folder in ("firmware", "host_sim", "tools") for path in source.python_files(folder)]
    for path in [*files, *(source.ROOT / document for document in DOCUMENTS)]:
        text = path.read_text(encoding="utf-8")
        for line, option in re.findall(r"glowgrid ([a-z0-9]+(?: [^`\n]*?)?) (--[a-z]+[a-z-]*)", text):
            yield source.name_of(path), line, option


def options_of(line):
    """Return the options of a command; none where the line leaves open which command it is."""
    command = PROGRAMS["glowgrid"]
    for word in line.split():
        command = getattr(command, "commands", {}).get(word, command)
    return {name for each in command.params for name in (*each.opts, *each.secondary_opts)}


def test_options_exist():
    """A maker may read them in an error: `glowgrid flash --viper`."""
    named = [*named_options()]
    assert [each for each in named if (known := options_of(each[1])) and each[2] not in known] == []
    assert ("flash", "--viper") in {(line, option) for _, line, option in named}


def test_the_readme_is_short():
    assert len(text_of("README.md").split()) <= MOST_WORDS


SEARCH = "firmware/glowgrid/search/README.md"


def test_the_guide_to_the_search_is_short_and_names_exactly_its_files():
    text, folder = text_of(SEARCH), (source.ROOT / SEARCH).parent
    assert len(re.findall(r"\S*[a-z]\S*", text)) <= 900
    named = set(re.findall(r"([a-z_/]+\.py)\b", text))
    outside = {name for name in named if not (folder / name).exists()}
    assert [name for name in outside if not any((source.ROOT / top / name).exists() for top in WHERE)] == []
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.py")} == named - outside


def test_the_example_in_the_guide_to_the_search_finds_a_move(capsys):
    (example,) = re.findall(r"```python\n(.+?)```", text_of(SEARCH), re.DOTALL)
    exec(example, found := {})
    assert found["position"].is_legal(found["engine"].verdict.best)
    assert capsys.readouterr().out


def test_the_game_in_python_of_the_readme_works_where_it_belongs(tmp_path, monkeypatch):
    text, _ = re.findall(r"```python\n(.+?)```", text_of("README.md"), re.DOTALL)
    (tmp_path / "threes.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv("GLOWGRID_GAMES", str(tmp_path))
    assert passed.refused() == {}
    game, _ = passed.own_games()[0]["threes"]
    assert [(size, game.setup(size).points) for size in game.sizes] == [((4,), 16)]
    ((_, well, said),) = results([tmp_path / "threes.py"], 2, 1)
    assert well, said


TEXTS = re.findall(r"```json\n(.+?)```", text_of("README.md"), re.DOTALL)
KNOWN = [("0, a draw", HOLDS, 0), ("+1, side 1 wins", WINS, 1)]
GAMES = [*zip(TEXTS, KNOWN, strict=True)]


@pytest.mark.parametrize("text, known", GAMES)
def test_a_game_of_the_readme_is_solved(text, known, tmp_path):
    (tmp_path / "game.json").write_text(text, encoding="utf-8")
    assert subject_of(str(tmp_path / "game.json")).value() == known[0]


@pytest.mark.parametrize("text, known", [GAMES[0], pytest.param(*GAMES[1], marks=pytest.mark.long)])
def test_a_game_of_the_readme_is_coached_and_played(text, known):
    _, mark, winner = known
    match = Match(game_from(json.loads(text)), (), [PERSON, PERSON])
    match.engine, match.coach = engine_for(match.position), True
    coach = Coach(match)
    while not match.position.is_over():
        coach.forget()
        coach.ask()
        while coach.asked or not coach.complete:
            coach.work()
        best = mark if not winner or match.position.to_move == winner else LOSES
        assert max(coach.marks) == best and coach.marks[coach.hint] == best
        assert match.position.play(coach.hint)
    assert match.position.winner == winner


@pytest.mark.parametrize(
    "document", ["README.md", "CONTRIBUTING.md", "boards/THONNY.md", "tools/workshop/talk/advice.py"]
)
def test_documents_name_the_key_that_skips_the_game(document):
    """power_up.py skips the game for the role "back" alone; sentences on skipping by a key name that key."""
    power_up = text_of("firmware/glowgrid/power_up.py")
    assert 'if held == [roles["back"]]:\n                fault.skip' in power_up
    found = re.findall(r"[^.:;]*skips? the game[^.:;]*", re.sub(r"\s+", " ", re.sub(r'"\s+f?"', "", text_of(document))))
    assert found and all(re.search(r"\bback\b", sentence) for sentence in found), found
