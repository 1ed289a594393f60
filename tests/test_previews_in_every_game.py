"""A preview shows where a choice lands before it is taken: the same as after it, in every game; nothing is written."""

from __future__ import annotations

import pytest

from tests.game_master import answered
from tests.hybrid.kit import ANNA
from tests.hybrid.table import BRANN, GOBLIN, at_once
from tests.lanes import sample
from tests.random_play import EXAMPLES, choices_of, lines_of, random_fight
from tests.tui.opening import EXAMPLE_OF, declaring, due, example, warren
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import evolve
from tracker.game_api.values import Choice
from tracker.model import commands as cmd
from tracker.model.events import Rolled
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, LAND, Encounter
from tracker.session import Session
from tracker.session.preview import preview
from tracker.views.timeline.ghosts import NO_GHOSTS, Ghost

ATTACKS = ("attack", "fire", "slam")
"""What strikes or shoots at somebody in the five games."""


def taken(session: Session, choice: Choice, who: str, seed: int) -> Session:
    """The fight once a choice has been taken by itself and all it asks is answered, with other dice."""
    other = Session(session.encounter, session.rules, SeededDice(seed))
    if choice.line:
        other.say(f"only {choice.line}" if session.encounter[who].group else choice.line)
    else:
        answer = cmd.Choose(who, choice.word)
        other.dispatch(cmd.Alone(answer) if session.encounter[who].group else answer, choice.word)
    while (question := other.encounter.question) is not None and question.ask not in (Ask.DECLARE, Ask.HALT):
        answered(other)
    return other


def counts_of(before: Encounter, after: Session, ghost: Ghost) -> list[tuple[int, bool]]:
    """The counts at which what the ghost is of came to stand, each with whether a die had fallen by then."""
    state, rolled, counts = before, False, list[tuple[int, bool]]()
    for step in after.journal:
        for event in step.events:
            rolled = rolled or isinstance(event, Rolled)
            state = evolve(state, event)
            entry = state.agenda.find(ghost.who, ghost.what, ghost.ref) if ghost.who in state else None
            last = counts[-1][0] if counts else None if ghost.new else ghost.since
            if entry is not None and entry.count != last:
                counts.append((entry.count, rolled))
    return counts


@pytest.mark.parametrize("name", sample(EXAMPLES, 2))
@pytest.mark.parametrize("seed", sample(range(3)))
def test_the_landing_that_is_previewed_is_the_landing_after_enter(name: str, seed: int) -> None:
    previewed = 0
    for at, session in enumerate(random_fight(name, seed, 60)):
        question, before = session.encounter.question, session.encounter
        if question is None or (question.ask is Ask.DECLARE and at % 4 and previewed):
            continue
        for choice in sample(choices_of(session), 4):
            ghosts = preview(session, choice, question.who)
            assert session.encounter is before
            try:
                after = taken(session, choice, question.who, at)
            except Refused:
                assert ghosts is NO_GHOSTS
                continue
            for ghost in ghosts.of(question.who):
                counts = counts_of(before, after, ghost)
                previewed += 1
                if not counts and after.encounter.agenda.find(ghost.who, ghost.what, ghost.ref) is None:
                    assert any(isinstance(event, Rolled) for step in after.journal for event in step.events)
                    continue  # a die took it out of the fight, and its turn with it
                assert ghost.at in [count for count, _ in counts], (choice, ghost, counts)
                after_it = counts[[count for count, _ in counts].index(ghost.at) + 1 :]
                assert all(rolled for _, rolled in after_it), (choice, ghost, counts, "moved, and no die fell")
    assert previewed, "some choices of every game have a price in time"


@pytest.mark.parametrize("game", EXAMPLE_OF)
def test_every_game_shows_where_an_attack_lands_or_when_its_turn_comes_again(game: str) -> None:
    for session in random_fight(EXAMPLE_OF[game], 1, 60):
        question = session.encounter.question
        if question is not None and question.ask is Ask.DECLARE:
            attacks = [one for one in lines_of(session, question.who, ()) if one.line.split()[1] in ATTACKS]
            if attacks and all(preview(session, one, question.who).of(question.who) for one in attacks):
                return
    pytest.fail(f"no attack of {game} has a preview")


def test_a_defence_moves_the_bar_of_the_defender_and_what_lands_meanwhile_is_told() -> None:
    sela = {**ANNA, "name": "Sela"}
    table = at_once({**BRANN, "player": ""}, sela, {**GOBLIN, "name": "Gruk"}, house_rules={"must_close": False})
    table.say("next", "brann attack gruk", "gruk attack brann", "sela attack gruk")
    table.say("fix gruk count 15", "fix brann count 19", "fix sela count 20", "next")
    session, question = table.session, table.now.question
    assert question is not None and (question.who, question.about) == ("brann", "gruk")
    parry = next(one for one in session.rules.choices.answers(table.now, question) if one.word == "parry")
    ghosts = preview(session, parry, "brann")
    (ghost,) = ghosts.ghosts
    assert (ghost.what, ghost.since, ghost.new) == (LAND, 19, False) and ghost.at >= 20
    assert [who for who, _ in ghosts.between] == ["sela"]
    nothing = next(one for one in session.rules.choices.answers(table.now, question) if one.word == "nothing")
    assert preview(session, nothing, "brann") is NO_GHOSTS


def test_what_a_new_action_is_and_from_when_is_told() -> None:
    session = declaring("brawl", "hanna")
    attack = next(one for one in lines_of(session, "hanna", ("attack",)) if one.line)
    (ghost,) = preview(session, attack, "hanna").ghosts
    assert ghost.new and ghost.since == 1 and ghost.action is not None
    assert ghost.action.target == attack.line.split()[2]


def test_what_dice_decide_has_no_preview() -> None:
    session = example("brawl")
    session.say("begin")
    session.say("next")
    question = session.encounter.question
    assert question is not None
    assert preview(session, Choice("w", "wait", line=f"{question.who} wait"), question.who) is NO_GHOSTS
    assert preview(session, Choice("x", "no such thing", line=f"{question.who} frobs"), question.who) is NO_GHOSTS
    assert preview(session, Choice("x", "a menu", path=("attack",)), question.who) is NO_GHOSTS


def test_a_group_has_the_ghost_of_whoever_is_asked_for_it() -> None:
    session = due(warren())
    session.say("next")
    ghosts = preview(session, Choice("1", "Brann", line="goblin-1 attack brann"), "goblin-1")
    assert [(ghost.who, ghost.what, ghost.at) for ghost in ghosts.ghosts] == [("goblin-1", LAND, 26)]
    assert session.encounter.agenda.find("goblin-1", DECLARE) is not None, "nothing is written"


@pytest.mark.parametrize("game", sample(EXAMPLE_OF))
@pytest.mark.parametrize("seed", sample(range(3)))
def test_a_target_in_a_list_lands_where_its_ghost_does(game: str, seed: int) -> None:
    for moment, session in enumerate(random_fight(EXAMPLE_OF[game], seed, 60)):
        question = session.encounter.question
        if moment % 3 or question is None or question.ask is not Ask.DECLARE:
            continue
        now = session.encounter.count
        for choice in (one for one in lines_of(session, question.who, ()) if one.whom in session.encounter):
            ghosts = preview(session, choice, question.who).of(question.who)
            later = [ghost.at for ghost in ghosts if ghost.what == LAND and ghost.new and ghost.at > now]
            if later:
                assert choice.lands in later, (choice, later)
            elif ghosts:
                assert choice.lands is None, (choice, ghosts)
