"""Attacks: targets and aimed locations, shots one by one (P-FIRE), blows and contests (P-HIT), damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.phases.actions.turns import Turn
from tracker.games.phases.book.tables import Location, tables
from tracker.games.phases.checks.chances import D100, Check, Side
from tracker.games.phases.fighter import Acting, Fighter
from tracker.games.phases.harm import DEFENDING, Wounded, shares
from tracker.games.phases.odds import Exchange, blow_winner
from tracker.games.phases.sheet import Weapon
from tracker.games.phases.timing import Gun
from tracker.games.toolkit import guards
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Roll, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

FIRE, STRIKE = "fire", "strike"
STAGES = ("shots", "shot", "fell", "defended", "located", "harm", "injured", "shocked")
"""The stages of an attack, which `resume` resumes at."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Shots or a blow at one target. 0 `shots` means that the number is still to be asked (PQ 30)."""

    target: str
    shots: int = 0
    place: str = ""
    """The pool of the location aimed at (P-DMG-5). Empty without one."""
    level: int = 0

    @property
    def location(self) -> Location | None:
        return tables().place(self.place) if self.place else None

    @property
    def where(self) -> str:
        """The location in brackets, ` (head)`. Empty without one."""
        return f" ({self.location.name})" if self.location is not None else ""

    def text(self) -> str:
        """Return the aim as one option of an action, which `read` reads."""
        return f"{self.target} {self.shots} {self.place or '-'} {self.level}"

    @staticmethod
    def read(text: str) -> Aim:
        """Return the aim from the words that `text` writes: target, shots, place (`-` for none) and level."""
        target, shots, place, level = text.split(" ")
        return Aim(target, int(shots), "" if place == "-" else place, int(level))

    def line(self, who: str, verb: str, weapon: str) -> str:
        """Return the command line that makes this attack."""
        shots = f" {self.shots}" if self.shots else ""
        place = f" at {self.location.name}" if self.location is not None else ""
        level = f" level {self.level:+d}" if self.level else ""
        return f'{who} {verb} {self.target} "{weapon}"{shots}{place}{level}'

    def check(self, fighter: Fighter, weapon: Weapon) -> Check:
        """Return the check of one attack with this aim (P-CHECK)."""
        return fighter.attack(weapon, self.location, self.level)

    def check_target(self, fighter: Fighter, weapon: Weapon, verb: str) -> None:
        """Raise Refused for a target out of the fight or unnoticed, and for a level without a chance (PQ 2)."""
        target = guards.standing(fighter.encounter, fighter.who, self.target, verb)
        check = self.check(fighter, weapon)
        if check.impossible:
            raise Refused(
                f"{fighter.name} cannot {verb} {target.name} at level {check.level}: below level {tables().hardest} "
                "there is no roll (house rule past_the_end). Aim elsewhere, or come nearer."
            )


@dataclass(frozen=True, slots=True)
class Attack:
    """A weapon and its aims. `use` is its kind, ranged or melee."""

    use: str
    weapon: str
    aims: tuple[Aim, ...]


def _label(encounter: Encounter, aims: Sequence[Aim], verb: str) -> str:
    """Return an attack in words, a part for each aim: `2 shots at Eve (head)`. `verb` is for an aim without shots."""
    parts = []
    for aim in aims:
        what_at = f"{aim.shots} shot{'' if aim.shots == 1 else 's'} at " if aim.shots else f"{verb} "
        parts.append(f"{what_at}{encounter[aim.target].name}{aim.where}")
    return ", ".join(parts)


def contested(fighter: Fighter, target: str, weapon: Weapon) -> bool:
    """Return whether a blow at the target is a contest: the target defends, and the weapon is not a ranged one.

    Rules: P-HIT-2, PQ 19.
    """
    return not weapon.ranged and fighter.house.defend and fighter.encounter[target].condition(DEFENDING) is not None


def exchange(fighter: Fighter, weapon: Weapon, aim: Aim) -> Exchange:
    """Return an attack with the defence that it meets, if it is a contest (P-HIT-2)."""
    attack = aim.check(fighter, weapon)
    if not contested(fighter, aim.target, weapon):
        return Exchange(fighter.name, attack)
    target = Fighter(fighter.encounter, aim.target)
    defence = target.defence()
    return Exchange(fighter.name, attack, target.name, defence.name, defence.check)


def check_fire(fighter: Fighter, gun: Gun, shots: int) -> int:
    """Return how many shots are possible now. Raises Refused for more, and for a weapon not loaded or not ranged.

    Rules: P-FIRE.
    """
    weapon, limit = gun.weapon, gun.shots()
    weapon_name = f"{fighter.name}'s {weapon.name}"
    if not weapon.ranged:
        raise Refused(f"{weapon.name} is a melee weapon. s: strike with it")
    if not gun.rounds:
        raise Refused(f"{weapon_name} is not loaded (P-FIRE-4). l: load it, one sub-phase")
    if not limit:
        raise Refused(f"{weapon_name} has fired its {weapon.rof} in this phase (P-FIRE-2). w: hold to the next phase")
    if shots > limit:
        limit_text = f"{limit} shot{'' if limit == 1 else 's'}"
        raise Refused(f"{weapon_name} has {limit_text} in this sub-phase, not {shots} (P-FIRE).")
    return limit


def fire(turn: Turn, attack: Attack) -> None:
    """Fire shots at one or more targets, each with its own roll, within the limit of this sub-phase.

    Rules: P-FIRE 1–4, PQ 13, 30. Asks for the number of shots when the line leaves it out. Raises Refused.
    """
    fighter, targets = turn.fighter, attack.aims
    weapon = fighter.weapon(attack.weapon)
    gun = fighter.gun(weapon)
    limit = check_fire(fighter, gun, sum(aim.shots for aim in targets))
    for aim in targets:
        aim.check_target(fighter, weapon, "fire at")
    # Nothing is asked where one shot is all there is, or where it would be one question for each target.
    ask = any(not aim.shots for aim in targets)
    if ask and (len(targets) > 1 or limit == 1):
        targets, ask = tuple(replace(aim, shots=aim.shots or 1) for aim in targets), False
        check_fire(fighter, gun, sum(aim.shots for aim in targets))
    number = _start_attack(turn, FIRE, weapon, targets, "fire at")
    if not ask:
        _shoot(turn, number, targets)
        return
    target = targets[0].target
    turn.draft.push("shots", who=turn.who, action=number, aim=targets[0].text())
    text = f"{fighter.name}, {weapon.name} at {fighter.encounter[target].name}: how many shots?"
    turn.draft.ask_amount(turn.who, "shots", text, 1, limit, about=target)


def strike(turn: Turn, attack: Attack) -> None:
    """Strike a blow at one target. At a target that defends it is a contest (P-HIT 1 and 2). Raises Refused."""
    weapon, (aim,) = turn.fighter.weapon(attack.weapon), attack.aims
    if weapon.ranged:
        raise Refused(f"{weapon.name} is a ranged weapon. f: fire it")
    aim.check_target(turn.fighter, weapon, STRIKE)
    _shoot(turn, _start_attack(turn, STRIKE, weapon, (aim,), STRIKE), (aim,))


def _start_attack(turn: Turn, verb: str, weapon: Weapon, targets: Sequence[Aim], what: str) -> int:
    """Start the action of an attack and return its id. `what` is the verb in its label, such as `fire at`."""
    label, options = _label(turn.draft.encounter, targets, what), tuple(aim.text() for aim in targets)
    action = Action(0, verb, weapon=weapon.name, target=targets[0].target, options=options, label=label)
    return turn.start(action, shoots=verb == FIRE).id


def _shoot(turn: Acting, number: int, targets: Sequence[Aim]) -> None:
    """Push a stage that makes the shots of an action one by one, or its one blow. `number` is the action's id."""
    shots = [replace(aim, shots=1).text() for aim in targets for _ in range(max(1, aim.shots))]
    turn.draft.push("shot", who=turn.who, action=number, left=shots)


def resume(draft: StepBuilder, task: Task) -> None:
    """Go on with a stage of an attack.

    A number of shots that was asked for: `shots`. Then for each shot: `shot`, after its roll `fell`, after the roll of
    the defender `defended`, with the location `located`. Damage: `harm` by one roll, `injured` and `shocked` by two.
    """
    data: Mapping[str, Any] = task.data
    turn = Turn(draft, data["who"])
    if turn.now.action(data["action"]) is None:
        draft.note(f"{turn.now.name}'s attack is over: nothing more comes of it", turn.who)
        turn.finish(data["action"])
        return
    if task.stage == "shots":
        aim = replace(Aim.read(data["aim"]), shots=data["amount"])
        label = _label(draft.encounter, (aim,), "fire at")
        draft.emit(
            ev.ActionChanged(who=turn.who, action=data["action"], label=label, target=aim.target, options=(aim.text(),))
        )
        _shoot(turn, data["action"], (aim,))
        return
    attack = Shot(draft, turn.who, data)
    match task.stage:
        case "shot":
            _next_shot(turn, data)
        case "fell":
            attack.rolled()
        case "defended":
            attack.defended()
        case "located":
            place = next((place for place in tables().location if place.name == data.get("answer")), None)
            attack.harm(place or tables().hit_by(data.get("total", 1)))
        case "harm":
            attack.hurt(*shares(data["total"], attack.weapon.kind, turn.fighter.house), data["total"])
        case "injured":
            attack.roll_damage("shock", attack.weapon.sf, "shocked", injury=data["total"])
        case _:
            injury, shock = max(0, data["injury"]), max(0, data["total"])
            attack.hurt(injury, shock, max(injury, shock))


def _next_shot(turn: Turn, data: Mapping[str, Any]) -> None:
    """Make the next of the shots that are left, `data["left"]`. Shots at a target that is down are not fired."""
    draft, shots_left = turn.draft, list(data["left"])
    while shots_left and not draft[Aim.read(shots_left[0]).target].able:
        draft.note(f"{turn.now.name} keeps a shot: {draft[Aim.read(shots_left.pop(0)).target].name} is down", turn.who)
    if shots_left:
        shot, *rest = shots_left
        kept = {"who": turn.who, "action": data["action"], "left": rest, "shot": shot}
        Shot(draft, turn.who, kept).roll()
    else:
        turn.finish(data["action"])


_KEPT = ("who", "action", "left", "shot", "place", "injury", "mine")
_OPENING = _KEPT[:4]
"""The data of an attack before its roll: fighter, action, the shots after it, and its own aim."""


@dataclass(frozen=True, slots=True)
class Shot(Acting):
    """One shot or blow under way. `data` is the data of its task."""

    data: Mapping[str, Any]

    @property
    def aim(self) -> Aim:
        return Aim.read(self.data["shot"])

    @property
    def weapon(self) -> Weapon:
        """The weapon of the action under way."""
        action = self.now.action(self.data["action"])
        assert action is not None
        return self.fighter.weapon(action.weapon)

    def _then(self, stage: str, **additions: Any) -> Task:
        return Task(stage, {**{key: self.data[key] for key in _KEPT if key in self.data}, **additions})

    def roll(self) -> None:
        """Roll for the attack (P-CHECK). A ranged weapon spends a shot."""
        fighter, aim, weapon = self.fighter, self.aim, self.weapon
        if weapon.ranged:
            gun = fighter.gun(weapon)
            self.mark(gun.mark("fired"), gun.fired + 1)
            if weapon.rounds:
                self.mark(gun.mark("rounds"), gun.rounds - 1)
        label = f"{weapon.name} at {self.draft[aim.target].name}{aim.where}"
        roll = aim.check(fighter, weapon).roll(self.who, "attack", label, aim.target)
        self.draft.roll(roll, Task("fell", dict(self.data)))

    def rolled(self) -> None:
        """Go on after the attack's roll: a hit, a miss, or the defender's roll (P-HIT-2).

        An attack that fails misses without a defence roll, unless the house rule makes it a contest (PQ 33).
        """
        success, against = self.data["success"], exchange(self.fighter, self.weapon, self.aim)
        if against.defence is not None and (success or against.both_fail):
            roll = against.defence.roll(self.aim.target, "defence", f"defends with {against.way}", self.who)
            self.draft.roll(roll, self._then("defended", mine=[success, self.data["total"]]))
        elif success:
            self._locate()
        else:
            self._missed("missed")

    def defended(self) -> None:
        """Go on after the defender's roll: decide the contest. Equal results are rolled again (P-VS, P-HIT-2)."""
        success, total = self.data["mine"]
        against = exchange(self.fighter, self.weapon, self.aim)
        assert against.defence is not None
        attacker = Side.of(against.attack, success, total)
        won = blow_winner(against, attacker, Side.of(against.defence, self.data["success"], self.data["total"]))
        if won == 0:
            self.draft.note("Equal skills and equal rolls: both roll again (P-VS-4)", self.who)
            # Without the data of its rolls the attack is as it was before the first one.
            replace(self, data={key: self.data[key] for key in _OPENING}).roll()
        elif won > 0:
            self._locate()
        else:
            self._missed("parried")

    def _missed(self, outcome: str) -> None:
        """Record the `outcome` of an attack that did not hit, `missed` or `parried`, and go on to the next shot."""
        self.draft.emit(ev.Struck(who=self.who, target=self.aim.target, outcome=outcome, label=outcome))
        self._over()

    def _over(self) -> None:
        self.draft.push("shot", **{key: self.data[key] for key in ("who", "action", "left")})

    def _locate(self) -> None:
        """Find the location of a hit: where it was aimed, by the table, or as the game master answers.

        Rules: P-DMG 4 and 5, PQ 21.
        """
        aim, then = self.aim, self._then("located")
        if aim.location is not None:
            self.harm(aim.location)
        elif self.fighter.house.locations == "ask":
            self.draft.push(then.stage, **then.data)
            names = tuple(place.name for place in tables().location)
            self.draft.ask(Ask.CHOOSE, self.who, "location", f"Where does it hit {self.draft[aim.target].name}?", names)
        else:
            self.draft.roll(Roll(self.who, "location", "location", D100, target=aim.target), then)

    def harm(self, place: Location) -> None:
        """Roll damage at a location: one roll, one each for injury and shock, or none where damage is by hand.

        Rules: PQ 20.
        """
        weapon, target = self.weapon, self.aim.target
        if weapon.two_dice:
            self.roll_damage(f"injury, {place.name}", weapon.hf, "injured", place=place.key)
        elif weapon.damage == "0":
            text = f"the {weapon.name} has no damage on the sheet: `{target} damage 6 {place.name}` by hand"
            self.draft.note(text, target)
            replace(self, data={**self.data, "place": place.key}).hurt(0, 0, 0)
        else:
            self.roll_damage(f"damage, {place.name}", weapon.damage, "harm", place=place.key)

    def roll_damage(self, what: str, dice: str | None, stage: str, **additions: Any) -> None:
        """Roll `dice` of the weapon's damage, 0 without any. Then `stage`, with the `additions` in its data."""
        label = f"{self.weapon.name} {what}"
        self.draft.roll(
            Roll(self.who, "damage", label, dice or "0", target=self.aim.target), self._then(stage, **additions)
        )

    def hurt(self, injury: int, shock: int, points: int) -> None:
        """Record the hit with its `points`, and apply its injury and shock to the target (P-DMG-2)."""
        target, place, weapon = self.aim.target, tables().place(self.data["place"]), self.weapon
        kind = "" if points <= 0 else f"{injury} HF, {shock} SF" if weapon.two_dice else weapon.kind
        label = f"hit, {place.name}, {max(0, points)} {kind}".rstrip()
        self.draft.emit(
            ev.Struck(
                who=self.who,
                target=target,
                outcome="hit",
                label=label,
                location=place.name,
                damage=max(0, points),
                type=kind,
            )
        )
        self._over()
        why = f"hit by {self.now.name}, {place.name}"
        Wounded(self.draft, target).hurt(injury, shock, place, why)
