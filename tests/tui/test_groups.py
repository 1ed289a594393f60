"""Groups on the screen: folded to a lane and a row, asked once for all, and a fight of twelve goblins in few keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.crowd import crowd
from tests.lanes import sample
from tests.tui.course import sides
from tests.tui.opening import due, warren
from tests.tui.paper import Paper
from tests.tui.playing import Player, every_size
from tracker.dice.source import SeededDice
from tracker.encounter.hidden_fighters import unseen
from tracker.export.story import story_of_steps
from tracker.line_mode.listener import Listener
from tracker.model.events import ActionEnded, Answered, Rolled, Struck
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.session.dry_run import asked_in_turn
from tracker.storage.preparation import read_encounter
from tracker.text.cells import words
from tracker.tui.screens.help import help_lines
from tracker.views.fighters.collapsed_groups import folded

SAVES = Path(__file__).parents[2] / "saves"
CROWD = crowd('name = "Brann"\nnumber = 3')


def rows(player: Paper | Player) -> list[str]:
    """The rows and lanes of single goblins."""
    return [line for line in player.seen() if "▼ Goblin" in line or "▼Goblin" in line]


@every_size
def test_a_group_is_one_row_and_one_lane_and_unfolds_by_a_key(size: tuple[int, int]) -> None:
    session = due(warren())
    player = Paper(session, size)
    assert re.search("12(/12)? goblins", player.text()) and not rows(player)
    player.press("equals_sign")
    assert rows(player) and not re.search("12(/12)? goblins", player.text())
    player.press("equals_sign")
    session.say("goblin-9 leaves")
    player.screen.draw()
    assert re.search("11(/12)? goblins", player.text())


@every_size
def test_a_folded_group_is_due_once_in_the_head_line(size: tuple[int, int]) -> None:
    player = Paper(due(warren()), size)
    assert "next ◆20 goblins ×12 " in player.seen()[0] and "then ◆90 Brann" in player.seen()[0]
    player.press("space", "backslash", "a", "1")
    assert "then ◆20 goblins ×10" in player.seen()[0], "one is asked, another has declared"
    player.press("equals_sign")
    assert "then ◆20 Goblin 3, ◆20 Goblin 4" in player.seen()[0]


def test_what_a_group_did_together_is_told_once_when_it_is_taken_back() -> None:
    player = Paper(due(warren()), (120, 36))
    player.press("space", "colon")
    player.type("goblins attack brann")
    player.press("enter", "u")
    assert "Undone: Goblin 1 attacks Brann, and 11 more of goblins " in player.text()


def test_a_folded_group_leaves_its_lanes_to_what_stands_below() -> None:
    player = Paper(due(warren()), (200, 50))
    timeline = player.screen.query_one("#timeline")
    folded = timeline.size.height
    player.press("equals_sign")
    assert timeline.size.height == folded + 11


@every_size
def test_what_some_of_a_folded_group_bear_is_counted_and_what_is_due_of_one_bears_its_name(
    size: tuple[int, int],
) -> None:
    session = due(warren())
    for line in ("fix goblin-5 stunned on", "fix goblin-6 stunned on", "fix goblin-7 bleeding on"):
        session.say(line)
    player = Paper(session, size)
    assert size[0] < 110 or "2 stunned, 1 bleeding" in player.text(), "below its row"
    lane = next(line for line in player.seen() if line[2:].startswith("▼") and "goblins" in line)
    assert " 2 stu" in lane and "until" not in lane
    assert "Goblin 7 bleeding" in player.text() and "bleeding-" not in player.text()


def test_what_all_of_a_folded_group_bear_is_its_own() -> None:
    session = due(warren())
    session.say('goblins is "blessed"')
    session.say("goblin-5 hidden")
    session.say("goblin-6 surrenders")
    shown = folded(session.encounter, (), session.rules.abilities.orders)
    assert [one.label for one in shown["goblin-1"].conditions] == ["blessed", "1 hidden"]
    assert not unseen(shown, shown["goblin-5"].id)


@every_size
def test_whoever_is_hidden_bears_a_sign_in_row_and_lane_at_every_size(size: tuple[int, int]) -> None:
    session = due(warren())
    player = Paper(session, size)
    assert "◌" not in player.text()
    player.press("2", "semicolon", "h")
    rows = 1 + (size[0] == 80)  # on the board, and where that has no bars in the pane of bars
    assert sum("◌Odo" in line for line in player.seen()) == rows
    player.press("6", "semicolon", "h")
    assert 1 <= sum(bool(re.search("▼◌.*gob", line)) for line in player.seen()) <= rows
    player.press("2", "semicolon", "h")
    assert "◌Odo" not in player.text(), "revealed"


def test_lines_and_sentences_about_a_group_or_somebody_have_no_ids() -> None:
    session = due(warren())
    session.say("odo orders attack goblin2 with Mace, parry above 40, flee without brann")
    session.say('wat is "half blind" until goblin-3 acts')
    player = Paper(session, (120, 36))
    player.press("6", "semicolon", "d")
    assert ": goblins damage" in player.text()
    player.type("1")
    player.press("enter")
    assert "goblin-" not in player.text()
    player.press("2", "semicolon", "o")
    assert "attacks Goblin 2 with Mace" in player.text() and "flee without Brann" in player.text()
    player.press("t")
    assert " orders attack Goblin 2 with Mace, parry above 40, flee without Brann" in player.text()
    player.press("enter")
    assert session.encounter["odo"].orders.text == "attack goblin-2 with Mace, parry above 40, flee without brann"
    assert "Odo: orders attack Goblin 2 with Mace" in player.text()
    player.press("escape", "escape", "escape", "5", "s")
    assert "half blind until Goblin 3 acts" in player.text() and "goblin-" not in player.text()


def test_marked_ones_are_named_once_and_typed_lines_have_the_keys_of_their_rows() -> None:
    player = Paper(due(warren()), (120, 36))
    player.press("colon", *"mark", "space", *"1,7-9,11", "enter")
    assert "Marked: 5 fighters: Brann, Goblin 2, Goblin 3 … · " in player.text()
    player.press("semicolon", "d")
    assert ": 1,7-9,b damage" in player.text()
    player.type("2")
    player.press("enter")
    session = player.controller.session
    hurt = [one.id for one in session.encounter if one.pools != tuple(pool.full for pool in one.profile.pools)]
    assert hurt == ["brann", "goblin-2", "goblin-3", "goblin-4", "goblin-6"]


def test_a_menu_that_answers_nothing_does_not_say_whom_an_answer_is_for() -> None:
    player = Paper(due(warren()), (120, 36))
    player.press("space")
    assert "or all 12 of the group" in player.text()
    player.press("exclamation_mark")
    assert "Events" in player.text() or "event" in player.text()
    assert "or all 12 of the group" not in player.text()
    player.press("escape", "1", "semicolon")
    assert "or all 12 of the group" not in player.text()


def test_a_number_is_the_seat_for_marks_and_for_lines_alike() -> None:
    session = due(warren())
    player = Paper(session, (120, 36))
    player.press("colon", *"mark 6", "enter")
    assert player.controller.view.marks == ("goblin-1",)
    player.press("colon", *"mark none", "enter")
    assert player.controller.view.marks == () and "No fighter is marked." in player.text()
    before = session.encounter["goblin-1"].pools
    session.say("6 damage 1")
    assert session.encounter["goblin-1"].pools != before


def test_a_group_unfolds_by_a_line() -> None:
    player = Paper(due(warren()), (120, 36))
    for shown in (True, False):
        player.press("colon", *"fold", "enter")
        assert bool(rows(player)) is shown


def test_who_stands_for_a_folded_group_is_the_worst_off_who_stands() -> None:
    session = due(warren())
    session.say("fix goblin-5 PBD 3")
    session.say("fix goblin-6 PBD 1")
    session.say("goblin-6 leaves")
    words = session.rules.abilities.orders
    shown = folded(session.encounter, (), words)
    row = shown["goblin-1"]
    assert (row.id, row.name, len(shown.combatants)) == ("goblin-5", "11/12 goblins", 6)
    assert row.conditions[0].label == "worst: Goblin 5"
    assert folded(session.encounter, ("goblins",), words) is session.encounter
    assert shown["goblin-9"] is row and shown["brann"] is session.encounter["brann"]


def test_twelve_goblins_of_a_group_declare_and_land_in_six_keys() -> None:
    session = due(warren())
    player = Paper(session, (120, 36))
    player.press("space")
    before = player.pressed
    player.press("a", "1", "space", "enter")
    assert player.pressed - before <= 6
    assert not any(session.encounter[f"goblin-{at}"].actions for at in range(1, 13)), "all have landed"


@pytest.mark.parametrize("seed", sample(range(8)))
def test_a_group_of_one_count_declares_and_lands_in_six_keys_whatever_its_dice(seed: int) -> None:
    """The goblins' initiative is rolled; the heroes are far off, so that nobody else comes in between."""
    session = warren(seed)
    session.say("begin")
    for one in session.encounter:
        if not one.group:
            session.say(f"fix {one.id} count {90 + one.profile.seat}")
    goblins = [one.id for one in session.encounter if one.group]
    player = Paper(session, (120, 36))
    before, declared = player.pressed, set[str]()
    player.press("space", "a", "1")
    declared |= {who for who in goblins if session.encounter[who].actions}
    assert len(declared) == 12
    player.press("space", "enter")
    question = session.encounter.question
    if question is not None and question.what == "fumble":
        player.press("enter")
    assert player.pressed - before <= 6
    struck = {e.who for step in session.journal for e in step.events if isinstance(e, Rolled) and e.what == "attack"}
    assert struck == declared, "all have landed"


def test_a_run_that_a_question_stopped_goes_on_once_it_is_answered(tmp_path: Path) -> None:
    session = struck(tmp_path, 1)
    session.say("undo")
    player = Paper(session, (120, 36))
    player.press("colon", *"to 60", "enter")
    assert session.encounter.question is not None and "then on to 60 · esc: stop here" in player.text()
    player.press("enter")
    while session.encounter.question is not None:
        player.press("enter")
    assert session.encounter.count == 60
    player.press("u")
    assert session.encounter.count < 60
    player.press("u")
    assert session.encounter.question is not None and "then on to" not in player.text(), "undo lets go of it"


def test_esc_lets_go_of_a_run_that_a_question_stopped(tmp_path: Path) -> None:
    session = struck(tmp_path, 1)
    session.say("undo")
    player = Paper(session, (120, 36))
    player.press("colon", *"to 60", "enter", "escape")
    assert "The fight no longer goes on to count 60." in player.text()
    while session.encounter.question is not None:
        player.press("enter")
    assert session.encounter.count < 60


def test_a_batch_of_a_group_that_comes_up_later_does_as_the_others_by_one_key() -> None:
    session = due(warren())
    for count, some in ((22, range(5, 9)), (24, range(9, 13))):
        for at in some:
            session.say(f"fix goblin-{at} count {count}")
    player = Paper(session, (120, 36))
    player.press("space", "a", "1")
    for many in (8, 12):
        player.press("space")
        assert "Short Sword at Brann" in player.text()
        player.press("enter")
        assert sum(bool(one.actions) for one in session.encounter if one.group) == many
    assert {one.actions[0].target for one in session.encounter if one.group} == {"brann"}


def test_by_key_the_next_declaration_is_for_one_of_them_only() -> None:
    session = due(warren())
    player = Paper(session, (120, 36))
    player.press("space")
    assert "or all 12 of the group" in player.text()
    player.press("backslash")
    assert "nly this one" in player.text()
    player.press("a", "1")
    assert sum(bool(one.actions) for one in session.encounter) == 1
    assert "or all 11 of the group" in player.text()


def struck(folder: Path, many: int) -> Session:
    """So many heroes strike as many goblins of one group, and their blows come at one count."""
    path = folder / "crowd.toml"
    path.write_text(CROWD, encoding="utf-8")
    ready = read_encounter(path, library_dirs=())
    session = Session(ready.encounter, ready.rules, SeededDice(4))
    session.say("begin")
    for one in session.encounter:
        session.say(f"fix {one.id} count {11 if one.id in [f'brann-{at}' for at in range(1, many + 1)] else 90}")
    session.say("next")
    for _ in range(many):
        question = session.encounter.question
        assert question is not None
        session.say(f"{question.who} attack goblin-{question.who[-1]}")
    session.say("next")
    return session


def test_an_answer_says_for_how_many_and_whom_it_is_at_80_columns(tmp_path: Path) -> None:
    session = struck(tmp_path, 3)
    question = session.encounter.question
    assert question is not None and question.what == "defence"
    player = Paper(session, (80, 24))
    seen = " ".join(player.text().split())
    assert "For all 3 of the group: Goblin" in seen and "… · \\: only this one" in seen, seen
    assert "asked alike" not in seen
    asked = len(session.journal.done)
    player.press("enter")
    steps = [session.journal.steps[n] for n in session.journal.done[asked:]]
    answers = [e for step in steps for e in step.events if isinstance(e, Answered) and e.what == "defence"]
    assert len(answers) == 3, "as many as were told"


def test_whom_an_answer_is_for_is_reckoned_once_a_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a rehearsal of all their answers, and every arrow and resize draws the question again."""
    session, states = struck(tmp_path, 3), list[Encounter]()

    def counted(told: Session) -> tuple[Encounter, ...]:
        states.append(told.encounter)
        return asked_in_turn(told)

    monkeypatch.setattr("tracker.controller.controller.asked_in_turn", counted)
    player = Paper(session, (80, 24))
    for _ in range(3):
        player.screen.draw()
    assert "or all 3 of the group" in " ".join(player.text().split()) and states == [session.encounter]
    player.press("enter")
    assert states[1:] == [session.encounter], "and anew after a step"


def test_where_one_of_a_group_is_asked_alone_no_more_are_named(tmp_path: Path) -> None:
    session = struck(tmp_path, 1)
    player = Paper(session, (80, 24))
    assert "about to be hit" in player.text()
    assert "1 of the group" not in player.text() and "nly this one" not in player.text()


def test_the_log_tells_it_in_one_line_that_unfolds_by_the_arrows_and_by_a_click() -> None:
    session = due(warren())
    player = Paper(session, (200, 50))
    player.press("space", "a", "1", "space", "enter")
    assert "goblins: 12 attacks on Brann" in player.text() and "Goblin 6 on Brann" not in player.text()
    player.press("l")
    log, view = player.controller.runner.log, player.controller.view
    while not (entry := view.marked_entry()) or not entry.words.text.startswith("goblins: "):
        player.press("up")
    player.press(*["down"] * 8)
    assert "Goblin 1 on Brann: missed" in player.text() and log.is_behind(view.cursor)
    player.press(*["up"] * 9)
    assert "Goblin 1 on Brann: missed" not in player.text(), "left upwards it folds"
    player.press("escape")
    player.click("goblins: 12 attacks")
    assert "Goblin 1 on Brann: missed" in player.text()


def test_what_a_group_did_is_counted_where_its_blows_find_no_room_one_by_one() -> None:
    player = Paper(due(warren()), (80, 24))
    player.press("space", "a", "1", "space", "enter")
    assert "─ 26 goblins ×12 on Brann, 2 hit, 2 parried, 8 missed: " in player.text()


def test_by_ear_and_in_the_story_every_line_behind_one_is_told() -> None:
    session = due(warren())
    listener = Listener(session)
    for spoken in ("n", "goblins attack brann"):
        list(listener.hear(spoken))
    heard = "\n".join(listener.hear("l"))
    story = story_of_steps("", session.rules.unit, warren().encounter, ((step, True) for step in session.journal))
    for at in range(1, 13):
        line = f"Goblin {at}: short sword on Brann"
        assert line in heard and any(entry.text.startswith(line) for entry in story.entries)


def test_orders_of_a_folded_group_are_given_to_all_of_it_from_its_menu() -> None:
    session = due(warren())
    player = Paper(session, (120, 36))
    player.press("6", "semicolon", "o", "a", "n", "d")
    assert {one.orders.text for one in session.encounter if one.group} == {"attack nearest"}


@pytest.mark.parametrize("seed", sample([1, 2, 3], 1))
def test_space_alone_plays_the_warren_in_120_keys_and_stops_at_no_blow_by_orders_whose_target_is_gone(
    seed: int,
) -> None:
    session = warren(seed)
    session.say("begin")
    for one in session.encounter:
        if one.group or one.id in ("brann", "odo"):
            session.say(f"{one.id} orders attack nearest, {'nothing' if one.group else 'parry above 40'}")
    spaces, aborted = 0, 0
    while len(sides(session.encounter)) > 1:
        events = [event for step in session.say("next").steps for event in step.events]
        spaces += 1
        aborted += sum(isinstance(event, ActionEnded) and event.how == "aborted" for event in events)
        assert any(isinstance(event, Struck) for event in events) and session.encounter.question is None
    assert aborted and spaces + len("6;oanbnd1;oand2;oand") <= 120, spaces


def test_by_click_a_folded_row_is_selected_and_its_menu_is_about_all_of_it() -> None:
    session = due(warren())
    player = Paper(session, (120, 36))
    player.click("12 goblins")
    assert session.encounter[player.controller.view.selected].group == "goblins"
    player.click("; change")
    player.click("standing orders")
    player.click("target")
    player.click("the weakest foe")
    assert {one.orders.text for one in session.encounter if one.group} == {"attack weakest"}


@every_size
def test_a_folded_row_says_for_whom_a_blow_by_hand_is_and_is_marked_as_a_whole(size: tuple[int, int]) -> None:
    session = due(warren())
    everybody = tuple(one.id for one in session.encounter if one.group)
    player = Paper(session, size)
    view = player.controller.view
    player.press("6")
    assert "goblins (12) are selected, worst off Goblin 1." in player.text()
    player.press("7")
    assert "goblins (12) are selected, sheet of Goblin 2." in player.text()
    player.press("minus")
    assert "Damage to Goblin 2 (1 of 12 goblins; ; d for all):" in player.text()
    player.press("escape", "5", "apostrophe")
    assert view.marks == ("wat",)
    player.press("apostrophe")
    assert view.marks == ("wat", *everybody), "the row after Wat is the group, and marked whole"
    player.press("7", "apostrophe")
    assert view.marks == ("wat",), "the same key lets go of all of it"
    player.press("5", "apostrophe", "6", "apostrophe", "minus")
    assert "Damage to all 12 goblins:" in player.text()
    player.press("escape", "escape", "equals_sign", "6")
    assert "Goblin 1 is selected." in player.text()
    player.press("minus")
    assert "Damage to Goblin 1:" in player.text()


def test_help_says_how_a_line_of_a_group_in_the_log_unfolds() -> None:
    text = " ".join(words(line).strip() for line in help_lines(controller_of(warren()).keymap, 78))
    assert "▸ one line for all of a group: a click, or l and ↑↓, unfolds it (▾)." in text


def test_an_answer_for_several_tells_the_range_of_their_own_chances(tmp_path: Path) -> None:
    session = struck(tmp_path, 3)
    session.say('goblin-2 is "half blind" -3')
    own: list[int] = []
    for state in asked_in_turn(session):
        assert state.question is not None
        parry = next(one for one in session.rules.choices.answers(state, state.question) if one.word == "parry")
        assert parry.works is not None
        own.append(int(parry.works.most))
    assert len(own) == 3 and len(set(own)) == 2
    controller = controller_of(session)
    (shown,) = [choice for choice in controller.prompt.choices if choice.word == "parry"]
    assert shown.told.startswith(f"parry {min(own)}–{max(own)} %")
    controller.runner.only_one = True
    (shown,) = [choice for choice in controller.prompt.choices if choice.word == "parry"]
    assert shown.told.startswith(f"parry {own[0]} %")
