"""One of a group: what stays under the hand, be it the key of a folded row or the word that it is for one only."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.controllers import controller_of
from tests.tui.opening import due, warren
from tests.tui.paper import Paper
from tests.tui.playing import every_size, press
from tracker.encounter.features import groups
from tracker.model.combatant import Action
from tracker.model.events import Noted


@every_size
def test_the_key_of_a_folded_row_stays_whoever_is_worst_off_and_falls(size: tuple[int, int]) -> None:
    session = due(warren())
    player = Paper(session, size)

    def after(line: str) -> str:
        """What is selected by 6, the key on the row of the goblins, once the line is carried out."""
        session.say(line)
        player.screen.draw()
        assert re.findall(r"(\w)▼ ?\d+(?:/12)? goblins", player.text()) == ["6"]
        player.press("6")
        return player.controller.view.selection(session)

    assert after("fix goblin-7 PBD 12") == "goblins (12) are selected, worst off Goblin 7"
    assert after("fix goblin-4 PBD 9") == "goblins (12) are selected, worst off Goblin 4"
    assert after("goblin-1 falls") == "goblins (11) are selected, worst off Goblin 4"
    assert after("goblin-4 falls") == "goblins (10) are selected, worst off Goblin 7"
    player.press("equals_sign", "6")
    assert player.controller.view.selected == "goblin-1", "unfolded, it is the first goblin's own"


def test_this_one_only_holds_until_the_ones_declaration_is_made() -> None:
    session = due(warren())
    controller = controller_of(session)
    press(controller, "space", "\\")
    assert controller.runner.only_one and controller.prompt.who == "goblin-1"
    for line in ("goblin-1 advance", "note a horn is blown", "brann damage 2", "undo"):
        assert controller.say(line), controller.notice.text
        assert controller.runner.only_one, f"{line} declares nothing"
    assert [one.id for one in session.encounter if one.conditions] == ["goblin-1"]
    press(controller, "a", "1")
    assert [one.id for one in session.encounter if one.actions] == ["goblin-1"]
    assert controller.prompt.who == "goblin-2" and not controller.runner.only_one, (
        "the next is asked for all the others"
    )


def test_this_one_only_is_over_at_another_moment_though_the_same_one_is_asked_the_same_there() -> None:
    session = due(warren())
    session.say("next")
    asked = session.encounter
    later = replace(asked, count=asked.count + 24)
    assert groups.still_asked(asked, asked, ())
    assert not groups.still_asked(later, asked, ()), "gone back to another moment"


def test_one_of_a_group_whose_enter_is_refused_steps_aside_with_a_sentence_and_the_next_is_asked() -> None:
    session = due(warren())
    for one in session.encounter:
        if one.group:
            weapon = one.profile.sheet.weapons[0].key  # type: ignore[attr-defined]
            last = Action(1, "attack", weapon, "brann", label=weapon, speed=6)
            marks = {f"drawn.{weapon}": False} if one.id == "goblin-1" else {}
            session.encounter = session.encounter.with_combatant(replace(one, last=last, marks={**one.marks, **marks}))
    session.say("next")
    controller = controller_of(session)
    assert session.encounter.question is not None and session.encounter.question.who == "goblin-1"
    press(controller, "enter")
    assert session.encounter.question.who == "goblin-2"
    notes = [event.text for step in session.journal for event in step.events if isinstance(event, Noted)]
    assert notes[-1].startswith(
        "Goblin 1 steps aside, Goblin 2 declares for the group first: Goblin 1's Short Sword is not"
    )
    press(controller, "enter")
    acting = {one.id for one in session.encounter if one.actions}
    assert len(acting) == 11 and "goblin-1" not in acting
    assert session.encounter.question.who == "goblin-1", "it is asked itself, after the others"
