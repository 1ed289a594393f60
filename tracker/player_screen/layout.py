"""Layout: the players' screen as lines of text. The panes of the game master's screen draw what the players see."""

from __future__ import annotations

from dataclasses import replace

from tracker.clock.agenda import Agenda
from tracker.game_api.parts import Display
from tracker.model.combatant import Action, Combatant, Condition, Pool, Presence, Profile
from tracker.model.questions import Ask, Question
from tracker.model.state import DECLARE, LAND, Encounter, Rank
from tracker.player_screen.big_digits import HIGH, large
from tracker.player_screen.spectator import Scene
from tracker.players.view import BADLY_HURT, DOWN, FRESH, HURT, FighterSeen, View
from tracker.text.cells import Line, Span, cut, filled, fit, rule, width, wrap
from tracker.views.fighters.fighters import Seen, lay_fighters
from tracker.views.next_up import next_up
from tracker.views.timeline.timeline import lay_timeline

_WIDE = 110
"""The width from which fighters and events are side by side."""
_STEPS = {FRESH: 4, HURT: 3, BADLY_HURT: 1, DOWN: 0}
"""The filled ones of a bar's four steps, by word of health."""
_NO_KEYS = Seen(title="Fighters", key_cells=0, pane_keys=("", ""))


def lay_screen(scene: Scene | None, trouble: str, cells: int, height: int) -> tuple[Line, ...]:
    """Return the whole screen as lines, `cells` wide and `height` high. Without a scene, only the trouble."""
    if scene is None:
        middle = [()] * (height // 2 - 1)
        return (*middle, (Span("  " + (trouble or "Reading the fight …"), "title"),))
    view, board, rules = scene.view, _board(scene.view), replace(scene.rules, display=Display(None))
    lines = _head(scene, trouble, cells)
    room = height - len(lines)
    side_by_side = cells >= _WIDE
    happened_rows = 0 if side_by_side else max(3, min(6, room // 5))
    lanes = max(3, (room - happened_rows) // 2)
    lines += lay_timeline(board, rules, cells=cells, height=lanes, seen=_NO_KEYS).lines
    rest = height - len(lines)
    left_cells = cells * 3 // 5 if side_by_side else cells
    pane = lay_fighters(board, rules, cells=left_cells, height=max(1, rest - happened_rows), seen=_NO_KEYS)
    fighters = pane.lines
    if not side_by_side:
        return tuple([*lines, *fighters, *_happened(view, cells, rest - len(fighters))][:height])
    happened = _happened(view, cells - left_cells - 1, rest)
    for row_number in range(rest):
        left_line = fighters[row_number] if row_number < len(fighters) else ()
        right_line = happened[row_number] if row_number < len(happened) else ()
        lines.append((*filled(left_line, left_cells), Span("│", "rule"), *right_line))
    return tuple(lines[:height])


def _head(scene: Scene, trouble: str, cells: int) -> list[Line]:
    """Return the top lines: title, status, the count in big digits, whose turn it is and who comes next."""
    view, unit = scene.view, scene.unit
    status = trouble or ("ctrl+q leaves" if view.began else "The fight has not begun.")
    title = Span(" " + cut(view.title, cells - width(status) - 4), "title")
    space = Span(" " * max(1, cells - width(title.text) - width(status) - 1))
    top: Line = (title, space, Span(status, "alarm" if trouble else "dim"))
    digits = large(unit.text(view.now))
    taken = max(width(line) for line in digits) + 3
    now, following = next_up(view, unit)
    rows: list[list[Span]] = [[Span(" NOW  ", "acts"), Span(f" {now.upper()} ", "acts")]]
    for word, index in (("next", 0), ("then", 1)):
        text = following[index] if index < len(following) else ""
        rows.append([Span(f" {word} ", "dim"), Span(f" {text}", "strong" if index == 0 else "")] if text else [])
    lines = [top]
    for index in range(HIGH):
        lines.append((Span("  " + fit(digits[index], taken - 2), "now"), *filled(rows[index], cells - taken)))
    return lines


def _happened(view: View, cells: int, room: int) -> list[Line]:
    """Return the last events under a heading, as many whole ones as `room` lines hold, the newest at the end."""
    lines: list[Line] = []
    for text in reversed(view.outcomes):
        wrapped = wrap(text, cells - 3, indent=2)
        role = "strong" if not lines else ""
        if len(lines) + len(wrapped) > room - 1:
            break
        lines[:0] = [(Span(" " + piece, role),) for piece in wrapped]
    return [rule("What happened", cells), *lines]


# The fight that the panes draw: made of the view alone, of which the rules are asked nothing


def _board(view: View) -> Encounter:
    """Return the view as a fight: the players' own fighters first, so that they keep their lanes in a crowd."""
    due = view.turn or (view.coming[0].row if view.coming else "")
    board, agenda, questions = Encounter(view.title, view.now, view.began), Agenda(), tuple[Question, ...]()
    for seat, fighter in enumerate(sorted(view.fighters, key=lambda fighter: not fighter.player)):
        who = str(seat)
        board = board.seated(_combatant(who, seat, fighter))
        for number, action in enumerate(fighter.actions):
            agenda = agenda.add(action.lands, Rank.LANDING, who, LAND, str(number))
        if fighter.declares is not None:
            agenda = agenda.add(fighter.declares, Rank.DECLARATION, who, DECLARE)
        if fighter.name == due:
            questions = (Question(Ask.DECLARE, who, "", ""),)
    return board.with_agenda(agenda).with_questions(questions)


def _combatant(who: str, seat: int, fighter: FighterSeen) -> Combatant:
    """Return a visible fighter as a combatant: its points as pools, else its health as one of four steps."""
    pools = [
        (Pool(pool.name, pool.label, pool.full, pool.group, least=pool.now, steps=(pool.text,)), pool.now)
        for pool in fighter.pools
    ]
    if not pools and fighter.health:
        left = _STEPS.get(fighter.health, max(_STEPS.values()))
        pools = [(Pool("", "health", max(_STEPS.values()), least=left, steps=(fighter.health,)), left)]
    return Combatant(
        profile=Profile(
            who, fighter.name, fighter.side, seat, fighter.player, tuple(pool for pool, _ in pools), sheet=None
        ),
        pools=tuple(now for _, now in pools),
        presence=Presence(fighter.presence),
        conditions=tuple(Condition(text, text) for text in fighter.conditions),
        actions=tuple(
            Action(
                number,
                "",
                label=action.words,
                declared=action.declared,
                speed=action.lands - action.declared,
                lands=action.lands,
            )
            for number, action in enumerate(fighter.actions)
        ),
        waiting=fighter.waiting,
    )
