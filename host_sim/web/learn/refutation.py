"""Why a try at a puzzle fails, or how a puzzle is won: a line of moves for the page, found by the match's own engine.

And why an answer in a lesson is wrong, in a sentence.

{says, at, refutes, states}: in words; after how many moves to begin; the point of the answer that refutes a move,
or -1; the state of the field (field/field_state.py) after each number of moves, from 0
"""

from glowgrid.answers import w_star
from glowgrid.rules.notation import move_name, point_name
from glowgrid.search import DRAWN, TICK_WORK, Limits, engine_for

WORK = 60_000_000  # units for a position, as many as the coach has
MOST_AFTER = 6  # plies shown after an answer
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
    at = match.position.fresh()
    states = [picture.state(at)]
    for move in line:
        at.play(move)
        states.append(picture.state(at))
    refutes = line[answer - 1] if answer else -1
    return {"says": says, "at": answer or 1, "refutes": refutes, "states": states}


def reason(match, plies, picture, solution=()):
    """Return why a move of a lesson's match is wrong, that after the first `plies`; "" if that is not found out.

    solution: names of the right moves; none of them is named as the beginning of a later win.
    """
    if match.puzzle:
        return explained(match, picture)["says"] if can_explain(match, False) else ""
    at = match.position.fresh()
    for move in match.position.history[: plies + 1]:
        at.play(move)
    if at.is_over():
        return "side %d wins with it." % at.winner if at.winner else ""
    verdict, me = _searched(engine_for(at, family=match.game.family(at)), at), at.to_move
    outcome, move = w_star(verdict, at), _best(verdict, at)
    if not outcome:
        return ""
    name, left = move_name(at, move), verdict.plies_to(move)
    if outcome == DRAWN:
        return "side %d answers %s, and it is a draw." % (me, name)
    if outcome != me:
        return "side %d then wins%s." % (
            outcome,
            ", whatever side %d answers" % me if at.sides == 2 else " by best play",
        )
    if left != 1:
        first = "" if name in solution else ", with %s first" % name
        return "side %d then wins%s%s." % (me, " in %d moves (all sides')" % left if left else "", first)
    at.play(move)
    won = picture.state(at)["won"] if at.win_type() == "line" else []
    line = won and ": the line " + " ".join([point_name(at.field, point) for point in won[0]])
    return "side %d then wins with %s%s." % (me, name, line or "")


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


def _going_on(engine, at, most):
    """Return the best moves of both sides from a position, at most `most`; the position stays as it is."""
    line = []
    while len(line) < most and not at.is_over():
        verdict = _searched(engine, at)
        move = _best(verdict, at)
        if not at.play(move):
            break
        line.append(move)
    for _ in line:
        at.undo()
    return line


def _best(verdict, at):
    """Return the move that wins soonest, else the engine's best."""
    wins = [move for move in range(at.moves) if verdict.outcome(move) == at.to_move and verdict.plies_to(move)]
    return min(wins, key=verdict.plies_to) if wins else verdict.best


def _searched(engine, position):
    engine.start(position, Limits(WORK), True)
    while not engine.step(TICK_WORK):
        pass
    return engine.verdict
