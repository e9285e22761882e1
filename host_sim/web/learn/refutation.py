"""Why a try at a puzzle fails, how a puzzle is won, why an answer in a lesson is wrong: a line of moves for the page.

The match's own engine finds it.

{says, at, refuted, refutes, states}: in words; after how many moves to begin; the points of the move that is refuted
and of its answer, or -1; the state of the field (field/field_state.py) after each number of moves, from 0
"""

from glowgrid.answers import w_star
from glowgrid.rules.notation import move_name, point_name
from glowgrid.search import DRAWN, TICK_WORK, Limits, engine_for

WORK = 60_000_000  # units for a position, as many as the coach has
MOST_AFTER = 6  # plies shown after an answer
MOST_PLIES = 999  # of a win that is proven, and not how soon
WON = "The winning line."


def can_explain(match, was_solved):
    """Return whether there is a line to show: the try has failed, or the puzzle is solved, now or before.

    The engine rests then: the console lets it move no more, or a person moves first.
    """
    if not match.puzzle or not match.engine:
        return False
    return bool(match.puzzle.is_solved() or match.puzzle.has_failed() or was_solved and not match.position.plies)


def explained(match, picture):
    """Return the line of a match that can be explained, which stays as it is. picture: its FieldState."""
    history, start, most = (
        list(match.position.history[: match.position.plies]),
        match.position.fresh(),
        match.puzzle.plies,
    )
    says, answer, line = WON, 0, history
    if match.puzzle.has_failed():
        says, answer, line = _refuted(match, start, history)
    elif not history:
        line = _going_on(match.engine, start, most)
    return _shown(match, picture, says, line, answer)


def _shown(match, picture, says, line, answer):
    """Return a line as the page takes it. answer: the number of the answer that refutes the move before it, or 0."""
    at = _start_of(match)
    states = [picture.state(at)]
    for move in line:
        at.play(move)
        states.append(picture.state(at))
    refuted, refutes = (line[answer - 2], line[answer - 1]) if answer else (-1, -1)
    return {"says": says, "at": answer or 1, "refuted": refuted, "refutes": refutes, "states": states}


def reason(match, plies, picture, solution=(), fine=()):
    """Return the line that shows why a move of a lesson's match is wrong, that after the first `plies`.

    None if that is not found out. solution: names of the right moves; none is named as the beginning of a later win.
    fine: outcomes, of a game to the end that was to lead to one of them: the move that gave them away is wrong.
    """
    if match.puzzle:
        return explained(match, picture) if can_explain(match, False) else None
    if fine:
        mistake = _mistake(match, plies, fine)
        line = reason(match, mistake - 1, picture, solution) if mistake else None
        return line and dict(line, says="Move %d was the mistake: %s" % (mistake, line["says"]))
    at, line = _start_of(match), list(match.position.history[: plies + 1])
    for move in line:
        at.play(move)
    if at.is_over():
        return _shown(match, picture, "side %d wins with it." % at.winner, line, 0) if at.winner else None
    engine = engine_for(at, family=match.game.family(at))
    verdict = _searched(engine, at)
    outcome = w_star(verdict, at)
    if not outcome:
        return None
    move = _keeping(verdict, at, outcome, solution)
    left = verdict.plies_to(move)
    possible = _quickest(engine, at, outcome, solution)
    if 0 < possible <= left:
        says = "That takes %d moves in all; %d is possible." % (left + 1, possible)
        return _shown(match, picture, says, line + _going_on(engine, at, MOST_AFTER, outcome), 0)
    says = _leads_to(at, outcome, move, left, picture, solution)
    line += _going_on(engine, at, MOST_AFTER, outcome, solution)
    return _shown(match, picture, says, line, plies + 2)


def _quickest(engine, at, outcome, solution):
    """Return in how many plies the solution of a won task wins, if its wrong answer, just played, wins, too; else 0."""
    wrong = at.history[at.plies - 1]
    at.undo()
    me, plies = at.to_move, []
    if outcome == me:
        verdict = _searched(engine, at)
        wins = [move for move in range(at.moves) if verdict.outcome(move) == me and move_name(at, move) in solution]
        plies = [verdict.plies_to(move) for move in wins]
    at.play(wrong)
    return min(plies) if plies else 0


def _mistake(match, plies, fine):
    """Return the number of the move with which the side to move after `plies` left these outcomes; 0 if not known."""
    at, history = _start_of(match), match.position.history[: match.position.plies]
    engine = engine_for(at, family=match.game.family(at))
    for move in history[:plies]:
        at.play(move)
    me = at.to_move
    for move in history[plies:]:
        at.play(move)
    while at.plies > plies:
        at.undo()
        if at.to_move != me:
            continue
        outcome = w_star(_searched(engine, at), at)
        if not outcome or outcome in fine:
            return at.plies + 1 if outcome else 0
    return 0


def _start_of(match):
    at = match.position.fresh()
    at.swap_rule = match.position.swap_rule
    return at


def _leads_to(at, outcome, move, left, picture, solution):
    """Return in words what a position leads to by best play, with `move` next, and `left` plies to its end, or 0."""
    me, name = at.to_move, move_name(at, move)
    if outcome == DRAWN:
        return "side %d answers %s, and it is a draw." % (me, name)
    if outcome != me:
        return _lost(at, outcome, left)
    if left != 1:
        return _won(me, left, "" if name in solution else name)
    line = _winning_line(at, move, picture)
    if line:
        return "side %d then wins with %s: the line %s." % (me, name, line)
    return "side %d then wins with %s." % (me, name)


def _lost(at, winner, left):
    if at.sides > 2:
        if left:
            return "side %d then wins in %d moves (all sides'), by best play." % (winner, left)
        return "side %d then wins, by best play." % winner
    if left:
        return "side %d then wins in %d moves (all sides'), whatever side %d answers." % (winner, left, at.to_move)
    return "side %d then wins, whatever side %d answers." % (winner, at.to_move)


def _won(side, left, first):
    if not left:
        return "side %d then wins, with %s first." % (side, first) if first else "side %d then wins." % side
    if first:
        return "side %d then wins in %d moves (all sides'), with %s first." % (side, left, first)
    return "side %d then wins in %d moves (all sides')." % (side, left)


def _winning_line(at, move, picture):
    """Return the points of the line that a winning move completes: "a1 b2 c3"; "" where there is none."""
    at.play(move)
    won = picture.state(at)["won"] if at.win_type() == "line" else []
    at.undo()
    return " ".join([point_name(at.field, point) for point in won[0]]) if won else ""


def _refuted(match, at, history):
    """Return (what the first wrong move leads to, in words; the number of the answer, or 0; the line)."""
    me, most = at.to_move, match.puzzle.plies
    for ply, move in enumerate(history):
        mine = at.to_move == me
        at.play(move)
        if at.is_over():
            break
        if not mine:
            continue
        verdict = _searched(match.engine, at)
        outcomes = [verdict.outcome(other) for other in range(at.moves)]
        made = history[ply + 1] if ply + 1 < len(history) else verdict.best
        answer = made if outcomes[made] != me else verdict.best
        plies = verdict.plies_to(answer)
        holds = outcomes[answer] != me
        if not holds and (not plies or ply + 1 + plies <= most):
            continue  # this move still wins in time
        name, other = move_name(at.fresh(), move), 3 - me
        if not holds:
            return "%s wins too late: in %d moves." % (name, (ply + plies) // 2 + 1), 0, history
        says = "%s fails: side %d answers %s"
        if outcomes[answer] == other:
            says = "%s fails: side %d answers %s and wins"
        elif outcomes[answer] == DRAWN:
            says = "%s fails: side %d answers %s and draws"
        says %= name, other, move_name(at, answer)
        at.play(answer)
        line = history[: ply + 1] + [answer]
        return says + ".", len(line), line + _going_on(match.engine, at, MOST_AFTER)
    return "The moves ran out.", 0, history


def _going_on(engine, at, most, outcome=None, solution=()):
    """Return the best moves of all sides from a position, at most `most`; the position stays as it is.

    outcome: what each of them has to keep, as far as it is proven; None: whatever the engine takes for best.
    """
    line = []
    while len(line) < most and not at.is_over():
        verdict = _searched(engine, at)
        move = _best(verdict, at) if outcome is None else _keeping(verdict, at, outcome, solution)
        if move is None or not at.play(move):
            break
        line.append(move)
    for _ in line:
        at.undo()
    return line


def _keeping(verdict, at, outcome, solution):
    """Return the move that keeps a proven outcome: the quickest win, the longest resistance; None if none is known.

    Of those that are equally good, one that is not in the solution, a list of names.
    """
    moves = [move for move in range(at.moves) if verdict.outcome(move) == outcome]
    if not moves:
        return None
    haste = 1 if outcome == at.to_move else -1
    worth = {move: haste * (verdict.plies_to(move) or MOST_PLIES) for move in moves}
    best = min(worth.values())
    moves = [move for move in moves if worth[move] == best]
    if outcome == DRAWN and verdict.best in moves:
        return verdict.best
    return min(moves, key=lambda move: (move_name(at, move) in solution, move))


def _best(verdict, at):
    """Return the move that wins soonest, else the engine's best."""
    wins = [move for move in range(at.moves) if verdict.outcome(move) == at.to_move and verdict.plies_to(move)]
    return min(wins, key=verdict.plies_to) if wins else verdict.best


def _searched(engine, position):
    engine.start(position, Limits(WORK), True)
    while not engine.step(TICK_WORK):
        pass
    return engine.verdict
