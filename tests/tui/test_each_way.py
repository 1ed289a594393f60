"""By hand, each way: every entry of the fighter's menu by key, by line and by click, in every game, and taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.tui.opening import Middling, example
from tests.tui.paper import Paper
from tests.tui.playing import press, type_in
from tracker.controller.controller import Controller
from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import Choice
from tracker.model.combatant import Combatant, Condition, Presence
from tracker.model.events import Noted
from tracker.model.questions import Ask
from tracker.model.state import DECLARE, Encounter

GAMES = ("ambush", "phases-ambush", "prism-corridor", "feats-rooftops", "plain-skirmish")
in_every_game = pytest.mark.parametrize("game", sample(GAMES, 2))
ATTACKS = {
    "ambush": ("sela attack goblin-1", "brann"),
    "prism-corridor": ("eve attack bob", "dan"),
    "plain-skirmish": ("bert attack goblin-1", "wolf"),
}
"""An attack of the second one that is under way for a while, and on whom else it can be turned."""


@dataclass(frozen=True)
class Deed:
    """One thing done by hand with the second one at the table: three ways to the same, and what is then so."""

    keys: tuple[str, ...]
    """After its own key and the menu's; after `>` stands what is typed, and given with enter."""
    line: str
    """`{who}` is the second one, `{other}` one of another side."""
    so: Callable[[Encounter, Combatant, Combatant], object]
    """Whether it is so: the fight, the second one, the other."""
    before: tuple[str, ...] = ()
    """Lines that come first."""


def condition(one: Combatant, label: str) -> Condition:
    """The condition called so; one without a key when it is not borne."""
    return next((c for c in one.conditions if c.label == label), Condition("", ""))


def strangers(fight: Encounter, one: Combatant) -> list[Combatant]:
    return [other for other in fight if other.profile.side != one.profile.side]


def asked(fight: Encounter, one: Combatant) -> bool:
    question = fight.question
    return question is not None and (question.ask, question.who) == (Ask.DECLARE, one.id)


def hurt(one: Combatant) -> bool:
    return any(one.pool(pool.name) < pool.full for pool in one.profile.pools)


DEEDS = (
    Deed(("l", "l"), "{who} leaves", lambda fight, one, _: one.presence is Presence.LEFT),
    Deed(("l", "s"), "{who} surrenders", lambda fight, one, _: one.presence is Presence.SURRENDERED),
    Deed(("l", "f"), "{who} falls", lambda fight, one, _: one.presence is Presence.DOWN),
    Deed(("l", "b"), "{who} returns", lambda fight, one, _: one.able, ("{who} leaves",)),
    Deed(
        ("h",), "{who} hidden", lambda fight, one, _: all(one.id in each.unaware_of for each in strangers(fight, one))
    ),
    Deed(
        ("h",), "{who} revealed", lambda fight, one, _: not any(one.id in each.unaware_of for each in fight),
        ("{who} hidden",),
    ),
    Deed(("a", "a", ">The hood"), "{who} alias The hood", lambda fight, one, _: one.alias == "The hood"),
    Deed(("a", "o"), "{who} alias none", lambda fight, one, _: one.alias == "", ("{who} alias The hood",)),
    Deed(("a", "r", ">Old Varga"), "{who} rename Old Varga", lambda fight, one, _: one.name == "Old Varga"),
    Deed(
        ("i", "{side}"), '{who} side "{others}"', lambda fight, one, other: one.profile.side == other.profile.side
    ),
    Deed(("i", "o", ">strangers"), "{who} side strangers", lambda fight, one, _: one.profile.side == "strangers"),
    Deed(("w", "{seat}"), "{who} unaware of {other}", lambda fight, one, other: other.id in one.unaware_of),
    Deed(
        ("w", "{seat}"), "{who} aware of {other}", lambda fight, one, other: other.id not in one.unaware_of,
        ("{who} unaware of {other}",),
    ),
    Deed(("w", "n", "{seat}"), "{other} unaware of {who}", lambda fight, one, other: one.id in other.unaware_of),
    Deed(("v", "t"), "{who} typed", lambda fight, one, _: one.typed),
    Deed(("v", "r"), "{who} rolled", lambda fight, one, _: not one.typed, ("{who} typed",)),
    Deed(("t",), "{who} acts", lambda fight, one, _: asked(fight, one)),
    Deed(("p", "1", ">2"), "fix {who} {pool} 2", lambda fight, one, _: one.pools[0] == 2),
    Deed(
        ("p", "c", ">{moment}"), "fix {who} count {moment}",
        lambda fight, one, _: [due.count for due in fight.agenda.of(one.id) if due.what == DECLARE] == [30],
    ),
    Deed(("d", ">3"), "{who} damage 3", lambda fight, one, _: hurt(one)),
    Deed(
        ("c", "={told}", "n"), "{who} is {told}",
        lambda fight, one, _: one.conditions and (one.conditions[-1].own, one.conditions[-1].acts) == (False, ""),
    ),
    Deed(
        ("c", "={told}", "c", ">{moment}"), "{who} is {told} until {moment}",
        lambda fight, one, _: one.conditions and one.conditions[-1].until == 30,
    ),
    Deed(
        ("c", "={told}: over"), "{who} is not {told}", lambda fight, one, _: one.conditions == (),
        ("{who} is {told}",),
    ),
    Deed(
        ("c", "o", ">half blind -2", "n"), "{who} is half blind -2",
        lambda fight, one, _: (condition(one, "half blind").amount, condition(one, "half blind").until) == (-2, None),
    ),
    Deed(
        ("c", "o", ">wet -1", "a"), "{who} is wet -1 until {who} acts",
        lambda fight, one, _: (condition(one, "wet").acts, condition(one, "wet").amount) == (one.id, -1),
    ),
    Deed(
        ("c", "o", ">wet", "o", "{seat}"), "{who} is wet until {other} acts",
        lambda fight, one, other: condition(one, "wet").acts == other.id,
    ),
    Deed(
        ("c", "o", ">wet", "c", ">{moment}"), "{who} is wet until {moment}",
        lambda fight, one, _: condition(one, "wet").until == 30,
    ),
    Deed(
        ("c", "o", ">wet", "t", ">12"), "{who} is wet for 12",
        lambda fight, one, _: condition(one, "wet").until == fight.count + 12,
    ),
    Deed(
        ("c", "o", ">wet +1 for 12"), "{who} is wet +1 for 12",
        lambda fight, one, _: (condition(one, "wet").until, condition(one, "wet").amount) == (fight.count + 12, 1),
    ),
    Deed(("c", "1"), "{who} is not wet", lambda fight, one, _: one.conditions == (), ("{who} is wet",)),
)  # fmt: skip


class Table:
    """A game begun, nothing asked, and what the words of the deeds stand for in it."""

    def __init__(self, game: str) -> None:
        self.session = example(game, dice=Middling())
        self.session.say("begin")
        fight, rules = self.session.encounter, self.session.rules
        assert fight.question is None
        one = fight.combatants[1]
        other = next(each for each in reversed(strangers(fight, one)) if each.id not in one.unaware_of)
        self.who, self.other = one.id, other.id
        sides = list(dict.fromkeys(each.profile.side for each in fight))
        conditions = {known.key: known.label for known in rules.choices.conditions_by_hand()}
        self.words = {
            "who": one.id,
            "name": one.name,
            "other": other.id,
            "others": other.profile.side,
            "seat": seat_key(other.profile.seat),
            "side": str(1 + sides.index(other.profile.side)),
            "pool": one.profile.pools[0].name,
            "moment": rules.unit.text(30),
            "told": conditions.get("prone", next(iter(conditions.values()))),
        }

    def worded(self, text: str) -> str:
        """A line or a stroke in the words of this table."""
        return text.format(**self.words)

    def so(self, deed: Deed) -> bool:
        """Whether what the deed does is so now."""
        fight = self.session.encounter
        return bool(deed.so(fight, fight[self.who], fight[self.other]))

    def done_by_line(self, deed: Deed) -> Encounter:
        """The fight after the line, which is taken back again; what comes before the deed stays."""
        for line in deed.before:
            self.session.say(self.worded(line))
        before = self.session.encounter
        assert not self.so(deed), deed.line
        self.session.say(self.worded(deed.line))
        after = self.session.encounter
        assert self.so(deed), deed.line
        self.session.say("undo")
        assert self.session.encounter == before, f"{deed.line} is one step"
        return after

    def back_to(self, start: Encounter) -> None:
        """Take back what came before a deed."""
        while self.session.encounter != start:
            self.session.say("undo")


def choice_of(controller: Controller, stroke: str) -> Choice:
    """The choice on a key, or after `=` the one with this label."""
    choices = controller.prompt.choices
    return next(one for one in choices if (one.label == stroke[1:] if stroke[0] == "=" else one.key == stroke))


@in_every_game
def test_each_entry_does_by_key_what_its_line_does_and_one_key_takes_it_back(game: str) -> None:
    table = Table(game)
    session, controller = table.session, controller_of(table.session)
    start = session.encounter
    for deed in DEEDS:
        after, before = table.done_by_line(deed), session.encounter
        press(controller, "2", ";")
        for stroke in map(table.worded, deed.keys):
            if stroke[0] == ">":
                type_in(controller, stroke[1:])
            else:
                press(controller, choice_of(controller, stroke).key)
        assert session.encounter == after, f"{deed.line} by key: {controller.notice.text}"
        press(controller, "u")
        assert session.encounter == before, f"{deed.line} is taken back by one key"
        table.back_to(start)


@pytest.mark.parametrize("game", sample(GAMES[:4]))
def test_each_entry_does_by_click_what_its_line_does_and_a_click_takes_it_back(game: str) -> None:
    """Every deed in one of the four games, in turn."""
    table, place = Table(game), GAMES.index(game)
    session, start = table.session, table.session.encounter
    player = Paper(session, (80, 24))
    controller = player.controller
    for deed in (deed for at, deed in enumerate(DEEDS) if at % 4 == place):
        row = next(line for line in player.seen() if re.search(" 2[▲▼]", line))
        player.click(row[row.index(" 2") : row.index(" 2") + 3])
        assert controller.view.selected == table.who
        after, before = table.done_by_line(deed), session.encounter
        player.screen.draw()
        player.click("; change")
        for stroke in map(table.worded, deed.keys):
            if stroke[0] == ">":
                player.type(stroke[1:])
                player.click("enter carry out")
            else:
                choice = choice_of(controller, stroke)
                player.click(f"{choice.key} {choice.label}")
        assert session.encounter == after, f"{deed.line} by click: {controller.notice.text}"
        player.click("u undo")
        assert session.encounter == before, f"{deed.line} is taken back by a click"
        table.back_to(start)
        controller.view.unpin(session)
        player.screen.draw()


def under_way(game: str) -> tuple[Table, str, str]:
    """The attack of the second one is under way; how it is written, and on whom else it can be turned."""
    table = Table(game)
    attack, another = ATTACKS[game]
    table.session.say(f"{table.who} acts")
    table.session.say(attack)
    assert table.session.encounter[table.who].actions
    return table, attack, another


@pytest.mark.parametrize("game", sample(ATTACKS))
def test_what_is_under_way_is_given_up_and_turned_on_another_each_way(game: str) -> None:
    """In phases what is declared happens at once, and in feats nothing that is under way is aimed."""
    table, attack, another = under_way(game)
    session, who = table.session, table.who
    before, aim = session.encounter, session.encounter[who].actions[0].target
    assert aim in attack and aim != another
    player = Paper(session, (80, 24))
    player.press("2", "semicolon", "e", "r", seat_key(session.encounter[another].profile.seat))
    turned = session.encounter
    assert [action.target for action in turned[who].actions] == [another]
    player.press("u", "semicolon", "e", "a")
    given_up = session.encounter
    assert given_up[who].actions == ()
    player.press("u")
    assert session.encounter == before
    player.click("; change")
    player.click("e action under way")
    player.click("r turn it on another")
    player.click(f"{seat_key(turned[another].profile.seat)} {turned[another].name}")
    assert session.encounter == turned
    player.click("u undo")
    player.click("; change")
    player.click("e action under way")
    player.click("a give it up")
    assert session.encounter == given_up
    player.click("u undo")
    session.say(f"{who} retarget {another}")
    assert session.encounter == turned
    session.say("undo")
    session.say(f"{who} abort")
    assert session.encounter == given_up


@pytest.mark.parametrize("game", sample(GAMES))
def test_a_note_on_somebody_and_a_die_put_right_each_way(game: str) -> None:
    table = Table(game)
    session, who = table.session, table.who
    session.say(f"{who} leaves")
    session.say(f"{who} returns")
    comes_back = session.encounter

    def noted() -> list[tuple[str, str, bool]]:
        events = session.journal.steps[session.journal.done[-1]].events
        return [(event.who, event.text, event.secret) for event in events if isinstance(event, Noted)]

    def faces() -> list[tuple[int, ...]]:
        return [roll.faces for _, roll in session.dice_of_last()]

    thrown = faces()
    ones = " ".join("1" for _ in thrown[-1]) if thrown else ""
    player = Paper(session, (80, 24))
    for way in ("key", "click", "line"):
        if way == "key":
            player.press("2", "semicolon", "n")
            player.type("limps")
            player.press("enter")
        elif way == "click":
            player.click("; change")
            player.click("n a note, for the GM only")
            player.type("limps")
            player.click("enter carry out")
        else:
            session.say(f"{who} note limps")
        assert [(by, secret) for by, _, secret in noted()] == [(who, True)] and "limps" in noted()[0][1], way
        session.say("undo")
        assert faces() == thrown
        if not thrown:
            continue  # in this game nothing is rolled by who comes back
        if way == "key":
            player.press("2", "semicolon", "p", "d")
            player.type(ones)
            player.press("enter")
        elif way == "click":
            player.click("; change")
            player.click("p correct a pool")
            player.click("d a die of the last step")
            player.type(ones)
            player.click("enter carry out")
        else:
            session.say(f"fix die {ones}")
        assert faces() == [*thrown[:-1], tuple(1 for _ in thrown[-1])], way
        session.say("undo")
        session.say(f"{who} returns")
        assert session.encounter == comes_back
