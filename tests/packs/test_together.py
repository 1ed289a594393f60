"""Blows that land on one count land together, in every pack: nobody's seat decides who falls."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from operator import itemgetter
from typing import Any

import pytest

from tests.encounter.table import say
from tests.lanes import drawing, sample
from tests.packs.kit import table, unanswered
from tests.packs.mutants import SHIPPED
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.model.state import LAND
from tracker.session import Session
from tracker.storage.preparation import prepare

SPEAR: dict[str, Any] = {"skill": 90, "armour": 0, "pools": {"life": 1}, "weapon": [{"name": "Spear"}]}
"""Who hits with nearly every roll, and falls at the first blow."""


class Always:
    """Dice that always show the same part of their sides."""

    def __init__(self, part: float) -> None:
        self.part = part

    def face(self, sides: int) -> int:
        return max(1, round(sides * self.part))


def duel(name: str, dice: Any, release: str = "now", **more: Any) -> Session:
    """Two of a kind in a pack that ships, begun, at their first moment."""
    both = [{"name": one, "side": one, **more} for one in ("A", "B")]
    fight = prepare({"system": name, "combatant": both})
    session = Session(replace(fight.encounter, release=release), fight.rules, dice)
    say(session, "begin", "next")
    return session


def answered(session: Session) -> None:
    """Land what is due, undefended."""
    while any(due.what == LAND for due in session.encounter.agenda):
        session.say("next")
        unanswered(session)


def how(session: Session, who: str) -> tuple[Any, ...]:
    """All that a blow may change of a fighter."""
    one, agenda = session.encounter[who], session.encounter.agenda
    return (
        one.pools,
        one.presence,
        {each.key for each in one.conditions},
        [(due.what, due.count) for due in agenda.of(who)],
    )


def test_two_spears_on_one_rank_both_land() -> None:
    session = duel("ranks", Always(0.5), **SPEAR)
    say(session, "a strike b", "b strike a")
    answered(session)
    assert [session.encounter[who].presence for who in ("a", "b")] == [Presence.DOWN, Presence.DOWN]


def test_a_fight_of_an_older_release_goes_on_with_one_blow_after_the_other() -> None:
    session = duel("ranks", Always(0.5), "", **SPEAR)
    say(session, "a strike b", "b strike a")
    answered(session)
    assert [session.encounter[who].presence for who in ("a", "b")] == [Presence.IN, Presence.DOWN]


@drawing
@pytest.mark.parametrize("name", sample(SHIPPED, 4))
def test_two_of_a_kind_do_the_same_to_each_other_on_one_count(name: str) -> None:
    pack = duel(name, Always(1)).rules.choices.options.pack
    sheets: list[dict[str, Any]] = [
        {},
        {"pools": dict.fromkeys(pack.body, 1)},
        *({key: one.high} for key, one in pack.figures.items()),
    ]
    struck, struck_with = 0, [action for action in pack.action if action.target]
    for action, sheet, part in sample(product(struck_with, sheets, (0.0, 0.5, 1.0)), 5, each=itemgetter(2)):
        session = duel(name, Always(part), **sheet)
        before = how(session, "a")
        try:
            say(session, f"a {action.name} b", f"b {action.name} a")
        except Refused as refused:
            own = action.needs.say if action.needs is not None else ""
            assert any(part and part in refused.sentence for part in ("needs", "costs", own))
            continue
        lands = [due.count for due in session.encounter.agenda if due.what == LAND]
        assert len(lands) == 2 and lands[0] == lands[1]
        answered(session)
        assert how(session, "a") == how(session, "b"), (action.name, sheet, part)
        struck += how(session, "a")[0] != before[0]
    assert struck


def test_what_a_parry_puts_off_leaves_the_batch_and_its_target_is_not_asked() -> None:
    answer = {"name": "parry", "cost": 2, "adds": 9}
    fight = table(1, 1, 6, action={"lands": 2, "cost": 5}, answer=[answer])
    say(fight, "begin", "next", "ann strike bob", "bob strike ann", "next")
    question = fight.encounter.question
    assert question is not None and question.who == "bob"
    events = say(fight, "parry")
    assert [(one.who, one.outcome) for one in events if isinstance(one, ev.Struck)] == [("ann", "missed")]
    assert fight.encounter.question is None
    assert fight.encounter["bob"].actions[0].lands == 4


def test_a_blow_delays_what_its_target_does_next_though_both_land_at_once() -> None:
    effect = {"delays": 3}
    fight = table(6, 6, action={"lands": 2, "cost": 5, "effect": [effect]})
    say(fight, "begin", "next", "ann strike bob", "bob strike ann", "next")
    assert [due.count for who in ("ann", "bob") for due in fight.encounter.agenda.of(who)] == [8, 8]
