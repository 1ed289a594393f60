"""Menus: the actions of this sub-phase by key, each with its chance and what it leaves of the phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.game_api.values import HIT, Choice, Menu, Percent, Risk
from tracker.games.phases.actions.attacks import FIRE, STRIKE, Aim, exchange
from tracker.games.phases.actions.tasks import TRY
from tracker.games.phases.book.tables import tables
from tracker.games.phases.checks.chances import aim_level
from tracker.games.phases.fighter import Fighter
from tracker.games.phases.harm import why_no_rest
from tracker.games.phases.initiative import initiative_check, level_of, likely_order
from tracker.games.phases.odds import Exchange
from tracker.games.phases.sheet import Weapon
from tracker.games.phases.timing import UNIT
from tracker.games.toolkit import menus, target_menu
from tracker.games.toolkit.exact_numbers import at_least_once
from tracker.games.toolkit.menu_paths import Path, changed, chosen, number
from tracker.games.toolkit.sums import level_told
from tracker.games.toolkit.verbs import Verb
from tracker.model.combatant import Combatant
from tracker.model.refusals import Refused

READYING = ("readying",)
"""The path of the menu before the fight: the level of the Initiative roll (P-INIT-2)."""
ATTACK_KEY = "a"
_FIRE_KEYS, _STRIKE_KEYS, _LOAD_KEYS = "f123456789", "sbceghijkp", "lnq"
"""The keys of the first weapon to fire, strike with or load, and of the others in turn."""
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_AIM, _LEVEL, _SHOTS = "aim", "level", "shots"
_LEVELS = dict(zip((0, -1, -2, -3, -4, 1, 2, 3, 4), "012345678", strict=True))
"""Levels with their keys during a fight. Before it the digits have another use."""
_READY = dict(zip(_LEVELS, "abghkmopw", strict=True))


class Menus(Fighter):
    """The menus of one fighter."""

    __slots__ = ()

    def root(self, choices: Sequence[Choice]) -> Menu:
        """Return the menu of the sub-phase, made of the choices of all verbs.

        Refused choices are not listed, but their keys give the reason. Those to fire an empty weapon are listed.
        """
        attacks = [choice for choice in choices if choice.about and choice.about[0] in (FIRE, STRIKE)]
        empty = [] if self.why_used_up else self._empty()
        shown = tuple(choice for choice in choices if not choice.refused or choice.about in empty)
        absent = tuple(choice for choice in choices if choice not in shown)
        return Menu(self.name, shown, absent=(*absent, _first_attack(attacks)))

    def why_not(self, verb: str) -> str:
        """Return why the fighter can do nothing but fire now. Empty when it can."""
        return self.why_used_up or self.why_only_fire

    def skills(self, path: Path, row: Verb) -> Menu:
        """Return the menu of the skills to try."""
        chances = [(skill.name, Percent.of(self.check(skill.name).percent)) for skill in self.sheet.skill]
        return menus.skills(self.now, TRY, chances, "another, with its level")

    def attacking(self, path: Path, row: Verb) -> Menu:
        """Return the menu of targets, locations or levels of an attack. Raises Refused for an unknown weapon.

        The path holds the verb, the weapon, the options chosen so far, and then the option to choose now, if any.
        """
        weapon = self.sheet.weapon_named(path[1]) if len(path) > 1 else None
        if weapon is None:
            raise Refused(f"There is no menu {' '.join(map(str, path))}.")
        offers = {_AIM: self._aims, _LEVEL: self._levels}
        if path[-1] in offers:
            return offers[path[-1]](weapon, path[2:-1])
        return self._targets(weapon, path[2:])

    def reach(self) -> str:
        """Return how far the fighter may move now."""
        of_the_phase = "" if self.house.movement == "sub-phase" else " left in this phase"
        return f"{self.metres:g} m{of_the_phase}"

    def why_no_move(self) -> str:
        """Return why the fighter cannot move now. Empty when it can."""
        return self.why_not("move") or self.why_rooted

    def why_no_defence(self) -> str:
        """Return why the fighter cannot defend now. Empty when it can."""
        return self.why_not("defend") or ("" if self.house.defend else "The house rule defend is off (PQ 19).")

    def surest_blow(self) -> Risk | None:
        """Return the change that defending makes to an opponent's surest blow. None without a blow (PQ 34)."""
        defence = self.defence()
        blows = [
            Exchange(foe.name, foe.attack(weapon), self.name, defence.name, defence.check)
            for foe in (Fighter(self.encounter, other.id) for other in self.encounter if self._threatens(other))
            for weapon in foe.sheet.of_use("melee")
        ]
        surest = max(blows, key=lambda blow: blow.attack.percent, default=None)
        return None if surest is None else surest.risk

    def _threatens(self, other: Combatant) -> bool:
        return other.profile.side != self.now.profile.side and other.able and other.id not in self.now.unaware_of

    def held_until(self) -> str:
        """Return when a fighter who holds is asked again, and the sub-phases used."""
        return f"to {UNIT.text(self.next_entry())} · {self.uses}"

    def recovery(self) -> str:
        """Return what a phase of rest gives back."""
        return f"+{self.house.shock_recovery} SF a location"

    def why_no_rest(self) -> str:
        """Return why the fighter cannot rest now. Empty when it can."""
        return why_no_rest(self.now)

    def _empty(self) -> list[Path]:
        return [(FIRE, gun.weapon.name) for gun in self.guns if not gun.rounds]

    def firing(self) -> list[Choice]:
        """Return the choices to fire, one for each ranged weapon."""
        choices = []
        for key, weapon in zip(_FIRE_KEYS, self.sheet.of_use("ranged"), strict=False):
            why = self.why_used_up or self._no_fire(weapon)
            choices.append(self._with_weapon(key, FIRE, weapon, self.gun(weapon).words, why))
        return choices or [self._without_weapon("f", FIRE, "ranged")]

    def striking(self) -> list[Choice]:
        """Return the choices to strike, one for each melee weapon."""
        choices = [
            self._with_weapon(key, STRIKE, weapon, weapon.told, self.why_not(STRIKE))
            for key, weapon in zip(_STRIKE_KEYS, self.sheet.of_use("melee"), strict=False)
        ]
        return choices or [self._without_weapon("s", STRIKE, "melee")]

    def _with_weapon(self, key: str, verb: str, weapon: Weapon, price: str, refused: str) -> Choice:
        """Return the choice of a verb with a weapon, which opens the menu of targets, or `refused` with a reason."""
        path = (verb, weapon.name)
        return Choice(key, " ".join(path), path=path, price=price, refused=refused, about=path)

    def _without_weapon(self, key: str, verb: str, kind: str) -> Choice:
        return Choice(key, verb, refused=f"{self.name} has no {kind} weapon on its sheet.", about=(verb,))

    def _no_fire(self, weapon: Weapon) -> str:
        """Return why a weapon cannot be fired now, as a sentence. Empty when it can (P-FIRE)."""
        gun = self.gun(weapon)
        if not gun.rounds:
            return f"{weapon.name} is not loaded (P-FIRE-4). l: load it, one sub-phase"
        if not gun.shots():
            return f"{weapon.name} has fired all its shots of this phase (P-FIRE)."
        return ""

    def loading(self) -> list[Choice]:
        """Return the choices to load each weapon that is not full."""
        refused = self.why_not("load")
        not_full = [gun.weapon.name for gun in self.guns if gun.rounds < gun.weapon.full]
        return [
            Choice(key, f"load {name}", line=f'{self.who} load "{name}"', price="full again", refused=refused)
            for key, name in zip(_LOAD_KEYS, not_full, strict=False)
        ]

    def _targets(self, weapon: Weapon, options: Path) -> Menu:
        """Return the menu of targets for a weapon, with switches for aim, level and shots as `options` have them."""
        aim, verb = _read(options), FIRE if weapon.ranged else STRIKE
        start = (verb, weapon.name)
        place = "anywhere" if aim.location is None else aim.location.name
        toggles = [
            Choice("c", f"aim: {place}", path=(*start, *options, _AIM)),
            Choice("s", f"level: {level_told(aim.level)}", path=(*start, *options, _LEVEL)),
        ]
        limit = self.gun(weapon).shots()
        if limit > 1:
            next_shots = aim.shots % limit + 1
            shots = f"{aim.shots} of {limit}" if aim.shots else f"asked, up to {limit}"
            path = (*start, *changed(options, _SHOTS, next_shots))
            toggles.append(Choice("n", f"shots: {shots}", path=path))
        choices = target_menu.targets(
            self.encounter,
            self.who,
            lambda target: replace(aim, target=target).line(self.who, verb, weapon.name),
            lambda target: self.price(weapon, replace(aim, target=target)),
            works=lambda target: self.works(weapon, replace(aim, target=target)),
        )
        return Menu(f"{self.name}: {verb} {weapon.name}: target?", choices, options=tuple(toggles))

    def works(self, weapon: Weapon, aim: Aim) -> Percent:
        """Return the chance that an attack hits. Of several shots that at least one does."""
        chance = exchange(self, weapon, aim).percent
        return Percent.of(at_least_once(chance, aim.shots) if aim.shots > 1 else chance, event=HIT)

    def price(self, weapon: Weapon, aim: Aim) -> str:
        """Return the odds of each of several shots, or of a contest both chances and what decides. Else empty."""
        against = exchange(self, weapon, aim)
        if aim.shots > 1:
            return f"at least one in {aim.shots}, {against.odds} a shot"
        return against.told if against.defence is not None else ""

    def shots_price(self, shots: int) -> str:
        """Return the odds of `shots` of the action under way, and how many that leaves in the phase."""
        action = next(action for action in self.now.actions if action.verb == FIRE)
        weapon = self.weapon(action.weapon)
        aim = replace(Aim.read(action.options[0]), shots=shots)
        price = " ".join(filter(None, (self.works(weapon, aim).words, self.price(weapon, aim))))
        shots_left = self.gun(weapon).in_phase - shots
        return price if self.house.rof == "sub-phase" else f"{price} · {shots_left} left in this phase"

    def _aims(self, weapon: Weapon, options: Path) -> Menu:
        """Return the menu of locations to aim a weapon at, each with its level and chance."""
        start = (FIRE if weapon.ranged else STRIKE, weapon.name)
        choices = []
        for key, place in zip("0123456789", (None, *tables().location), strict=False):
            pool, label, level = "", "anywhere", 0
            if place is not None:
                pool, label, level = place.key, place.name, aim_level(place, self.rules)
            works = Percent.of(replace(_read(options), place=pool).check(self, weapon).percent, event=HIT)
            path, price = (*start, *changed(options, "at", pool)), f"level {level_told(level)}"
            choices.append(Choice(key, label, path=path, price=price, works=works))
        return Menu(f"{self.name}: aim where? (P-DMG-5)", tuple(choices))

    def _levels(self, weapon: Weapon, options: Path) -> Menu:
        """Return the menu of levels for an attack with a weapon, each with its chance."""
        choices, verb = [], FIRE if weapon.ranged else STRIKE
        for level, key in _LEVELS.items():
            aim = replace(_read(options), level=level)
            works = Percent.of(aim.check(self, weapon).percent, event=HIT)
            # An aimed location adds its own level, so this level's multiplier would mislead.
            price = "" if aim.place else f"× {tables().levels[level] / 100:g}"
            path = (verb, weapon.name, *changed(options, _LEVEL, level))
            choices.append(Choice(key, f"level {level_told(level)}", path=path, price=price, works=works))
        return Menu(f"{self.name}: harder or easier, for range, cover…? (P-CHECK-3)", tuple(choices))

    def ready(self) -> Menu:
        """Return the menu before the fight: the level of the Initiative roll, its chance and likely place.

        Rules: P-INIT-2, P-INIT-3.
        """
        present_level = level_of(self)
        # The check has the present level in it: each choice starts from level 0.
        base = initiative_check(self).harder(-present_level, "as given")
        choices = []
        for level, key in _READY.items():
            order = likely_order(self.encounter, self.who, level)
            works, price = Percent.of(base.harder(level, "").percent), ""
            if self.who in order:  # the fallen have no place
                place = order.index(self.who) + 1
                price = f"likely {_ORDINALS.get(place, f'{place}th')} of {len(order)}"
            label = f"{'● ' if level == present_level else ''}level {level_told(level)}"
            choices.append(Choice(key, label, line=f"{self.who} initiative {level}", price=price, works=works))
        names = ", ".join(self.encounter[who].name for who in likely_order(self.encounter))
        title = f"{self.name}: Initiative {base.base}. Surprised or in ambush? Likely order: {names}"
        return Menu(title, tuple(choices))

    def again(self) -> Choice | None:
        """Return the choice to repeat the last attack, with as many shots as possible now. Refused with the reason.

        Its target is the last one, or where that is out of the fight the next foe. None without an attack or a foe.
        """
        last = self.now.last
        if last is None or last.verb not in (FIRE, STRIKE) or not last.options:
            return None
        weapon, aim = self.sheet.weapon_named(last.weapon), Aim.read(last.options[0])
        if weapon is None:
            return None
        if not self.encounter[aim.target].able:
            following = next(iter(target_menu.foes(self.encounter, self.who)), None)
            if following is None:
                return None
            aim = replace(aim, target=following.id)
        limit = self.gun(weapon).shots()
        refused = (self.why_used_up or self._no_fire(weapon)) if weapon.ranged else self.why_not(STRIKE)
        aim = replace(aim, shots=max(1, min(limit, aim.shots or limit)) if weapon.ranged else 0)
        label = f"{last.verb} {self.encounter[aim.target].name}"
        if aim.shots > 1:
            label += f", {aim.shots} shots"
        line = aim.line(self.who, last.verb, weapon.name)
        works, price = self.works(weapon, aim), self.price(weapon, aim)
        return Choice("enter", label, line=line, price=price, refused=refused, works=works)


def _read(options: Path) -> Aim:
    """Return the aim that a path's options describe, without a target."""
    return Aim("", number(options, _SHOTS), str(chosen(options, "at", "")), number(options, _LEVEL))


def _first_attack(attacks: list[Choice]) -> Choice:
    """Return the first attack that can be made, under the key that attacks in most games.

    It is for the choices that are not listed, since the list has it under its own key.
    """
    first = next((choice for choice in attacks if not choice.refused), attacks[0])
    return replace(first, key=ATTACK_KEY)
