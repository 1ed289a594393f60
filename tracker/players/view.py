"""Player view: what the players may know of a fight, built field by field from what they see. Nothing is copied whole.

A hidden fighter, and all that concerns only hidden fighters, leaves no trace: no gap in a number, no count at
which only a hidden one acted, no word of a label. The same view comes of any two fights that differ in nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import islice
from types import MappingProxyType

from tracker.clock.agenda import Agenda
from tracker.encounter.engine.turn_order import in_turn
from tracker.encounter.hidden_fighters import friendly, seen
from tracker.encounter.names import plain
from tracker.encounter.statistics.victory import victors
from tracker.game_api.rules import Rules
from tracker.game_api.values import Card
from tracker.model.combatant import Action, Combatant, Condition, Presence, Profile, Scalar
from tracker.model.events import ActionDeclared
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Question
from tracker.model.state import DECLARE, LAND, Encounter
from tracker.narration.field import field as field_held
from tracker.narration.sentences import question as question_sentence
from tracker.players.known_numbers import Numbers, numbered, shown_name
from tracker.text.names import says

WORDS, EXACT, NOTHING = "words", "exact", "nothing"
"""The ways to show the health of others: in words, as points, or only as presence."""

OWN_CHANCES, ALL_CHANCES = "own", "all"
"""Chances that tell of nothing unseen, or the chances of all rolls."""

FRESH, HURT, BADLY_HURT, DOWN = "fresh", "hurt", "badly hurt", "down"
_NEXT = 6
"""The most coming moments shown."""
UNTITLED = "The fight"
"""The title of a fight that has not begun, if the GM gives none for the players."""
NO_NUMBERS: Numbers = MappingProxyType({})
_PREPOSITION = r" (?:with|by|of|on|at|to)? ?"


@dataclass(frozen=True, slots=True)
class Showing:
    """The rules for showing other fighters to players: the `[players]` table of an encounter."""

    health: str = WORDS
    actions: bool = True
    """True if players see the actions of others with their landings."""
    title: str = ""
    """The title above the fight. Empty: its own title, once it has begun."""
    chances: str = OWN_CHANCES
    """The own rolls of which players are told the chance: `OWN_CHANCES`, or `ALL_CHANCES`."""


SHOWN = Showing()
"""The default of an encounter."""


@dataclass(frozen=True, slots=True)
class PoolSeen:
    """A pool that is shown in points."""

    name: str
    label: str
    now: int
    """Points that are left, of harm those to the full ones."""
    full: int
    text: str
    """The points as they are read: `3/8`, or their name, `d6`."""
    group: str = ""
    """The group it belongs to, such as `mind`, which is shown only once it matters. Empty: always in play."""


@dataclass(frozen=True, slots=True)
class ActionSeen:
    """Something under way, from the count it was declared at to the one it lands on. `words` say at whom."""

    words: str
    target: str
    """The target under its known name. Empty without one, or for a hidden one."""
    declared: int
    lands: int


@dataclass(frozen=True, slots=True)
class FighterSeen:
    """One whom the players see. `health` in words, `pools` where points are shown."""

    name: str
    side: str
    player: str
    friend: bool
    health: str
    pools: tuple[PoolSeen, ...]
    conditions: tuple[str, ...]
    actions: tuple[ActionSeen, ...]
    declares: int | None
    """The count of its next declaration, if players may see that."""
    waiting: bool
    presence: str


@dataclass(frozen=True, slots=True)
class Coming:
    """A moment that is due: a fighter declares (`what` is empty) or something lands."""

    count: int
    name: str
    what: str
    row: str = field(default="", compare=False)
    """The name of its row: that of its crowd, though fewer of them land."""


@dataclass(frozen=True, slots=True)
class View:
    """The fight as the players see it. Counts are numbers of `unit`."""

    title: str
    unit: str
    began: bool
    now: int
    """The count at which players last saw something happen."""
    turn: str
    """The fighter whom the table waits for. Empty without a visible one."""
    asked: str
    """The question in a few words."""
    fighters: tuple[FighterSeen, ...]
    coming: tuple[Coming, ...]
    outcomes: tuple[str, ...]
    field: str = ""
    """The side that holds the field, as one sentence. Empty while visible sides still fight each other."""


def view(
    encounter: Encounter,
    rules: Rules,
    showing: Showing,
    now: int = 0,
    outcomes: Iterable[str] = (),
    numbers: Numbers | None = None,
) -> View:
    """Return the players' view of this moment. `now`, `outcomes` and `numbers` are what they know so far."""
    visible = [fighter for fighter in encounter.combatants if seen(encounter, fighter.id)]
    words = Discretion(encounter, numbered(encounter, {}, seen) if numbers is None else numbers)
    turn, asked = _asked(encounter, words)
    crowd = crowds(encounter, words)
    turn = next((name for who, name in crowd.items() if words.name(who) == turn), turn)
    return View(
        title=showing.title or (encounter.title if encounter.began else UNTITLED),
        unit=rules.unit.one,
        began=encounter.began,
        now=now,
        turn=turn,
        asked=asked,
        fighters=_rows({fighter.id: _fighter(encounter, rules, showing, fighter, words) for fighter in visible}, crowd),
        coming=_coming(encounter, rules, showing, words, crowd),
        outcomes=tuple(outcomes),
        field=_field_words(encounter, visible, now, words),
    )


def _field_words(encounter: Encounter, visible: Sequence[Combatant], now: int, words: Discretion) -> str:
    """Return a sentence on the side that holds the field, once at most one visible side stands. Else an empty text."""
    if len({fighter.profile.side for fighter in visible if fighter.able}) > 1:
        return ""
    known = as_seen(encounter, now, words.numbers)
    return field_held(known) if victors(known) is not None else ""


@dataclass(frozen=True, slots=True)
class Discretion:
    """The names that may be used in one state: those of visible fighters, as the players know them."""

    encounter: Encounter
    numbers: Numbers = field(default_factory=dict)
    """The players' numbers of fighters whom the program numbered."""

    def name(self, who: str) -> str:
        """Return the players' name of `who`. Empty for a hidden fighter."""
        if who not in self.encounter or not seen(self.encounter, who):
            return ""
        fighter = self.encounter[who]
        return fighter.alias or shown_name(fighter, self.numbers)

    def open(self, who: str, target: str, showing: Showing) -> bool:
        """Return whether players learn what `who` does to `target`. A stranger's act at a hidden one is secret."""
        if not self.name(who):
            return False
        return self.friend(who) or (showing.actions and (not target or bool(self.name(target))))

    def in_known_names(self, text: str) -> str:
        """Return the words of a game with visible fighters under known names."""
        called = {
            fighter.name: name
            for fighter in self.encounter.combatants
            if fighter.name in text and (name := self.name(fighter.id)) and name != fighter.name
        }
        if not called:
            return text
        longest_first = sorted(called, key=len, reverse=True)
        pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first)
        return re.sub(pattern, lambda match: called[match[0]], text)

    def deed(self, rules: Rules, act: Action | ActionDeclared, who: str = "") -> str:
        """Return an action of `who` and its target in words: `long bow on Goblin 1`, `5 shots at Kane`.

        With a hidden target only the weapon or the verb is shown, since the label may name it.
        """
        target = act.target
        whom, bare = self.name(target) if target else "", (act.weapon or act.verb).replace("-", " ")
        if target and not whom:
            return bare
        words = self.in_known_names(rules.display.label_for_players(act.label, act.options)) or bare
        if not whom or target == who or says(words, whom):
            return words
        return f"{words} {'from' if words.endswith(' free') else 'on'} {whom}"

    def visible(self, rules: Rules, who: str, condition: Condition) -> str:
        """Return a condition of `who` in words. Empty for a secret one, a hidden fighter's act, or a stranger's own."""
        if not self.name(who) or not self.tells(condition):
            return ""
        if condition.own:
            return self.in_known_names(condition.label) if self.friend(who) else ""
        looks = rules.display.visible_condition(condition)
        if looks and condition.of in self.encounter and condition.of != who:
            whom = re.escape(self.encounter[condition.of].name)
            if re.fullmatch(rf"{re.escape(looks)}{_PREPOSITION}{whom}", condition.label):
                looks = condition.label
        return self.in_known_names(looks)

    def tells(self, condition: Condition) -> bool:
        """Return whether a friend's condition may be told: it is not secret, and no hidden fighter caused it."""
        return not condition.secret and _nobody_hidden(condition.of, self)

    def asks(self, question: Question) -> bool:
        """Return whether players may know that a question is open: it involves no hidden fighter."""
        return bool(self.name(question.who)) and _nobody_hidden(question.about, self)

    def beset(self, question: Question) -> bool:
        """Return whether a fighter answers the act of a player's fighter. Players see even a hidden one do so."""
        if question.ask is not Ask.CHOOSE or not self.name(question.about) or not self.friend(question.about):
            return False
        return any(action.target == question.who for action in self.encounter[question.about].actions)

    def friend(self, who: str) -> bool:
        """Return whether `who` is of the players' own side."""
        return self.encounter[who].profile.side in friendly(self.encounter)


def _asked(encounter: Encounter, words: Discretion) -> tuple[str, str]:
    """Return the name of the fighter who is asked, and the question as a sentence: the last one that players see.

    Of a stranger players learn only that it declares, or answers an act of their own side. Two empty texts without one.
    """
    question = next(
        (question_open for question_open in reversed(encounter.questions) if words.asks(question_open)), None
    )
    if question is None:
        return "", ""
    who, about = words.name(question.who), words.name(question.about) if question.about else ""
    if not (words.friend(question.who) or question.ask is Ask.DECLARE or words.beset(question)):
        return "", ""
    return who, question_sentence(question.ask, who, question.what, about)


def _fighter(
    encounter: Encounter, rules: Rules, showing: Showing, fighter: Combatant, words: Discretion
) -> FighterSeen:
    """Return the players' view of one fighter: everything of a friend, of others as the encounter shows them."""
    friend = words.friend(fighter.id)
    exact = friend or showing.health == EXACT
    open_acts = friend or showing.actions
    due = next((due.count for due in encounter.agenda.of(fighter.id) if due.what == DECLARE), None)
    conditions = _conditions(fighter, rules, words, friend)
    return FighterSeen(
        name=words.name(fighter.id),
        side=fighter.profile.side,
        player=fighter.profile.player,
        friend=friend,
        health="" if showing.health == NOTHING and not friend else health(fighter),
        pools=_pools(fighter) if exact else (),
        conditions=conditions,
        actions=tuple(
            _action(words, rules, fighter.id, act)
            for act in fighter.actions
            if words.open(fighter.id, act.target, showing)
        ),
        declares=due if open_acts else None,
        waiting=open_acts and fighter.waiting and not _at_something(encounter, rules, fighter.id, conditions),
        presence=fighter.presence.value,
    )


def _at_something(encounter: Encounter, rules: Rules, who: str, conditions: Sequence[str]) -> bool:
    """Return whether players see a fighter in an ongoing activity, such as running: then it does not wait."""
    doing = rules.display.activity(encounter, who).what
    return bool(doing) and any(text.startswith(doing) for text in conditions)


def crowds(encounter: Encounter, words: Discretion) -> dict[str, str]:
    """Return a common name of the strangers of one group by id: name, and number of visible ones who stand.

    One alone, or one under another name, is no crowd. Hidden fighters are not counted.
    """
    seen_of: dict[str, list[Combatant]] = {}
    for fighter in encounter.combatants:
        if fighter.group and not fighter.alias and not words.friend(fighter.id) and words.name(fighter.id):
            seen_of.setdefault(fighter.group, []).append(fighter)
    return {
        fighter.id: f"{sum(other.able for other in members)}/{len(members)} {name}"
        for name, members in seen_of.items()
        if len(members) > 1
        for fighter in members
    }


def _rows(fighters: Mapping[str, FighterSeen], crowd: Mapping[str, str]) -> tuple[FighterSeen, ...]:
    """Return a row for each fighter, and one for a crowd at the position of its first member."""
    rows: dict[tuple[str, str], list[FighterSeen]] = {}
    for who, fighter in fighters.items():
        name = crowd.get(who, "")
        rows.setdefault((name, "" if name else who), []).append(fighter)
    return tuple(_crowd(name, members) if name else members[0] for (name, _), members in rows.items())


def _crowd(name: str, members: Sequence[FighterSeen]) -> FighterSeen:
    """Return one row for several: the worst off still standing, with the visible and common facts."""
    standing = [member for member in members if member.presence == Presence.IN.value] or list(members)
    looks = {look: place for place, look in enumerate((BADLY_HURT, HURT, FRESH, DOWN, ""))}
    acts = Counter(act for member in members for act in member.actions)
    declares = [member.declares for member in standing if member.declares is not None]
    return replace(
        standing[0],
        name=name,
        health=min((member.health for member in standing), key=lambda look: looks.get(look, -1)),
        pools=(),
        conditions=tuple(dict.fromkeys(text for member in standing for text in member.conditions)),
        actions=tuple(replace(act, words=f"{act.words} ×{n}") if n > 1 else act for act, n in acts.items()),
        declares=min(declares, default=None),
        waiting=any(member.waiting for member in standing),
    )


def health(fighter: Combatant) -> str:
    """Return the looks of a fighter, by the worst of the pools that can take it out of the fight.

    Fresh, hurt, badly hurt (half gone or more), or down.
    """
    if fighter.presence is Presence.DOWN:
        return DOWN
    pools = zip(fighter.pools, fighter.profile.pools, strict=True)
    shares = [pool.left(now) / pool.full for now, pool in pools if pool.full > 0 and pool.fells]
    worst = min(shares, default=1.0)
    if worst >= 1:
        return FRESH
    return HURT if worst > 1 / 2 else BADLY_HURT


def _pools(fighter: Combatant) -> tuple[PoolSeen, ...]:
    """Return the pools of a fighter to show. Of those that neither fell it nor begin full, only the touched ones."""
    pools = zip(fighter.pools, fighter.profile.pools, strict=True)
    return tuple(
        PoolSeen(pool.name, pool.label, pool.left(now), pool.full, pool.text(now), pool.group)
        for now, pool in pools
        if not pool.lacking and (pool.fells or pool.fresh is None or not pool.untouched(now))
    )


def _conditions(fighter: Combatant, rules: Rules, words: Discretion, friend: bool) -> tuple[str, ...]:
    """Return the conditions of a fighter in words: a friend's as they are, others as they look, never secret ones."""
    borne: list[str] = []
    for condition in fighter.conditions:
        whole = friend and words.tells(condition)
        label = words.in_known_names(condition.label) if whole else words.visible(rules, fighter.id, condition)
        borne.append(label)
    return tuple(dict.fromkeys(text for text in borne if text))


def _action(words: Discretion, rules: Rules, who: str, action: Action) -> ActionSeen:
    """Return an action of `who` under way as players may know it."""
    deed = words.deed(rules, action, who)
    return ActionSeen(deed, words.name(action.target) if action.target else "", action.declared, action.lands)


def _coming(
    encounter: Encounter, rules: Rules, showing: Showing, words: Discretion, crowd: Mapping[str, str]
) -> tuple[Coming, ...]:
    """Return the next declarations and landings that players may know of, each member of a crowd once."""
    coming: list[tuple[str, int, str]] = []
    for due in in_turn(encounter, rules):
        if not due.who or due.what not in (DECLARE, LAND):
            continue
        action = encounter[due.who].action(int(due.ref)) if due.what == LAND else None
        if due.what == LAND and action is None:
            continue
        if words.open(due.who, action.target if action is not None else "", showing):
            what = _action(words, rules, due.who, action).words if action is not None else ""
            coming.append((due.who, due.count, what))
    each = (
        Coming(count, _crowd_or_name(who, count, what, coming, crowd, words), what, crowd.get(who, words.name(who)))
        for who, count, what in coming
    )
    return tuple(islice(dict.fromkeys(each), _NEXT))


def _crowd_or_name(
    who: str, count: int, what: str, coming: Sequence[tuple[str, int, str]], crowd: Mapping[str, str], words: Discretion
) -> str:
    """Return the name of a fighter in the list of `coming` moments: its crowd when it declares.

    When it lands the act `what` at `count`, it is its own name, or the number of those of its crowd who land the same.
    """
    if who not in crowd or not what:
        return crowd.get(who, words.name(who))
    alike = {
        other for other, moment, same in coming if (moment, same) == (count, what) and crowd.get(other) == crowd[who]
    }
    return f"{len(alike)} {words.encounter[who].group}" if len(alike) > 1 else words.name(who)


# The players' own sheets


def sheets(
    encounter: Encounter, rules: Rules, player: str, now: int = 0, numbers: Numbers | None = None
) -> tuple[Card, ...]:
    """Return the sheets of one player's combatants, with ready-made chances, reckoned in the fight as it is seen.

    `now` is the count that the players know of.
    """
    known = as_seen(encounter, now, numbers)
    mine = [
        fighter
        for fighter in known.combatants
        if fighter.profile.player and plain(fighter.profile.player) == plain(player)
    ]
    return tuple(rules.display.card(known, fighter.id) for fighter in mine)


def as_seen(encounter: Encounter, now: int = 0, numbers: Numbers | None = None) -> Encounter:
    """Build the encounter that the players see, to compute sheets in: no hidden fighter, no pending event.

    `now` is the count that the players know of.
    """
    words = Discretion(encounter, numbered(encounter, {}, seen) if numbers is None else numbers)
    visible = [fighter for fighter in encounter.combatants if words.name(fighter.id)]
    known = Encounter(encounter.title, now, encounter.began, agenda=Agenda())
    for seat, fighter in enumerate(visible):
        known = known.seated(_as_seen(fighter, seat, words))
    return known


def _as_seen(fighter: Combatant, seat: int, words: Discretion) -> Combatant:
    """Return a fighter, on another seat, with only what players may know, so that the game can be asked about it."""
    friend, profile = words.friend(fighter.id), fighter.profile
    return Combatant(
        profile=Profile(
            fighter.id, words.name(fighter.id), profile.side, seat, profile.player, profile.pools, profile.sheet
        ),
        pools=fighter.pools,
        presence=fighter.presence,
        conditions=tuple(
            replace(condition, label=words.in_known_names(condition.label))
            for condition in fighter.conditions
            if words.tells(condition)
        ),
        marks={name: value for name, value in fighter.marks.items() if friend and _nobody_hidden(value, words)},
        actions=tuple(
            replace(
                action,
                target=action.target if _nobody_hidden(action.target, words) else "",
                label=words.in_known_names(action.label),
            )
            for action in fighter.actions
        ),
        waiting=fighter.waiting,
        typed=fighter.typed,
    )


def _nobody_hidden(value: Scalar, words: Discretion) -> bool:
    return not (isinstance(value, str) and value in words.encounter and not words.name(value))
