"""The floor of a forecast: a duel of Hybrid in a bare mutable loop, written out for one kind of duel and nothing else.

Two alike, with a blade that is thrown and comes back: no reach, no bind, no fumble, no armour, and blows too light to
knock anybody down. What is left of the rules: perception and initiative, attack and parry with their margins, tiers of
damage, fatigue, exhaustion and body, wounds, shock and recovery.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

STAT, RANK, DAMAGE, SPEED = 12, 8, 5, 10
BODY, FATIGUE = 60, 10
SHOCKS = (("unconscious", 75, 0), ("badly stunned", 50, -6), ("stunned", 25, -4), ("jolted", 0, -2))
SEVERITY = {"": 0, "jolted": 1, "stunned": 2, "badly stunned": 3, "unconscious": 4}
DF = {"": 0, "jolted": -2, "stunned": -4, "badly stunned": -6, "unconscious": 0}
LATEST = 6_000
NEVER = 1 << 30


def document() -> dict[str, object]:
    """The same duel as an encounter of the program's."""
    blade = {"name": "Blade", "skill": "Blades", "speed": SPEED, "damage": DAMAGE, "type": "crushing", "use": "thrown"}
    people = [
        {
            "name": name,
            "side": name,
            "derived": {"PBD": BODY},
            "pools": {"PFT": FATIGUE},
            "skill": [{"name": "Blades", "basis": ["PCA"], "rank": RANK}],
            "weapon": [blade],
            "orders": "attack again, parry",
        }
        for name in ("Red", "Blue")
    ]
    return {
        "format": 1,
        "title": "A duel",
        "system": "hybrid",
        "house_rules": {"fumble": "note", "must_close": False, "reading": "third", "answers_rank_speed": True},
        "combatant": people,
    }


@dataclass(slots=True)
class Duellist:
    """One of the two, changed where it stands."""

    fatigue: int = FATIGUE
    exhaustion: int = 5 * STAT
    body: int = BODY
    carry: int = 0
    declares: int = NEVER
    lands: int = NEVER
    declared: int = 0
    recovers: int = NEVER
    shock: str = ""
    jolted_at: int = 0
    shock_df: int = 0
    off_balance: int = 0
    off_balance_at: int = 0

    @property
    def helpless(self) -> bool:
        """Stunned or worse."""
        return SEVERITY[self.shock] > 1

    def dfs(self) -> int:
        """Percent that lies on whatever it does with its blade."""
        lost = BODY - self.body
        wounds = -8 if lost * 4 >= BODY * 3 else -4 if lost * 2 >= BODY else -2 if lost * 4 >= BODY else 0
        return 5 * (wounds + DF[self.shock] + self.off_balance - (0 if self.exhaustion else 6))


@dataclass(slots=True)
class End:
    """Who stands (None: both still do), and at which count it was over."""

    winner: int | None
    count: int


@dataclass(slots=True)
class Duel:
    """A duel being fought."""

    dice: Random
    count: int = 0
    both: tuple[Duellist, Duellist] = field(default_factory=lambda: (Duellist(), Duellist()))

    def hundred(self) -> int:
        """A hundred that is rolled once more where it falls, and added."""
        face = self.dice.randint(1, 100)
        return face + self.dice.randint(1, 100) if face == 100 else face

    def two_dice(self) -> int:
        """2d6."""
        return self.dice.randint(1, 6) + self.dice.randint(1, 6)

    def initiative(self, one: Duellist, late: int = 0) -> None:
        """When it declares next."""
        one.declares = self.count + max(1, self.two_dice() + 8 + late - 2)

    def fought(self) -> End:
        """The duel, from the beginning to its end."""
        for one in self.both:
            late = 0 if self.hundred() <= 3 * STAT else 5
            self.initiative(one, late)
        while self.count <= LATEST:
            self.count = min(due for one in self.both for due in (one.declares, one.lands, one.recovers))
            for one in self.both:
                if one.recovers == self.count:
                    self.come_round(one)
            landing = [place for place in (0, 1) if self.both[place].lands == self.count]
            landing.sort(key=lambda place: (self.both[place].declared, place))
            if landing:
                self.land(landing)
                down = [one.body <= 0 or one.shock == "unconscious" for one in self.both]
                if any(down):
                    return End(None if all(down) else down.index(False), self.count)
            for one in self.both:
                if one.declares == self.count:
                    one.declares, one.declared = NEVER, self.count
                    one.lands = self.count + SPEED - RANK // 2
        return End(None, self.count)

    def come_round(self, one: Duellist) -> None:
        """A recovery check."""
        if self.hundred() <= 3 * STAT + 5 * one.shock_df:
            one.recovers, one.shock = NEVER, ""
            self.after(one)
        else:
            one.recovers = self.count + 45 + self.two_dice()

    def after(self, one: Duellist) -> None:
        """What clears with an action that is over does, and its owner rolls initiative."""
        if one.shock == "jolted" and one.jolted_at < self.count and one.lands == NEVER:
            one.shock = ""
        if one.off_balance and one.off_balance_at < self.count and one.lands == NEVER:
            one.off_balance = 0
        if not one.helpless and one.declares == one.lands == one.recovers == NEVER:
            self.initiative(one)

    def land(self, landing: list[int]) -> None:
        """The blows of this count: all defences first, then all rolls, then what they do."""
        parries: dict[int, bool] = {}
        for place in reversed(landing) if len(landing) > 1 else landing:
            one, other = self.both[place], self.both[1 - place]
            if one.lands != self.count:
                continue  # its own parry has delayed it
            struck_at = 3 * STAT + 4 * RANK + one.dfs() - STAT > 0
            parries[place] = struck_at and not other.helpless and self.parry_chance(other) > 0
            if parries[place]:
                counts = max(1, SPEED // 2 - RANK // 2)
                other.declares += counts if other.declares != NEVER else 0
                other.lands += counts if other.lands != NEVER else 0
        landed = [place for place in landing if self.both[place].lands == self.count]
        hits = [(place, self.strike(place, parries[place])) for place in landed]
        for place in landed:
            self.both[place].lands = NEVER
        harmed = [(place, effect and self.harm(self.both[1 - place], effect)) for place, effect in hits]
        for place, body in harmed:
            other = self.both[1 - place]
            if other.body > 0 and body:
                self.shocked(other)
        for place in landed:
            self.after(self.both[place])

    def parry_chance(self, one: Duellist) -> int:
        """Before the attack's margin comes off."""
        return 3 * STAT + 4 * RANK - 25 + one.dfs()

    def strike(self, place: int, parried: bool) -> float:
        """How well a blow hits; 0: not at all."""
        one, other = self.both[place], self.both[1 - place]
        chance = 3 * STAT + 4 * RANK + one.dfs() - STAT
        roll = self.hundred()
        if roll > chance:
            return 0.0
        if parried:
            need = self.parry_chance(other) - (chance - roll)
            answer = self.hundred()
            if answer <= need:
                margin = need - answer
                if margin >= 26:
                    one.off_balance, one.off_balance_at = -6 if margin >= 50 else -4, self.count
                return 0.0
        for part, effect in ((100, 3.0), (10, 2.0), (4, 1.5), (2, 1.25)):
            if roll <= (2 * chance + part) // (2 * part):
                return effect
        return 1.0

    def harm(self, other: Duellist, effect: float) -> int:
        """Damage off fatigue and body; what the body lost."""
        total = int(DAMAGE * effect + 0.5)
        fatigue = min(DAMAGE, other.fatigue)
        other.fatigue -= fatigue
        cost, other.carry = divmod(other.carry + fatigue, 10)
        other.exhaustion -= min(cost, other.exhaustion)
        body = min(total - fatigue, other.body)
        other.body -= body
        return body

    def shocked(self, other: Duellist) -> None:
        """The check against shock, by where the blow landed."""
        where = self.dice.randint(1, 100)
        df = -6 if where <= 6 else -4 if 48 < where <= 56 else 0
        failed_by = self.hundred() - (3 * STAT + 5 * df)
        if failed_by <= 0:
            return
        name = next(name for name, by, _ in SHOCKS if failed_by >= by)
        if SEVERITY[name] <= SEVERITY[other.shock]:
            return
        other.shock, other.jolted_at = name, self.count
        if name != "jolted":
            other.declares = other.lands = NEVER
            other.shock_df, other.recovers = df, self.count + 45 + self.two_dice()


def fought(seed: object) -> End:
    """One duel with dice of its own."""
    return Duel(Random(str(seed))).fought()
