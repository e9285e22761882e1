"""An enclosure for a board as OpenSCAD text: front, diffuser, key caps and back, made from the board file.

Its parameters are at the top of the text; what follows from these is a list of expressions that OpenSCAD and Python
read alike, so the tests compute with the very lines that a maker prints.

Places are seen from the front: x to the right, y up from the lower left corner of the cavity, z from the outer face
of the front towards the back.
"""

import itertools

import host_sim  # noqa: F401  (makes `glowgrid` importable)

from . import sizes
from .wiring import has_buffer, needs_supply

PARTS = "front", "diffuser", "caps", "back"
BATTERIES = {"lipo": sizes.LIPO, "aa": sizes.AA}
_NAMES = {"leds": "the board of the LEDs", "switches": "the board of the keys", "pico": "the Pico",
          "logic": "the strip with U1", "battery": "the battery", "boost": "its converter"}  # fmt: skip
_LED, _FOOT = 5, 3.5  # an LED's side; how much wider a cap is inside
_NONE = dict.fromkeys((*sizes.BOOST, *sizes.LIPO, *sizes.LOGIC, *sizes.SLIDE, *sizes.CABLE), 0)

# (name, value, comment) of what a maker may change; values of None come from the board file and from sizes.py.
_HEADINGS = {"wall": "Walls and gaps", "led_columns": "LEDs", "key_columns": "Keys", "screw_hole": "Screws",
             "pico_w": "Parts inside; 0: this build has none"}  # fmt: skip
_PARAMETERS = (
    ("wall", 2, "side walls"),
    ("plate", 2, "front and back"),
    ("clearance", 0.4, "around what is put in"),
    ("corner", 3, "radius of the outer corners"),
    ("led_columns", None, ""),
    ("led_rows", None, ""),
    ("led_pitch", None, "from LED to LED: measure yours over several"),
    ("panel_w", None, "all LEDs together"),
    ("panel_h", None, ""),
    ("panel_thick", None, "its board, without the LEDs"),
    ("has_diffuser", None, "1: a grid with a cell for each LED"),
    ("skin", 0.6, "what the light shines through"),
    ("cell_depth", 5, "from the board of the LEDs to the skin"),
    ("cell_wall", 1, "between two cells"),
    ("cell_gap", 1, "room for small parts between the LEDs"),
    ("rim", None, "of the diffuser, beyond the LEDs' board"),
    ("lip", 2.2, "of the front, over the edge of the diffuser"),
    ("key_columns", None, ""),
    ("key_rows", None, ""),
    ("key_pitch", None, "from key to key"),
    ("has_switches", None, "1: push buttons on a board of their own; 0: the keys lie on the LEDs"),
    ("cap", None, "diameter of a printed cap"),
    ("cap_out", 2.5, "how far it stands out"),
    ("flange", 1.5, "thickness of its foot, which keeps it in"),
    ("flange_over", 1.2, "how far the foot is wider"),
    ("slack", 0.3, "between cap and switch"),
    ("switch", None, "side of a push button"),
    ("switch_height", None, "of the plunger above its board"),
    ("frame", 1.2, "thickness of what keeps a board from sliding"),
    ("keys_margin", 4, "of the keys' board beyond the keys"),
    ("between", 5, "LEDs and keys"),
    ("pad", None, "side of a soft key"),
    ("pad_base", 4, "from the tile to the front; not published: measure the rim of your soft keys"),
    ("screw_hole", 2.5, "M3, cut into the plastic"),
    ("screw_clear", 3.4, "M3, passes"),
    ("post", 7, "diameter of what a screw goes into"),
    ("pillar", 4, "diameter of what presses the boards forward"),
    ("solder", 3, "room behind a board"),
    *((name, None, "") for name in (*sizes.PICO, *sizes.USB)),
    ("pico_rise", 3, "above the back"),
    ("wires", 4, "room above the Pico"),
    *((name, None, "") for name in _NONE),
)
# (name, expression, comment); `max` and arithmetic mean the same in both languages.
_DERIVED = (
    ("strip", "post + 1", "above and below, for the screws"),
    ("keys_w", "has_switches * (key_columns * key_pitch + 2 * keys_margin)", "board of the keys"),
    ("keys_h", "has_switches * (key_rows * key_pitch + 2 * keys_margin)", ""),
    ("block_w", "panel_w + 2 * rim", "diffuser"),
    ("block_h", "panel_h + 2 * rim", ""),
    ("inner_w", "max(block_w, keys_w) + 2 * clearance", "cavity"),
    ("inner_h", "2 * strip + block_h + has_switches * (between + keys_h) + 2 * clearance", ""),
    ("panel_x", "(inner_w - panel_w) / 2", "lower left corners"),
    ("panel_y", "inner_h - strip - clearance - rim - panel_h", ""),
    ("keys_x", "(inner_w - keys_w) / 2", ""),
    ("keys_y", "strip + clearance", ""),
    ("panel_z", "plate + has_diffuser * (skin + cell_depth) + (1 - has_diffuser) * pad_base", "faces of the boards"),
    ("keys_z", "plate + flange + slack + switch_height", ""),
    ("panel_frame", "has_diffuser * (plate + skin + 2) + (1 - has_diffuser) * (panel_z + 1)", "height of its frame"),
    ("behind", "max(panel_z + panel_thick, has_switches * (keys_z + 1.6)) + solder", "where room begins"),
    ("room", "max(pico_rise + pico_thick + usb_high + wires, battery_thick + 1.5, boost_thick + 3)", ""),
    ("depth", "behind + room", "inner face of the back"),
    ("pico_x", "max(post + 1, panel_x + pillar + 1.5)", "lower left corners"),
    ("pico_y", "inner_h - clearance - pico_l", ""),
    ("pico_z", "depth - pico_rise - pico_thick", "face with the chip"),
    ("usb_z", "pico_z - usb_high / 2", "middle of its plug"),
    ("boost_x", "pico_x + pico_w + 4", ""),
    ("boost_y", "inner_h - clearance - boost_l", ""),
    ("boost_z", "depth - 4.6", ""),
    ("boost_usb_x", "boost_x + boost_w / 2", "middle of its plug"),
    ("logic_x", "pico_x", ""),
    ("logic_y", "pico_y - 1 - logic_h", ""),
    ("battery_x", "(inner_w - battery_w) / 2", ""),
    ("battery_y", "keys_y + (keys_h - battery_h) / 2", ""),
    ("slide_y", "keys_y + keys_h + between / 2", "middle of the switch, in the right wall"),
    ("outer_w", "inner_w + 2 * wall", ""),
    ("outer_h", "inner_h + 2 * wall", ""),
    ("outer_d", "depth + plate", ""),
)  # fmt: skip


def missing(board, battery=None):
    """Return why a board has no enclosure, in one line; None if it has one. battery: "lipo", "aa" or None."""
    about = board.get("enclosure")
    if about is None:
        return 'its file says no sizes; add "enclosure", see boards/schema.json'
    return about.get("none") or next(_faults(board), None) or _crowded(board) or battery and _crowded(board, battery)


def _crowded(board, battery=None):
    """Return what has no room inside, in one line, or None. Nothing may press on a battery."""
    at = layout(parameters(board, battery))
    found, instead = boxes(at), "; leave --battery out" if battery else ""
    for part, box in found.items():
        if min(box[:2]) < 0 or box[3] > at["inner_w"] or box[4] > at["inner_h"]:
            inside = f"{at['inner_w']:.0f} x {at['inner_h']:.0f} mm"
            return f"{_NAMES[part]} does not fit into the {inside} behind these LEDs and keys{instead}"
    for one, other in itertools.combinations(found, 2):
        if all(found[one][i] < found[other][i + 3] and found[other][i] < found[one][i + 3] for i in range(3)):
            return f"{_NAMES[one]} and {_NAMES[other]} do not fit behind these LEDs and keys{instead}"
    return None


def _faults(board):
    """Yield the sizes of a board file that cannot be true together."""
    leds, about = board["leds"], board["enclosure"]
    for side, size in zip(("width", "height"), about["leds_mm"]):
        count, pitch = leds[side], about["led_pitch_mm"]
        if (count - 1) * pitch + _LED > size:
            yield f"{count} LEDs {pitch:g} mm apart do not fit on {size:g} mm; correct led_pitch_mm or leds_mm"
    key = max(about["switch_mm"], about["cap_mm"] + _FOOT) if about["keys"] == "switches" else about["pad_mm"] + 1
    if key >= about["key_pitch_mm"]:
        yield f"keys {about['key_pitch_mm']:g} mm apart would touch; correct key_pitch_mm, or make cap_mm smaller"


def takes_battery(board):
    """Return whether a battery and its boost converter suit a board: the battery lies behind the board of the keys."""
    return has_buffer(board) and not needs_supply(board)


def parameters(board, battery=None):
    """Return {name: value} of the parameters. battery: "lipo", "aa" or None."""
    leds, keys, about = board["leds"], board["keys"], board["enclosure"]
    switches = about["keys"] == "switches"
    width, height = about["leds_mm"]
    given = {
        **sizes.PICO, **sizes.USB, **sizes.SWITCH, **_NONE,
        "led_columns": leds["width"], "led_rows": leds["height"], "led_pitch": about["led_pitch_mm"],
        "panel_w": width, "panel_h": height, "panel_thick": about["leds_thick_mm"],
        "has_diffuser": int(switches), "rim": 1.6 * switches,
        "key_columns": keys["width"], "key_rows": keys["height"], "key_pitch": about["key_pitch_mm"],
        "has_switches": int(switches), "cap": about.get("cap_mm", 0),
        "switch": about.get("switch_mm", 0), "pad": about.get("pad_mm", 0),
    }  # fmt: skip
    if has_buffer(board):
        given |= sizes.LOGIC
    if needs_supply(board):
        given |= sizes.CABLE
    if battery:
        given |= sizes.BOOST | sizes.SLIDE | BATTERIES[battery]
    return {name: given[name] if value is None else value for name, value, _ in _PARAMETERS}


def layout(values):
    """Return the parameters with all that follows from them."""
    found = dict(values)
    for name, expression, _ in _DERIVED:
        found[name] = eval(expression, {"__builtins__": {}, "max": max}, found)  # our own lines above
    return found


def scad(board, battery=None):
    """Return the enclosure as OpenSCAD text: the same board file gives the same text."""
    values = parameters(board, battery)
    lines = [
        f"// Enclosure of a Glowgrid board: {board['title']}{_BUILDS[battery]}",
        f"// Made from {board['name']}.json by `glowgrid board enclosure`. Drawn, not printed: untested.",
        "// Sizes of parts differ from maker to maker: measure yours first. All in millimetres.",
        "",
        '// What to render: "all" for printing, one of ' + ", ".join(f'"{part}"' for part in PARTS) + ",",
        '// or "inside": the parts in their places, without the front.',
        'part = "all";',
        "// false: leave the parts where they belong instead of turning them for printing.",
        "for_print = true;",
    ]
    for name, _, comment in _PARAMETERS:
        if name in _HEADINGS:
            lines += ["", f"// {_HEADINGS[name]}"]
        lines.append(f"{name} = {values[name]:g};" + (f"  // {comment}" if comment else ""))
    lines += ["", "// What follows from these"]
    lines += [
        f"{name} = {expression};" + (f"  // {comment}" if comment else "") for name, expression, comment in _DERIVED
    ]
    return "\n".join(lines) + "\n" + _MODULES


_BUILDS = {None: "", "lipo": ", with a LiPo cell", "aa": ", with three AA cells"}


# Places --------------------------------------------------------------------------------------------------------------


def cells(at):
    """Return the middle (x, y) of each LED, row by row from the top left."""
    return _grid(at, "led", at["panel_x"] + at["panel_w"] / 2, at["panel_y"] + at["panel_h"] / 2)


def openings(at):
    """Return the middle (x, y) of each key, row by row from the top left."""
    if at["has_switches"]:
        return _grid(at, "key", at["keys_x"] + at["keys_w"] / 2, at["keys_y"] + at["keys_h"] / 2)
    return _grid(at, "key", at["panel_x"] + at["panel_w"] / 2, at["panel_y"] + at["panel_h"] / 2)


def _grid(at, kind, middle_x, middle_y):
    columns, rows, pitch = at[kind + "_columns"], at[kind + "_rows"], at[kind + "_pitch"]
    return [
        (middle_x + (column - (columns - 1) / 2) * pitch, middle_y - (row - (rows - 1) / 2) * pitch)
        for row in range(rows)
        for column in range(columns)
    ]


def posts(at):
    """Return the middle (x, y) of each screw's post."""
    half = at["post"] / 2
    return [(x, y) for y in (half, at["inner_h"] - half) for x in (half, at["inner_w"] - half)]


def pillars(at):
    """Return (x, y, z) of each pillar of the back, with the height it reaches: in the corners, of large boards more."""
    xs, ys = (_along(at, "panel", *axis) for axis in ("xw", "yh"))
    found = [(x, y, at["panel_z"] + at["panel_thick"]) for x in xs for y in ys]
    if at["has_switches"]:
        xs, ys = (_along(at, "keys", *axis)[:2] for axis in ("xw", "yh"))
        found += [(x, y, at["keys_z"] + 1.6) for x in xs for y in ys]
    return found


def _along(at, part, axis, side):
    """Return where pillars stand along a side of a part: at its ends and, if it is long, in its middle."""
    start, size, inset = at[f"{part}_{axis}"], at[f"{part}_{side}"], at["pillar"] / 2 + 0.5
    return [start + inset, start + size - inset, *([start + size / 2] if size > 80 else [])]


def boxes(at):
    """Return {part: its bounding box} of the parts inside, in mm: the least (x, y, z), then the greatest."""
    found = {
        "leds": _box(at["panel_x"], at["panel_y"], at["panel_z"], at["panel_w"], at["panel_h"], at["panel_thick"]),
        "pico": _box(at["pico_x"], at["pico_y"], at["pico_z"] - at["usb_high"], at["pico_w"], at["pico_l"],
                     at["usb_high"] + at["pico_thick"]),
    }  # fmt: skip
    if at["has_switches"]:
        found["switches"] = _box(at["keys_x"], at["keys_y"], at["keys_z"], at["keys_w"], at["keys_h"], 1.6)
    if at["logic_w"]:
        found["logic"] = _box(at["logic_x"], at["logic_y"], at["depth"] - 8, at["logic_w"], at["logic_h"], 8)
    if at["battery_w"]:
        thick = at["battery_thick"]
        found["battery"] = _box(
            at["battery_x"], at["battery_y"], at["depth"] - thick, at["battery_w"], at["battery_h"], thick
        )
        thick = at["boost_thick"]
        found["boost"] = _box(
            at["boost_x"], at["boost_y"], at["depth"] - 3 - thick, at["boost_w"], at["boost_l"], thick
        )
    return found


def _box(x, y, z, width, height, thick):
    return x, y, z, x + width, y + height, z + thick


_MODULES = """
$fn = 32;
e = 0.01;

if (part == "all") {
    front();
    translate([outer_w + 5, 0, 0]) back();
    if (has_diffuser > 0) translate([0, -panel_y - block_h - 10, 0]) diffuser();
    if (has_switches > 0) translate([block_w + 10, -keys_y - keys_h - 10, 0]) caps();
}
if (part == "front") front();
if (part == "diffuser") diffuser();
if (part == "caps") caps();
if (part == "back") back();
if (part == "inside") { back(); diffuser(); caps(); leds(); switches(); pico(); boost(); battery(); logic(); }
if (part == "leds") leds();
if (part == "switches") switches();
if (part == "pico") pico();
if (part == "boost") boost();
if (part == "battery") battery();
if (part == "logic") logic();

// All is drawn with z to the back, so it is mirrored: seen from the front, x then runs to the right.
module seen() { mirror([1, 0, 0]) children(); }
// Upside down for the printer.
module flat(top) { if (for_print) translate([0, 0, top]) rotate([0, 180, 0]) children(); else children(); }

module at_leds() for (row = [0 : led_rows - 1], column = [0 : led_columns - 1])
    translate([panel_x + panel_w / 2 + (column - (led_columns - 1) / 2) * led_pitch,
               panel_y + panel_h / 2 - (row - (led_rows - 1) / 2) * led_pitch]) children();
module at_keys() for (row = [0 : key_rows - 1], column = [0 : key_columns - 1])
    translate([(has_switches > 0 ? keys_x + keys_w / 2 : panel_x + panel_w / 2)
                   + (column - (key_columns - 1) / 2) * key_pitch,
               (has_switches > 0 ? keys_y + keys_h / 2 : panel_y + panel_h / 2)
                   - (row - (key_rows - 1) / 2) * key_pitch]) children();
module at_posts() for (x = [post / 2, inner_w - post / 2], y = [post / 2, inner_h - post / 2])
    translate([x, y]) children();
module at_corners(x, y, w, h, inset) for (a = [x + inset, x + w - inset], b = [y + inset, y + h - inset])
    translate([a, b]) children();
module outline() translate([-wall, -wall]) offset(r = corner) offset(delta = -corner) square([outer_w, outer_h]);

// The front with its walls: window or key openings, plugs, posts for four screws.
module front() seen() {
    linear_extrude(plate) difference() {
        outline();
        if (has_diffuser > 0)
            translate([panel_x - rim + lip, panel_y - rim + lip]) square([block_w - 2 * lip, block_h - 2 * lip]);
        if (has_switches > 0) at_keys() circle(d = cap + 2 * clearance);
        else at_keys() square(pad + 2 * clearance, center = true);
    }
    keep(panel_x - rim, panel_y - rim, block_w, block_h, panel_frame);
    if (has_switches > 0) keep(keys_x, keys_y, keys_w, keys_h, keys_z + 1);
    difference() {
        linear_extrude(depth) difference() {
            outline();
            difference() { square([inner_w, inner_h]); at_posts() square(post, center = true); }
            at_posts() circle(d = screw_hole);
        }
        wall_hole(pico_x + pico_w / 2 - plug_w / 2, usb_z - plug_h / 2, plug_w, plug_h);
        if (boost_w > 0) wall_hole(boost_usb_x - plug_w / 2, boost_z - usb_high / 2 - plug_h / 2, plug_w, plug_h);
        if (cable > 0) wall_hole(inner_w - post - 2 - cable, depth - 2 - cable, cable, cable);
        if (slide_w > 0)
            translate([inner_w - e, slide_y - slide_w / 2, depth - 4 - slide_h]) cube([wall + 2 * e, slide_w, slide_h]);
    }
}
module keep(x, y, w, h, top) linear_extrude(top) difference() {
    translate([x, y]) offset(delta = clearance + frame) square([w, h]);
    translate([x, y]) offset(delta = clearance) square([w, h]);
}
module wall_hole(x, z, w, h) translate([x, inner_h - e, z]) cube([w, wall + 2 * e, h]);

// One cell for each LED, closed by a thin skin in front. Print it in white.
module diffuser() if (has_diffuser > 0) seen() translate([0, 0, for_print ? 0 : plate]) {
    linear_extrude(skin) translate([panel_x - rim, panel_y - rim]) square([block_w, block_h]);
    linear_extrude(skin + cell_depth - cell_gap) difference() {
        translate([panel_x - rim, panel_y - rim]) square([block_w, block_h]);
        at_leds() square(led_pitch - cell_wall, center = true);
    }
    linear_extrude(skin + cell_depth) difference() {
        translate([panel_x - rim, panel_y - rim]) square([block_w, block_h]);
        translate([panel_x + cell_wall / 2, panel_y + cell_wall / 2])
            square([panel_w - cell_wall, panel_h - cell_wall]);
    }
    linear_extrude(skin + cell_depth + 1) difference() {
        translate([panel_x - rim, panel_y - rim]) square([block_w, block_h]);
        translate([panel_x, panel_y]) offset(delta = clearance) square([panel_w, panel_h]);
    }
}

// Loose caps between the front and the switches; their foot keeps them in.
module caps() if (has_switches > 0) seen() translate([0, 0, for_print ? 0 : plate]) at_keys() {
    linear_extrude(flange) foot();
    translate([0, 0, for_print ? 0 : -plate - cap_out]) linear_extrude(flange + plate + cap_out) circle(d = cap);
}
module foot() circle(d = cap + 2 * clearance + 2 * flange_over);

// The back: holes for the screws, pillars that press the boards forward, places of Pico, boost and battery.
module back() flat(depth + plate) seen() difference() {
    union() {
        translate([0, 0, depth]) linear_extrude(plate) outline();
        pillars(along(panel_x, panel_w), along(panel_y, panel_h), panel_z + panel_thick);
        if (has_switches > 0) pillars(ends(keys_x, keys_w), ends(keys_y, keys_h), keys_z + 1.6);
        at_corners(pico_x + (pico_w - pico_holes_w) / 2, pico_y + (pico_l - pico_holes_l) / 2,
                   pico_holes_w, pico_holes_l, 0) {
            translate([0, 0, depth - pico_rise]) cylinder(d = 4.5, h = pico_rise + e);
            translate([0, 0, depth - pico_rise - pico_thick - 0.5]) cylinder(d = pico_hole - 0.3, h = pico_rise);
        }
        if (boost_w > 0) for (y = [boost_y, boost_y + boost_l - 3], x = [boost_x, boost_x + boost_w - 3])
            translate([x, y, depth - 3]) cube([3, 3, 3 + e]);
        if (battery_w > 0) translate([0, 0, depth - 4]) linear_extrude(4 + e) difference() {
            translate([battery_x - 2, battery_y - 2]) square([battery_w + 4, battery_h + 4]);
            translate([battery_x - 0.5, battery_y - 0.5]) square([battery_w + 1, battery_h + 1]);
            translate([battery_x - 3, battery_y + battery_h / 4]) square([battery_w + 6, battery_h / 2]);
            translate([battery_x + battery_w / 4, battery_y - 3]) square([battery_w / 2, battery_h + 6]);
        }
    }
    translate([0, 0, depth - e]) linear_extrude(plate + 2 * e) at_posts() circle(d = screw_clear);
}
module pillars(xs, ys, z) translate([0, 0, z]) linear_extrude(depth - z + e)
    for (x = xs, y = ys) translate([x, y]) circle(d = pillar);
function ends(from, size) = [from + pillar / 2 + 0.5, from + size - pillar / 2 - 0.5];
// Large boards are held in the middle too.
function along(from, size) = size > 80 ? concat(ends(from, size), from + size / 2) : ends(from, size);

// What is put in; for pictures only.
module leds() seen() translate([0, 0, panel_z]) {
    linear_extrude(panel_thick) translate([panel_x, panel_y]) square([panel_w, panel_h]);
    translate([0, 0, -1.6]) linear_extrude(1.7) at_leds() square(min(5, led_pitch * 0.6), center = true);
}
module switches() if (has_switches > 0) seen() translate([0, 0, keys_z]) {
    linear_extrude(1.6) translate([keys_x, keys_y]) square([keys_w, keys_h]);
    translate([0, 0, 0.8 - switch_height]) linear_extrude(switch_height) at_keys() square(switch, center = true);
    translate([0, 0, -switch_height]) linear_extrude(switch_height) at_keys() circle(d = switch / 2);
}
module pico() seen() {
    translate([pico_x, pico_y, pico_z]) cube([pico_w, pico_l, pico_thick]);
    translate([pico_x + pico_w / 2 - 4, pico_y + pico_l - 4.5, pico_z - usb_high]) cube([8, 5.8, usb_high + e]);
    translate([pico_x + pico_w / 2 - 3.5, pico_y + 22, pico_z - 1]) cube([7, 7, 1 + e]);
}
module boost() if (boost_w > 0) seen() {
    translate([boost_x, boost_y, boost_z]) cube([boost_w, boost_l, 1.6]);
    translate([boost_usb_x - 4, boost_y + boost_l - 5, boost_z - usb_high]) cube([8, 5.5, usb_high + e]);
    translate([boost_x + 8, boost_y + 8, boost_z - 4.5]) cube([6, 6, 4.5 + e]);
}
module battery() if (battery_w > 0) seen()
    translate([battery_x, battery_y, depth - battery_thick]) cube([battery_w, battery_h, battery_thick]);
module logic() if (logic_w > 0) seen() {
    translate([logic_x, logic_y, depth - 3]) cube([logic_w, logic_h, 1.6]);
    translate([logic_x + 8, logic_y + 7, depth - 8]) cube([19, 6.5, 5 + e]);
}
"""
