"""Own words: a condition of the game master's own, its weight in every roll, its end; name, side, note, out of turn."""

from __future__ import annotations

import pytest
import tomli
import tomli_w

from tests.encounter.skirmish import asked, begun, happened, refused, skirmish
from tests.tui.opening import example
from tracker.model import events as ev
from tracker.model.combatant import Condition
from tracker.players import view
from tracker.session import Session
from tracker.storage.fight_log.state_codec import keys_of_state, state_of


def borne(session: Session, who: str) -> list[tuple[str, int]]:
    return [(condition.label, condition.amount) for condition in session.encounter[who].conditions]


def test_a_condition_in_own_words_weighs_on_every_roll_of_its_bearer_until_it_is_over() -> None:
    session = begun(12, 5, 1, 12, 3)
    session.say('ann is "half blind" -2')
    assert borne(session, "ann") == [("half blind", -2)]
    session.say("ann attack bob")
    session.say("next")
    assert (happened(session, ev.Rolled)[-2].chance, happened(session, ev.Rolled)[-2].what) == (12 - 4 + 2, "attack")
    assert any("half blind" in line for line in happened(session, ev.Rolled)[-2].sum)
    session.say('ann is not "half blind"')
    assert borne(session, "ann") == []
    assert "half blind" in refused(session, 'ann is not "half blind"')


def test_one_lasts_until_a_count_one_for_a_while_and_one_until_somebody_acts() -> None:
    session = begun()
    session.say("ann is dizzy until 2")
    session.say("ann is slippery for 3")
    session.say("ann is watched until bob acts")
    session.say("ann is angry")
    untils = {c.label: (c.until, c.acts) for c in session.encounter["ann"].conditions}
    assert untils == {"dizzy": (2, ""), "slippery": (4, ""), "watched": (None, "bob"), "angry": (None, "")}
    session.say("ann wait")
    session.say("bob wait")
    assert "watched" in dict(borne(session, "ann")), "who waits does not act"
    session.say("bob does spits 1")
    assert "watched" not in dict(borne(session, "ann"))
    session.say("bob falls")
    session.say("to 3")
    assert "dizzy" not in dict(borne(session, "ann")) and "slippery" in dict(borne(session, "ann"))
    session.say("to 4")
    assert borne(session, "ann") == [("angry", 0)]


def test_a_condition_of_the_game_keeps_its_key_and_may_end_when_its_bearer_acts() -> None:
    session = begun()
    session.say('bob is "on guard" until it acts')
    assert session.encounter["bob"].conditions == (Condition("guarding", "on guard", 4, since=1, acts="bob"),)


def test_what_is_secret_is_never_shown_to_the_players() -> None:
    session = skirmish(player="Ada")
    session.say("ann is secretly poisoned -1")
    session.say("ann is soaked")
    seen = view.view(session.encounter, session.rules, view.Showing())
    assert [one.conditions for one in seen.fighters if one.name == "Ann"] == [("soaked",)]
    assert [c.label for c in view.as_seen(session.encounter)["ann"].conditions] == ["soaked"]


@pytest.mark.parametrize("name", ["duel", "phases-corridor", "prism-corridor", "feats-rooftops", "plain-skirmish"])
def test_in_every_game_names_sides_and_conditions_of_ones_own_outlive_a_checkpoint(name: str) -> None:
    session = example(name)
    before, who = session.encounter, session.encounter.combatants[0].id
    for line in (f'{who} rename "Old Varga"', f"{who} side wanderers", f"{who} is soaked -1 until {who} acts"):
        session.say(line)
    one = session.encounter[who]
    assert (one.name, one.profile.side, borne(session, who)[-1]) == ("Old Varga", "wanderers", ("soaked", -1))
    written = tomli.loads(tomli_w.dumps(keys_of_state(session.encounter)))
    assert state_of(written, session.journal.states[0], session.rules) == session.encounter
    for _ in range(3):
        session.say("undo")
    assert session.encounter == before


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("duel", ("begin",)),
        ("phases-corridor", ("begin", "next", "to 12")),
        ("prism-corridor", ("begin", "next", "eve red", "bob red", "bob task Pistol")),
    ],
)
def test_in_every_game_what_it_weighs_stands_in_the_sum_of_a_roll(name: str, lines: tuple[str, ...]) -> None:
    """On the scale of the game's own extra modifier."""
    session = example(name)
    session.say("all is soaked -1")
    for line in lines:
        if session.encounter.question is None or line != "to 12":
            session.say(line)
    against = [roll for roll in happened(session, ev.Rolled) if roll.chance is not None]
    assert any("soaked" in line for roll in against for line in roll.sum)


def test_who_acts_out_of_turn_is_asked_at_once_and_whoever_was_asked_comes_after_it() -> None:
    session = begun()
    assert session.encounter.agenda.of("bob")[0].count == session.encounter.count
    session.say("bob acts")
    assert asked(session) == "bob"
    session.say("bob does spits 3")
    assert asked(session) == "ann"
    assert "under way" in refused(session, "bob acts")


def test_a_name_that_is_taken_is_refused_and_a_note_on_somebody_is_for_the_game_master() -> None:
    session = begun()
    assert "Bob already" in refused(session, "ann rename bob")
    assert "already" in refused(session, "ann side heroes")
    session.say("ann note limps since the bridge")
    note = happened(session, ev.Noted)[-1]
    assert (note.text, note.who, note.secret) == ("Ann: limps since the bridge", "ann", True)


def test_slow_for_plus_three_is_slow_for_three_counts_with_or_without_quotes() -> None:
    session = begun()
    for line in ('ann is "slow" for +3', "bob is slow for +3"):
        session.say(line)
    for who in ("ann", "bob"):
        assert [(one.label, one.until) for one in session.encounter[who].conditions] == [("slow", 4)]
