"""Write a proof as a theorem for the proof assistant Coq (Rocq), which rocq/README.md explains."""

import re
from pathlib import Path

from .check_alone import read

LIBRARY = Path(__file__).resolve().parent / "rocq"
BUILT = LIBRARY.parents[3] / "build" / "rocq"  # where its Makefile puts what it makes
WIDTH = 110  # of a line of points
PIECE = 4000  # characters of a part of the proof
FORMAT_2 = "glowgrid proof 2: "  # lines with carriers


def theorem_of(title, text):
    """Return a .v that states what a proof proves, of a game of lines or groups, and has Coq check it.

    The rules are written out in the terms of Game.v; the checker reads the proof itself.
    """
    if text.startswith(FORMAT_2):
        return _theorem_of_lines(title, text)
    names, rules, proofs, _ = read(text)
    stones = [own for _, *own in rules["stones"]]
    sides, to_move = len(stones), rules["turns"][0][0][0]
    won, stated = _winners(names, rules)
    claims = [(claim.split()[0], claim.endswith("draws")) for claim in proofs]
    written = "; ".join(f"({_list(us)}, {str(draws).lower()})" for us, draws in claims)
    start = "start" if any(stones) else "empty_field"
    parts = [
        *_game(title, names, rules, stated, "Certificate Statements"),
        f"Definition claims : list claim := [{written}].",
        *_certificate(text),
        "",
        "Lemma checked : check certificate = Proven game claims.",
        "Proof. vm_cast_no_check (eq_refl (Proven game claims)). Qed. (* Qed computes the check. *)",
        "",
        *_theorem("nobody_has_won_yet", f"nobody_has_won {sides} {won} {start}", "unwon"),
    ]
    for us, draws in claims:
        parts += ["", *_claimed(us, draws, f"points {sides} {won}", f"{start} {to_move}")]
    return "\n".join(parts) + "\n"


def _theorem_of_lines(title, text):
    """Return the .v of a proof of format 2, whose head is that of format 1."""
    head, _, proof = text.partition("\nproof ")
    head = "\n".join(line for line in head.splitlines()[1:] if not line.startswith("exchange "))
    names, rules, _, _ = read(f"glowgrid proof 1: {title}\n{head}\nproof 1 wins\nend 1 wins")
    claims = [(words[0], words[3:]) for words in map(str.split, proof.splitlines()[-1][4:].split(", "))]
    written = "; ".join(f"({side}, {_list(moves)})" for side, moves in claims)
    start = "start" if any(own for _, *own in rules["stones"]) else "empty_field"
    won, stated = _winners(names, rules)
    parts = [
        *_game(title, names, rules, stated, "Statements Carriers Certificate_2"),
        f"Definition claims : list claimed := [{written}].",
        *_certificate(text, "text", "%text"),
        "",
        "Lemma checked : check_2 parts = Shown game claims.",
        "Proof. vm_cast_no_check (eq_refl (Shown game claims)). Qed. (* Qed computes the check. *)",
        f"Lemma same_won s f : has_won game s f <-> {won} s f.",
        "Proof. apply won_by_joins. Qed.",
    ]
    said = {
        "nobody_has_won_yet": (f"nobody_has_won 2 {won} {start}", "exact (unwon_at_start _ _ _ _ checked same_won)")
    }
    for side, moves in claims:
        said |= _claimed_after(side, moves, won, start, int(rules["turns"][0][0][0]))
    for name, (claim, proof) in said.items():
        parts += ["", f"Theorem {name} : {claim}.", f"Proof. {proof}. Qed."]
    parts += ["", f"Definition theorems := ({', '.join(said)}).", "Print Assumptions theorems."]
    return "\n".join(parts) + "\n"  # one question for all of them: each takes Coq a second


def _claimed_after(side, moves, won, position, mover):
    """Return {name: (what it says, its proof)} of the theorems of a claim after moves."""
    after = "_".join(["", "after", *moves]) if moves else ""
    for move in moves:
        position, mover = f"(play {position} {move} {mover})", 3 - mover
    proof = f"_after _ _ _ _ {side} {_list(moves)} checked same_won _); simpl; tauto"
    unwon = {f"nobody_has_won{after}": (f"nobody_has_won 2 {won} {position}", f"refine (unwon{proof}")} if moves else {}
    claim = f"can_win points 2 {won} {side} {position} {mover}"
    return unwon | {f"side_{side}_can_win{after}": (claim, f"refine (win{proof}")}


def _game(title, names, rules, stated, library):
    """Return the lines that define a game in the terms of Game.v."""
    stones = [[names[p] for p in own] for _, *own in rules["stones"]]
    titled = re.sub('[(*)"]', "", title)  # what would begin a comment or a string, or end one
    numbers = f"{len(names)} {len(stones)}", rules["turns"][0][0][0]
    return [
        f"(* {titled}: by `glowgrid prove --coq`. README.md beside Game.v says how to check it. *)",
        "From Coq Require Import List String.",
        f"From Glowgrid Require Import Game {library}.",
        "Import ListNotations.",
        "",
        *_wrapped(f"Definition {name} := {number}." for number, name in enumerate(names)),
        *_wrapped(f"Definition hole_{number} := {len(names) + number}." for number in range(len(rules["hole"]))),
        *_definition("points", "list point", names),
        *stated,
        f"Definition stones : list (list point) := {_list(map(_list, stones))}.",
        *(["Definition start := placed stones."] if any(stones) else []),
        "",
        f"Definition game := State {numbers[0]} lines nears joins inner stones {numbers[1]}.",
    ]


def _winners(names, rules):
    """Return (who has won, in Coq; the definitions that it needs)."""
    holes = [f"hole_{number}" for number in range(len(rules["hole"]))]
    lines = [f"({_list(owners)}, {_points(names, line)})" for owners, *line in rules["line"]]
    near = [f"({names[p]}, {_points(names, others)})" for p, *others in rules["near"]]
    for hole, beside in zip(holes, rules["hole"]):
        near.append(f"({hole}, {_points(names, beside)})")
        near += [f"({names[p]}, [{hole}])" for p in beside]
    borders = {number: f"border_{number}" for number, *_ in rules["border"]}
    joins = [f"({side}, {least}, {_list(borders[b] for b in these)})" for side, least, *these in rules["join"]]
    inner = [names[p] for ring in rules["ring"] for p in ring] + holes
    stated = [*_definition("lines", "list line", lines), *_definition("nears", "neighbours", near)]
    stated += [f"Definition border_{b} : border := {_points(names, points)}." for b, *points in rules["border"]]
    stated += [*_definition("joins", "list join", joins), *_definition("inner", "list point", inner)]
    if lines and near:
        return "(has_won game)", stated
    if lines:
        return "(has_line lines)", stated
    return ("(joined_or_ringed nears joins inner)" if inner else "(joined nears joins)"), stated


def _theorem(name, said, lemma):
    return [f"Theorem {name} : {said}.", f"Proof. by_checked checked {lemma}. Qed.", f"Print Assumptions {name}."]


def _claimed(us, draws, game, start):
    """Return the lines of the theorem of a claim, of a side or of several together."""
    verb = "draw" if draws else "win"
    if len(us) == 1:
        return _theorem(f"side_{us}_can_{verb}", f"can_{verb} {game} {us} {start}", verb)
    claim = f"({_list(us)}, {str(draws).lower()})"
    said = f"forces {game} (fun s => In s {_list(us)}) (good {claim}) {start}"
    return _theorem(f"sides_{'_'.join(us)}_can_{verb}", said, f"(together_of {claim})")


def _list(parts):
    return "[" + "; ".join(parts) + "]"


def _points(names, points):
    return _list(names[p] for p in points)


def _certificate(text, kind="string", scope=""):
    """Yield the lines that define the text of a proof, in parts: Coq overflows its stack on a string of 60 KB."""
    pieces = [""]
    for line in text.splitlines(keepends=True):
        if len(pieces[-1]) > PIECE:
            pieces.append("")
        pieces[-1] += line.replace('"', '""')
    for number, piece in enumerate(pieces, 1):
        yield f'Definition part_{number} : {kind} := "{piece}"{scope}.'
    yield from _definition("parts", f"list {kind}", [f"part_{number}" for number in range(1, len(pieces) + 1)])
    if kind == "string":
        yield 'Definition certificate : string := String.concat "" parts.'


def _definition(name, kind, parts):
    """Yield the lines of a list's definition."""
    first, *others = _wrapped([part + ";" for part in parts[:-1]] + parts[-1:]) or [""]
    yield f"Definition {name} : {kind} := [{first}" + ("].", "")[bool(others)]
    yield from (f"  {line}" + ("", "].")[line is others[-1]] for line in others)


def _wrapped(parts):
    """Return parts in lines, with blanks between them."""
    lines = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) < WIDTH:
            lines[-1] += " " + part
        else:
            lines.append(part)
    return lines
