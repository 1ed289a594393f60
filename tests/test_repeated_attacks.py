"""Enter at a declaration in every game: the last attack again, at the next foe where its target is out of the fight."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.phases.table import GUN, KANE, ROOK, begun
from tests.random_play import ONE_OF_EACH
from tests.tui.opening import example
from tracker.controller.controller import Controller
from tracker.encounter.engine.standing_orders import foes
from tracker.model.combatant import Combatant
from tracker.model.commands import Unattended
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session

FIGHTS = ("brawl", *(name for name in ONE_OF_EACH if not name.startswith(("feats", "duel"))))
"""One of each game with several foes; Feats has no attack that is repeated."""


def asked_after_an_attack(name: str) -> tuple[Controller, str]:
    """Return a fight by orders up to a declaration of a fighter who has attacked a foe that stands."""
    session = example(name, 3)
    for one in session.encounter:
        session.say(f"{one.id} rolled")
        session.say(f"{one.id} orders attack nearest")
    session.say("begin")
    for _ in range(400):
        for one in session.encounter:
            if one.orders and ready(session, one):
                session.say(f"{one.id} orders none")
        question = session.encounter.question
        if question is not None and question.ask is Ask.DECLARE and ready(session, session.encounter[question.who]):
            return controller_of(session), question.who
        if question is None:
            session.say("next")
        else:
            session.dispatch(Unattended())
    raise AssertionError(f"nobody is asked in {name} after an attack")


def ready(session: Session, one: Combatant) -> bool:
    """Whether a fighter has attacked a foe that stands, and would have another one."""
    encounter = session.encounter
    target = encounter[one.last.target] if one.last is not None and one.last.target in encounter else None
    others = foes(encounter, one.id)
    return one.able and target is not None and target in others and len(others) > 1


@pytest.mark.parametrize("name", FIGHTS)
def test_the_attack_that_enter_repeats_goes_on_to_the_next_foe_when_its_target_is_down(name: str) -> None:
    controller, who = asked_after_an_attack(name)
    session = controller.session
    last = session.encounter[who].last
    assert last is not None
    old = session.encounter[last.target].name
    session.say(f"{last.target} falls")
    likely = controller.prompt.likely
    (foe, *_) = foes(session.encounter, who)
    assert likely is not None and f" {foe.id}" in likely.line and old not in likely.label.replace(foe.name, "")
    if likely.refused:
        with pytest.raises(Refused):
            session.say(likely.line)
    else:
        session.say(likely.line)
        assert session.encounter[who].last is not None


def test_a_gun_without_shots_says_so_where_enter_would_fire_it() -> None:
    table = begun({**ROOK, "initiative": 90, "weapon": [{**GUN, "rof": 9}]}, KANE, dice=[100] * 9)
    table.say("next", "rook fire kane 2")
    table.until("rook", "1.2")
    table.say("rook fire kane 2")
    choice = table.session.rules.choices.repeat_last(table.now, "rook")
    assert choice is not None and "has already used two sub-phases" in choice.refused
