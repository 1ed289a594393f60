"""Explain, for a pack: the sheet pane, explanations, and what dice mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tracker.dice import notation
from tracker.game_api import parts
from tracker.game_api.sheets import opening
from tracker.game_api.values import Card, Judgement, Strike
from tracker.games.packs import formulas, results
from tracker.games.packs.actions import Deed, deed, percent, share
from tracker.games.packs.formulas import Best, Kind
from tracker.games.packs.models import ActionRule, Result, Rolling
from tracker.games.packs.moments import rule_at
from tracker.games.packs.ranges import shows_points
from tracker.games.packs.sheet import Played, Weapon, sheet_of
from tracker.games.packs.trials import reckoned, trials
from tracker.games.toolkit import guards, target_menu
from tracker.model.combatant import Condition
from tracker.model.events import Rolled
from tracker.model.questions import Roll
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.text.numbers import plain_number
from tracker.text.suggestions import ended, hint_or_list

if TYPE_CHECKING:
    from tracker.game_api.rule_book import RuleBook

_WEAPON_FIGURE = re.compile(r"\bweapon\.(\w+)")


class Dice(parts.Dice[Played]):
    """The reading of dice of a pack."""

    __slots__ = ()

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """Return the result of a roll. Its word comes from the table of results of the action or answer."""
        rule, rolling = self._rule(roll)
        margin = results.margin_of(rolling, chance, total)
        known = {"margin": margin, "passed": int(margin >= 0), **roll.data.get("figures", {})}
        rows: Sequence[Result] = getattr(rule, "result", ())
        if "faces" in roll.data and any(row.when is not None for row in rows):
            known |= results.shown(roll.dice, roll.data["faces"])
            known["rolled"] = total + int(roll.data.get("rest", 0))
        row = results.row(rows, margin, results.scope_of(known))
        success = margin >= 0
        if row is not None and row.hit is not None:
            success = row.hit != (isinstance(rule, ActionRule) and rule.tests_target)
        word = row.word if row is not None else results.usual_word(rule, success)
        against = roll.data.get("against")
        # With `more_than` the total must be above the number, so a margin of 0 is one more than it.
        reached = None if against is None else against + margin + (rolling.at_least is None)
        return Judgement(word, float(success), margin, success, reached, against)

    def _rule(self, roll: Roll) -> tuple[Any, Rolling]:
        """Return the rule that a roll belongs to, and its check. Raises LookupError for another roll."""
        if "action" in roll.data:
            action = self.options.pack.actions[str(roll.data["action"])]
            return action, action.rolled
        rule = rule_at(self.options, roll.data["test"])
        return rule, rule.test

    def turning_term(self, rolled: Rolled) -> str:
        """Return the sentence about the summand without which a roll for an action had gone the other way, if any."""
        from tracker.game_api import turning_term  # noqa: PLC0415 -- not loaded before a roll is looked at

        if rolled.what not in self.options.pack.actions:
            return ""
        return turning_term.turning_term(self, rolled, turning_term.terms_of_sum(rolled), {"action": rolled.what})

    def odds(self, roll: Roll) -> str:
        """Return the number the dice must reach, with its chance: `12 or more, 45 %`. Empty for dice with no number."""
        if roll.chance is None or not {"action", "test"} & roll.data.keys():
            return ""
        under = self._rule(roll)[1].under
        plus, minus = _kinds(roll.dice)
        chance = share(plus, minus, roll.chance, under)
        return f"{roll.chance} or {'less' if under else 'more'}, {chance} %".replace("-", "−")


def _kinds(text: str) -> tuple[tuple[Kind, ...], tuple[Kind, ...]]:
    """Return the dice of a notation that are added, and those that are taken off, for the reckoning of odds.

    Terms that are joined are one throw, of which the best counts.
    """
    throws: list[list[notation.Term]] = []
    for term in notation.read(text).terms:
        if term.joined:
            throws[-1].append(term)
        else:
            throws.append([term])
    kinds: list[Kind] = [
        Best((replace(first, factor=Fraction(1)), *others), low=others[0].joined == "~", factor=first.factor)
        if others
        else first
        for first, *others in throws
    ]
    less = tuple(replace(kind, factor=-kind.factor) for kind in kinds if kind.factor < 0)
    return tuple(kind for kind in kinds if kind.factor > 0), less


class Display(parts.Display[Played]):
    """The display of a pack."""

    __slots__ = ()

    def visible_condition(self, condition: Condition) -> str:
        return condition.label

    def answer_for_players(self, answer: str, label: str) -> str:
        return label

    def rule_book(self) -> RuleBook:
        """Return the rules of the pack in words, or those that come with a pack of the program."""
        from tracker.games.packs.rules_in_words import book_of  # noqa: PLC0415 -- not loaded before it is asked for

        return book_of(self.options.pack)

    def card(self, encounter: Encounter, who: str) -> Card:
        """Return a card with a line for each attack, its chance against every foe, and the figures.

        Players see it on their own sheet, so a chance that depends on a foe's points is that against an unhurt foe.
        """
        game, strikes = self.options, []
        foes = target_menu.foes(encounter, who)
        if shows_points(game.pack):
            for foe in foes:
                full = tuple(pool.full for pool in foe.profile.pools)
                encounter = encounter.with_combatant(replace(foe, pools=full))
        for rule in game.pack.action:
            if not rule.target or rule.rolled.roll is None:
                continue
            for weapon in sheet_of(encounter, who).weapons if rule.weapon else (None,):
                strikes.append(
                    self._strike(
                        encounter,
                        who,
                        [foe.id for foe in foes],
                        deed(game, encounter, who, rule, ("", weapon.name if weapon else "")),
                    )
                )
        figures = sheet_of(encounter, who).figures
        facts = [
            f"{rule.label or name} {plain_number(figures[name])}"
            for name, rule in game.pack.figures.items()
            if figures[name] or rule.default != 0
        ]
        facts += [
            f"{name} {plain_number(formulas.whole(game.figure(encounter, who, name)))}" for name in game.pack.derived
        ]
        lines = tuple(" · ".join(facts[start : start + 4]) for start in range(0, len(facts), 4))
        return Card(who, encounter[who].name, tuple(strikes), (), lines)

    def first_blow(self, encounter: Encounter, who: str) -> Strike | None:
        """Return the action that the pack fights with, by the first weapon. None where it lands at once."""
        game = self.options
        rule = game.pack.actions.get(game.pack.fights)
        if rule is None or game.table.once:
            return None
        done = deed(game, encounter, who, rule, ("", ""))
        return self._strike(encounter, who, (), done) if done.lands else None

    def _strike(self, encounter: Encounter, who: str, foes: Sequence[str], done: Deed) -> Strike:
        """Return the card's row of an action (`done`, still without a target): chance at each foe, time and damage."""
        game, rule = self.options, done.rule
        names = [
            done.weapon.name if done.weapon else "",
            "" if rule.name == game.pack.fights else rule.label or rule.name,
        ]
        shots = []
        for foe in foes:
            aimed = deed(game, encounter, who, rule, (foe, done.weapon.name if done.weapon else ""))
            chance = percent(game, encounter, who, aimed)
            shots += [(encounter[foe].name, chance)] if chance is not None else []
        speed = str(done.lands or done.cost) if not game.table.once else str(done.lands or "")
        damage = "" if rule.damage is None else self._damage(encounter, who, done.weapon, rule.damage)
        return Strike(
            " ".join(filter(None, names)) or rule.name, tuple(shots), speed=speed, damage=damage, counts=done.lands
        )

    def _damage(self, encounter: Encounter, who: str, weapon: Weapon | None, formula: formulas.Formula) -> str:
        """Return the damage as dice and a number where it is a sum, else the formula with the weapon's figures."""
        # A figure of the weapon named twice, or multiplied, makes no plain sum.
        named = [name for name in formulas.names(formula.root) if name.startswith("weapon.")]
        if len(named) > len(set(named)) or not formulas.in_a_sum(formula.root, lambda name: name.startswith("weapon.")):
            figures = weapon.figures if weapon else {}
            return _WEAPON_FIGURE.sub(lambda name: str(figures.get(name[1], name[0])), formula.text)
        thrown = formulas.thrown(formula, self.options.scope(encounter, who, "", weapon))
        rest = f"{thrown.rest:+d}" if thrown.rest and thrown.dice else str(thrown.rest or "")
        return f"{thrown.dice}{rest}"

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        """Return the sum behind the roll that the first word names, against the fighter named next, else each foe.

        Further words name the weapon. Without words return the pools and conditions. Raises Refused.
        """
        if not words:
            return super().explain(encounter, who, words)
        game, every = self.options, trials(self.options.pack)
        trial = every.get(words[0])
        if trial is None:
            raise Refused(ended(f'Nothing is rolled for "{words[0]}"{hint_or_list(words[0], list(every))}'))
        targets = [foe.id for foe in target_menu.foes(encounter, who)] if trial.of_two else [""]
        if trial.of_two and len(words) > 1:
            target, _ = guards.somebody(encounter, words[1:], f"why {who} {words[0]} goblin")
            targets = [target]
        lines: list[str] = []
        for target in targets:
            weapon = sheet_of(encounter, who).weapon(" ".join(words[2:])) if game.pack.armed else None
            roll, against, chance = reckoned(game, encounter, who, target, weapon, trial)
            other = f" and what {against.dice} of the other show" if against.dice else ""
            sign = "at most" if roll.sign > 0 else "at least"
            title = f"{encounter[target].name}: " if target else ""
            lines += [*roll.lines, f"{title}{roll.thrown.dice} must show {sign} {roll.need}{other}".replace("-", "−")]
            lines.append(
                f"{chance} %{' that it fails' if trial.action is not None and trial.action.tests_target else ''}"
            )
        return tuple(lines)


def sheet_record(encounter: Encounter, who: str) -> dict[str, Any]:
    """Return name, side, player and pools, then the figures and the weapons."""
    sheet = sheet_of(encounter, who)
    weapons = [{"name": weapon.name, **weapon.figures} for weapon in sheet.weapons]
    return {**opening(encounter[who]), **sheet.figures, **({"weapon": weapons} if weapons else {})}
