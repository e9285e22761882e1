"""What the page is given of the console, as plain data: what its screen says, the field of its match, its games.

Of the console it uses App (match, match_under_way, link) and its screens (NAME, help, faults; in a match: match,
position, seen, points, key_point, cursor, thinking, hurry, block, coach; in a choice: entries, at).
"""

from glowgrid.console import load
from glowgrid.console.match import ENGINE, PERSON, Match
from glowgrid.rules.game import size_name

from ...console.puzzle_words import help_line, puzzle_line
from ...console.refusal import MATCHES
from ..field.explaining import PAIRS, PROOF, explained, explaining, show_pairs
from ..field.field_state import console_state, match_shown, picture_of
from ..learn import puzzle_list, refutation
from ..match.key_ways import ASKED, CHOICES, GO_ON, JOIN, keys_in_place, keys_that_hurry
from ..match.link_match import game_named


def spoken(app):
    """Return what the screen that is up says: name, what can be done, entry, game, who plays, how it stands.

    puzzle: how the puzzle that is played stands, or "".
    shared: whether a match that another page shares is under way, which may be offered to go on with.
    offered: where another page offers a match, its title, and the sides that are left for this one.
    points: {key: the point that it stands for}; now: those that, pressed one after the other, end the thinking
    of the engine; it is there only while the engine thinks. sides: what the console calls the sides, where its lights
    lack their colours.
    """
    screen = app.screen
    said = {"screen": screen.NAME, "help": help_line(app), "words": app.panel.words.text if app.panel.words else ""}
    said["faults"], said["puzzle"] = list(screen.faults), puzzle_line(app)
    said["shared"] = bool(app.match_under_way() and app.match.shared)
    if app.panel.mono:
        said["sides"] = app.panel.sides
    if screen.NAME in ASKED:
        said["help"] = _asked(app, screen.says)
    if screen.NAME == JOIN:
        said["offered"] = _offered(app, screen.heard)
    if screen.NAME in CHOICES:
        said["entries"] = [entry[0] for entry in screen.entries]
    if screen.NAME == "menu":
        said["entry"] = screen.entry_name()
        game = game_named(app, said["entry"])
        if game:
            _name_game(said, game, None)
        if screen.entries[0][0] == GO_ON:
            said["entries"] = [GO_ON]
    elif screen.NAME == "sizes":
        _name_game(said, screen.game, screen.entries[screen.at][1])
    elif screen.NAME == "seats":
        _name_game(said, screen.game, screen.size)
        said["seats"] = list(screen.seats)
    elif screen.NAME in MATCHES:
        match = screen.match
        at = match.position
        _name_game(said, match.game, match.size)
        said["points"] = points = {}
        keys = keys_in_place(app)
        for key in range(len(keys)):
            if screen.key_point(key) < at.points:
                points[str(keys[key])] = screen.key_point(key)
        said["winner"], said["over"], said["side"] = at.winner, bool(at.is_over()), at.to_move
        said["level"] = 0 if match.without == ENGINE else match.seats[at.to_move - 1]  # 0: a person
        said["thinking"] = bool(screen.thinking and not match.seat().hurried and not match.is_away(at.to_move))
        if said["thinking"]:
            said["now"] = keys_that_hurry(app)
    return said


def _asked(app, says):
    """Return what another page asks, with the title of the game that it offers in place of its name."""
    heard = app.link.offered
    return says.replace(load.together.name_of(heard), _title_of(app, heard), 1) if heard else says


def _offered(app, heard):
    """Return what a match is that another page has begun: its title, and the sides that are left for this one."""
    return {"title": _title_of(app, heard), "yours": load.together.sides_left(app, heard)}


def _title_of(app, heard):
    game = game_named(app, heard.game)
    if game:
        for size in game.sizes:
            if (size_name(size) or "-") == heard.size:
                return game.title(size)
    return load.together.name_of(heard)


def _name_game(said, game, size):
    said["game"], said["about"] = game.name, game.about
    said["title"] = game.title() if size is None else game.title(size)


def signature(app, refusal):
    """Return what differs whenever `position` does."""
    screen, match = app.screen, match_shown(app)
    if not match:
        return explained(app)
    at, coach = match.seen(), None
    known = id(match), screen.NAME, bytes(at.cells), at.plies, at.to_move, puzzle_line(app), app.settings.colours
    known += (match.shared and (app.link.said(match), match.shared.help_heard),)
    if screen.NAME in MATCHES:
        coach = screen.coach
        known += screen.thinking, refusal
    if screen.NAME == PAIRS:
        known += len(screen.pairs), screen.words()
    if not coach:
        return known
    known += match.coach, bytes(coach.marks), coach.hint, coach.hint_mark, coach.hint_percent, coach.asked
    known += (coach.needed and bytes(coach.needed),)
    return known + (coach.complete, bytes(coach.engine.verdict.plies)) if match.coach else known


def position(app, refusal, pictures, tree=None):
    """Return all that the view of the field shows (field_state.py, explaining.py), or None where no match is played.

    refusal, pictures: see console_state. tree: of a proof, if one is walked.
    """
    if explained(app):
        return explaining(app, pictures)
    state, match = console_state(app, pictures, refusal), match_shown(app)
    if state and match:
        if tree and app.screen.NAME == PROOF:
            tree.add(state, app.screen)
        if app.screen.NAME == PAIRS:
            show_pairs(state, app.screen)
        state["palette"], state["puzzle"] = app.settings.colours, puzzle_line(app)
        state["levels"], state["paused"] = match.levels, app.screen.NAME not in MATCHES
        state["advised"], state["files"], state["swap_rule"] = (
            not match.without,
            list(match.files),
            match.position.swap_rule or not match.game.swap,  # only a rule that the game has can be off
        )
        state["thinking"] = state["thinking"] and not match.is_away(match.position.to_move)
        state["away"] = sorted(match.shared.away) if match.shared else []
        state["together"] = app.link.said(match) if match.shared else ""
        state["helped"] = bool(match.shared) and match.shared.help_heard
        state["may_take_back"] = not match.shared or load.taking_back.may_ask(match)
        state["puzzle_of"] = of_file = puzzle_list.about(app, match)
        state["has_why"] = refutation.can_explain(match, of_file and of_file["solved"])
    return state


def games_here(app):
    """Return the games that can be chosen, as the page lists them: name, title, about, sides, sizes, levels of each.

    sizes: [[size, title], ...], the default first. levels: how many the engine has, by size; 0 if that is not stated.
    """
    found = []
    for game in app.games:
        sizes = [[list(size), game.title(size)] for size in game.sizes]
        levels = [game.levels(size) for size in game.sizes]
        known = {"name": game.name, "title": game.title(), "about": game.about, "sides": game.sides}
        found.append(dict(known, sizes=sizes, levels=levels, own=bool(game.file), swap=bool(game.swap)))
    return found


def earlier(match, plies, pictures):
    """Return the state of a match after the first `plies` that its people see; the match stays as it is."""
    people, now = [PERSON] * match.game.sides, match.position
    at = Match(match.game, match.size, people, swap=match.position.swap_rule, stones=match.stones).position
    side = 0 if now.is_over() else match.holder or match.next_person()
    for ply in range(now.plies):
        seen = at.view(side) if side else at
        if seen.plies == plies:
            break
        at.play(now.history[ply])
    return picture_of(match, pictures).state(at, at.view(side) if side else at)
