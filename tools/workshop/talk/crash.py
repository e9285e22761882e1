"""A traceback of the Pico with the names and lines of the sources: the Pico has short names and no lines.

The build leaves line numbers out (tools/compile/mpy.py): they would take 7 KB of the Pico's heap, and every frame says
"line 1". What remains is the module, the function and what it called. So a frame gets the lines where that function
calls the next one, and the last frame the lines that can raise the error; failing that, all lines of the function.

What this takes from the sources is data, which tools/compile/sources.py makes:

    {"names": {module: {short name: name}}, "shown": {what a traceback calls a module: module},
     "lines": {module: {function: [[first line, last line, calls, names, raises], ...]}}}

A function has a list for each class that has one of this name. calls: {called name: lines}, also "import", "for", which
asks a generator for its next value, and "yield"; names: {name: lines}; raises: {text: lines}.
"""

_MOST = 4  # at most this many places are listed one by one
_MISSING = "AttributeError", "NameError", "ImportError"
_SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"  # of a name


def is_crash(text):
    """Return whether a text has a crash, or a traceback alone, copied from the serial line."""
    for row in text.split("\n"):
        words = row.split()
        if row.strip(" \t").startswith("Traceback (") or words[:1] == ["Crash,"] and words[1:2] and words[1].isdigit():
            return True
    return False


def explained(text, sources):
    """Return a traceback of the Pico with the names and lines of the sources."""
    return with_lines(with_names(text, sources), sources)


def with_names(text, sources):
    """Return a traceback of the Pico with the names of the sources."""
    rows, module = text.split("\n"), ""
    for row, line in enumerate(rows):
        frame = _frame(line)
        if frame:
            shown = frame[0]
            module = shown if shown in sources["names"] else sources["shown"].get(shown, "")
            if module:
                line = rows[row] = line.replace(f'"{shown}"', f'"{module}"')
        if module:
            rows[row] = _renamed(line, sources["names"][module])
    return "\n".join(rows)


def with_lines(text, sources):
    """Return a traceback, which has the names of the sources, with their lines; frames of other modules stay."""
    rows = text.split("\n")
    frames = [_frame(row) for row in rows]
    for row, frame in enumerate(frames):
        if not frame or frame[2] != "1":
            continue
        bodies = sources["lines"].get(frame[0], {}).get(frame[1], [])
        following = frames[row + 1] if row + 1 < len(rows) else None
        if following:
            lines = _calling(bodies, following, sources)
        else:
            lines = _raising(bodies, rows[row + 1].rstrip() if row + 1 < len(rows) else "")
        said = _said(lines, bodies)
        if said:
            rows[row] = rows[row].replace(", line 1, in ", f", line {said}, in ", 1)
    return "\n".join(rows)


def _frame(row):
    """Return (module, function, number of the line) of a line of a traceback; None if it is no frame."""
    _, _, rest = row.partition('File "')
    module, _, rest = rest.partition('", line ')
    number, _, rest = rest.partition(", in ")
    return (module, rest.split()[0], number) if rest.split() else None


def _renamed(row, long):
    """Return a line with the names that stand for the short ones."""
    made, name = "", ""
    for sign in row + "\n":
        if sign in _SIGNS:
            name += sign
        else:
            made += long.get(name, name) + sign
            name = ""
    return made[:-1]


def _calling(bodies, following, sources):
    """Return the lines that may call the function of the next frame."""
    module, name, _ = following
    if name == "<module>":
        return _lines(bodies, 2, ["import"])
    if name == "__init__":  # of the called class, or of one that it extends
        return _lines(bodies, 2, [each for body in bodies for each in body[2] if each == name or each[:1].isupper()])
    found = _lines(bodies, 2, [name])
    if found and any("yield" in body[2] for body in sources["lines"].get(module, {}).get(name, [])):
        found += _lines(bodies, 2, ["next", "send", "close", "for"])  # it runs when asked for its next value
    return found


def _raising(bodies, said):
    """Return the lines that may raise the error at the end of the traceback ("ValueError: no such point")."""
    kind, _, words = said.partition(": ")
    if kind in _MISSING:
        named = [name for name in said.split("'")[1:-1] if name and all(sign in _SIGNS for sign in name)]
        return _lines(bodies, 3, named[-1:])
    return _lines(bodies, 4, [words]) if words else []


def _lines(bodies, part, names):
    return [line for body in bodies for name in names for line in body[part].get(name, [])]


def _said(lines, bodies):
    """Return the lines as text; those of the whole functions if there are none."""
    places = [str(line) for line in sorted(set(lines))]
    if not 0 < len(places) <= _MOST:
        ends = sorted({(body[0], body[1]) for body in bodies})
        places = [str(first) if first == last else f"{first} to {last}" for first, last in ends]
    return ", ".join(places[:-1]) + " or " + places[-1] if len(places) > 1 else "".join(places)
