"""Sections: what the players see at one moment, as the parts of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.clock.spans import TimeUnit
from tracker.encounter.names import plain
from tracker.export.axis import axis, lanes_of, span_of
from tracker.export.html import Node, listed, node
from tracker.export.recap import by_moment
from tracker.export.tables import chances
from tracker.game_api.values import Card, Strike
from tracker.model.combatant import Presence
from tracker.player_screen.spectator import Scene
from tracker.players.threats import Threat
from tracker.players.view import BADLY_HURT, DOWN, FRESH, HURT, FighterSeen, PoolSeen, View
from tracker.views.next_up import next_up
from tracker.views.numbers import health
from tracker.views.sides import side_mark

_STEPS = {FRESH: 4, HURT: 3, BADLY_HURT: 1, DOWN: 0}
_ALWAYS = 3
"""The pools that are shown even when they are full."""
_LEAST_OWN = 8
"""The least counts ahead of the present on the first page of a player's axis."""
LAST = 8
"""The most lines of last events."""
_CHANCES = 6
"""The chances of a sheet that are not folded away."""
NOW, YOU, AXIS, FIGHTERS, HAPPENED, SHEETS = "now", "you", "axis", "fighters", "happened", "sheets"
RESULT = "result"
"""The id of the last roll's result."""
_NOBODY: Mapping[str, Sequence[Threat]] = {}


def sections(scene: Scene, player: str = "", threats: Mapping[str, Sequence[Threat]] = _NOBODY) -> Mapping[str, Node]:
    """Return the parts of a page by name. Those of a player only with one: YOU, and SHEETS where there are cards.

    `threats` is what is aimed at each of the player's fighters, by name.
    """
    view, unit = scene.view, scene.unit
    lanes = lanes_of(view)
    of_player = [
        fighter for fighter in view.fighters if player and fighter.player and plain(fighter.player) == plain(player)
    ]
    mine = {fighter.name for fighter in of_player}
    others = [fighter for fighter in view.fighters if fighter.name not in mine]
    first, last = span_of(view.now, lanes)
    wide = "100%"
    if mine:  # as wide as the page up to the own next mark; what lies beyond is scrolled to
        first, near = span_of(view.now, [lane for lane in lanes if lane.name in mine], _LEAST_OWN)
        near += (near - view.now) // 2  # room for the words behind the mark
        last = max(last, near)
        wide = f"{100 * (last - first) / (near - first):.0f}%"
    picture = axis(lanes, unit, first, last, view.now, mine=mine, share=wide)
    strip = node("div", {"class": "strip"}, picture)
    parts = {
        NOW: _count_and_next(view, unit, yours=view.turn in mine and not view.field),
        AXIS: node("div", {"class": "wide roll", "tabindex": 0, "role": "region", "aria-label": "Time axis"}, strip),
        FIGHTERS: listed("ul", {"class": "fighters"}, (_fighter(view, fighter) for fighter in others)),
        HAPPENED: _happened(scene),
    }
    if player:
        parts[YOU] = _you(scene, of_player, threats)
    if scene.cards:
        parts[SHEETS] = listed("div", {"class": "sheets"}, map(card, scene.cards))
    return parts


def _count_and_next(view: View, unit: TimeUnit, yours: bool) -> Node:
    """Return the present count and what comes next. `yours`: a fighter of this player is asked."""
    if not view.began:
        return node("p", {"class": "turn"}, "The fight has not begun.")
    first, following = next_up(view, unit)
    return node(
        "div",
        {"class": "yours" if yours else None},
        node(
            "p",
            {"class": "turn"},
            node("span", {"class": "clock"}, unit.moment(view.now)),
            " ",
            node("strong", {"class": "call"}, "Your turn") if yours else None,
            " " if yours else None,
            first,
        ),
        listed("ol", {"class": "next", "aria-label": "Next"}, map(_next, following[:3])) if following else None,
    )


def _next(text: str) -> Node:
    """Return one of the moments to come. Its count is apart from the words, which may begin with a number too."""
    when, _, what = text.partition("  ")
    return node("li", None, node("span", {"class": "at"}, when), " ", what)


def _you(scene: Scene, fighters: Sequence[FighterSeen], threats: Mapping[str, Sequence[Threat]]) -> Node:
    """Return each fighter of the player: its state, its activity, the threats, and its next declaration."""
    if not fighters:
        return node("p", {"class": "quiet"}, "None of your fighters is in this fight.")
    return listed(
        "ul",
        {"class": "fighters own"},
        (_own_fighter(scene, fighter, threats.get(fighter.name, ())) for fighter in fighters),
    )


def _own_fighter(scene: Scene, fighter: FighterSeen, aimed: Sequence[Threat]) -> Node:
    """Return a fighter of the player, with its actions, the blows `aimed` at it, and its next declaration."""
    view, unit = scene.view, scene.unit
    rows = [("You do", act.words, act.lands) for act in fighter.actions]
    rows += [("At you", f"{threat.name}: {threat.words}", threat.lands) for threat in aimed]
    facts = [
        node(
            "li",
            {"class": "aimed" if what == "At you" else None},
            node("span", {"class": "label"}, what),
            node("span", {"class": "words"}, words),
            node("span", {"class": "lands"}, f"lands at {unit.moment(lands)}{_distance_words(unit, lands - view.now)}"),
        )
        for what, words, lands in rows
    ]
    when = _acts_next(view, unit, fighter)
    if when:
        facts.append(node("li", None, node("span", {"class": "label"}, "You act"), node("span", None, when)))
    return _fighter(view, fighter, listed("ul", {"class": "deeds"}, facts) if facts else None)


def _distance_words(unit: TimeUnit, counts: int) -> str:
    """Return how far off a moment is, `counts` from now: `, in 3 counts`. Empty where moments are not whole numbers."""
    if counts == 0:
        return ", now"
    return f", in {unit.words(counts)}" if counts > 0 and unit.counting is None else ""


def _acts_next(view: View, unit: TimeUnit, fighter: FighterSeen) -> str:
    """Return the next declaration of a player's fighter in words. Empty where it has none."""
    if fighter.presence != Presence.IN.value or not view.began:
        return ""
    if view.turn == fighter.name:
        return "now"
    if fighter.declares is not None:
        return f"at {unit.moment(fighter.declares)}{_distance_words(unit, fighter.declares - view.now)}"
    return "when you choose: you wait" if fighter.waiting else ""


def _fighter(view: View, fighter: FighterSeen, details: Node | None = None) -> Node:
    """Return a fighter: side, name, player, the `details` if any, its pools or its health, and its conditions."""
    order = {side: index for index, side in enumerate(dict.fromkeys(other.side for other in view.fighters))}
    side = f"side-{order[fighter.side] % 4}"
    due = view.turn == fighter.name
    out = fighter.presence != Presence.IN.value
    state = fighter.presence if out and fighter.presence != fighter.health else ""
    words = " · ".join(filter(None, [state, *fighter.conditions]))
    title = [
        node("span", {"class": side, "title": fighter.side}, f"{side_mark(order, fighter.side)} "),
        node("strong", None, fighter.name),
        node("span", {"class": "quiet"}, f" {fighter.player}") if fighter.player else None,
        node("span", {"class": "due"}, "► now") if due else None,
    ]
    shown = [pool for index, pool in enumerate(fighter.pools) if index < _ALWAYS or pool.now < pool.full]
    bars = [_pool(pool) for pool in shown]
    if not fighter.pools and fighter.health:
        bars = [_bar(fighter.health, _STEPS.get(fighter.health, 4), 4, fighter.health)]
    return node(
        "li",
        {"class": " ".join(filter(None, ["fighter", "is-due" if due else "", "is-out" if out else ""]))},
        listed("p", {"class": "who"}, title),
        details,
        *bars,
        node("p", {"class": "conditions"}, words) if words else None,
    )


def _pool(pool: PoolSeen) -> Node:
    return _bar(pool.label, pool.now, pool.full, pool.text)


def _bar(label: str, now: int, full: int, text: str) -> Node:
    """Return a bar of `now` out of `full` points, with its label before it and `text` behind it."""
    share = max(0.0, min(100.0, 100 * now / full)) if full else 0.0
    return node(
        "div",
        {"class": "pool"},
        node("span", {"class": "label"}, label if label != text else ""),
        node(
            "svg",
            {"class": f"level {health(now, full)}", "width": "100%", "height": 10, "aria-hidden": "true"},
            node("rect", {"width": "100%", "height": 10, "class": "gone"}),
            node("rect", {"width": f"{share:.1f}%", "height": 10, "class": "left"}),
        ),
        node("span", {"class": "number"}, text),
    )


def _happened(scene: Scene) -> Node:
    """Return the last events, the newest first. Equal acts of a group are one line."""
    if not scene.lines:
        return node("p", {"class": "quiet"}, "Nothing yet.")
    rows = [(count, line.text) for count, moment in by_moment(scene.lines) for line in moment]
    lines = (
        node("li", None, node("span", {"class": "at"}, scene.unit.text(count)), " ", text)
        for count, text in rows[-LAST:][::-1]
    )
    return listed("ol", {"class": "happened"}, lines)


def card(sheet: Card) -> Node:
    """Return a sheet: the chances worth having now, and everything else folded away."""
    able = [strike for strike in sheet.strikes if not strike.aside]
    handy = [strike for strike in able if any(chance > 0 for _, chance in strike.chances)][:_CHANCES]
    rest = [strike for strike in sheet.strikes if strike not in handy]
    lines = [node("li", None, text) for text in (*sheet.modifiers, *sheet.facts)]
    return node(
        "section",
        None,
        node("h3", None, sheet.name),
        _chances(sheet, handy, f"Chances of {sheet.name}") if handy else None,
        node("details", None, node("summary", None, "More chances"), _chances(sheet, rest, f"More of {sheet.name}"))
        if rest
        else None,
        node("details", None, node("summary", None, "Figures and skills"), listed("ul", {"class": "facts"}, lines))
        if lines
        else None,
    )


def _chances(sheet: Card, strikes: Sequence[Strike], label: str) -> Node:
    """Return the table of a sheet's chances with these strikes alone. Screen readers call it `label`."""
    return node(
        "div",
        {"class": "wide", "tabindex": 0, "role": "region", "aria-label": label},
        chances(Card(sheet.who, sheet.name, tuple(strikes), ())),
    )
