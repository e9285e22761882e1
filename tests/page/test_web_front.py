"""The front door and the lessons: each link opens a position, and what is claimed of it is what the engine finds."""

import itertools
import json
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser

import pytest
from PIL import Image

from glowgrid.games import discover
from glowgrid.memory import Memory
from glowgrid.rules.game import parse_size
from glowgrid.rules.notation import point_name
from glowgrid.rules.trial import trying
from glowgrid.search.engine import Engine, Limits
from glowgrid.search.groups.hex_solver import HexSolver
from host_sim.boards.files import list_boards, load_board
from host_sim.own_games.data.reader import game_from
from host_sim.records.gtp.protocol import Gtp
from host_sim.theory.proofs.solver import Solver
from host_sim.theory.proofs.tables import mask_of, tables_of
from tools.paths import ROOT
from tools.web import front, icons, workshop

WEB = ROOT / "host_sim" / "web"
LESSONS = [path for path in sorted((WEB / "learn/lessons").glob("*.html")) if not path.with_suffix(".md").exists()]
DOCUMENTS = [WEB / "front/front.html", *LESSONS]
SLOW = "#hex=4"  # seconds on CPython


class Elements(HTMLParser):
    """Every start tag of a document as {attribute: value}."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append({"tag": tag, **dict(attributes)})


def elements(path):
    return Elements(path.read_text(encoding="utf-8")).found


def position_of(each):
    """The link that an element opens, or the position that it speaks of: "#hex=3&moves=b2"; None without one."""
    target = each.get("data-position") or each.get("href") or ""
    return target[target.index("#") :] if "#" in target and "#lesson=" not in target else None


CLAIMS = [
    pytest.param(
        position_of(each),
        each.get("data-swap", "on"),
        each["data-ask"],
        each["data-answer"],
        id=f"{path.stem} {position_of(each)} {each['data-ask']}",
        marks=[pytest.mark.long] if position_of(each).startswith(SLOW) else [],
    )
    for path in DOCUMENTS
    for each in elements(path)
    if "data-ask" in each
]


def opened(link, swap="on"):
    """GTP after what a link says."""
    head, *more = link[1:].split("&")
    name, _, size = head.partition("=")
    words = dict(word.split("=") for word in more)
    if name == "position":  # one stone each, or as many
        line, *_ = size.replace("+", " ").split(",")
        name, sides = line.split(":")[0], [side.split() for side in line.split(":")[1].split("/")]
        size, words["moves"] = "", ",".join(itertools.chain(*zip(*sides, strict=True)))
    assert set(words) <= {"moves", "to", "puzzle", "seats"} and words.get("to", "coach") in ("coach", "minimax")
    game = next(game for game in discover()[0] if game.name == name)
    talk = Gtp(game, parse_size(size) if size else None, discover()[0])
    if game.swap:
        talk.answer(f"swap {swap}")
    for move in filter(None, words.get("moves", "").split(",")):
        side = talk.answer("to_move")[2:]
        assert talk.answer(f"play {side} {move}") == "= ", (link, move)
    return talk


@cache
def moves_to(link, swap, outcome):
    """The names of all moves with this outcome; with the plies to it, if they are given too: "1 4"."""
    rows = [line.split() for line in opened(link, swap).answer("values")[2:].split("\n")]
    return [name for name, *found in rows if found[: len(outcome.split())] == outcome.split()]


def needed_in(link, swap):
    """The names of the empty points that are enough for the winner; another solver agrees."""
    position = opened(link, swap).position
    engine = Engine(position.moves, [HexSolver(Memory())])
    engine.start(position, Limits(60_000_000))
    while not engine.step(100_000):
        pass
    points = [point for point in range(position.points) if engine.verdict.carrier[point]]
    tables, winner = tables_of(position), 3 - position.to_move
    own = tables.stones[winner - 1]
    solver = Solver(tables, winner, True, 100_000, lambda met: None)
    assert solver.carrier(own, tables.full & ~(own | mask_of(points)), 1)[0]
    return [point_name(position.field, point) for point in points]


@pytest.mark.parametrize("link, swap, asked, answers", CLAIMS)
def test_what_is_claimed_of_a_position_is_true(link, swap, asked, answers):
    """`moves X`: the moves with this outcome, `moves X N` in N plies; `count X`: how many; `needed`; else as in GTP."""
    asked, answers = asked.split("; "), answers.split("; ")
    assert len(asked) == len(answers)
    for ask, answer in zip(asked, answers, strict=True):
        word, _, outcome = ask.partition(" ")
        if word in ("moves", "count"):
            moves = moves_to(link, swap, outcome)
            found = " ".join(moves) if word == "moves" else str(len(moves))
        elif word == "needed":
            found = " ".join(needed_in(link, swap))
        else:
            found = opened(link, swap).answer(ask)[2:]
        assert found == answer, (link, ask)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_link_to_a_position_is_legal_and_claims_something(path):
    links = [each for each in elements(path) if each["tag"] == "a" and position_of(each)]
    assert len(links) >= 3
    for each in links:
        opened(position_of(each))
        assert each["data-ask"]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_step_says_what_to_do_and_can_be_answered_rightly_and_wrongly(path):
    """As lesson.js takes it: the moves that are right are those that data-ask asks for by the words of data-task."""
    steps = [each for each in elements(path) if each.get("class") == "open"]
    assert [each["href"] for each in steps] == [each["href"] for each in elements(path) if each.get("data-say")]
    for each in steps:
        link, (task, *outcome) = position_of(each), each.get("data-task", "look").split()
        talk = opened(link)
        asked = dict(zip(each["data-ask"].split("; "), each["data-answer"].split("; "), strict=True))
        if task in ("find", "all"):
            right = asked[f"moves {' '.join(outcome)}"].split()
            assert 0 < len(right) < len(moves_to(link, "on", "")) and len(right) > (task == "all")
            assert "to=" not in link and re.search("seats=0(,0)+$", link)  # nothing gives it away, no engine plays on
        elif task == "win":
            plies = int(re.search(r"wins\+in\+(\d+)$", link)[1])
            assert asked[f"w_k {plies}"] == talk.answer("to_move")[2:]
            assert asked[f"w_k {plies - 1}"] == "0"
        else:
            assert task in ("look", "play") and not outcome
            assert "to=minimax" not in link or task == "look"


def test_the_game_in_five_lines_is_one():
    text = (WEB / "index.html").read_text(encoding="utf-8")
    game = game_from(json.loads(unescape(re.search(r"<textarea.*?>(.*?)</textarea>", text, re.DOTALL)[1])))
    assert list(trying(game)) and game.about


def test_the_front_door_and_the_workshop_have_every_board_and_each_link_leads_somewhere(tmp_path):
    front.write(tmp_path)
    (tmp_path / workshop.NAME).write_text(workshop.page(), encoding="utf-8")
    for name, drawing in workshop.drawings().items():
        (tmp_path / "guides" / "pictures" / name).write_text(drawing, encoding="utf-8")
    steps = [each for each in elements(tmp_path / workshop.NAME) if each.get("type") == "checkbox"]
    assert len(steps) == 10 * len(front.boards())
    checks = re.findall("<summary>How to check</summary><p>(.*?)</p>", workshop.page())
    assert len(checks) == len(steps) and not [check for check in checks if check[0].islower()]
    with_serial = re.sub('<p class="without">.*?</p>', "", workshop.page())
    assert "glowgrid selftest" not in with_serial and "glowgrid flash" not in with_serial
    found = Elements(front.front(front.boards())).found
    links = {each["href"] for each in found if each["tag"] == "a"}
    for name in list_boards():
        if load_board(name)["mcu"] == "rp2040":
            assert {f"{name}.uf2", f"guides/{name}.html"} <= links
    assert "33 €" in front.front() and front.HERE not in front.front()
    assert not [each for each in Elements(front.front()).found if (each.get("href") or "").endswith(".uf2")]
    assert "has no UF2 files, because" in front.front() and "has no UF2 files" not in front.front(front.boards())
    (tmp_path / "index.html").write_text(front.front(), encoding="utf-8")
    for path in tmp_path.rglob("*.html"):
        for each in elements(path):
            target, _, anchor = (each.get("href") or each.get("src") or "").partition("#")
            if "://" in target or target.endswith((".uf2", ".css", ".js")):
                continue
            to = path.parent / target if target else path
            assert to.is_file(), (path, target)
            if anchor and to.name != "index.html":  # there it is a position
                assert anchor in {each.get("id") for each in elements(to)}, (path, target, anchor)


def test_the_manifest_makes_it_installable(tmp_path):
    icons.write(tmp_path)
    manifest = json.loads((WEB / "offline/manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["name"] and manifest["start_url"] == "./" and manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    kinds = {(icon["purpose"], icon["sizes"]) for icon in manifest["icons"]}
    assert kinds == {(purpose, size) for purpose in ("any", "maskable") for size in ("any", "192x192", "512x512")}
    for icon in manifest["icons"]:
        if icon["type"] == "image/svg+xml":
            assert "<svg" in (WEB / "offline" / icon["src"]).read_text(encoding="utf-8")
            continue
        with Image.open(tmp_path / icon["src"]) as image:
            assert "x".join(map(str, image.size)) == icon["sizes"] and image.format == "PNG"
            corner, middle, stone = ((image.width * at // 16,) * 2 for at in (0, 8, 5))
            assert image.getpixel(corner)[3] == (255 if icon["purpose"] == "maskable" else 0)
            assert image.getpixel(middle) == (13, 15, 19, 255)
            assert image.getpixel(stone)[:3] == (255, 160, 64)
