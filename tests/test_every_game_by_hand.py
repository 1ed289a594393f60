"""In every game a game master heals anybody's pools by name, and a condition in quotes has the whole quoted name."""

from __future__ import annotations

from itertools import product

import pytest

from tests.lanes import sample
from tests.random_play import EXAMPLES, kind
from tests.tui.opening import example
from tracker.dice.source import SeededDice
from tracker.encounter.language.parser import parse
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.session import Session


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_in_every_game_every_pool_is_healed_by_name_and_the_one_that_fells_without(name: str) -> None:
    start = example(name)
    start.say("begin")
    for one in start.encounter:
        if not one.able:
            continue
        for pool in one.profile.pools:
            if pool.full < 4:
                continue
            session = Session(start.encounter, start.rules, SeededDice(1))
            session.say(f"fix {one.id} {pool.name} {pool.full - 2}")
            lost = session.encounter[one.id].lost(pool.name)
            session.say(f"{one.id} heals 1 {pool.name}")
            assert session.encounter[one.id].lost(pool.name) == lost - 1
            body = [each for each in one.profile.pools if each.fells and session.encounter[one.id].lost(each.name)]
            before = sum(session.encounter[one.id].lost(each.name) for each in body or one.profile.pools)
            session.say(f"{one.id} heals 1")
            assert sum(session.encounter[one.id].lost(each.name) for each in body or one.profile.pools) == before - 1
    both = [one.id for one in start.encounter if one.able][:2]
    for who in both:
        pool = next(each for each in start.encounter[who].profile.pools if each.full > 3)
        start.say(f"fix {who} {pool.name} {pool.full - 2}")
    before_both = [lacks(start, who) for who in both]
    start.say(f"{','.join(both)} heal 1")
    assert [lacks(start, who) for who in both] == [each - 1 for each in before_both]


NAMES = ("slow", "half blind", "looking for trouble", "here until dawn", "for 3", "not for sale", "secretly glad", "-2")


SPANS = ("for 3", "for +3", "until +3", "for 3 {many}")


WEIGHTS = ("", " -1", " +1")


@pytest.mark.parametrize("example_name", sample(EXAMPLES, each=kind))
def test_what_stands_in_quotes_is_the_whole_name_whatever_follows_in_every_game(example_name: str) -> None:
    session = example(example_name)
    session.say("begin")
    who = next(one.id for one in session.encounter if one.able)
    at = session.encounter.count + 3
    for name, span, weight in product(NAMES, SPANS, WEIGHTS):
        line = f'{who} is "{name}"{weight} {span.format(many=session.rules.unit.many)}'
        command = parse(session.encounter, session.rules, line)
        assert isinstance(command, cmd.FixCondition) and command.own, line
        meant = (name, int(weight or 0), at)
        assert (command.condition, command.amount, command.until) == meant, line
    acts = parse(session.encounter, session.rules, f'{who} is "slow for now" -1 until {who} acts')
    assert isinstance(acts, cmd.FixCondition) and (acts.condition, acts.amount, acts.acts) == ("slow for now", -1, who)
    for rest in ("for ages", "very", "for 3 -1 more"):
        with pytest.raises(Refused):
            parse(session.encounter, session.rules, f'{who} is "slow" {rest}')


def lacks(session: Session, who: str) -> int:
    """The points that a fighter lacks of all its pools."""
    return sum(session.encounter[who].lost(pool.name) for pool in session.encounter[who].profile.pools)
