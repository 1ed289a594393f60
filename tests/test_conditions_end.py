"""Every condition of every game ends in each of the ways it can, leaves nothing on the agenda, and may begin again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.encounter.table import say
from tests.game_master import answered
from tests.lanes import sample
from tests.random_play import ONE_OF_EACH, kind, random_fight
from tests.tui.opening import Middling, example
from tracker.model import events as ev
from tracker.model.combatant import Condition
from tracker.model.refusals import Refused
from tracker.model.state import END, ROUND
from tracker.session import Session

OWN = "half blind"
"""A condition in the game master's own words, beside those of the game's table."""
SPAN = 7
"""Counts for which a condition lasts: some of every game's turns and rounds begin in them."""


def conditions(name: str) -> list[tuple[str, str]]:
    """The conditions that may begin by hand in an example's game, by label, and one in own words.

    What goes by the points alone is refused by hand (see the test of it) and is not among them.
    """
    session, who, _ = begun(name)
    labels = [one.label for one in session.rules.choices.conditions_by_hand()]
    return [(name, label) for label in (*labels, OWN) if not by_points(session, who, label)]


def by_points(session: Session, who: str, label: str) -> bool:
    """Whether a condition is refused because its bearer's points say otherwise; one that is not is taken back."""
    try:
        session.say(f'{who} is "{label}"')
    except Refused as refused:
        return "with the points it has" in refused.sentence
    session.say("undo")
    return False


def begun(name: str) -> tuple[Session, str, str]:
    """An example begun, in which everybody is asked, with the ids of its first fighter and of a foe."""
    session = example(name, dice=Middling())
    for fighter in session.encounter:
        if fighter.orders:
            session.say(f"{fighter.id} orders none")
    session.say("begin")
    first = session.encounter.combatants[0]
    foe = next(one for one in session.encounter if one.profile.side != first.profile.side)
    return session, first.id, foe.id


def begins(session: Session, who: str, label: str, span: str = "") -> Condition:
    """A condition begins by hand; as it is borne from then on, with the end that was said."""
    before = session.encounter[who].conditions
    say(session, f'{who} is "{label}" {span}'.strip())
    (given,) = [one for one in session.encounter[who].conditions if one not in before and label in one.label]
    assert bool(given.until or given.acts) is bool(span), "its end is known"
    due = session.encounter.agenda.find(who, END, given.key)
    assert (due and due.count) == given.until
    return given


def assert_over(session: Session, who: str, given: Condition) -> None:
    """A condition is over: nothing of it is left, and it may begin again and end by hand."""
    assert given not in session.encounter[who].conditions
    left = session.encounter[who].condition(given.key)
    if left is not None:  # begun anew by the game
        say(session, f'{who} is not "{left.label}"')
    assert session.encounter.agenda.find(who, END, given.key) is None
    say(session, f'{who} is "{given.label}"', f'{who} is not "{given.label}"')
    assert session.encounter[who].condition(given.key) is None


def goes_on(session: Session, to: int) -> list[ev.Event]:
    """The clock goes on to a count while everybody waits or passes; what happened."""
    steps = set(session.journal.done)
    for _ in range(200):
        if session.encounter.question is not None:
            answered(session)
        elif session.encounter.count < to:
            session.say(f"to {session.rules.unit.text(to)}")
        else:
            break
    return [event for n in session.journal.done if n not in steps for event in session.journal.steps[n].events]


def endings(events: list[ev.Event], who: str, label: str) -> list[str]:
    return [one.why for one in events if isinstance(one, ev.ConditionEnded) and (one.who, one.label) == (who, label)]


CASES = [case for name in sample(ONE_OF_EACH, each=kind) for case in conditions(name)]
every_condition = pytest.mark.parametrize(("name", "label"), sample(CASES, 3, each=lambda case: case[0]))


def ended_by_the_game(events: list[ev.Event], who: str, label: str) -> bool:
    """Whether the game has ended a condition, or begun it anew, before what was said of its end came."""
    return any(
        isinstance(one, ev.ConditionEnded | ev.ConditionGained) and (one.who, one.label) == (who, label)
        for one in events
    )


@every_condition
def test_a_condition_ends_at_its_count_and_not_before(name: str, label: str) -> None:
    session, who, _ = begun(name)
    until = session.encounter.count + SPAN
    given = begins(session, who, label, f"until {session.rules.unit.text(until)}")
    before = goes_on(session, until - 1)
    now = session.encounter[who].condition(given.key)
    assert now == given or ended_by_the_game(before, who, given.label)
    after = goes_on(session, until + 1)
    assert now != given or len(endings(after, who, given.label)) == 1
    assert_over(session, who, given)


@every_condition
def test_a_condition_ends_at_its_count_though_its_bearer_is_out_then(name: str, label: str) -> None:
    session, who, _ = begun(name)
    given = begins(session, who, label, f"for {SPAN}")
    say(session, f"{who} leaves")
    goes_on(session, session.encounter.count + SPAN + 1)
    say(session, f"{who} returns")
    assert_over(session, who, given)


@every_condition
def test_a_condition_ends_with_the_round_in_which_it_was_to_end(name: str, label: str) -> None:
    session, who, _ = begun(name)
    rounds = [due.count for due in session.encounter.agenda if due.what == ROUND]
    if not rounds:
        return
    given = begins(session, who, label, f"until {session.rules.unit.text(rounds[0])}")
    goes_on(session, rounds[0])
    assert_over(session, who, given)


@pytest.mark.parametrize("how", ["acts", "leaves"])
@every_condition
def test_a_condition_until_another_acts_ends_when_that_one_acts_or_is_out(name: str, label: str, how: str) -> None:
    session, who, foe = begun(name)
    given = begins(session, who, label, f"until {foe} acts")
    if how == "leaves":
        say(session, f"{foe} leaves")
    else:
        acts(session, foe)
    assert_over(session, who, given)


def acts(session: Session, foe: str) -> None:
    """Everybody waits until this one is asked, and it does what it can."""
    for _ in range(200):
        question = session.encounter.question
        if question is None:
            session.say("next")
        elif (question.who, question.what) != (foe, "declaration"):
            answered(session)
        else:
            try:
                session.say(f'{foe} does "spits" 1')
            except Refused:
                answered(session)
                continue
            goes_on(session, session.encounter.count + 2)
            return
    raise AssertionError(f"{foe} is never asked")


@pytest.mark.parametrize("span", ["", f"for {SPAN}", "until FOE acts"])
@every_condition
def test_a_condition_ends_by_hand_with_what_was_to_end_it(name: str, label: str, span: str) -> None:
    session, who, foe = begun(name)
    given = begins(session, who, label, span.replace("FOE", foe))
    assert endings(say(session, f'{who} is not "{given.label}"'), who, given.label) == ["by hand"]
    assert_over(session, who, given)


@every_condition
def test_a_condition_that_is_borne_may_be_begun_again_with_another_end(name: str, label: str) -> None:
    session, who, _ = begun(name)
    begins(session, who, label)
    begins(session, who, label, f"for {SPAN}")
    say(session, f'{who} is "{label}"')


@every_condition
def test_a_condition_that_is_begun_in_secret_stays_secret(name: str, label: str) -> None:
    session, who, _ = begun(name)
    say(session, f'{who} is secretly "{label}"')
    assert all(one.secret for one in session.encounter[who].conditions if label in one.label)


def test_bleeding_begun_until_a_foe_acts_in_secret_is_neither_shown_nor_kept_longer() -> None:
    session, who, foe = begun("duel")
    say(session, f"{who} is secretly bleeding until {foe} acts")
    (wound,) = session.encounter[who].conditions
    assert (wound.key, wound.acts, wound.secret) == ("bleeding-1", foe, True)
    say(session, f"{foe} leaves")
    assert not session.encounter[who].conditions


def test_what_goes_by_points_alone_is_refused_by_hand_with_what_changes_them() -> None:
    session, who, _ = begun("phases-corridor")
    with pytest.raises(Refused, match=r"is not dying with the points it has; `fix kane POOL N` changes them.*HF"):
        session.say(f"fix {who} dying on")
    say(session, f"fix {who} HF 0")
    assert session.encounter[who].condition("dying") is not None


@pytest.mark.parametrize("name", sample(ONE_OF_EACH, each=kind))
def test_only_phases_has_conditions_that_go_by_points_alone(name: str) -> None:
    """One of d20 is there only while somebody else keeps to it."""
    shown = {one.label for one in example(name).rules.choices.conditions_by_hand()}
    limbs = {f"{side} {limb} useless" for side in ("right", "left") for limb in ("arm", "leg")}
    alone = {"phases-corridor": {"dying", "dead", *limbs}, "d20-lair": {"held"}}
    assert shown - {label for _, label in conditions(name)} == alone.get(name, set())


# Those that only the rules begin


PLAYED = [(name, seed) for name in ("duel", "feats-drowning", "wrestling", "feats-rooftops") for seed in range(8)]
"""Examples whose games begin conditions that the game master cannot begin, and seeds by which they are played."""


def begun_by_the_rules(name: str, seed: int) -> Iterator[tuple[Session, str, Condition]]:
    """Each kind of condition that only the rules begin, when it is first borne in a random play."""
    kinds, looked_at = set[str](), 0
    for session in random_fight(name, seed, 60):
        by_hand = {one.key for one in session.rules.choices.conditions_by_hand()}
        steps = [session.journal.steps[n] for n in session.journal.done[looked_at:]]
        looked_at = len(session.journal.done)
        for event in (event for step in steps for event in step.events):
            if not isinstance(event, ev.ConditionGained) or event.own or event.condition in by_hand:
                continue
            kind, borne = event.condition.partition(":")[0], session.encounter[event.who].condition(event.condition)
            if kind not in kinds and borne is not None:
                kinds.add(kind)
                yield session, event.who, borne


def carried_out(session: Session, *lines: str) -> bool:
    """Say lines; whether none was refused, as it is where a question stands in the way."""
    try:
        say(session, *lines)
    except Refused as refused:
        assert session.encounter.question is not None or "is down" in refused.sentence, refused.sentence
        return False
    return True


def back_to(session: Session, steps: int) -> None:
    while len(session.journal.done) > steps:
        session.say("undo")


@pytest.mark.parametrize(("name", "seed"), sample(PLAYED, each=lambda case: case[0]))
def test_what_only_the_rules_begin_ends_by_hand_with_its_time_and_leaves_nobody_bound_to_one_who_is_gone(
    name: str, seed: int
) -> None:
    for session, who, given in begun_by_the_rules(name, seed):
        steps = len(session.journal.done)
        alike = sum(one.label == given.label for one in session.encounter[who].conditions)
        if carried_out(session, *[f'{who} is not "{given.label}"'] * alike):
            assert given.label not in {one.label for one in session.encounter[who].conditions}, given
            assert session.encounter.agenda.find(who, END, given.key) is None, given
        back_to(session, steps)
        for line in (f"{who} leaves", f"{who} surrenders"):
            if carried_out(session, line):
                assert not [one for fighter in session.encounter for one in fighter.conditions if one.of == who], given
                assert carried_out(session, f"{who} returns")
                dues = [due.ref for due in session.encounter.agenda.of(who) if due.what == END]
                assert set(dues) <= {one.key for one in session.encounter[who].conditions}, given
            back_to(session, steps)
        if given.of in session.encounter.seats and carried_out(session, f"{given.of} leaves"):
            assert given not in session.encounter[who].conditions, given
        back_to(session, steps)
        if given.until is not None:
            goes_on(session, given.until + 1)
            assert given not in session.encounter[who].conditions, given
        back_to(session, steps)


def test_such_a_play_has_the_conditions_that_end_in_other_ways_than_by_hand() -> None:
    kinds = {
        given.key.partition(":")[0].rstrip("-0123456789")
        for name, seed in (("duel", 0), ("duel", 1), ("feats-rooftops", 2))
        for _, _, given in begun_by_the_rules(name, seed)
    }
    assert {"closed", "retreating", "bleeding", "evading", "sprint", "drowning"} <= kinds
