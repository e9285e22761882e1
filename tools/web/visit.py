"""A visit to the page in Chromium, by mouse, finger and keyboard, and what can be measured of what is seen."""

import contextlib
import io
import math
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

SCREENS = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
        "color_scheme": "dark",
    },
}
LIMIT_MS = 240_000  # for what should come at once; a machine may be slow
QUIET_MS = 400  # after which the page has said all that it has to say
ABORTED = "net::ERR_ABORTED"  # because another page was opened
MOST_TABS = 60
NEAR = 0.8  # of the distance of two points: so far from its middle a point may be drawn
DIFFERENT = 24  # of 255: smaller differences are those of smoothed edges
LIT = "() => !document.querySelector('#now-up') || document.body.dataset.screen"  # the console has said what is on
SETTLED = """([quiet, most]) => new Promise((resolve) => {
  const names = () => [...document.querySelectorAll("[aria-label]")].map((each) => each.ariaLabel);
  const words = () => document.body.innerText + names().join();
  const began = performance.now();
  let [last, since] = [words(), began];
  const look = () => {
    const [seen, now] = [words(), performance.now()];
    const thinking = /is thinking/.test(seen);
    if (seen !== last || thinking) [last, since] = [seen, now];
    if (now - since > quiet || now - began > (thinking ? 10 * most : most)) resolve(now - since > quiet);
    else setTimeout(look, 50);
  };
  look();
})"""
# The points, in whatever way they are drawn, are the buttons of the field's picture.
POINTS = """() => {
  const field = document.querySelector(".field-board");
  const { left, top, width, height } = field.getBoundingClientRect();
  const points = [...field.querySelectorAll("[role=button]")].map((each) => {
    const box = each.getBoundingClientRect();
    const [words, focus] = [each.ariaLabel, each.matches(":focus")];
    const look = [words, focus, each.matches(":hover")].join();
    return { words, focus, look, x: box.left + box.width / 2 - left, y: box.top + box.height / 2 - top };
  });
  return { box: { x: left, y: top, width, height }, points };
}"""
# What is played on: the field if it is shown, else the lights.
IN_VIEW = """() => {
  const shown = (id) => [...document.querySelectorAll(id)].find((each) => each.checkVisibility());
  const field = shown(".field-board");
  const place = field ?? shown("#lights");
  if (!place) return "";
  const { left, top, right, bottom } = place.getBoundingClientRect();
  const out = Math.min(left, top, innerWidth - right, innerHeight - bottom) < -1;
  return `${field ? "field" : "lights"} ${out ? "OUT OF SIGHT" : "in view"}`;
}"""
PASTE = """(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""
CUT_OFF = """() => {
  const leaves = (text) => {
    const [inner, outer] = [text, text.ownerSVGElement].map((each) => each.getBoundingClientRect());
    const [right, bottom] = [outer.right - inner.right, outer.bottom - inner.bottom];
    return Math.min(inner.left - outer.left, inner.top - outer.top, right, bottom) < -1;
  };
  const texts = [...document.querySelectorAll("svg text")].filter((each) => each.checkVisibility() && leaves(each));
  const boxes = [...document.querySelectorAll("button, summary, td, th, p, li, h1, h2, h3")];
  const wider = ({ scrollWidth, clientWidth }) => clientWidth && scrollWidth > clientWidth + 1;
  const wide = boxes.filter((each) => each.checkVisibility() && wider(each));
  return [...texts, ...wide].map((each) => each.textContent.trim().slice(0, 30));
}"""


class FieldLook(NamedTuple):
    """The field as it is seen: its picture, and its points {name: {words, focus, look, x, y}} in dots of the picture.

    look: what a point may rightly look different for: its words, the focus, the mouse.
    """

    picture: Image.Image
    points: dict
    pitch: float

    def changed(self, before):
        """Return the names of the points that may look different from before."""
        return {name for name, point in self.points.items() if point["look"] != before.points[name]["look"]}

    def elsewhere(self, before, names=None):
        """Return the share of the picture that differs from before, but is not near the points of these names.

        names: None for those that `changed` names. 1 if the field has another size.
        """
        if self.picture.size != before.picture.size or self.points.keys() != before.points.keys():
            return 1.0
        difference = self.difference(before)
        draw = ImageDraw.Draw(difference)
        for name in self.changed(before) if names is None else names:
            x, y, near = self.points[name]["x"], self.points[name]["y"], NEAR * self.pitch
            draw.ellipse((x - near, y - near, x + near, y + near), fill=0)
        return difference.histogram()[255] / (difference.width * difference.height)

    def difference(self, before):
        """Return where the picture differs from before: white on black."""
        channels = ImageChops.difference(self.picture, before.picture).split()
        most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
        return most.point([255 * (value > DIFFERENT) for value in range(256)])


class Visit:
    """The page in a window of its own. `faults`: what the browser reports as an error, and what was not there.

    restless_ms: after so long a page that does not come to rest is looked at while it goes on; None: that is a fault.
    """

    def __init__(self, browser, address, screen, quiet_ms=QUIET_MS, restless_ms=None):
        options = SCREENS[screen]
        self.address, self.touch = address, options.get("has_touch", False)
        self.quiet_ms, self.restless_ms = quiet_ms, restless_ms
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(LIMIT_MS)
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("requestfailed", self._fail)
        self.page.on("response", self._check)

    def _hear(self, message):
        if message.type in ("error", "warning"):
            self.faults.append(message.text)

    def _fail(self, request):
        if request.failure != ABORTED:
            self.faults.append(f"{request.url}: {request.failure}")

    def _check(self, response):
        if response.status >= 400:
            self.faults.append(f"{response.url}: {response.status}")

    def open(self, link=""):
        """Open an address of the page, such as "#hex=5"; wait until the console is on."""
        self.page.goto("about:blank")
        self.page.goto(self.address + link)
        self.page.wait_for_function(LIT)
        self.settle()

    def settle(self):
        """Wait until the page has said the same for a moment. What is asserted next may still be on its way."""
        rests = self.page.evaluate(SETTLED, [self.quiet_ms, self.restless_ms or LIMIT_MS])
        if not rests and self.restless_ms is None:
            raise AssertionError("the page does not come to rest")

    def press(self, selector):
        """Press the middle of what a selector of playwright finds first, with the mouse or a finger."""
        target = self.page.locator(selector).first
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(*at)
        self.settle()

    def show_field(self):
        """Bring the field into view: on a phone the handheld may stand in its place."""
        self.page.locator(".field-board:visible, body.handheld").first.wait_for()
        if not self.page.locator(".field-board").is_visible():
            self.press("#view")
        self.page.locator(".field-board").scroll_into_view_if_needed()

    def point(self, name):
        """Press a point of the field."""
        self.show_field()
        self.press(point(name))

    def key(self, key):
        """Strike a key of the keyboard."""
        self.page.keyboard.press(key, delay=80)
        self.settle()

    def paste(self, text):
        """Paste a text into the page, beside all boxes for text."""
        self.page.evaluate(PASTE, text)
        self.settle()

    def stub(self, path):
        """Call the function in a file, with true, before each page that is opened from now on."""
        function = path.read_text(encoding="utf-8").rstrip().removesuffix(";")
        self.page.add_init_script(f"({function})(true)")

    def run(self, script):
        """Do what a part of the browser would do."""
        self.page.evaluate(script)
        self.settle()

    def tab(self):
        """Press Tab until a point of the field has the focus."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("() => document.activeElement.matches('.field-board [role=button]')"):
                break
        self.settle()

    def picture(self, clip=None):
        """Return what is in the window, or a part of it."""
        return Image.open(io.BytesIO(self.page.screenshot(clip=clip))).convert("RGB")

    def field(self):
        """Return the field as it is seen; None where it is not shown."""
        if not self.page.locator(".field-board").is_visible():
            return None
        seen = self.page.evaluate(POINTS)
        box = seen["box"]
        size = self.page.viewport_size
        left, top = max(0, math.floor(box["x"])), max(0, math.floor(box["y"]))
        right, bottom = (
            min(math.ceil(box[at] + box[wide]), size[wide]) for at, wide in (("x", "width"), ("y", "height"))
        )
        if right <= left or bottom <= top:
            return None
        picture = self.picture({"x": left, "y": top, "width": right - left, "height": bottom - top})
        scale = picture.width / (right - left)
        for each in seen["points"]:
            each["x"], each["y"] = scale * (each["x"] + box["x"] - left), scale * (each["y"] + box["y"] - top)
        places = [(each["x"], each["y"]) for each in seen["points"]]
        pitch = min(math.dist(one, other) for at, one in enumerate(places) for other in places[:at])
        return FieldLook(picture, {each["words"].split(",")[0]: each for each in seen["points"]}, pitch)

    def in_view(self):
        """Return whether what is played on is in the window, in words: "field in view"; "" on a page without a game."""
        return self.page.evaluate(IN_VIEW)

    def cut_off(self):
        """Return the beginnings of the texts that leave their picture or their box."""
        return self.page.evaluate(CUT_OFF)

    def said(self):
        """Return the words beside the lights or the field, or the title of a page without them."""
        for place in ("#now-up", "#field [aria-live]"):
            if self.page.locator(place).is_visible():
                return " ".join(self.page.locator(place).inner_text().split())
        return self.page.title()


def point(name):
    """Return the selector of a point of the field."""
    return f'.field-board [aria-label^="{name},"]'


@contextlib.contextmanager
def visiting(*where, **options):
    """A visit that ends by itself; see `Visit`."""
    visit = Visit(*where, **options)
    try:
        yield visit
    finally:
        visit.context.close()
