"""The sheet: the models of a combatant's entry, and what the rules read from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from tracker.encounter.names import plain
from tracker.game_api.lazy_model import Field
from tracker.game_api.sheets import CombatantSheet
from tracker.game_api.validated import entry_as
from tracker.games.phases.book.house_rules import Level, Options
from tracker.games.phases.book.tables import tables
from tracker.games.toolkit.damage import only_dice
from tracker.games.toolkit.models import Name, Number, Strict, Text
from tracker.games.toolkit.names import check_once, named
from tracker.games.toolkit.sheets import points_left, reader
from tracker.model.combatant import Pool
from tracker.model.validation_errors import Fault, Faults, not_among
from tracker.text.suggestions import nearest

HF = "HF"
"""The pool of hit factors. At 0 or less the fighter is dying (P-DMG-1)."""
LIMBS = "limbs"
"""The group of the arms' and legs' pools, which are shown only once they are hit."""
Dice = Annotated[str, Field(min_length=1, max_length=20)]


class Skill(Strict):
    """A skill in percent, the stat bonus added to it, and a further bonus."""

    name: Name
    """The name."""
    value: Annotated[int, Field(ge=0, le=300)] = 0
    """The skill in percent."""
    stat: Text = ""
    """The stat bonus that is added: a name in `bonuses`."""
    bonus: Annotated[int, Field(ge=-100, le=300)] = 0
    """A further bonus in percent."""


class Weapon(Strict):
    """A weapon. `rof` and `rounds` (0: not counted) are for ranged ones (P-FIRE), damage is by dice (P-DMG-2)."""

    name: Name
    """The name."""
    skill: Text = ""
    """The skill that it is used with."""
    use: Literal["melee", "ranged"] = "melee"
    """The use: "melee" strikes, "ranged" fires."""
    rof: Annotated[int, Field(ge=1, le=100)] = 1
    """The rate of fire: shots in a phase."""
    loaded: bool = True
    """True if it is loaded at the start."""
    rounds: Annotated[int, Field(ge=0, le=1000)] = 0
    """Rounds of a full weapon. 0 does not count them."""
    left: Annotated[int, Field(ge=0, le=1000)] | None = None
    """Rounds in it at the start. All where this key is not there."""
    damage: Dice = "0"
    """Dice of damage. "0" is by hand."""
    kind: Literal["lethal", "shock"] = "lethal"
    """"lethal" does injury and shock, "shock" shock only."""
    hf: Dice | None = None
    """Dice of injury, in the place of `damage`."""
    sf: Dice | None = None
    """Dice of shock, in the place of `damage`."""
    bonus: Annotated[int, Field(ge=-100, le=300)] = 0
    """The bonus to the chance, in percent."""

    @property
    def ranged(self) -> bool:
        return self.use == "ranged"

    @property
    def full(self) -> int:
        """Rounds of the loaded weapon. 1 where they are not counted (PQ 12)."""
        return max(1, self.rounds)

    @property
    def opening(self) -> int:
        """Rounds at the start of the fight: those left on the sheet, else all. 0 when not loaded."""
        if not self.loaded:
            return 0
        return self.full if self.left is None else min(self.left, self.full)

    @property
    def two_dice(self) -> bool:
        """True if injury and shock have separate dice (PQ 20)."""
        return self.hf is not None or self.sf is not None

    @property
    def told(self) -> str:
        """The damage in words: `2d10 lethal`, for two rolls `2d10 HF, 1d10 SF`, or `damage by hand`."""
        if self.two_dice:
            return f"{self.hf or '0'} HF, {self.sf or '0'} SF"
        return "damage by hand" if self.damage == "0" else f"{self.damage} {self.kind}"


class Entry(Strict):
    """Keys of a combatant. `bonuses` are stat bonuses in points, `pools` the points left before the fight."""

    hit_factors: Annotated[int, Field(ge=1, le=1000)] = 30
    """Full hit factors. The shock factors of each location are shares of them."""
    bonuses: dict[str, Annotated[int, Field(ge=-100, le=100)]] = {}
    """Stat bonuses in points. `reflexes` and `intuition` count for Initiative."""
    initiative: Annotated[int, Field(ge=0, le=300)] = 0
    """Points bought for Initiative (P-GROW)."""
    movement: Annotated[Number, Field(ge=0, le=1000)] = 6.0
    """Metres in one sub-phase."""
    surprise: Level = 0
    """The level of its Initiative roll, below 0 for a surprised fighter."""
    pools: dict[str, int] = {}
    """Points left before the fight: HF, and shock by location (HD CH VI RA LA RL LL)."""
    skill: Annotated[list[Skill], Field(max_length=60)] = []
    """The skills."""
    weapon: Annotated[list[Weapon], Field(max_length=20)] = []
    """The weapons."""


class Sheet(Entry):
    """An entry as the rules read it, with the options of the encounter. Names of bonuses are in lower case."""

    options: Options

    def bonus(self, stat: str) -> int:
        """Return a stat bonus. 0 for one that is not on the sheet."""
        return self.bonuses.get(stat.casefold(), 0)

    @property
    def initiative_skill(self) -> int:
        """The Initiative skill: base, both bonuses, points bought (P-INIT-1)."""
        book = tables().initiative
        return book.base + sum(map(self.bonus, book.bonuses)) + self.initiative

    def skill_named(self, name: str) -> Skill | None:
        """Return the skill with this name, or None."""
        return named(self.skill, name)

    def weapon_named(self, name: str) -> Weapon | None:
        """Return the weapon with this name, or the only one whose name begins with it. None without one."""
        near = [weapon for weapon in self.weapon if plain(weapon.name).startswith(plain(name))]
        return named(self.weapon, name) or (near[0] if len(near) == 1 else None)

    def of_use(self, use: str) -> tuple[Weapon, ...]:
        """Return the ranged weapons, or the melee weapons."""
        return tuple(weapon for weapon in self.weapon if weapon.use == use)


def shock(hit_factors: int, share: int) -> int:
    """Return the shock factors of a location: its share of full HF, rounded half up, at least 1 (P-DMG-3, PQ 26)."""
    return max(1, (2 * hit_factors * share + 100) // 200)


def read_sheet(entry: Mapping[str, Any], options: Options) -> CombatantSheet[Sheet]:
    """Return an entry as sheet, full pools and points left. Raises ValueError for values that do not fit together."""
    model = entry_as(Entry, entry)
    _check(model)
    pools = [Pool(HF, "hit factors", model.hit_factors, least=-model.hit_factors)]
    for place in tables().location:
        group = LIMBS if place.limb else ""
        full = shock(model.hit_factors, place.share)
        pools.append(Pool(place.key, place.name, full, group, fells=not place.limb))
    read_as = {"bonuses": {name.casefold(): value for name, value in model.bonuses.items()}, "options": options}
    sheet = Sheet.model_construct(**{**dict(model), **read_as})
    return CombatantSheet(sheet, tuple(pools), points_left(model.pools, pools))


def _check(model: Entry) -> None:
    """Raise Faults for names used twice, unknown bonuses, wrong weapons and damage that is no dice."""
    check_once(model.skill, "skill")
    check_once(model.weapon, "weapon")
    faults = [*_unknown_bonuses(model), *_wrong_weapons(model)]
    if faults:
        raise Faults(faults)
    only_dice(
        [
            (("weapon", position, key), dice)
            for position, weapon in enumerate(model.weapon)
            for key in ("damage", "hf", "sf")
            if (dice := getattr(weapon, key)) is not None
        ],
        "1d10+2",
    )


def _unknown_bonuses(model: Entry) -> Iterator[Fault]:
    """Yield a fault for each skill that takes a bonus which the entry does not have."""
    known = {name.casefold() for name in model.bonuses}
    for position, skill in enumerate(model.skill):
        if skill.stat and skill.stat.casefold() not in known:
            near = nearest(skill.stat, model.bonuses)
            known_bonuses = ", ".join(model.bonuses) or "none"
            text = f'skill "{skill.name}" takes the bonus "{skill.stat}", which is not in bonuses ({known_bonuses})'
            yield Fault(("bonuses", near) if near else ("skill", position, "stat"), text)


def _wrong_weapons(model: Entry) -> Iterator[Fault]:
    """Yield a fault for each weapon with a misspelt skill or keys that exclude each other."""
    names = [skill.name for skill in model.skill]
    for position, weapon in enumerate(model.weapon):
        # A skill that is not there is rolled without; one that almost is has been mistyped.
        if plain(weapon.skill) not in map(plain, names) and nearest(weapon.skill, names):
            text = f'weapon "{weapon.name}" goes by skill "{weapon.skill}", {not_among(weapon.skill, names, "skills")}'
            yield Fault(("weapon", position, "skill"), text)
        if weapon.two_dice and weapon.damage != "0":
            text = f'weapon "{weapon.name}" has damage and also hf or sf; give one or the other'
            yield Fault(("weapon", position, "damage"), text)
        misplaced = [key for key in ("rof", "rounds", "loaded") if key in weapon.model_fields_set]
        if not weapon.ranged and misplaced:
            text = f'weapon "{weapon.name}" is for melee, so it has no rof, rounds or loaded'
            yield Fault(("weapon", position, misplaced[0]), text)


def unused_names(entry: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each bonus that neither Initiative nor a skill uses."""
    bonuses = entry.get("bonuses", {})
    used = dict.fromkeys([*tables().initiative.bonuses, *(skill.get("stat", "") for skill in entry.get("skill", ()))])
    known = {name.casefold() for name in used}
    present = {name.casefold() for name in bonuses}
    absent = tuple(name for name in used if name and name.casefold() not in present)
    for name in bonuses:
        if name.casefold() not in known:
            yield Fault(("bonuses", name), f'neither Initiative nor a skill goes by the bonus "{name}"', name, absent)


sheet_of = reader(Sheet)
