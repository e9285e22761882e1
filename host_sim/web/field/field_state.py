"""What the page's field shows, as JSON can hold it, for `field.js`. For CPython and MicroPython's WebAssembly port.

picture = FieldState(game, size, position)
picture.state(position, coach=coach, thinking=True)

game, title, about, size, sides, shape ("hexagon", "square" or "dot")
points      [{name, x, y, and where there is something: side, last, win, number, mark, plies, percent, hint,
            lets: the side that a losing move lets win, of three; unneeded: true where the side to move loses, and
            other points are enough for the winner}]; x in steps, y in rows
edges       [{side (0: of no side alone), points}], and with corner: true the corners that make a bridge
labels      [{text, x, y}]: letters of columns and numbers of rows
lines       [[point, ...]] of a drawing that does not show them: lines, or pairs of neighbours
won         [[point, ...]]: the lines that won, or the steps from stone to stone
stones      what a match of the console began from, as text; "" for an empty field
to_move, over, winner, win_type, goal (a text a side), hides (whether it hides stones), moves [{side, name,
            tried}], swap (whether the first stone may be taken over), swap_to (where it then stands), swap_says,
            taken_over (whether a stone placed now may be), seats (0: a person, else a level), thinking, refusal,
            hint {move, says}, coach, coached (whether the coach is on), wins_in (plies; only where the side to
            move is proven to win)
"""

from glowgrid.console.match import ENGINE, NEEDED
from glowgrid.rules.notation import column_name, move_name, point_name
from glowgrid.search import hides

from ...console.published import also_published, as_published

HIDDEN = 255  # of a move that a view hides
MOST_LINES = 24  # that are drawn
MARKS = ("", "loses", "draws", "wins", "", "poor", "even", "good")  # by the coach's marks (console/screens/coach.py)
ONE = ("", "loses", "draws", "wins")
COUNT_ONE = ("", "%d loses", "%d draws", "%d wins")
COUNT_MORE = ("", "%d lose", "%d draw", "%d win")
ALL_DO = ", as every move does"  # where the best one loses
ESTIMATED = 4
PLAYED = "play", "two presses", "first game", "prove it"  # screens of a match
AROUND = "pause", "puzzle", "resume", "sure", "pairs", "join", "keep which", "take back"  # screens that interrupt it


class FieldState:
    """The field of a game of one size. `position`: one of that game, of any ply."""

    def __init__(self, game, size, position):
        self.game, self.size = game, size
        self.field = field = position.field
        self._tables = position.tables if hasattr(position, "tables") else position
        self._walk = position.fresh()  # follows the position, to find which side made each move
        self._walk.swap_rule = True
        self._sides = []
        self._hides = hides(position)
        self._shape = "hexagon" if field.slant else "square"
        self._lines = []
        self._pairs = self._found_pairs(position.sides) if field.borders and not field.slant else []
        if self._pairs:
            self._shape, self._lines = "dot", [list(pair) for pair in sorted(set(sum(self._pairs, [])))]
        elif not field.slant and field.points < field.width * field.height:
            lines = self._all_lines()
            if 0 < len(lines) <= MOST_LINES:
                self._shape, self._lines = "dot", lines
        self._edges = self._found_edges(position) if field.borders else []

    def state(self, position, seen=None, coach=None, seats=(), thinking=False, refusal="", resigned=False):
        """Return the object. seen: what may be seen of the position, all of it if None. coach: the console's, or None.

        seats: who plays each side. refusal: why the last press was refused. resigned: whether a side has given up.
        """
        seen = seen or position
        over = bool(position.is_over())
        state = {
            "game": self.game.name,
            "title": self.game.title(self.size),
            "about": self.game.about,
            "size": list(self.size),
            "sides": position.sides,
            "shape": self._shape,
            "points": self._points(position, seen, over and not resigned),
            "edges": self._edges,
            "labels": self._labels(),
            "lines": self._lines,
            "won": self._won(seen) if seen.winner and not resigned else [],
            "to_move": position.to_move,
            "over": over,
            "winner": position.winner,
            "win_type": "resignation" if resigned else position.win_type(),
            "goal": list(self.game.goals(self.size)),
            "hides": self._hides,
            "moves": self._moves(position, seen),
            "swap": bool(not over and position.may_swap()),
            "taken_over": bool(not over and position.may_be_taken_over()),
            "seats": list(seats),
            "thinking": bool(thinking),
            "refusal": refusal,
            "hint": None,
            "coach": "",
        }
        if state["swap"]:
            state["swap_to"] = point_name(self.field, self._tables.mirrored[position.history[0]])
        if coach and not over:
            self._advise(state, position, coach)
        return state

    # Stones -------------------------------------------------------------------------------------

    def _points(self, position, seen, over):
        field, slant, marks = self.field, self.field.slant, bytearray(position.points)
        if over and seen.winner:
            seen.winning_points(marks)
        last, numbers, points = seen.last_stone(), self._numbers(position, seen), []
        for p in range(field.points):
            point = {
                "name": point_name(field, p),
                "x": field.columns[p] + slant * field.rows[p] / 2,
                "y": field.rows[p],
            }
            if seen.cells[p]:
                point["side"] = seen.cells[p]
                if numbers[p]:
                    point["number"] = numbers[p]
                if p == last:
                    point["last"] = True
                if marks[p]:
                    point["win"] = True
            points.append(point)
        return points

    def _numbers(self, position, seen):
        """Return for each point the number of the move that placed its stone; 0 where it is empty or hidden."""
        numbers = [0] * position.points
        tries = [tried for _, _, tried in seen.log()] if hasattr(seen, "log") else None
        for ply in range(seen.plies):
            move = seen.history[ply]
            if tries and tries[ply]:
                continue
            if move < position.points:
                numbers[move] = ply + 1
            elif move != HIDDEN and move == position.action("swap"):
                numbers[seen.history[0]] = 0
                numbers[self._tables.mirrored[seen.history[0]]] = ply + 1
        return numbers

    def _moves(self, position, seen):
        if hasattr(seen, "log"):  # it may leave moves out
            return [_logged(position, *ply) for ply in seen.log()]
        walk, sides = self._walk, self._sides
        while walk.plies > position.plies or walk.history[: walk.plies] != position.history[: walk.plies]:
            walk.undo()
            sides.pop()
        while walk.plies < position.plies:
            sides.append(walk.to_move)
            walk.play(position.history[walk.plies])
        moves = []
        for ply in range(position.plies):
            move = seen.history[ply]
            moves.append({"side": sides[ply], "name": "?" if move == HIDDEN else move_name(position, move)})
        return moves

    # The field ----------------------------------------------------------------------------------

    def _all_lines(self):
        tables = self._tables
        if not hasattr(tables, "members"):
            return []
        starts = tables.starts
        return [list(tables.members[starts[i] : starts[i + 1]]) for i in range(tables.count)]

    def _found_pairs(self, sides):
        """Return the pairs of neighbours, a list for each side."""
        degree, points = self.field.degree, self.field.points
        return [
            [(at // degree, near[at]) for at in range(len(near)) if at // degree < near[at] < points]
            for near in self._tables.near[:sides]
        ]

    def _won(self, seen):
        marks = bytearray(seen.points)
        seen.winning_points(marks)
        if self._pairs:
            return [list(pair) for pair in self._pairs[seen.winner - 1] if marks[pair[0]] and marks[pair[1]]]
        return [line for line in self._all_lines() if not [p for p in line if not marks[p]]]

    def _found_edges(self, position):
        """Return the edges with their sides, and the corners that make a bridge."""
        borders, goals_of, edges = self.field.borders, self._tables.goals, []
        for border in range(16):
            points = [p for p in range(self.field.points) if borders[p] >> border & 1]
            owners, bridge = [], False
            for side in range(1, position.sides + 1):
                for kind, mask, _ in goals_of[side - 1]:
                    if mask >> border & 1:
                        owners.append(side)
                        bridge = bridge or kind == "bridge"
            if points and owners:
                edge = {"side": owners[0] if len(owners) == 1 else 0, "points": points}
                if bridge:
                    edge["corner"] = True
                edges.append(edge)
        return edges

    def _labels(self):
        """Return letters and numbers beside the first points of columns and rows, on the slant where there is one."""
        field, slant, labels = self.field, self.field.slant, []
        if self._shape == "dot":
            return labels
        for p in range(field.points):
            column, row = field.columns[p], field.rows[p]
            if not slant:
                if p == self._first(field.columns, column):
                    labels.append({"text": column_name(column), "x": column, "y": -1})
                if p == self._first(field.rows, row):
                    labels.append({"text": str(row + 1), "x": -1, "y": row})
                continue
            if field.point_at(column, row - 1) < 0:
                labels.append({"text": column_name(column), "x": column + slant * (row - 1) / 2, "y": row - 1})
            if field.point_at(column - 1, row) < 0:
                labels.append({"text": str(row + 1), "x": column - 1 + slant * row / 2, "y": row})
        return labels

    def _first(self, places, place):
        for p in range(len(places)):
            if places[p] == place:
                return p

    # Advice -------------------------------------------------------------------------------------

    def _advise(self, state, position, coach):
        """Enter what the coach knows of the moves: marks on the points, and in words."""
        verdict = coach.engine.verdict
        if coach.asked:
            state["hint"] = {"move": "", "says": "thinking"}
        elif coach.hint < position.moves:
            plies = coach.hint_plies
            said = says(coach.hint_mark, plies, coach.hint_percent) + as_published(verdict, position, coach.hint)
            state["hint"] = {
                "move": move_name(position, coach.hint),
                "says": said + also_published(verdict, position) + (coach.hint_mark == 1 and ALL_DO or ""),
            }
            if coach.hint < position.points:
                state["points"][coach.hint]["hint"] = True
                if plies and MARKS[coach.hint_mark] == "wins":
                    state["wins_in"] = plies
        if coach.needed:
            for move in range(position.points):
                if not coach.needed[move] and not position.cells[move]:
                    state["points"][move]["unneeded"] = True
        if not coach.match.coach or coach.match.coach == NEEDED:
            return
        counts = [0] * len(MARKS)
        lets = [0] * 4  # losing moves by the side that wins, where there are three sides
        free, published = 0, ""  # points have it all or none
        for move in range(position.moves):
            if not position.is_legal(move):
                continue
            mark = coach.marks[move]
            free += move < position.points
            if move < position.points:
                counts[mark] += 1
                published = published or as_published(verdict, position, move)
                self._mark(state["points"][move], mark, verdict.plies_to(move), coach.percent(move))
                if mark == 1 and position.sides > 2 and 1 <= verdict.outcome(move) <= 3:
                    state["points"][move]["lets"] = verdict.outcome(move)
                    lets[verdict.outcome(move)] += 1
            elif mark:
                said = says(mark, verdict.plies_to(move), coach.percent(move))
                state[move_name(position, move) + "_says"] = said + as_published(verdict, position, move)
        state["coach"] = counted(counts, free, lets) + published + also_published(verdict, position)
        if coach.needed:
            from glowgrid.console.screens.proving import matter

            state["coach"] += ", " + matter(coach)
        known = [point.get("plies", 0) for point in state["points"] if point.get("mark") == "wins"]
        known = [plies for plies in known + [state.get("wins_in", 0)] if plies]
        if known:
            state["wins_in"] = min(known)

    def _mark(self, point, mark, plies, percent):
        if mark:
            point["mark"] = MARKS[mark]
            if mark < ESTIMATED and plies:
                point["plies"] = plies
            elif mark > ESTIMATED and percent >= 0:
                point["percent"] = percent


def _logged(position, side, move, tried):
    """Return the entry of a ply of a game of rules/hidden.py; `tried`: a hidden stone was there."""
    entry = {"side": side, "name": "?" if move == HIDDEN else move_name(position, move)}
    if tried:
        entry["tried"] = True
    return entry


def says(mark, plies, percent):
    """Return what a move leads to, in words: "wins in 5", "draws", "wins about 61 of 100 games"."""
    if mark >= ESTIMATED:
        return "wins about %d of 100 games" % percent if percent >= 0 else "not known"
    if mark == 2 or not plies:
        return ONE[mark] or "not known"
    return "%s in %d" % (ONE[mark], plies)


def counted(counts, free, lets):
    """Return how many moves do what: "2 win, 3 draw, 1 loses, 4 not known"; "1 lets side 3 win" for one that loses.

    lets: by side, how many moves let it win; those that are not counted there just lose.
    """
    words, known = [], 0
    for mark in (3, 2, 1):
        known += counts[mark]
        count = counts[mark]
        if mark == 1:
            for side in (1, 2, 3):
                if lets[side]:
                    words.append(
                        ("%d lets side %d win" if lets[side] == 1 else "%d let side %d win") % (lets[side], side)
                    )
            count -= sum(lets)
        if count:
            words.append((COUNT_ONE if count == 1 else COUNT_MORE)[mark] % count)
    estimated = counts[5] + counts[6] + counts[7]
    if estimated:
        words.append("%d estimated" % estimated)
    if free > known + estimated:
        words.append("%d not known" % (free - known - estimated))
    return ", ".join(words)


def match_shown(app):
    """Return the match that the console shows or has interrupted; None on any other screen."""
    if app.screen.NAME in AROUND:
        return app.match
    return app.screen.match if app.screen.NAME in PLAYED else None


def console_state(app, pictures, refusal=""):
    """Return the state of the match that the console shows or has interrupted; None on any other screen.

    pictures: a dict that keeps the FieldState of the last game. refusal: why a press was refused, or "".
    """
    screen, match = app.screen, match_shown(app)
    if not match:
        return None
    resigned = match.shared and match.shared.resigned
    if screen.NAME in AROUND:
        picture = picture_of(match, pictures)
        state = picture.state(match.position, match.seen(), None, match.seats, resigned=resigned)
        state["stones"], state["coached"] = match.stones, bool(match.coach)
        return state
    coach = screen.coach if screen.NAME != "first game" and not match.engine_to_move() else None
    seats = [0] * match.position.sides if match.without == ENGINE else match.seats
    picture = picture_of(match, pictures)
    state = picture.state(match.position, match.seen(), coach, seats, screen.thinking, refusal, resigned)
    state["coached"] = bool(match.coach) and match.coach != NEEDED
    if screen.NAME == "first game" and screen.coach and not match.engine_to_move():
        advise_beginner(state, match.position, screen.coach.hint)
    state["stones"] = match.stones
    return state


def advise_beginner(state, position, move):
    """Enter the good move of a guided game, if there is one."""
    if 0 <= move < position.points and not state["over"]:
        state["points"][move]["hint"] = True
        state["hint"] = {"move": move_name(position, move), "says": "is a good move"}


def picture_of(match, pictures):
    """Return the FieldState of a match; `pictures` keeps the last one."""
    return picture_for(match.game, match.size, match.stones, match.position, pictures)


def picture_for(game, size, stones, position, pictures):
    key = game.name, tuple(size), stones
    if key not in pictures:
        pictures.clear()
        pictures[key] = FieldState(game, size, position)
    return pictures[key]
