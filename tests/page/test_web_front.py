"""The front door: each link opens a position, and what is claimed of it is what the engine finds."""

import itertools
import json
import re
import shutil
from html import unescape
from html.parser import HTMLParser

import pytest
from PIL import Image

from glowgrid.games import discover
from glowgrid.rules.game import parse_size
from glowgrid.rules.trial import trying
from host_sim.boards.files import list_boards, load_board
from host_sim.own_games.data.reader import game_from
from host_sim.records.gtp.protocol import Gtp
from tools.paths import ROOT
from tools.web import front, icons, workshop

WEB = ROOT / "host_sim" / "web"
FRONT = WEB / "front/front.html"


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
    """The position that an element opens: "#hex=3&moves=b2"; None without one."""
    target = each.get("href") or ""
    return target[target.index("#") :] if "#" in target and "#lesson=" not in target else None


CLAIMS = [
    pytest.param(position_of(each), each["data-ask"], each["data-answer"], id=f"{position_of(each)} {each['data-ask']}")
    for each in elements(FRONT)
    if "data-ask" in each
]


def opened(link):
    """GTP after what a link says."""
    head, *more = link[1:].split("&")
    name, _, size = head.partition("=")
    words = dict(word.split("=") for word in more)
    if name == "position":  # one stone each, or as many
        line, *_ = size.replace("+", " ").split(",")
        name, sides = line.split(":")[0], [side.split() for side in line.split(":")[1].split("/")]
        size, words["moves"] = "", ",".join(itertools.chain(*zip(*sides, strict=True)))
    assert set(words) <= {"moves", "to", "puzzle"} and words.get("to", "coach") == "coach"
    game = next(game for game in discover()[0] if game.name == name)
    talk = Gtp(game, parse_size(size) if size else None, discover()[0])
    for move in filter(None, words.get("moves", "").split(",")):
        side = talk.answer("to_move")[2:]
        assert talk.answer(f"play {side} {move}") == "= ", (link, move)
    return talk


def moves_to(link, outcome):
    """The names of all moves with this outcome."""
    rows = [line.split() for line in opened(link).answer("values")[2:].split("\n")]
    return [name for name, found, *_ in rows if found == outcome]


@pytest.mark.parametrize("link, asked, answers", CLAIMS)
def test_what_is_claimed_of_a_position_is_true(link, asked, answers):
    """`count X`: how many moves have this outcome; else as in GTP."""
    for ask, answer in zip(asked.split("; "), answers.split("; "), strict=True):
        word, _, outcome = ask.partition(" ")
        found = str(len(moves_to(link, outcome))) if word == "count" else opened(link).answer(ask)[2:]
        assert found == answer, (link, ask)


def test_every_link_to_a_position_claims_something():
    links = [each for each in elements(FRONT) if each["tag"] == "a" and position_of(each)]
    assert len(links) >= 3 and all(each["data-ask"] for each in links)


def test_the_game_in_five_lines_is_one():
    text = (WEB / "index.html").read_text(encoding="utf-8")
    game = game_from(json.loads(unescape(re.search(r'<textarea id="source".*?>(.*?)</textarea>', text, re.DOTALL)[1])))
    assert list(trying(game)) and game.about


def test_the_front_door_and_the_workshop_have_every_board_and_each_link_leads_somewhere(tmp_path):
    front.write(tmp_path)
    (tmp_path / workshop.NAME).write_text(workshop.page(), encoding="utf-8")
    shutil.copy(WEB / "results/results.html", tmp_path)
    for name, drawing in workshop.drawings().items():
        (tmp_path / "guides" / "pictures" / name).write_text(drawing, encoding="utf-8")
    boxes = [each for each in elements(tmp_path / workshop.NAME) if each.get("type") == "checkbox"]
    steps = [each for each in boxes if each.get("id") not in ("have-link", "with-link")]
    assert len(boxes) == len(steps) + 2
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
