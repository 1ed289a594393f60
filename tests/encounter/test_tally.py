"""The tally of a fight: what everybody did, dealt, took and spent, from the events alone."""

from __future__ import annotations

from tracker.encounter.engine.journal import Step
from tracker.encounter.statistics.tally import tally
from tracker.model import events as ev
from tracker.model.events import Event


def steps(*events: Event) -> list[Step]:
    return [Step(1, 0, "", events)]


def hit(who: str, target: str, damage: int) -> ev.Struck:
    return ev.Struck(who=who, target=target, outcome="hit", label="sword", damage=damage)


def loses(who: str, pool: str, points: int) -> ev.PoolChanged:
    return ev.PoolChanged(who=who, pool=pool, by=-points, to=0)


def check(who: str, margin: int) -> ev.Rolled:
    return ev.Rolled(
        who=who, what="attack", label="sword", dice="d100", faces=(50,), total=50, by="rolled", chance=50 + margin,
        margin=margin,
    )  # fmt: skip


def test_what_a_blow_takes_is_dealt_by_who_struck_also_when_armour_is_told_before_it() -> None:
    deeds = tally(steps(check("ann", 3), loses("bob", "shield", 5), hit("ann", "bob", 9), loses("bob", "body", 4)))
    assert dict(deeds["ann"].dealt) == {"shield": 5, "body": 4} == dict(deeds["bob"].taken)
    assert not deeds["bob"].spent and deeds["ann"].hits == 1 == deeds["bob"].was_hit


def test_what_is_lost_without_a_blow_or_after_time_went_on_is_spent() -> None:
    deeds = tally(
        steps(
            loses("ann", "wind", 2), check("ann", 3), hit("ann", "bob", 9), ev.TimeAdvanced(to=30),
            loses("bob", "body", 1),
        )
    )  # fmt: skip
    assert dict(deeds["ann"].spent) == {"wind": 2} and dict(deeds["bob"].spent) == {"body": 1}
    assert not deeds["ann"].dealt


def test_of_two_who_strike_one_target_each_is_given_what_came_of_its_own_blow() -> None:
    deeds = tally(
        steps(
            hit("ann", "bob", 9), loses("bob", "body", 4), check("cat", 1), hit("cat", "bob", 5),
            loses("bob", "body", 2), loses("ann", "wind", 1),
        )
    )  # fmt: skip
    assert (deeds["ann"].dealt["body"], deeds["cat"].dealt["body"], deeds["bob"].taken["body"]) == (4, 2, 6)
    assert deeds["ann"].spent["wind"] == 1


def test_a_blow_that_empties_two_pools_is_counted_once_by_the_pool_that_counts_it_whole_or_by_the_others() -> None:
    deeds = tally(
        steps(
            hit("ann", "bob", 9), loses("bob", "HF", 9), loses("bob", "chest", 9), check("ann", 1),
            hit("ann", "bob", 4), loses("bob", "head", 4), ev.TimeAdvanced(to=10), loses("bob", "HF", 1),
        ),
        whole=("HF",),
    )  # fmt: skip
    assert deeds["ann"].harm_dealt == 13 == deeds["bob"].harm_taken
    assert deeds["ann"].harm_taken == 0 and deeds["bob"].taken == {"HF": 9, "chest": 9, "head": 4}


def test_where_a_blow_is_shared_out_among_the_pools_all_of_them_are_harm() -> None:
    deeds = tally(steps(hit("ann", "bob", 9), loses("bob", "wind", 2), loses("bob", "life", 7)))
    assert deeds["ann"].harm_dealt == 9 == deeds["bob"].harm_taken


def test_checks_have_their_best_and_worst_and_blows_their_hardest() -> None:
    deeds = tally(
        steps(check("ann", -20), check("ann", 15), check("ann", 0), hit("ann", "bob", 3), hit("ann", "bob", 8))
    )
    ann = deeds["ann"]
    assert (ann.checks, ann.succeeded, ann.damage) == (3, 2, 11)
    assert ann.best is not None and ann.worst is not None and ann.hardest is not None
    assert (ann.best.margin, ann.worst.margin, ann.hardest.damage) == (15, -20, 8)


def test_time_is_what_actions_were_under_way_and_answers_took() -> None:
    declared = ev.ActionDeclared(who="ann", action=4, verb="attack", label="sword", speed=6, lands=16)
    deeds = tally(
        steps(
            ev.TimeAdvanced(to=10), declared, ev.TimeAdvanced(to=16),
            ev.ActionEnded(who="ann", action=4, how="landed"),
            ev.DefenceDeclared(who="bob", defence="parry", against="ann", counts=5),
        )
    )  # fmt: skip
    assert (deeds["ann"].declared, deeds["ann"].acting, deeds["bob"].answering) == (1, 6, 5)
