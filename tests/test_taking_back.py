"""Taking back: what one key or line did goes and comes back as one, in memory and after opening the file again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK, duel, refused
from tests.hybrid.table import BRANN, GOBLIN, Table, at_once
from tests.tui.opening import example
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.encounter.engine.journal import Commit
from tracker.model.events import Rolled
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.fight_log.opening import open_fight, start_fight
from tracker.storage.fight_log.writer import CHECKPOINT
from tracker.storage.preparation import read_encounter

SAVES = Path(__file__).parents[1] / "saves"


def under_orders() -> Table:
    """Anna may declare at 11, and so may Gruk and Grak, who attack again by themselves."""
    grak = {**GRUK, "name": "Grak", "orders": "attack again"}
    table = at_once(ANNA, {**GRUK, "orders": "attack again"}, grak)
    table.say("fix gruk count 12", "fix grak count 12", "next")
    return table


def test_undo_takes_back_the_orders_that_followed_by_themselves() -> None:
    table = under_orders()
    table.say("anna attack gruk")
    before = table.now
    after = table.say("next")
    assert [step.mode for step in after.steps].count("orders") == 2
    declared = table.now
    undone = table.say("undo").undone
    assert len(undone) == len(after.steps) and table.now == before
    table.say("redo")
    assert table.now == declared


def test_undo_action_takes_back_the_action_and_not_only_the_order_behind_it() -> None:
    table = under_orders()
    table.say("fix gruk count 11", "fix grak count 12")
    asked = table.now
    table.say("anna attack gruk")
    assert table.session.journal.steps[table.session.journal.done[-1]].mode == "orders"
    declared = table.now
    table.say("undo-action")
    assert table.now == asked
    table.say("redo")
    assert table.now == declared, "what was taken back with one key comes back with one"


def test_a_newcomers_crowd_is_one_key() -> None:
    prepared = read_encounter(SAVES / "duel.toml")
    session = Session(prepared.encounter, prepared.rules, SeededDice(1), None, stock(prepared))
    session.say("join goblin x3 raiders")
    assert len(session.encounter.combatants) == 5
    session.say("undo")
    assert len(session.encounter.combatants) == 2
    session.say("redo")
    assert len(session.encounter.combatants) == 5


def brawl(path: Path) -> Session:
    text = (SAVES / "brawl.toml").read_text(encoding="utf-8")
    source = path.with_name("brawl.toml")
    source.write_text(f'{text}\n[house_rules]\nfumble = "note"\n', encoding="utf-8")
    prepared = read_encounter(source)
    session = Session(prepared.encounter, prepared.rules, SeededDice(3), start_fight(prepared, path), stock(prepared))
    for who in prepared.encounter:
        session.say(f"{who.id} rolled")
        session.say(f"{who.id} orders attack again, parry")
    session.say("begin")
    return session


def closed(session: Session) -> None:
    session.recorder.close()  # type: ignore[union-attr]


def test_a_fight_opened_again_takes_back_and_brings_back_alike(tmp_path: Path) -> None:
    path = tmp_path / "brawl.fight.toml"
    session = brawl(path)
    states = [session.encounter]
    for count in (20, 60, 130, 200):
        session.say(f"to {count}")
        states.append(session.encounter)
    assert len(session.journal.done) > CHECKPOINT, "long enough for a checkpoint"
    session.say("undo")
    session.say("undo")
    closed(session)
    opened = open_fight(path)
    again = Session(
        opened.encounter, opened.prepared.rules, SeededDice(1), opened.fight_file, None, opened.journal, opened.earlier
    )
    assert again.encounter == states[2]
    again.say("undo")
    assert again.encounter == states[1]
    for state in (states[2], states[3], states[4]):
        again.say("redo")
        assert again.encounter == state
    with pytest.raises(Refused, match="no undone step"):
        again.say("redo")
    closed(again)


def test_a_kill_in_the_middle_of_taking_back_leaves_a_sound_file_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "brawl.fight.toml"
    session = brawl(path)
    before = session.encounter
    session.say("to 60")
    after = session.encounter
    whole = path.stat().st_size
    steps = len(session.say("undo").undone)
    assert steps > 10
    closed(session)
    data = path.read_bytes()
    blocks = [at for at in range(whole, len(data)) if data.startswith(b"\n[[step]]", at)]
    assert len(blocks) == steps
    for cut in (blocks[1], blocks[steps // 2], blocks[-1]):
        for line, state in (("undo", before), ("redo", after)):
            path.write_bytes(data[:cut])
            opened = open_fight(path)
            again = Session(
                opened.encounter,
                opened.prepared.rules,
                SeededDice(1),
                opened.fight_file,
                None,
                opened.journal,
                opened.earlier,
            )
            assert not opened.warnings
            again.say(line)
            assert again.encounter == state
            closed(again)


def rolls(table: Table) -> list[tuple[str, int]]:
    return [(roll.label, roll.total) for _, roll in table.session.dice_of_last()]


def test_any_die_of_the_last_key_can_be_put_right_by_its_place() -> None:
    table = at_once(ANNA, GRUK, dice=(40, 30, 3, 3, 20, 50, 3, 4))
    table.say("fix gruk count 60", "next", "anna attack gruk", "next", "gruk nothing")
    before = rolls(table)
    assert len(before) > 2 and before[0][1] == 40
    table.say("fix die roll 2 31")
    after = rolls(table)
    assert after[0] == before[0], "the die before it is the same"
    assert after[1] == (before[1][0], 31)
    assert not table.session.journal.undone
    with pytest.raises(Refused, match="There is no roll 99"):
        table.say("fix die roll 99 3")
    made = [step for n in table.session.journal.done if (step := table.session.journal.steps[n]).line == "fix die"]
    assert len(made) == 1
    assert all(not isinstance(event, Rolled) for event in made[0].events)


def test_a_failure_in_what_follows_takes_nothing_and_records_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = under_orders()
    table.say("anna attack gruk")
    before, steps = table.now, list(table.session.journal.done)

    def broken(*given: object) -> None:
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr(type(table.session.rules.turns), "command_for_orders", broken)
    with pytest.raises(ZeroDivisionError):
        table.say("next")
    assert (table.now, table.session.journal.done) == (before, steps)


def test_a_failure_of_the_record_takes_nothing_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "brawl.fight.toml"
    session = brawl(path)
    before, done = session.encounter, list(session.journal.done)

    def broken(commit: Commit) -> None:
        assert len(commit.blocks) > 2
        raise TypeError("nobody foresaw this")

    with monkeypatch.context() as patched, pytest.raises(TypeError):
        patched.setattr(session.recorder, "record", broken)
        session.say("to 60")
    assert (session.encounter, session.journal.done) == (before, done)
    session.say("note go on")
    after = session.encounter
    closed(session)
    opened = open_fight(path, look=True)
    assert opened.encounter == after and not opened.warnings


def test_a_whole_action_is_taken_back_with_all_its_steps() -> None:
    table = at_once(BRANN, GOBLIN)
    table.say("fix goblin1 count 60", "next", "brann attack goblin1")
    declared = table.now
    table.fall(90, 10)
    table.say("next", "goblin1 nothing", "01", "50", "=7")
    table.say("undo-action")
    assert table.now.count == 11 and table.asked() != ("brann", "attack")
    assert declared.count == 11


def test_a_new_command_abandons_what_was_taken_back() -> None:
    table = duel()
    table.say("anna wait", "undo", 'anna does "waits and sees" 3')
    assert "There is no undone step" in refused(table, "redo")


@pytest.mark.parametrize(
    ("game", "line", "undone"),
    [
        ("brawl", "hanna,old-tom damage 3", "Undone: Hanna takes 3 by hand; Old Tom too"),
        ("plain-skirmish", "ann,bert damage 3", "Undone: Ann hit points −3 → 13 (GM); Bert hit points −3 → 9 (GM)"),
        ("plain-skirmish", "goblin-1,goblin-2,wolf falls", "Undone: Goblin 1 goes down (GM); Goblin 2 and Wolf too"),
    ],
)
def test_undo_names_all_whom_a_line_concerned(game: str, line: str, undone: str) -> None:
    controller = controller_of(example(game, 3))
    assert controller.say(line) and controller.say("undo")
    assert controller.notice.text == undone
