"""Held presets: the cost of holding one, and what ends with it (H-INIT-7, ruling 33)."""

from __future__ import annotations

from tracker.clock.agenda import Due
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body.condition_lifecycle import ConditionLifecycle
from tracker.games.hybrid.body.conditions import PRESET
from tracker.games.hybrid.body.pool_changes import spend
from tracker.games.hybrid.book.rounding import half_up
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.toolkit import steps
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter, Rank

HOLD = "hold"
"""The agenda entry of the next charge for holding a preset."""
LINE, AT, ARMED = "preset.line", "preset.at", "preset.armed"
"""Marks of a preset: its line, the fighter who triggered it, and whether it is triggered."""


@dataclass(frozen=True, slots=True)
class Preset:
    """An action declared beforehand."""

    verb: str
    words: tuple[str, ...]
    by: str = ""
    """The id of the combatant who triggered it. Empty if none did or none was named."""
    armed: bool = False
    """True once it is triggered, so that it is carried out at its count."""

    @property
    def line(self) -> str:
        """Return the preset as its mark holds it: `attack goblin1 bow`."""
        return " ".join((self.verb, *self.words))

    def at(self, fight: Encounter) -> str:
        """Return the id that the line names first, if it is of the fight. Else empty."""
        return self.words[0] if self.words and self.words[0] in fight else ""


_MARKS = (LINE, AT, ARMED)
_NO_PRESET = Preset("", ())


def of(combatant: Combatant) -> Preset:
    """Return the preset kept in a combatant's marks. Without a verb if there never was one."""
    if combatant.marks.keys().isdisjoint(_MARKS):
        return _NO_PRESET  # nearly always
    verb, *words = str(combatant.marks.get(LINE, "")).split() or [""]
    return Preset(verb, tuple(words), str(combatant.marks.get(AT, "")), bool(combatant.marks.get(ARMED)))


def write(draft: StepBuilder, who: str, preset: Preset) -> None:
    """Keep a preset in a combatant's marks, not yet set off."""
    steps.mark(draft, who, LINE, preset.line)


def schedule_charge(draft: StepBuilder, who: str) -> None:
    """Put the next charge for holding on the agenda, MST counts from now (ruling 33)."""
    next_count = draft.encounter.count + max(1, half_up(sheet_of(draft[who]).stats["MST"]))
    draft.emit(ev.DueAdded(who=who, what=HOLD, at=next_count, rank=Rank.EFFECT, ref="MFT"))


def charge_holding(draft: StepBuilder, rules: Rulebook, due: Due) -> None:
    """Charge 1 MFT for holding a preset for MST counts, and schedule the next charge (ruling 33)."""
    if draft[due.who].condition(PRESET) is None:  # it has ended since
        return
    cost, per = rules.book.initiative.preset.cost, rules.book.energy.fatigue_per_exhaustion
    spend(draft, due.who, "MFT", cost, "holding a preset (H-INIT-7)", per)
    schedule_charge(draft, due.who)


def give_up(draft: StepBuilder, who: str, why: str) -> None:
    """End a preset that is given up, lost or done, with its charges and its line."""
    draft.end(who, PRESET, why)
    draft.cancel(who, (HOLD,), why)
    cancel_set_off(draft, who)


def cancel_set_off(draft: StepBuilder, who: str) -> None:
    """Cancel a preset that has been set off and waits for its count."""
    if draft[who].marks.get(ARMED):
        steps.mark(draft, who, ARMED, value=False)


def _give_up_by_hand(fighter: Acting, key: str) -> None:
    give_up(fighter.draft, fighter.who, "by hand")


LIFECYCLES = (ConditionLifecycle((PRESET,), ended=_give_up_by_hand, lost=give_up),)
