"""Menus of a pack: its actions with price and refusal, then the weapon, then the target with modifiers beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from tracker.game_api.choice_keys import letters
from tracker.game_api.target_keys import BESIDE_SEATS
from tracker.game_api.values import HIT, WORKS, Choice, Menu, Percent
from tracker.games.packs.actions import FURTHER, Deed, deed, payment, percent, refusal
from tracker.games.packs.models import ActionRule
from tracker.games.packs.sheet import Played, Weapon, sheet_of
from tracker.games.toolkit import fighters, target_menu
from tracker.games.toolkit.menu_paths import Path, switch
from tracker.games.toolkit.verbs import Verb
from tracker.model.lazy_dataclass import dataclass
from tracker.text.numbers import counted

_MODIFIER = "+"
"""The sign before a modifier in the path of a menu."""


@dataclass(frozen=True)
class Menus(fighters.Standing):
    """A fighter whose menu is open."""

    game: Played

    def offered(self, key: str, rule: ActionRule) -> tuple[Choice]:
        """Return the choice of an action: a line where nothing else is to be chosen, else the path to its menu."""
        label, weapons = rule.label or rule.name, self._weapons(rule)
        if not rule.target:
            done = self.deed(rule)
            offer = Choice(key, label, price=self.price(done), refused=self.refusal(done), works=self.works(done))
            if len(weapons) < 2 and not self.game.pack.modifiers_of(rule):
                return (replace(offer, line=f"{self.who} {rule.name}"),)
            return (replace(offer, path=(rule.name,)),)
        carried = weapons[0].name if len(weapons) == 1 else ""
        price = " · ".join(filter(None, (carried, self._prices.get(rule.name, ""))))
        return (Choice(key, label, path=(rule.name,), price=price, refused=self._why_at_nobody(rule)),)

    def choosing(self, path: Path, row: Verb) -> Menu:
        """Return the menu of an action's weapons while several are left to choose, else that of targets and modifiers.

        `path` has the action, then the weapon, modifiers and further targets chosen so far.
        """
        rule = self.game.pack.actions[row.name]
        named = [word for word in path[1:] if not word.startswith((_MODIFIER, FURTHER))]
        others = [word.removeprefix(FURTHER) for word in path[1:] if word.startswith(FURTHER)]
        modifiers = [word.removeprefix(_MODIFIER) for word in path[1:] if word.startswith(_MODIFIER)]
        weapons = self._weapons(rule)
        if len(weapons) > 1 and not named:
            keys = letters([weapon.name for weapon in weapons])
            choices = [
                Choice(key, each.name, path=(*path, each.name), price=self._carried(rule, each.name))
                for key, each in zip(keys, weapons, strict=True)
            ]
            return Menu(f"{self.name}, {rule.label or rule.name}: with which weapon?", tuple(choices))
        # Modifiers beyond the keys beside the seats get none here; the caller numbers them.
        options = tuple(
            switch(key, _MODIFIER + each.name, path, each.label or each.name)
            for key, each in zip((*BESIDE_SEATS, *[""] * 20), self.game.pack.modifiers_of(rule), strict=False)
        )
        if rule.targets:
            options += tuple(
                switch("", FURTHER + each.id, path, f"also {each.name}")
                for each in self.encounter
                if each.id != self.who and rule.reaches(each)
            )
        return self._targets(Line(self.who, rule, named[0] if named else "", modifiers, others), options)

    def _targets(self, line: Line, options: tuple[Choice, ...]) -> Menu:
        """Return the menu of an action's targets, or of the action alone if it has none, with `options` beside it."""
        rule = line.rule
        if not rule.target:
            done = self.deed(rule, "", line.weapon, line.modifiers)
            do_it = Choice("1", "do it", line=line.text(""), price=self.price(done), works=self.works(done))
            return Menu(f"{self.name}: {rule.label or rule.name}", (do_it,), options)

        def price(target: str) -> str:
            """Return the price of the action at a target."""
            return self.price(self.deed(rule, target, line.weapon, line.modifiers))

        def works(target: str) -> Percent | None:
            """Return the chance of the action at a target."""
            return self.works(self.deed(rule, target, line.weapon, line.modifiers))

        def refused(target: str) -> str:
            """Return why the action is refused at a target that it reaches."""
            reaches = rule.reaches(self.encounter[target])
            return self.refusal(self.deed(rule, target, line.weapon, line.modifiers)) if reaches else ""

        fallen = rule.fallen
        choices = target_menu.targets(self.encounter, self.who, line.text, price, refused, fallen=fallen, works=works)
        return Menu(f"{self.name}, {rule.label or rule.name}: target?", choices, options)

    def deed(self, rule: ActionRule, target: str = "", weapon: str = "", modifiers: Sequence[str] = ()) -> Deed:
        """Return an action of the fighter."""
        return deed(self.game, self.encounter, self.who, rule, (target, weapon, *modifiers))

    def refusal(self, done: Deed) -> str:
        """Return why the fighter cannot do an action. Empty when it can."""
        return refusal(self.game, self.encounter, self.who, done.rule, done)

    def works(self, done: Deed) -> Percent | None:
        """Return an action's chance. None without a roll, or before its target is known."""
        if done.rule.target and not done.target:
            return None
        chance = percent(self.game, self.encounter, self.who, done)
        return None if chance is None else Percent.of(chance, event=WORKS if done.rule.damage is None else HIT)

    def price(self, done: Deed) -> str:
        """Return an action's cost in time and points, and the counts until it lands, in words."""
        parts = [] if self.game.table.once else [spans(self.game, done.cost)]
        parts += [f"lands in {done.lands}"] if done.lands else []
        return " · ".join(filter(None, (*parts, *self._paid(done))))

    def _weapons(self, rule: ActionRule) -> tuple[Weapon, ...]:
        return sheet_of(self.encounter, self.who).weapons if rule.weapon else ()

    # Kept: every entry of a menu needs to know whether all cost the same.
    @cached_property
    def _prices(self) -> Mapping[str, str]:
        """Return the price of each action with a target, by its name. Empty where all have the same."""
        prices = {rule.name: self._range(rule) for rule in self.game.pack.action if rule.target}
        return prices if len(set(prices.values())) > 1 else {}

    def _range(self, rule: ActionRule) -> str:
        """Return the cost of an action at the first foe in words: `8 s`, with several weapons from least to most."""
        foe = next((foe.id for foe in target_menu.foes(self.encounter, self.who)), "")
        carried = self._weapons(rule) if self.game.pack.armed else ()
        deeds = [self.deed(rule, foe, name) for name in ([weapon.name for weapon in carried] or [""])]
        costs, lands = [done.cost for done in deeds], [done.lands for done in deeds]
        # The greatest cost is written with its unit. Then its number is replaced by the range.
        parts = [] if self.game.table.once else [spans(self.game, max(costs)).replace(*_as_range(costs), 1)]
        parts += [f"lands in {_as_range(lands)[1]}"] if max(lands) else []
        return " · ".join(parts + self._paid(deeds[0]))

    def _paid(self, done: Deed) -> list[str]:
        """Return the points that an action costs, in words, one text for each pool."""
        scope = self.game.scope(self.encounter, self.who, done.target, done.weapon)
        return points_paid(self.game, payment(done.rule.pays, scope).items())

    def _why_at_nobody(self, rule: ActionRule) -> str:
        """Return why an action is refused at every possible target, by the first of them. Empty when it is not."""
        foes = target_menu.foes(self.encounter, self.who)
        others = [
            other for other in self.encounter if other.id != self.who and rule.reaches(other) and other not in foes
        ]
        first = ""
        for target in (*foes, *others):
            why = self.refusal(self.deed(rule, target.id))
            if not why:
                return ""
            first = first or why
        return first

    def _carried(self, rule: ActionRule, weapon: str) -> str:
        """Return the time of an action with a weapon: `8 ticks`, `lands in 3`. Empty where all take the same."""
        done = self.deed(rule, "", weapon)
        if done.lands:
            return f"lands in {done.lands}"
        return "" if rule.cost is None or self.game.table.once else spans(self.game, done.cost)


@dataclass(frozen=True)
class Line:
    """The line of an action as it is typed, but for its target."""

    who: str
    rule: ActionRule
    weapon: str
    modifiers: Sequence[str]
    others: Sequence[str] = ()

    def text(self, target: str) -> str:
        """Return the command line of the action at a target. `target` is empty for an action without one."""
        target = ",".join(dict.fromkeys([target, *self.others]))
        parts = [self.who, self.rule.name, target, f'"{self.weapon}"' if self.weapon else ""]
        return " ".join(filter(None, (*parts, *(f'"{each}"' if " " in each else each for each in self.modifiers))))


def _as_range(numbers: Sequence[int]) -> tuple[str, str]:
    """Return the greatest number, and all of them as a range: `11` and `8–11`."""
    least, most = min(numbers), max(numbers)
    return str(most), str(most) if least == most else f"{least}–{most}"


def spans(game: Played, counts: int) -> str:
    """Return a number of counts in words."""
    clock = game.pack.clock
    return f"{counts} {clock.unit if counts == 1 else clock.units or clock.unit + 's'}"


def points_paid(game: Played, paid: Iterable[tuple[str, int]]) -> list[str]:
    """Return the points of each pool in words."""
    return [counted(points, game.pack.pools[pool].label or pool) for pool, points in paid if points]
