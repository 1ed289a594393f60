"""The worked moment of the rules, blow for blow, by lines and by keys."""

from __future__ import annotations

from pathlib import Path

import tomli_w

from tests.phases.table import KANE, ROOK, VOS, Table, blows, losses, rolls
from tests.tui.paper import Paper
from tracker.dice.source import ScriptedDice
from tracker.model.combatant import Presence
from tracker.model.events import Event
from tracker.session import Session
from tracker.storage.preparation import read_encounter

FELL = [41, 40, 88, 52, 27, 6, 12, 8, 3, 71, 55, 75, 7, 90, 56, 31, 61, 4, 92, 11, 10, 70, 60, 99, 20, 90, 2]


def test_the_worked_moment_by_lines() -> None:
    table = Table(KANE, VOS, ROOK, dice=FELL)
    assert rolls(table.say("begin")) == [
        ("kane", 41, 55, "success"), ("vos", 40, 40, "success"), ("rook", 88, 65, "failure"),
    ]  # fmt: skip
    order = sorted(("kane", "vos", "rook"), key=lambda who: table.session.rules.turns.tie_order(table.now, who))
    assert order == ["kane", "vos", "rook"]

    table.say("next")
    assert (table.at, table.asked()) == ("1.1", ("kane", "declare"))
    shot = table.say("kane fire rook level -1")
    assert rolls(shot) == [("kane", 52, 69, "success")]
    assert losses(shot) == [("rook", "HF", -6, 0), ("rook", "CH", -6, 0)]
    assert (table.pools("rook")["HF"], table.pools("rook")["CH"]) == (19, 4)
    assert table.asked() == ("rook", "declare")
    table.say("rook fire kane")
    assert table.asked() == ("rook", "amount")
    burst = table.say("5")
    assert [(total, chance) for _, total, chance, _ in rolls(burst)] == [
        (12, 55),
        (71, 55),
        (55, 55),
        (90, 55),
        (56, 55),
    ]
    assert blows(burst) == [
        ("kane", "hit", "head", 3), ("kane", "missed", "", 0), ("kane", "hit", "left arm", 7),
        ("kane", "missed", "", 0), ("kane", "missed", "", 0),
    ]  # fmt: skip
    assert losses(burst) == [
        ("kane", "HF", -3, 0), ("kane", "HD", -3, 0), ("kane", "HF", -7, 0), ("kane", "LA", -6, 1),
    ]  # fmt: skip
    assert table.bears("kane") == {"useless-la"}

    table.say("next")
    assert (table.at, table.asked()) == ("1.2", ("kane", "declare"))
    table.say("kane move")
    assert table.due("kane") == "2.1"
    assert table.asked() == ("vos", "declare")
    table.say("vos move", "rook hold", "next")
    assert (table.at, table.asked()) == ("1.3", ("vos", "declare"))
    cut = table.say("vos strike kane")
    assert rolls(cut) == [("vos", 31, 75, "success")]
    assert losses(cut) == [("kane", "HF", -4, 0), ("kane", "RA", -4, 0)]
    assert table.due("vos") == "2.2"
    end = table.say("rook move", "next")
    assert losses(end) == []

    assert (table.at, table.asked()) == ("2.1", ("kane", "declare"))
    shot = table.say("kane fire vos")
    assert rolls(shot) == [("kane", 92, 92, "success")]
    assert losses(shot) == [("vos", "HF", -10, 0), ("vos", "CH", -8, 2)]
    assert table.bears("vos") == {"unconscious"} and table.now["vos"].presence is Presence.DOWN
    assert table.due("vos") == ""
    table.say("rook hold", "next")
    assert (table.at, table.asked()) == ("2.2", ("kane", "declare"))
    assert rolls(table.say("kane fire rook level -1")) == [("kane", 70, 69, "failure")]
    assert table.due("kane") == "3.1"
    burst = table.say("rook fire kane 3")
    assert [total for _, total, _, _ in rolls(burst)] == [60, 99, 20]
    assert losses(burst) == [("kane", "HF", -2, 0), ("kane", "LL", -2, 0)]
    table.say("next")
    assert (table.at, table.asked()) == ("2.3", ("rook", "declare"))
    card = table.session.rules.choices.menu(table.now, "rook", ())
    assert next(choice.price for choice in card.choices if choice.key == "f") == "2 shots now, 2 in this phase"
    assert losses(table.say("rook hold", "next")) == []

    for phase in (3, 4, 5, 6):
        table.until("kane", f"{phase + 1}.1")
        assert table.pools("vos")["CH"] == phase - 2
    assert table.pools("vos")["CH"] == 4 and table.now["vos"].able and table.bears("vos") == set()
    woke = [
        step
        for step in table.session.journal.steps.values()
        if any("awake" in getattr(e, "why", "") for e in step.events)
    ]
    assert [table.session.rules.unit.text(step.at) for step in woke] in (["6.3"], ["7.1"])
    assert table.due("vos") == "7.2"
    assert not table.dice._faces or list(table.dice._faces) == []


def events_of(session: Session) -> list[Event]:
    return [event for n in session.journal.done for event in session.journal.steps[n].events]


def test_the_same_by_keys_gives_the_same_events(tmp_path: Path) -> None:
    path = tmp_path / "moment.toml"
    entries = [{**KANE, "player": "Ana"}, VOS, ROOK]
    path.write_text(tomli_w.dumps({"format": 1, "title": "m", "system": "phases", "combatant": entries}))
    lines = Table(*entries, dice=[*FELL[1:3], *FELL[6:19], *FELL[22:]])
    by_lines = [
        "begin", "41", "next", "kane fire rook level -1", "52", "27", "6", "rook fire kane 5", "next", "kane move",
        "vos move", "rook hold", "next", "vos strike kane", "rook move", "next", "kane fire vos", "92", "11", "10",
        "rook hold", "next", "kane fire rook level -1", "70", "rook fire kane 3", "next", "rook hold",
    ]  # fmt: skip
    lines.say(*by_lines)
    prepared = read_encounter(path, library_dirs=())
    session = Session(prepared.encounter, prepared.rules, ScriptedDice([*FELL[1:3], *FELL[6:19], *FELL[22:]]))
    player = Paper(session)
    player.press("enter", "4", "1", "space")
    assert "1.1" in player.text() and "Kane may declare" in player.text()
    player.press("f", "s", "1", "3", "5", "2", "2", "7", "6")
    assert session.encounter["rook"].pool("HF") == 19
    player.press("f", "1")
    assert "55 %" in player.text()
    player.press("5")
    assert "98 % at least one in 5, 55 % a shot · 0 left" in player.text()
    player.press("enter", "space", "m", "m", "w", "space", "s", "1", "m", "space")
    assert (session.encounter.count, session.encounter["kane"].pool("RA")) == (3, 2)
    player.press("f", "2", "9", "2", "1", "1", "1", "0")
    player.press("w", "space", "f", "s", "1", "3", "7", "0", "f", "1", "3", "enter", "space", "w")
    assert session.encounter["vos"].condition("unconscious") is not None
    assert [left for one in session.encounter for left in one.pools] == [
        left for one in lines.now for left in one.pools
    ]
    kinds = [
        (type(e), getattr(e, "total", None)) for e in events_of(session) if type(e).__name__ in ("Rolled", "Struck")
    ]
    known = [
        (type(e), getattr(e, "total", None))
        for e in events_of(lines.session)
        if type(e).__name__ in ("Rolled", "Struck")
    ]
    assert kinds == known and len(kinds) == len(FELL) + 10
