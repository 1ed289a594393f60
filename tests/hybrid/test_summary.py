"""What a fight came to: who holds the field, and those of a group summed with each of them behind the sum."""

from __future__ import annotations

import pytest

from tests.asking import answered
from tests.tui.opening import due, example, skirmish, warren
from tracker.model.events import PoolChanged, Rolled, Struck
from tracker.model.refusals import Refused
from tracker.narration.summary import Account, Paragraph
from tracker.session import Session


def summed(session: Session, *lines: str, say: str = "summary") -> Account:
    for line in lines:
        session.say(line)
    account = answered(session, say).account
    assert account is not None
    return account


def first(session: Session, *lines: str) -> str:
    return summed(session, *lines).words[0]


def test_the_first_line_says_who_holds_the_field_and_what_became_of_the_others() -> None:
    session = due(warren())
    assert first(session) == "Undecided: 5 of 5 heroes, 12 of 12 raiders."
    told = first(session, "goblins surrenders", "sela falls", *(f"goblin-{n} returns" for n in (1, 2, 3)))
    assert told == "Undecided: 4 of 5 heroes, 3 of 12 raiders."
    told = first(session, "goblin-1 falls", "goblin-2 leaves", "goblin-3 surrenders")
    assert told == "The heroes hold the field, 4 of 5, 1 down; the raiders: 1 down, 1 gone, 10 surrendered."
    assert first(session, "sela returns").startswith("The heroes hold the field, all 5 fighters; the raiders: 1 down")


def test_who_is_alone_on_a_side_is_named_and_nobody_may_be_left() -> None:
    session = example("duel")
    assert first(session) == "The fight has not begun."
    assert first(session, "begin") == "Undecided: Brann stands, Gruk stands."
    assert first(session, "gruk leaves") == "Brann holds the field; Gruk has left."
    assert first(session, "brann falls") == "No side holds the field; Brann is down; Gruk has left."
    session = skirmish()
    foes = [one.id for one in session.encounter if one.profile.side != session.encounter["ann"].profile.side]
    assert first(session, *(f"{one} falls" for one in foes)) == (
        f"The {session.encounter['ann'].profile.side} hold the field, both fighters; the "
        f"{session.encounter[foes[0]].profile.side} are all down."
    )


def fought() -> Session:
    """The goblins have struck at Brann, all of them, and some were hurt."""
    session = due(warren(7))
    session.say("next")
    session.say("goblins attack brann")
    for _ in range(60):
        question = session.encounter.question
        if question is None and not any(one.actions for one in session.encounter if one.group):
            break
        word = session.rules.choices.answers(session.encounter, question)[0].word if question is not None else ""
        session.say(f"{question.who} {word}" if question is not None else "next")
    for line in ("goblin-3 damage 4", "goblin-4 damage 30", "goblin-4 falls"):
        session.say(line)
    return session


def test_a_group_is_one_paragraph_with_the_sum_of_what_each_did_behind_it() -> None:
    session = fought()
    folded = summed(session)
    assert [one.who or one.group for one in folded.paragraphs] == ["brann", "odo", "sela", "hild", "wat", "goblins"]
    group = folded.paragraphs[-1]
    assert group.lines[0] == "goblins (raiders), 12 together: 11 standing, 1 down"
    assert [one.who for one in group.behind] == [f"goblin-{n}" for n in range(1, 13)]
    events = [event for n in session.journal.done for event in session.journal.steps[n].events]
    goblins = {one.who for one in group.behind}
    struck = [event for event in events if isinstance(event, Struck) and event.who in goblins]
    rolls = [
        event for event in events if isinstance(event, Rolled) and event.who in goblins and event.chance is not None
    ]
    lost = [event for event in events if isinstance(event, PoolChanged) and event.who in goblins and event.by < 0]
    assert (group.deeds.blows, len(struck)) == (12, 12)
    assert group.deeds.damage == sum(event.damage for event in struck) > 0
    assert group.deeds.checks == len(rolls)
    assert sum(group.deeds.taken.values()) + sum(group.deeds.spent.values()) == -sum(event.by for event in lost) > 0
    margins = [event.margin or 0 for event in rolls]
    assert group.deeds.best is not None and group.deeds.worst is not None
    assert (group.deeds.best.margin, group.deeds.worst.margin) == (max(margins), min(margins))
    for name in ("blows", "hits", "damage", "was_hit", "checks", "succeeded", "declared", "acting"):
        assert getattr(group.deeds, name) == sum(getattr(one.deeds, name) for one in group.behind), name


def test_the_summary_of_a_group_names_who_made_the_best_and_the_worst_roll() -> None:
    group = summed(fought()).paragraphs[-1]
    checks = next(line for line in group.lines if "Rolls: " in line)
    best, worst = group.deeds.best, group.deeds.worst
    assert best is not None and worst is not None and best.margin is not None and worst.margin is not None
    assert f"Best: {best.who.replace('goblin-', 'Goblin ')}: {best.label}, {best.total} against" in checks
    assert f"against {best.chance} ({best.margin:+d})" in checks.replace("−", "-")
    assert checks.replace("−", "-").endswith(f"({worst.margin:+d})")


def test_by_line_each_of_a_group_is_told_as_well_and_another_word_is_refused() -> None:
    session = fought()
    folded, each = summed(session), summed(session, say="summary each")

    def headings(account: Account) -> list[str]:
        return [line for line in account.words if line.strip().startswith("Goblin ")]

    assert headings(folded) == [] and len(headings(each)) == 12 and headings(each)[3] == "  Goblin 4 (raiders): down"
    assert set(folded.words) < set(each.words)
    with pytest.raises(Refused, match="each fighter of a group"):
        answered(session, "summary goblins")


def test_one_alone_of_a_group_is_told_as_anybody() -> None:
    session = example("duel")
    session.say("brann group lonely")
    (brann, gruk) = summed(session, "begin").paragraphs
    assert isinstance(brann, Paragraph) and (brann.who, gruk.who) == ("brann", "gruk") and not brann.behind


def test_pools_are_called_as_the_panes_call_them_in_the_order_of_the_sheet() -> None:
    session = example("duel")
    full = {pool.name: pool.full for pool in session.encounter["brann"].profile.pools}
    session.say("begin")
    for pool, less in (("PBD", 3), ("MFT", 2), ("PFT", 1)):
        session.say(f"fix brann {pool} {full[pool] - less}")
    (brann, _) = summed(session).paragraphs
    assert "  Lost: fatigue 1, body 3, mind fatigue 2" in brann.lines
