"""Sheets of the page: each journey of journeys.json is played in Chromium, with a picture after every step.

A journey is its screens, then its steps: "open LINK", "press SELECTOR" (as playwright has them), "point NAME" (of the
field), "field" (on a phone: in place of the lights), "key KEY", "paste TEXT", "tab" (until a point has the focus),
"read LINK" (a document, window by window), "stub FILE" (a function that the page calls first),
"run SCRIPT". Below each picture stands what was measured of it.
"""

import base64
import html
import io
import json
from pathlib import Path

from host_sim.cli.errors import ToolError
from host_sim.cli.writable import writing

from ..paths import ROOT
from . import chromium
from .serving import served
from .visit import SCREENS, visiting

FILE = Path(__file__).with_suffix(".json")
WIDTHS = {"desk": 640, "phone": 320}  # of a picture in a sheet
SHEET = 1920
README = ROOT / "host_sim" / "pictures" / "page.png"
IN_README = "#hex=5&moves=c3,d2,b4,d3&to=coach", 1000  # what it shows, and its width
JUDGED = """() => { const said = document.querySelector(".field-coach").textContent;
  return said.startsWith("Coach: ") && !said.includes("not known"); }"""
JUDGED_MS = 120_000
OUT_OF_SIGHT = """() => { const { scrollHeight, clientHeight } = document.querySelector(".device");
  return scrollHeight - clientHeight; }"""  # pixels of the handheld, the highest part, which is cut there
QUIET_MS = 1200  # after a step; a console that is switched on again takes that long to say so
RESTLESS_MS = 8000  # after which a demonstration is looked at while it goes on
STEP_MS = 30_000  # for what a step presses to be there
STYLE = """
body { margin: 0; display: flex; flex-wrap: wrap; align-items: start; background: #fff; font: 12px/1.3 sans-serif; }
figure { margin: 0 0 10px; padding: 2px; box-sizing: border-box; overflow-wrap: anywhere; }
img { width: 100%; display: block; }
b { color: #b00020; }
"""


def journeys(names=()):
    """Return {name: (screens, steps)} of those with these names, or of all; a step is (word, what follows it)."""
    known = json.loads(FILE.read_text(encoding="utf-8"))
    for name in names:
        if name not in known:
            raise ToolError(f"no journey {name}; there are {', '.join(known)}")
    found = {}
    for name in names or known:
        screens, *steps = known[name]
        found[name] = screens.split(), [step.partition(" ")[::2] for step in steps]
        for word in {word for word, _ in found[name][1]} - {*STEPS}:
            raise ToolError(f"{FILE.name}: {name}: no step {word}; there are {', '.join(STEPS)}")
        for screen in {*found[name][0]} - {*SCREENS}:
            raise ToolError(f"{FILE.name}: {name}: no screen {screen}; there are {', '.join(SCREENS)}")
    return found


def play(page, folder, names, console):
    """Play journeys on a built page; write a sheet of each into a folder. Return how many could not be played."""
    failed, chosen = 0, journeys(names)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with served(page) as address, chromium.running() as browser:
        for name, (screens, steps) in chosen.items():
            for screen in screens:
                sheet = folder / f"{name}-{screen}.png"
                console.print(sheet.stem)
                with visiting(browser, address, screen, quiet_ms=QUIET_MS, restless_ms=RESTLESS_MS) as visit:
                    visit.context.set_default_timeout(STEP_MS)
                    failed += not _played(visit, steps, sheet, screen, console)
    return failed


def picture(page):
    """Make the picture of the page that README shows."""
    link, width = IN_README
    with served(page) as address, chromium.running() as browser, visiting(browser, address, "desk") as visit:
        visit.open(link)
        visit.page.wait_for_function(JUDGED, timeout=JUDGED_MS)
        visit.page.evaluate("document.querySelector('#message').textContent = ''")  # that nothing of a link is kept
        size = visit.page.viewport_size
        while more := visit.page.evaluate(OUT_OF_SIGHT):  # with the window, the lights grow a little
            size["height"] += more
            visit.page.set_viewport_size(size)
        shown = visit.picture()
    with writing(README):
        shown.resize((width, shown.height * width // shown.width)).save(README, optimize=True)


def _played(visit, steps, sheet, screen, console):
    """Play the steps, and write the sheet as far as it came; return whether it came to the end."""
    from playwright.sync_api import Error

    pictures, before, done = [], None, True
    for number, (word, rest) in enumerate(steps, 1):
        label = f"{number}. {word} {rest}"
        try:
            for picture in STEPS[word](visit, *([rest] if rest else [])) or [None]:
                field = visit.field()
                pictures.append((label, *measured(visit, field, before), picture or visit.picture()))
                before = field
        except Error as error:
            done = False
            console.print(f"  {label}: stopped: {str(error).splitlines()[0]}")
            break
        _, said, facts, wrong, _ = pictures[-1]
        console.print(f"  {label}: {'; '.join([*facts, *wrong])}; {said[:90]}")
    if pictures:
        with writing(sheet):
            sheet.write_bytes(drawn(visit.context.browser, pictures, WIDTHS[screen]))
    return done


def measured(visit, field, before):
    """Return what stands below a picture: what the page says, facts, and what is wrong beyond doubt."""
    facts, wrong = [f"scrolled {visit.page.evaluate('Math.round(scrollY)')}"], list(visit.faults)
    view = visit.in_view()
    (wrong if "OUT" in view else facts).append(view)
    if field and before and field.points.keys() == before.points.keys():
        elsewhere = field.elsewhere(before)
        facts.append(f"changed: {', '.join(sorted(field.changed(before))) or 'no point'}")
        (wrong if elsewhere > 0.001 else facts).append(f"elsewhere {elsewhere:.1%} of the field")
    if cut := visit.cut_off():
        wrong.append(f"cut off: {' / '.join(cut[:4])}")
    return visit.said(), [fact for fact in facts if fact], wrong


def drawn(browser, pictures, width):
    """Return a sheet as a PNG: the pictures with their words."""
    figures = []
    for label, said, facts, wrong, picture in pictures:
        file = io.BytesIO()
        picture.resize((width, picture.height * width // picture.width)).save(file, "PNG")
        words = f"{html.escape(said[:150])}<br>{html.escape('; '.join(facts))} <b>{html.escape('; '.join(wrong))}</b>"
        image = f'<img src="data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}">'
        figures.append(
            f'<figure style="width: {width}px">{image}<figcaption><strong>{html.escape(label)}</strong><br>'
            f"{words}</figcaption></figure>"
        )
    page = browser.new_page(viewport={"width": SHEET, "height": 100})
    try:
        page.set_content(f"<style>{STYLE}</style>{''.join(figures)}")
        return page.screenshot(full_page=True)
    finally:
        page.close()


def _read(visit, link):
    """Open a document, and yield a picture of each window of it, to its end."""
    visit.open(link)
    high = visit.page.viewport_size["height"]
    for top in range(0, visit.page.evaluate("document.documentElement.scrollHeight"), high):
        visit.page.evaluate("top => scrollTo(0, top)", top)
        yield visit.picture()


# {word: what to do on a visit}; what yields pictures makes its own.
STEPS = {
    "open": lambda visit, link="": visit.open(link),
    "press": lambda visit, selector: visit.press(selector),
    "field": lambda visit: visit.show_field(),
    "point": lambda visit, name: visit.point(name),
    "key": lambda visit, key: visit.key(key),
    "paste": lambda visit, text: visit.paste(text),
    "tab": lambda visit: visit.tab(),
    "stub": lambda visit, file: visit.stub(ROOT / file),
    "run": lambda visit, script: visit.run(script),
    "read": _read,
}
