"""A game that writes its counts as two numbers: `4.2`, `1:23`; it is so everywhere a count is written or read."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.asking import explained
from tests.encounter.skirmish import ANN, BOB
from tests.encounter.table import say, told
from tracker.cli.narration import Teller, standing
from tracker.clock.spans import WHOLE, Counting, TimeUnit
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.journal import Step
from tracker.game_api.rules import Rules
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.library.lookup import read_library
from tracker.storage.preparation import prepare
from tracker.storage.toml.diagnostics import InvalidFile
from tracker.views.fighters.fighters import lay_fighters
from tracker.views.fighters.sheet import lay_sheet
from tracker.views.headline import lay_head
from tracker.views.log.roll_log import RollLog, lay_log
from tracker.views.records import of_state
from tracker.views.timeline.timeline import lay_timeline

PHASES = TimeUnit("sub-phase", "sub-phases", Fraction(1, 2), Counting(3, ".", 1), aliases=("phase",))
CLOCK = TimeUnit("second", "seconds", Fraction(1), Counting(60, ":", digits=2))
HALVES = TimeUnit("half-second", "half-seconds", Fraction(2), Counting(2, ".", step=5))


def in_phases() -> Session:
    """The plain game, counted in sub-phases of two seconds; Ann and Bob declare at 1.2, Ann first."""
    fight = prepare({"system": "plain", "title": "A small fight", "combatant": [ANN, BOB]})
    return Session(fight.encounter, counted(fight.rules), ScriptedDice([15, 1]))


def counted(rules: Rules) -> Rules:
    """The same rules, in sub-phases."""
    assert isinstance(rules, Rules)
    return replace(rules, unit=PHASES)


def test_counts_are_written_as_phase_and_sub_phase() -> None:
    assert [PHASES.text(count) for count in (0, 1, 2, 3, 10, 11)] == ["1.1", "1.2", "1.3", "2.1", "4.2", "4.3"]
    assert [CLOCK.text(count) for count in (0, 59, 83, 600)] == ["0:00", "0:59", "1:23", "10:00"]
    assert [HALVES.text(count) for count in (0, 1, 2, 7, 8)] == ["0.0", "0.5", "1.0", "3.5", "4.0"]
    assert WHOLE.text(17) == "17"


def test_what_is_written_is_read_back_and_a_bare_number_is_the_count() -> None:
    for unit in (PHASES, CLOCK, HALVES, WHOLE):
        assert [unit.read(unit.text(count)) for count in range(200)] == list(range(200))
        assert unit.read("45") == 45
    assert [PHASES.read(text) for text in ("4.4", "4.0", "0.1", "4.", ".2", "4.2.1", "x", "-1", "4:2")] == [None] * 9
    assert [CLOCK.read(text) for text in ("1:60", "1:-1", "1.2")] == [None] * 3
    assert [HALVES.read(text) for text in ("3.2", "3.6", "3.10", "3:5", "3.05", "3.005", "3.00")] == [None] * 7


def test_to_goes_to_a_written_moment_and_says_where_it_cannot() -> None:
    fight = in_phases()
    say(fight, "begin", "next", "ann wait", "bob wait", "to 1.3")
    assert fight.encounter.count == 2
    with pytest.raises(Refused, match=r"The fight is at 1\.3 already; `undo` goes back to 1\.2"):
        say(fight, "to 1.2")
    with pytest.raises(Refused, match=r"A sub-phase is written such as 4\.2, from 1\.1 on, not 4\.5"):
        say(fight, "to 4.5")


def test_fixes_and_events_are_read_in_phases_and_told_in_phases() -> None:
    fight = in_phases()
    say(fight, "begin")
    events = say(fight, "fix ann count 4.2", "fix bob phase 5.1", "fix ann guarding on until 3.3", 'event 6.1 "Rain"')
    assert [due.count for due in fight.encounter.agenda] == [8, 10, 12, 15]
    assert told(fight, events) == [
        "Ann: 1.2 → 4.2 (corrected by the GM)",
        "Bob: 1.2 → 5.1 (corrected by the GM)",
        "Ann: on guard +4 until 3.3",
        "at 6.1: Rain",
    ]
    with pytest.raises(Refused, match=r"Ann cannot declare at 1\.1: may declare at 4\.2"):
        say(fight, "ann attack bob")


def test_every_pane_and_every_line_of_run_writes_phases() -> None:
    fight = in_phases()
    say(fight, "begin", "fix bob guarding on until 6.2", "next", "fix bob count 5.1")
    events = say(fight, 'ann does "climbs" 3')
    head = "".join(span.text for span in lay_head(fight.encounter, fight.rules, "Ford", "", 120))
    assert "sub-phase 1.2" in head or "sub-phase 1.3" in head
    assert "next ●2.2 Ann " in head and "then ◆5.1 Bob" in head
    lanes = ["".join(span.text for span in line) for line in lay_timeline(
        fight.encounter, fight.rules, cells=100, height=6).lines]  # fmt: skip
    assert f"▼{PHASES.text(fight.encounter.count)}" in lanes[0] and "5.1" in lanes[0]
    assert f"●{PHASES.text(fight.encounter.count + 3)}" in lanes[1] and "◆5.1" in lanes[2]
    assert told(fight, events)[-1].endswith(f"lands {PHASES.text(fight.encounter.count + 3)}")
    assert any("until 6.2" in line for line in _text(lay_sheet(
        fight.encounter, fight.rules.display.card(fight.encounter, "bob"), 60, fight.rules.unit)))  # fmt: skip
    fighters = _text(lay_fighters(fight.encounter, fight.rules, cells=100, height=6).lines)
    assert any("on guard +4 until 6.2" in line for line in fighters)
    log = RollLog(str, fight.rules.unit)
    log.follow(fight.journal)
    here = PHASES.text(fight.encounter.count)
    assert _text(lay_log(log, cells=60, height=1).lines)[0].startswith(here)
    step = Step(1, fight.encounter.count, "", tuple(events))
    narrated = list(Teller(fight.encounter, fight.rules.unit).lines(step, step.at))
    assert narrated[-1].strip().startswith(here)
    assert next(standing(fight.encounter, fight.rules)) == f"A small fight: sub-phase {here}"
    bob = of_state(fight.encounter, fight.rules)["combatants"][1]
    assert (bob["doing"], bob["declares"]) == ("may declare at 5.1", 12)
    assert explained(fight, "bob", ("phase",))[0] == f"Bob, at {here}: declares at 5.1"


def test_an_event_of_a_file_is_scheduled_in_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    class Phased:
        """The plain game in phases, as files know it."""

        def __getattr__(self, name: str) -> object:
            return getattr(registry.find("plain"), name)

        name = "phased"

        def bind(self, options: dict[str, object]) -> Rules:
            return counted(registry.find("plain").bind(options))

    monkeypatch.setitem(registry._registered, "phased", Phased())
    people = [{"name": "Ann", "side": "one"}]
    fight = prepare({"system": "phased", "combatant": people, "scheduled": [{"at": "4.2", "text": "Rain"}]})
    assert [due.count for due in fight.encounter.agenda] == [10]
    with pytest.raises(InvalidFile, match=r"at must be a sub-phase such as '4\.2', not '4\.9'"):
        prepare({"system": "phased", "combatant": people, "scheduled": [{"at": "4.9", "text": "Rain"}]})


def test_an_old_library_file_of_the_default_game_is_not_in_the_way_of_another(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text('[[creature]]\nname = "Troll"\nstats = { STR = 20 }\n', encoding="utf-8")
    assert read_library(registry.find("plain"), (tmp_path,)).names("creature") == ("Goblin", "Guard", "Wolf")


def _text(lines: object) -> list[str]:
    return ["".join(span.text for span in line) for line in lines]  # type: ignore[attr-defined]
