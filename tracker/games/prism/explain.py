"""Explain: the card with its numbers, armour layer by layer, and the sum behind every number with its rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.encounter.names import combatant_named
from tracker.game_api.sheets import opening
from tracker.game_api.values import Card, Strike
from tracker.games.prism import checks, odds, timing
from tracker.games.prism.actions import reactions
from tracker.games.prism.actions.action_options import Plan
from tracker.games.prism.actions.reactions import Attack
from tracker.games.prism.book.tables import BOOK, PACES
from tracker.games.prism.fighter import Fighter
from tracker.games.prism.sheet import NAMED, Piece, Weapon
from tracker.games.toolkit import target_menu, topics
from tracker.games.toolkit.sums import Sum, signed
from tracker.games.toolkit.topics import Explain
from tracker.model.state import DECLARE, Encounter

Lines = Sequence[str]


class Shown(Fighter):
    """A fighter with the texts that the game master reads about it."""

    @property
    def dodges(self) -> str:
        """The kinds of weapon that the fighter may dodge: `melee, thrown` (S-DODGE-3)."""
        return ", ".join(use for use in ("melee", "thrown", "firearms") if use in self.sheet.dodges)

    @property
    def coming(self) -> str:
        """The fighter's next turns: `turns 6, 9, 12, 15 …, every 3 ticks` (S-CHAIN-3)."""
        every, due = self.period, self.encounter.agenda.find(self.who, DECLARE)
        if due is None and self.encounter.began:
            return f"a turn every {every} ticks" if every > 1 else "a turn every tick"
        first = due.count if due is not None else timing.first_turn(self.sheet.attribute("Initiative"))
        ticks = ", ".join(map(str, range(first, first + 4 * every, every)))
        return f"turns {ticks} …, every {every} tick{'s' if every > 1 else ''}"

    def armour(self, piece: Piece) -> str:
        """Return a piece of armour as it is now: `vest AT 15 AC 15/30, torso` (S-ARM-1)."""
        now, worn = self.layer(piece), piece in self.sheet.armour
        where = ", ".join(sorted(piece.covers)) or ("everywhere" if worn else "in hand")
        gone = ", destroyed" if self.destroyed(piece) else ""
        return f"{piece.name} AT {now.threshold} AC {now.capacity}/{piece.capacity}, {where}{gone}".replace("-", "−")

    def facts(self) -> list[str]:
        """Return the card's facts: armour from the outside in, turns, dodge, objects, figures and skills (S-ARM-1)."""
        sheet, changed = self.sheet, self.house.everything(changed=True)
        lines = [self.armour(piece) for piece in sheet.pieces] + [self.coming]
        if (sheet.skill(sheet.dodge) or self.house.unskilled_dodge) and sheet.dodges:
            lines.append(f"dodge TN {self.dodge().total}: {self.dodges}")
        if self.objects:
            lines.append(f"deflects with {', '.join(weapon.name for weapon in self.objects)}")
        if self.intent:
            lines.append(f"has shown {self.intent}")
        figures = " · ".join(f"{name} {sheet.attribute(name)}" for name in NAMED[:3])
        lines.append(figures.replace("Threshold", "DT"))
        lines += [f"{skill.name} TN {self.number(skill).total}" for skill in sheet.skills]
        return [*lines, f"house rules: {', '.join(changed)}"] if changed else lines

    def when(self, about: str, rest: Lines) -> Lines:
        """Return the first turn and the next ones."""
        initiative = self.sheet.attribute("Initiative")
        first = timing.first_turn(initiative)
        return [f"Initiative {initiative}: first turn after {first} (S-CHAIN-2)", f"{self.coming} (S-CHAIN-3)"]

    def moves(self, about: str, rest: Lines) -> Lines:
        """Return how far each pace goes, and its price."""
        speed, plans = self.sheet.attribute("Speed"), map(Plan, PACES)
        return [f"{how.pace}: {how.far(speed)}, {how.price(self.house)} energy (S-TURN)" for how in plans]

    def worn(self, about: str, rest: Lines) -> Lines:
        """Return the armour from the outside in."""
        return [f"{self.armour(piece)} (S-ARM-1)" for piece in self.sheet.pieces]

    def skilled(self, name: str, rest: Lines) -> Lines:
        """Return the sum behind the skill with this name."""
        skill = self.sheet.skill(name)
        assert skill is not None
        return _told(self.number(skill), skill.name)

    def attacks(self, about: str, rest: Lines) -> Lines:
        """Return the sums behind each weapon's attack, and the odds against foes that dodge."""
        encounter = self.encounter
        foes = (
            [combatant_named(encounter, rest[0])] if rest else [foe.id for foe in target_menu.foes(encounter, self.who)]
        )
        lines: list[str] = []
        for weapon in self.sheet.weapons:
            lines += _told(self.attack(weapon), weapon.name)
            lines.append(f"damage: tens digit × {weapon.modifier:g}, {weapon.harm} (S-DMG-1)")
            lines += (self._odds_if_dodged(weapon, Fighter(encounter, foe)) for foe in foes)
        return lines

    def _odds_if_dodged(self, weapon: Weapon, foe: Fighter) -> str:
        """Return the chance to hit a foe that dodges with the least energy, as a sentence, or why it cannot dodge."""
        attack = Attack.planned(self.encounter, self.who, foe.who, weapon, Plan())
        if why := attack.no(reactions.DODGE):
            return why
        dodged = attack.answered(reactions.DODGE, checks.least("dodge", foe.defensive, foe.house))
        spent = f" and {dodged.answer.energy} energy" if dodged.answer.energy else ""
        return f"{foe.name} dodges with TN {foe.dodge().total}{spent}: hit {dodged.hit:.0f} % (S-DODGE-2)"

    def dodges_by(self, about: str, rest: Lines) -> Lines:
        """Return the sum behind a dodge, and what it may be used against."""
        unskilled = self.sheet.skill(self.sheet.dodge) is None
        if unskilled and not self.house.unskilled_dodge:
            return [f"{self.name} has no skill {self.sheet.dodge} to dodge with (S-DODGE-2)"]
        no_skill = f"{self.name} has no skill {self.sheet.dodge}: what is left is energy, and desperation (SQ 30)"
        return [
            *([no_skill] if unskilled else []),
            *self.dodge().told("dodge: TN"),
            f"may dodge {self.dodges or 'nothing'} (S-DODGE-3)",
            f"{reactions.price_per_point(self, 'dodge')} energy takes 1 off the attacker's TN (S-DODGE-1)",
            "above the attacker's result and under its own TN (S-OPP-3)",
        ]

    def deflects(self, about: str, rest: Lines) -> Lines:
        """Return the objects to deflect with, and the price and effect of it."""
        if not self.objects:
            return [f"{self.name} has nothing fitting in hand to deflect with (S-DEFLECT-1)"]
        low, *_, top = sorted(row.share for row in BOOK.degrees.values())
        return [
            f"deflects with {', '.join(weapon.name for weapon in self.objects)} (S-DEFLECT-1)",
            f"{reactions.price_per_point(self, 'deflect')} energy takes 1 off the attacker's TN (S-DEFLECT-1)",
            f"a share of the damage is negated: {BOOK.deflection.share} %, with degrees {low} to {top} % (S-DEFLECT-2)",
        ]

    def improves(self, about: str, rest: Lines) -> Lines:
        """Return the target of improvement of each skill."""
        lines = []
        for skill in self.sheet.skills:
            potential = self.sheet.attribute(self.potential(skill))
            target = self.improvement(skill)
            line = f"{skill.name}: 100 − 2 × ({self.risen(skill)} + {potential}) = {target}"
            lines.append(line.replace("-", "−") + " (S-GROW-1)")
        return lines


def _told(sum: Sum, name: str) -> Lines:
    return [*sum.told(f"{name}: TN"), f"00 to TN succeeds: {odds.percent(sum.total)} % (S-TN-2, S-DICE-1)"]


TOPICS: Mapping[str, Explain] = {
    "attack": Shown.attacks,
    "dodge": Shown.dodges_by,
    "deflect": Shown.deflects,
    "turns": Shown.when,
    "move": Shown.moves,
    "armour": Shown.worn,
    "improve": Shown.improves,
}
"""The topics besides the skills of a sheet."""


def card(encounter: Encounter, who: str) -> Card:
    """Return the card: a line for each weapon, modifiers of every number, facts."""
    fighter = Shown(encounter, who)
    strikes = []
    for weapon in fighter.sheet.weapons:
        number = fighter.attack(weapon).total
        damage = f"tens ×{weapon.modifier:g} {weapon.harm}"
        strikes.append(Strike(weapon.name, (("TN", number), ("%", odds.percent(number))), damage=damage))
    modifier = fighter.sheet.options.scene.modifier
    modifiers = (f"{signed(modifier)} on every TN: the scene",) if modifier else ()
    return Card(who, fighter.name, tuple(strikes), modifiers, tuple(fighter.facts()))


def explain(encounter: Encounter, who: str, words: Lines) -> tuple[str, ...]:
    """Return the lines of an explanation: `why bob attack dan`, `dodge`, `turns`, or a skill.

    Without words, return those of all topics.
    """
    fighter = Shown(encounter, who)
    if not words:
        by_topic = (explain_topic(fighter, name, ()) for name, explain_topic in TOPICS.items() if name != "improve")
        return tuple(line for lines in by_topic for line in lines)
    skills = {skill.name: Shown.skilled for skill in fighter.sheet.skills if skill.name not in TOPICS}
    return topics.explain({**TOPICS, **skills}, "number to explain called", fighter, words)


def turns_ahead(encounter: Encounter, who: str, until: int) -> Sequence[int]:
    """Return the ticks of the turns after the next one, up to `until`: nothing delays them (S-CHAIN-3)."""
    due, every = encounter.agenda.find(who, DECLARE), Fighter(encounter, who).period
    return () if due is None else range(due.count + every, until + 1, every)


def record(encounter: Encounter, who: str) -> dict[str, Any]:
    """Return the sheet as plain data, with derived target numbers, turns and what may be dodged."""
    fighter = Shown(encounter, who)
    sheet = fighter.sheet
    return {
        **opening(fighter.now),
        "attributes": {name: sheet.attribute(name) for name in dict.fromkeys([*NAMED, *sheet.attributes])},
        "turns": {"every": fighter.period, "next": fighter.coming},
        "dodges": fighter.dodges,
        "skills": [{**skill.model_dump(), "tn": fighter.number(skill).total} for skill in sheet.skills],
        "weapons": [
            {**weapon.model_dump(exclude_none=True), "tn": fighter.attack(weapon).total} for weapon in sheet.weapons
        ],
        "armour": [{"name": piece.name, "now": fighter.armour(piece)} for piece in sheet.pieces],
        "dice": BOOK.dice.notation,
    }


def ended(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return the lines for the end of a fight: skills that rose and armour that was destroyed."""
    fighter = Fighter(encounter, who)
    risen = [(skill, fighter.risen(skill)) for skill in fighter.sheet.skills]
    destroyed_pieces = [f"{piece.name} destroyed" for piece in fighter.sheet.pieces if fighter.destroyed(piece)]
    return (*(f"{skill.name} {skill.value} → {now}" for skill, now in risen if now > skill.value), *destroyed_pieces)


def postscript(encounter: Encounter) -> tuple[str, ...]:
    """Return the reminder that used skills may rise (S-GROW-1)."""
    names = [combatant.id for combatant in encounter if Fighter(encounter, combatant.id).sheet.skills]
    return (f"A skill that was used may rise: {names[0]} improve SKILL chance (S-GROW-1).",) if names else ()
