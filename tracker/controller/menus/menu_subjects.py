"""Menu subjects: the fighters a menu is about, one or several, and how lines and sentences name them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.controller.menus.menu_path import FighterMenu, MenuChoice
from tracker.encounter.engine.multi_target import named
from tracker.encounter.features.groups import members
from tracker.encounter.names import written
from tracker.game_api.target_keys import key_order, seat_key
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.text.names import joined

BETWEEN = ","
"""The separator of the fighters at the beginning of a line."""
Page = tuple[str, ...]
"""The words of a page after its name, such as the condition whose end is asked for."""


@dataclass(frozen=True, slots=True)
class Whom:
    """Those a menu is about, in seat order."""

    encounter: Encounter
    ids: tuple[str, ...]

    @property
    def one(self) -> Combatant:
        """The only fighter, or the first of several."""
        return self.encounter[self.ids[0]]

    @property
    def several(self) -> bool:
        return len(self.ids) > 1

    @property
    def everyone(self) -> tuple[Combatant, ...]:
        return tuple(self.encounter[who] for who in self.ids)

    @property
    def words(self) -> str:
        """The ids, as a line begins with them."""
        return BETWEEN.join(self.ids)

    @property
    def typed(self) -> str:
        """The words for these fighters at the beginning of a line: name, group, side or the keys of their rows."""
        if not self.several:
            return written(self.encounter, self.ids[0])
        fighter = self.one
        called = (fighter.group, "all", fighter.profile.side, rows_of(self.encounter, self.ids))
        return next((words for words in called if words and self._means(words)), self.words)

    def _means(self, words: str) -> bool:
        """Return whether words at the beginning of a line mean exactly these fighters."""
        try:
            return " " not in words and named(self.encounter, [words])[0] == self.ids
        except Refused:
            return False

    @property
    def names(self) -> str:
        """The names in a sentence."""
        names = [fighter.name for fighter in self.everyone]
        group = self.one.group
        if (
            self.several
            and group
            and self.ids == tuple(fighter.id for fighter in members(self.encounter, group) if fighter.able)
        ):
            return f"all {len(names)} {group}"
        if len(names) > 4:
            return f"{len(names)} fighters: {', '.join(names[:3])} …"
        return joined(names)

    @property
    def being(self) -> str:
        """The beginning of a sentence: `Sela is`, `Sela and Wat are`."""
        return f"{self.names} {'are' if self.several else 'is'}"

    def those(self, fits: Callable[[Combatant], bool]) -> Whom:
        """Return only the fighters that fit."""
        return Whom(self.encounter, tuple(fighter.id for fighter in self.everyone if fits(fighter)))

    @property
    def waits(self) -> str:
        """Return why no fighter can come, go or act otherwise at this moment. Empty when they can."""
        question = self.encounter.question
        open_now = question is not None and question.ask is not Ask.DECLARE
        return "Answer the question first, or undo." if open_now else ""

    def menu(self, *page: str) -> FighterMenu:
        """Return a page of the menu about the same fighters."""
        return FighterMenu(self.ids, page)

    def choice(
        self,
        key: str,
        label: str,
        line: str,
        fits: Callable[[Combatant], bool],
        why: Callable[[Combatant], str],
        between: bool = False,
        price: str = "",
    ) -> MenuChoice:
        """Return a choice whose line goes to all fighters that fit. `line` has `{}` in place of their names.

        `why` gives the reason of the first one if none fits. An act only possible `between` resolutions waits for the
        answer to an open question. `price` gives further effects.
        """
        if between and self.waits:
            return MenuChoice(key, label, refused=self.waits)
        able = self.those(fits)
        if not able.ids:
            return MenuChoice(key, label, refused=why(self.one))
        fitting = f"{len(able.ids)} of {len(self.ids)}: {able.names}" if len(able.ids) < len(self.ids) else ""
        price = " · ".join(part for part in (fitting, price) if part)
        return MenuChoice(key, label, line=line.replace("{}", able.words, 1), price=price)


def rows_of(encounter: Encounter, ids: Sequence[str]) -> str:
    """Return the rows of fighters by the keys on them: `6-9,b`. Empty where one sits too far down to have a key."""
    order = {who: place for place, who in enumerate(key_order(encounter))}
    seats = sorted(order[who] for who in ids)
    runs: list[list[int]] = []
    for seat in seats:
        if runs and runs[-1][-1] == seat - 1:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    if not all(seat_key(seat) for seat in seats):
        return ""
    return ",".join("-".join(dict.fromkeys(seat_key(seat) for seat in (run[0], run[-1]))) for run in runs)


def whom_of(encounter: Encounter, menu: FighterMenu) -> Whom:
    """Return the fighters whom a menu is about, as far as they are in the fight."""
    return Whom(encounter, tuple(who for who in menu.ids if who in encounter))
