"""Actions carried out in the step that declares them, what closes a count, actions in words in a game's own way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.encounter.table import Plain, say, table, told
from tracker.clock.agenda import Due
from tracker.encounter.engine.declarations import declare_at_once, end_action, may_declare_at
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.commands import Do
from tracker.model.refusals import Refused
from tracker.model.state import Encounter, Rank


class AtOnce(Plain):
    """The plain game with blows that fall as soon as they are declared, and a bell at the end of every other beat."""

    rings = False

    def begin(self, draft: StepBuilder) -> None:
        for one in draft.encounter.combatants:
            may_declare_at(draft, one.id, 1)
        draft.emit(ev.DueAdded(who="", what="bell", at=1, rank=Rank.CLOSING))

    def decide(self, draft: StepBuilder, command: Do) -> None:
        label = f"slap {draft[command.words[0]].name}"
        action = declare_at_once(draft, command.who, Action(0, "hit", target=command.words[0], label=label))
        draft.push("slap", who=command.who, action=action.id)

    def resume(self, draft: StepBuilder, task: object) -> None:
        data = task.data  # type: ignore[attr-defined]
        action = draft[data["who"]].action(data["action"])
        assert action is not None
        draft.emit(ev.Struck(who=data["who"], target=action.target, outcome="hit", label="a slap"))
        end_action(draft, data["who"], action, "landed")
        may_declare_at(draft, data["who"], draft.encounter.count + 1)

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        draft.note("the bell")
        draft.emit(ev.DueAdded(who="", what="bell", at=draft.encounter.count + 2, rank=Rank.CLOSING))

    def next_stops_at(self, encounter: Encounter, due: Due) -> bool:
        return self.rings and due.what == "bell"

    def start_improvised(self, draft: StepBuilder, who: str, text: str, counts: int) -> bool:
        if counts == 1:
            return False
        declare_at_once(draft, who, Action(0, "word", label=text))
        draft.note(f"{text}, in a game's own way")
        return True


def test_what_is_declared_at_once_is_over_before_the_next_is_asked() -> None:
    fight = table(AtOnce)
    say(fight, "begin", "next")
    events = say(fight, "ann attack bob")
    assert told(fight, events) == ["Ann: slap Bob", "Ann on Bob: hit, a slap"]
    assert not fight.encounter["ann"].actions and not [due for due in fight.encounter.agenda if due.what == "land"]
    question = fight.encounter.question
    assert question is not None and question.who == "bob"


def test_what_closes_a_count_comes_after_all_its_declarations_in_passing() -> None:
    fight = table(AtOnce)
    say(fight, "begin", "next", "ann attack bob")
    assert "the bell" in told(fight, say(fight, "bob attack ann", "next"))
    assert fight.encounter.count == 2
    question = fight.encounter.question
    assert question is not None and question.who == "ann"


def test_a_closing_alone_leads_nowhere_unless_the_game_goes_on_to_it() -> None:
    fight = table(AtOnce)
    say(fight, "begin", "ann leaves", "bob leaves")
    with pytest.raises(Refused, match="No fighter is left"):
        say(fight, "next")
    fight.rules.resolution.rings = True  # type: ignore[attr-defined]
    assert told(fight, say(fight, "next")) == ["the bell"]
    assert fight.encounter.count == 1
    assert told(fight, say(fight, "to 7")) == ["the bell"] * 3


def test_a_game_may_have_actions_in_words_its_own_way() -> None:
    fight = table(AtOnce)
    say(fight, "begin", "next")
    assert "shouts, in a game's own way" in told(fight, say(fight, 'ann does "shouts" 3'))
    say(fight, 'bob does "waits for it" 1')
    assert fight.encounter["bob"].actions[0].label == "waits for it"
