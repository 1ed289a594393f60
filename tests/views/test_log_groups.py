"""What a group does together stands in one line of the log, with every single line behind it; nothing is lost."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from tests.tui.opening import due, warren
from tracker.encounter.features.groups import of
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.narration.log_entry import Entry
from tracker.narration.log_lines import tell
from tracker.session import Session
from tracker.text.cells import words
from tracker.text.citations import without_ids
from tracker.views.fighters.collapsed_groups import folded
from tracker.views.log.roll_log import RollLog, lay_log
from tracker.views.short_names import told_apart


def asked(seed: int = 1) -> Session:
    """Twelve goblins of one group, asked to declare at 20, and five heroes who declare far later."""
    session = due(warren(seed))
    session.say("next")
    return session


def landed(session: Session, *lines: str) -> Session:
    """After these lines, on until nobody is in the middle of a blow."""
    for line in lines or ("goblins attack brann",):
        session.say(line)
    session.say("next")
    while (question := session.encounter.question) is not None and question.ask is Ask.CHOOSE:
        session.say(f"{question.who} {session.rules.choices.answers(session.encounter, question)[0].word}")
    return session


def logged(session: Session) -> RollLog:
    log = RollLog(
        lambda who: session.encounter[who].name,
        session.rules.unit,
        group=lambda who: of(session.encounter, who),
    )
    log.follow(session.journal)
    return log


def texts(log: RollLog) -> list[str]:
    return [entry.words.text for entry in log.entries]


def singles(log: RollLog) -> list[Entry]:
    return [line for entry in log.entries for line in entry.single]


def attacks(log: RollLog) -> Entry:
    """The line about the attacks of the goblins."""
    (entry,) = [entry for entry in log.entries if entry.words.text.startswith("goblins: ")]
    return entry


def test_what_a_group_does_at_once_is_one_line_that_counts_what_came_of_it() -> None:
    session = landed(asked())
    entry = attacks(logged(session))
    struck = [event for step in session.journal for event in step.events if isinstance(event, ev.Struck)]
    hit, parried = (sum(one.outcome == outcome for one in struck) for outcome in ("hit", "parried"))
    assert len(struck) == 12 and hit and parried
    missed = 12 - hit - parried
    assert entry.words.text == f"goblins: 12 attacks on Brann, {hit} hit, {parried} parried, {missed} missed"
    assert [line.event for line in entry.behind if isinstance(line.event, ev.Struck)] == struck
    assert sum(line.roll is not None and line.roll.what == "attack" for line in entry.behind) == 12


def test_answers_and_the_next_moments_are_one_line_too() -> None:
    log = logged(landed(asked()))
    told = texts(log)
    assert "Brann answers goblins: parries ×12, 12 counts, 90 → 102" in told
    assert "Goblin 1 may declare at 44 (and 11 more of the group)" in told
    assert len(told) < len(singles(log)) / 2


def test_every_line_there_would_be_without_groups_stands_behind_one() -> None:
    session = landed(asked())
    without = RollLog(lambda who: session.encounter[who].name, session.rules.unit)
    without.follow(session.journal)
    each = [tell(event, without.name, session.rules.unit) for step in session.journal for event in step.events]
    texts_of_each = [without_ids(told.text)[0] for told in each if told is not None]
    assert [entry.words.text for entry in without.entries] == texts_of_each
    key = lambda entry: (entry.step, entry.words.text, entry.words.details)  # noqa: E731 - named for the two below
    assert sorted(map(key, singles(logged(session)))) == sorted(map(key, without.entries))


def test_attacks_on_several_are_counted_for_each() -> None:
    session = asked()
    session.say("only goblin-1 attack odo")
    log = logged(landed(session))
    entry = attacks(log)
    assert entry.words.text.startswith("goblins: 12 attacks, on Odo 1 ")
    assert "; on Brann " in entry.words.text


def test_one_alone_keeps_its_own_lines() -> None:
    session = asked()
    session.say("only goblin-1 attack odo")
    session.say("goblins wait")
    assert not any(text.startswith("goblins: ") for text in texts(logged(landed(session, "note now"))))


def test_what_is_taken_back_of_it_is_counted_no_longer_until_it_is_brought_back() -> None:
    session = landed(asked())
    log = logged(session)
    whole = attacks(log).words.text
    last = session.journal.done[-1]
    assert any(line.step == last for line in attacks(log).behind), "its last part was a step of its own"
    session.say("undo")
    log.follow(session.journal)
    assert attacks(log).words.text.startswith("goblins: 11 attacks on Brann")
    assert log.in_force(attacks(log)) and attacks(log).step in session.journal.done
    session.say("redo")
    log.follow(session.journal)
    assert attacks(log).words.text == whole
    while any(line.step in session.journal.done for line in attacks(log).behind):
        session.say("undo")
    log.follow(session.journal)
    assert not log.in_force(attacks(log)) and attacks(log).words.text == whole


def test_following_step_by_step_gives_the_same_lines_as_reading_at_once() -> None:
    session = asked()
    log = logged(session)
    for line in ("goblins attack brann", "next", "goblin-11 leave-it", "undo", "redo", "undo-action", "redo"):
        session.say(line)
        log.follow(session.journal)
    again = logged(session)
    assert [entry.words for entry in log.entries] == [entry.words for entry in again.entries]
    assert [entry.behind for entry in log.entries] == [entry.behind for entry in again.entries]


def test_unfolded_the_single_lines_follow_and_each_unfolds_its_own_sum() -> None:
    session = landed(asked())
    log = logged(session)
    folded = log.count()
    place = log.unfold(log.entries.index(attacks(log)))
    behind = attacks(log).behind
    assert log.count() == folded + len(behind)
    assert [log.entry(place + 1 + at) for at in range(len(behind))] == list(behind)
    cursor = log.unfold(place + 1)
    assert cursor == place + 1, "inside it stays open"
    shown = [words(line) for line in lay_log(log, cells=76, height=30, cursor=cursor).lines]
    assert any(line.strip().endswith("▾") for line in shown)
    assert any("margin" in line for line in shown), "the sum of the roll that is marked"
    after = log.unfold(place + len(behind) + 1)
    assert after == place + 1 and log.count() == folded, "past its end it folds"


def test_the_filter_finds_what_stands_behind_a_line() -> None:
    session = landed(asked())
    log = logged(session)
    log.set_filter("goblin 7 short sword at brann", session.journal)
    assert attacks(log) in [log.entry(place) for place in range(log.count())]
    assert log.count() == 1


def test_a_folded_group_of_which_none_stands_says_how_many_there_are_and_does_not_wait() -> None:
    session = warren(1)
    session.say("begin")
    session.say("goblins falls")
    crowd = next(one for one in folded(session.encounter, ()) if one.group == "goblins")
    assert crowd.name == "12 goblins" and not crowd.waiting
    assert told_apart((crowd.name,), 10)[crowd.name].text == "12 goblins"


def visible(log: RollLog) -> list[Entry]:
    return [log.entry(place) for place in range(log.count())]


def test_whatever_is_unfolded_filtered_hidden_undone_or_done_what_is_visible_follows() -> None:
    session, chance = asked(), Random(5)
    log, opened = logged(session), 0
    lines = ("goblins attack brann", "next", "undo", "redo", "undo-action", "note the ford", "next")
    for _ in range(150):
        was = log.opened
        match chance.choice(("say", "say", "unfold", "unfold", "unfold", "fold", "filter", "secrets")):
            case "say":
                with suppress(Refused):
                    session.say(chance.choice(lines))
                log.follow(session.journal)
                assert log.opened in (None, was)
            case "unfold" if log.count():
                places = range(log.count())
                groups = [place for place in places if log.entry(place).behind]
                place = chance.choice(chance.choice((groups, places)) or places)
                entry = log.entry(place)
                assert log.entry(log.unfold(place)) is entry
                assert log.opened is (entry if entry.behind else was if was and entry in was.behind else None)
                opened += log.opened is not None
            case "fold":
                assert log.unfold(-1) == -1 and log.opened is None
            case "filter":
                log.set_filter(chance.choice(("", "", "goblin 7", "brann")), session.journal)
            case "secrets":
                log.show_secrets(chance.random() < 0.7)
        kept = logged(session)
        kept.show_secrets(log.secrets)
        kept.set_filter(log.filter, session.journal)
        told = [(entry.words, entry.behind) for entry in visible(kept)]
        if log.opened is not None:
            at = told.index((log.opened.words, log.opened.behind))
            told[at + 1 : at + 1] = [(line.words, line.behind) for line in log.opened.behind]
        assert [(entry.words, entry.behind) for entry in visible(log)] == told
    assert opened > 10
