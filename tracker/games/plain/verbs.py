"""The verbs of plain: a row for each, with its choices in the menu and its sum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.game_api import choice_keys
from tracker.game_api.values import Choice, Menu, Percent, Risk
from tracker.games.plain import actions
from tracker.games.plain.actions import ATTACK, DAMAGE, GUARD, GUARD_BONUS, GUARDING, number
from tracker.games.plain.sheet import Options, Weapon, sheet_of
from tracker.games.toolkit import d20, fighters, menus, target_menu
from tracker.games.toolkit.arguments import Amount, Target, Thing
from tracker.games.toolkit.menu_paths import Path
from tracker.games.toolkit.names import demanded
from tracker.games.toolkit.verbs import Entry, Verb, Verbs, nothing
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter


@dataclass(frozen=True)
class Fighter(fighters.Standing):
    """A fighter whose menu is open, or whose chances are explained."""

    options: Options

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        return sheet_of(self.encounter, self.who).weapons

    def attacks(self) -> Iterable[Choice]:
        """Return a choice of attack for each weapon. The first has the key that attacks in every game."""
        weapons = self.weapons
        keys = choice_keys.letters([weapon.name for weapon in weapons], taken=("a", "o", menus.WAIT))
        yield Choice("a", ATTACK, path=(ATTACK,), price=weapons[0].name)
        for key, weapon in zip(keys[1:], weapons[1:], strict=True):
            yield Choice(key, weapon.name, path=(ATTACK, weapon.name))

    def targets(self, path: Path, row: Verb) -> Menu:
        """Return the menu of targets of an attack with the weapon that the path names, else the first."""
        weapon = sheet_of(self.encounter, self.who).weapon("".join(path[1:]))

        def line(target: str) -> str:
            """Return the line of an attack on a target."""
            return f'{self.who} {ATTACK} {target} "{weapon.name}"'

        def works(target: str) -> Percent:
            """Return the chance of an attack on a target."""
            return d20.hit(number(self.encounter, self.who, target, weapon, self.options).total)

        choices = target_menu.targets(self.encounter, self.who, line, works=works)
        return Menu(f"{self.name} attacks whom with {weapon.name}?", choices)

    def surest_blow(self) -> Risk | None:
        """Return the change that a guard makes to an opponent's surest blow. None without a blow (L-GUARD)."""
        foes = target_menu.foes(self.encounter, self.who)
        if not foes:
            return None
        need = min(
            number(self.encounter, foe.id, self.who, weapon, self.options).total
            for foe in foes
            for weapon in sheet_of(self.encounter, foe.id).weapons
        )
        guard = self.now.condition(GUARDING)
        open_to_blows = need - (guard.amount if guard is not None else 0)  # its old guard ends with what it declares
        return Risk.left(d20.percent(open_to_blows + GUARD_BONUS), d20.percent(open_to_blows))

    def sum_of_attack(self, target: str, weapon: str) -> Sequence[str]:
        """Return the number that an attack must reach, summand by summand. Without a target, for every foe."""
        foes = (self.encounter[target],) if target else target_menu.foes(self.encounter, self.who)
        with_weapon = sheet_of(self.encounter, self.who).weapon(weapon)
        lines: list[str] = []
        for foe in foes:
            need = number(self.encounter, self.who, foe.id, with_weapon, self.options)
            lines += [*need.told(f"{foe.name}: the d20 must show"), d20.hit(need.total).told]
        return lines


def _weapon_named(encounter: Encounter, who: str, name: str) -> str:
    """Return the name of a weapon if it is on the fighter's sheet. Raises Refused otherwise."""
    demanded(sheet_of(encounter, who).weapons, name, encounter[who].name, "weapon")
    return name


def _weapon_names(encounter: Encounter, who: str) -> Iterable[str]:
    return (weapon.name for weapon in sheet_of(encounter, who).weapons)


VERBS = Verbs(
    Verb(
        ATTACK,
        actions.attack,
        examples=("attack goblin",),
        does="an attack with the first weapon, or with one named behind the target: `attack goblin sword`",
        arguments=(Target(), Thing(_weapon_named, _weapon_names)),
        rule="L-HIT",
        each=Fighter.attacks,
        leads=Fighter.targets,
        explain=Fighter.sum_of_attack,
    ),
    Verb(
        GUARD,
        actions.guard,
        examples=(GUARD,),
        does="on guard: harder to hit until its next turn",
        rule="L-GUARD",
        entries=(
            Entry("o", "on guard", f"+{GUARD_BONUS} defence until its next turn", nothing, risk=Fighter.surest_blow),
        ),
    ),
    Verb(DAMAGE, actions.damage, examples=(f"{DAMAGE} 3",), does="points by hand", arguments=(Amount(1, 1000),)),
)
