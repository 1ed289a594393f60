"""Menus: actions and answers by key, each with its time and odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tracker.model.combatant import Combatant
from tracker.model.commands import Command
from tracker.model.questions import Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api import choice_keys, parts
from tracker.system_api.target_keys import seat_key
from tracker.system_api.values import Choice, ConditionByHand, Menu
from tracker.systems.feats import checks, formulas, parser
from tracker.systems.feats.actions import refusals
from tracker.systems.feats.actions.fighter_state import DROWNED, DROWNING, PARRY, TO, WATER, WORDS, FighterState
from tracker.systems.feats.book.house_rules import HouseRules, Options
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import Thing
from tracker.systems.kit import guards, menu_paths, menu_rows, menus, target_menu
from tracker.systems.kit.exact_numbers import exact, half_up, plain
from tracker.systems.kit.hook_functions import always
from tracker.systems.kit.menu_paths import Path, chosen, words
from tracker.systems.kit.package_files import read
from tracker.systems.kit.resolving_action import AVOIDED, BY, NONE, meeting
from tracker.systems.kit.sums import Sum, level_told

BOOKED = read("tracker.systems.feats", "menus.toml")
UNROLLED = {NONE: "no defence", AVOIDED: "avoided (GM)"}
"""Answers that take no roll, with their labels."""


CLIMB_FEET = 30
"""The height in feet for which a known climb shows its seconds."""


_MORE = "z"
_MOST_AT_ONCE = 9
"""Declarations that stand in one list."""
_SELDOM = frozenset({"dive", "concentrate", "lift", "shove", "catch", "hold", "rescue"})
"""Verbs of the second rank: they need water, a running start, a load, a thing that flies, a fighter in danger."""


def _verb(choice: Choice) -> str:
    """Return the verb of a choice: the first word of its path, else the word after the name in its line."""
    return choice.path[0] if choice.path else choice.line.split()[1] if " " in choice.line else ""


@dataclass(frozen=True)
class Offer:
    """The price of using a verb with a thing, and why it is refused."""

    price: str = ""
    refused: str = ""


@dataclass(frozen=True)
class Defence:
    """A defence and the number it is rolled against."""

    way: str
    number: int


@dataclass(frozen=True)
class Menus(FighterState):
    """The menus of one fighter at a moment."""

    house: HouseRules
    measures_gap: bool
    """Whether the encounter is a chase, of which the gap between two is known."""

    def odds(self, need: Sum | int | None) -> str:
        """Return the chance of a roll, `12 or less, 74.1 %`, with the fighter's made-up conditions.

        Without a roll (None) it is "no roll".
        """
        if need is None:
            return "no roll"
        target = need.total if isinstance(need, Sum) else need
        return formulas.odds(Sum(target).weigh(self.now).total, self.house.criticals)

    def best_defence(self, target: str) -> Defence | None:
        """Return the target's best defence against a slam or throw; None when it has none."""
        foe = self.another(target)
        defences = [Defence(way, Sum(number).weigh(foe.now).total) for way, number in foe.sheet.defences.items()]
        return max(defences, key=lambda defence: (defence.number, defence.way), default=None)

    def if_met(self, need: Sum, target: str) -> str:
        """Return how often an attack hits a target with its best defence: `; 46.3 % against its dodge`."""
        defence = self.best_defence(target)
        if defence is None:
            return ""
        attack = Sum(need.total).weigh(self.now).total
        hit = checks.Exchange(attack, defence.number, self.house.criticals).hit
        return f"; {hit:g} % against its {defence.way}"

    def why_not(self, verb: str) -> str:
        """Return why the fighter's state forbids a verb."""
        return refusals.why_not(self, verb, self.house)

    def choice(self, key: str, label: str, line: str, price: str = "", refused: str = "") -> Choice:
        """Return a choice with its line, refused as its verb is."""
        verb = line.split(maxsplit=1)[0]
        return Choice(key, label, line=f"{self.who} {line}", price=price, refused=refused or self.why_not(verb))

    def rows(self, *names: str) -> tuple[Choice, ...]:
        """Return choices from `menus.toml`, with the figures and odds of this sheet."""
        figures = {figure: plain(value) for figure, value in checks.figures(self.sheet).items()}
        odds = {f"{figure}_odds": self.odds(need) for figure, need in checks.needs(self.sheet).items()}
        book_rows = [row for name in names for row in BOOKED[name]]
        return menu_rows.choices(book_rows, self.who, figures | odds, self.why_not)

    def menu(self, title: str, choices: Iterable[Choice], path: Path, *more: Choice, **figures: object) -> Menu:
        """Return a menu with its typed, switched and asked rows from `menus.toml`; `figures` fill in the labels."""
        first = path[0]
        typed = menu_rows.choices(BOOKED["typed"].get(first, ()), self.who, {}, lambda verb: "")
        switches = menu_paths.options(BOOKED["options"][first], path, figures)
        return Menu(title, (*choices, *typed), (*switches, *more))

    def root(self, path: Path) -> Menu:
        """Return the menu of what may be declared; the rest is left out, and its keys give the reason."""
        menu, further = self._declarations()
        if not further:
            return menu
        shown = tuple(choice for choice in menu.choices if choice not in further)
        more = Choice(_MORE, "more", path=("more",), price=", ".join(choice.label for choice in further))
        # Behind `more` they keep their keys, which work from here too.
        return replace(menu, choices=(*shown, more), absent=(*further, *menu.absent))

    def more(self, path: Path) -> Menu:
        """Return the menu of declarations that seldom make sense at the moment."""
        return Menu(f"{self.name} may declare.", self._declarations()[1])

    def _declarations(self) -> tuple[Menu, tuple[Choice, ...]]:
        """Return all declarations, with those that a crowded menu shows under `more`."""
        choices = self.rows("water" if self.has(WATER) else "land", "always")
        wait = menus.wait(self.who, price="acts at any second")
        menu = menus.allowed(f"{self.name} may declare.", choices, wait)
        seldom = _SELDOM - {"rescue"} if self._somebody_needs_help() else _SELDOM
        if len(menu.choices) <= _MOST_AT_ONCE:
            return menu, ()
        return menu, tuple(choice for choice in menu.choices if _verb(choice) in seldom)

    def _somebody_needs_help(self) -> bool:
        """Whether another fighter is in deep water or drowned."""
        others = (self.another(other.id) for other in self.encounter if other.id != self.who)
        return any(other.has(WATER) or other.has(DROWNED) for other in others)

    def climb(self, path: Path) -> Menu:
        """Return the menu of climbs: in haste, on a rope, at a cost that the game master sets (F-CLIMB)."""
        haste, cost = "haste" in path, chosen(path, "cost", "0")
        points = self.house.climb_cost(haste, int(cost))
        known = BOOK.climbs if self.house.climbs == "known" else {}
        choices = []
        for name, kind in known.items():
            seconds = plain(half_up(CLIMB_FEET / kind.speed(haste)))
            need = None if kind.modifier is None else checks.climbing(self.sheet, kind.modifier)
            price = f"{self.odds(need)} · {CLIMB_FEET} ft in {seconds} s"
            if points:
                price += f" · {points} FP"
            climb = self.choice("", f"{name} †", f"climb {name}{words(path[1:])}", price)
            choices.append(replace(climb, name=name))
        # The letters of the switches and of the typed climb in `menus.toml` are taken.
        return self.menu(f"{self.name} climbs: what?", choice_keys.keyed(choices, taken="ohsc"), path, cost=cost)

    def hold(self, path: Path) -> Menu:
        """Return the menu for holding breath: how hard the fighter works, and whether it draws breath first.

        Rules: F-BREATH-1.
        """
        unprepared = "unprepared" in path
        control = self.sheet.skill("Breath Control") is not None
        choices = []
        for exertion in formulas.EXERTIONS:
            seconds = formulas.breath(self.sheet.stats["HT"], exertion, control=control, unprepared=unprepared)
            price = f"{'no time' if unprepared else '1 s'}, then {seconds} s"
            choices.append(self.choice(exertion[0], exertion, f"hold {exertion}{words(path[1:])}", price))
        return self.menu(f"{self.name} holds its breath: how hard does it work?", choices, path)

    def slam(self, path: Path) -> Menu:
        """Return the menu of a slam: target, kind, yards run, and yards that the foe comes closer (F-SLAM)."""
        # An order to attack opens this menu too, under its own verb; the paths of its choices say slam.
        path = ("slam", *path[1:])
        kinds = [kind for kind in checks.KINDS if not refusals.why_no_slam(self, checks.How(kind))]
        kind = next((word for word in checks.KINDS if word in path[1:]), checks.PLAIN)
        yards, foe_yards = chosen(path, "yards", str(self.full_move)), chosen(path, "foe", "0")
        how = checks.How(kind, yards, foe_yards, "strong" if "strong" in path else "")
        need = checks.slamming(self.sheet, kind)

        def price(target: str) -> str:
            """Return the chance and damage shown beside a target."""
            dice = self.slam_dice(target, how, self.house)
            means = f"{plain(dice.attacker.mean)} against {plain(dice.foe.mean)} on average"
            odds = f"{self.odds(need)}{self.if_met(need, target)}"
            return f"{odds}; {dice.attacker.text} against {dice.foe.text}, {means}"

        typed = f"{yards}{words(path[1:], 'yards')}"
        choices = target_menu.targets(
            self.encounter, self.who, lambda target: f"{self.who} slam {target} {typed}", price
        )
        reach = f", {BOOK.slam.reach} yd more reach" if kind in checks.LEAPING else ""
        next_kind = menu_paths.turn("k", f"kind: {kind}{reach}", kinds, path)
        return self.menu(f"{self.name} slams: target?", choices, path, next_kind, yards=yards, foe=foe_yards)

    def throw(self, path: Path) -> Menu:
        """Return the menu of a throw: the thing, then the target, catcher or area, with modifiers (F-THROW)."""
        if len(path) < 2:
            return self.things(path)
        thing, to_be_caught = self.thing(path[1]), TO in path
        modifier = int(chosen(path, "mod", "0"))
        dice = checks.thrown_dice(self.sheet, thing)
        damage = "no thrust on the sheet" if dice is None else dice.text
        at_target = checks.throwing(self.sheet, thing, at_somebody=True, modifier=modifier)
        at_area = checks.throwing(self.sheet, thing, at_somebody=False, modifier=modifier)
        start = f'throw "{thing.name}"'

        def price(target: str) -> str:
            """Return the chance and the damage shown beside a target."""
            if to_be_caught:
                return self.odds(at_area)
            return f"{self.odds(at_target)}{self.if_met(at_target, target)}, {damage}"

        def line(target: str) -> str:
            """Return the command line of the throw at a target."""
            return f"{self.who} {start} {target}{words(path[2:])}"

        def out_of_reach(target: str) -> str:
            """Return why there is no throw at a target: who is down is told so before the distance."""
            gone = guards.why_no_target(self.now, self.another(target).now)
            return gone or refusals.why_no_throw(self, thing, target, measures_gap=self.measures_gap)

        choices = target_menu.targets(self.encounter, self.who, line, price, out_of_reach)
        area = self.choice("a", "an area", f"{start} area{words(path[2:], TO)}", self.odds(at_area))
        reach = plain(checks.reach(self.sheet, thing) or 0)
        title = f"{thing.name}, up to {reach} yd: {'who catches it' if to_be_caught else 'target'}?"
        return self.menu(title, (*choices, area), path, mod=level_told(modifier))

    def things(self, path: Path) -> Menu:
        """Return the menu of things for a verb, each with its price or refusal."""
        verb = path[0]
        choices = []
        for thing in self.sheet.entry.thing:
            offer = self.offer(verb, thing)
            if verb == "throw":
                # The target comes next, in a menu of its own.
                further = Choice("", thing.name, path=(verb, thing.name), price=offer.price, refused=offer.refused)
                choices.append(further)
            else:
                choices.append(self.choice("", thing.name, f'{verb} "{thing.name}"', offer.price, offer.refused))
        return Menu(f"{self.name}: {verb} what?", choice_keys.keyed(choices))

    def offer(self, verb: str, thing: Thing) -> Offer:
        """Return the price of using a verb with a thing, and why it is refused (F-THROW-1, F-SWIM-3, F-GRAB-1)."""
        match verb:
            case "throw":
                return self._throw_offer(thing)
            case "shed":
                return Offer(self.odds(checks.shedding(self.sheet, thing.piece)))
            case "drop":
                return Offer(refused=refusals.why_no_drop(self, thing))
            case _:
                return self._ready_offer(thing)

    def _throw_offer(self, thing: Thing) -> Offer:
        """Return weight, hands and range of a thing to throw, or why it cannot be thrown."""
        price, reach = f"{thing.weight:g} lb", checks.reach(self.sheet, thing)
        if reach is not None:
            hands = formulas.hands(exact(thing.weight), self.sheet.lift)
            price += f", {hands}-handed, {plain(reach)} yd"
        return Offer(price, refusals.why_no_throw(self, thing))

    def _ready_offer(self, thing: Thing) -> Offer:
        """Return weight and seconds of a thing to ready, or why it cannot be readied."""
        weight, lift = exact(thing.weight), self.sheet.lift
        with_one_hand = formulas.ready_seconds(weight, lift, hands=1)
        with_two_hands = formulas.ready_seconds(weight, lift, hands=2)
        seconds = with_two_hands if with_one_hand is None else with_one_hand
        hands = 1 if with_one_hand is not None else 2
        price = "too heavy (F-LIFT-2)" if seconds is None else f"{seconds} s"
        return Offer(f"{thing.weight:g} lb, {price}", refusals.why_no_grip(self, thing, hands))

    def lift(self, path: Path) -> Menu:
        """Return the menu of a lift: alone, with a helper, or a person, who must be grappled if unwilling.

        Rules: F-LIFT, F-GRAB-2.
        """
        alone = self._lift_price(helper="")
        others = [other for other in self.encounter if other.id != self.who]
        choices = [self.choice("l", "alone", "lift", alone)]
        for other in others:
            if other.able and other.profile.side == self.now.profile.side:
                price = self._lift_price(helper=other.id)
                choices.append(self.choice("", f"with {other.name}", f"lift with {other.id}", price))
        for other in others:
            why = refusals.why_not_lifted(self, other.id)
            choices.append(self.choice("", f"{other.name} itself", f"lift person {other.id}", alone, why))
        return Menu(f"{self.name} lifts", tuple(choices))

    def _lift_price(self, helper: str) -> str:
        """Return seconds and pounds of a lift with `helper` (empty: alone)."""
        most, lifting = formulas.limits(self.lift_with(helper)), self.sheet.skill("Lifting")
        seconds = f"2 s to {plain(most['one_hand'])} lb, 4 s to {plain(most['two_hands'])} lb"
        return seconds if lifting is None else f"{seconds}; Lifting {self.odds(lifting)}"

    def catch(self, path: Path) -> Menu:
        """Return the menu of a catch: by DX or a sport, waiting or not, how well thrown; or an interception.

        Rules: F-CATCH.
        """
        margin, waiting = chosen(path, "margin", "0"), "waiting" in path or self.idle
        choices = []
        for sport in self.catches_by.values():
            line = " ".join(filter(None, ("catch", margin, "waiting" if waiting else "", sport)))
            need = checks.catching(self.sheet, waiting=waiting, margin=int(margin), sport=sport)
            choices.append(self.choice("", sport or "DX", line, self.odds(need)))
        parry = self.sheet.defences.get(PARRY)
        why = refusals.why_no_interception(self)
        intercept = self.choice("p", "intercept", "intercept", self.odds(parry or 0), why)
        # `w` and `m` are the switches of the menu, `p` is the parry.
        catches = (*choice_keys.keyed(choices, taken="wmp"), intercept)
        return self.menu(f"{self.name} catches: by what?", catches, path, margin=margin)

    def rescue(self, path: Path) -> Menu:
        """Return the menu of fighters to save from drowning or give first aid, those in danger first.

        Rules: F-SAVE, F-AIR-3.
        """
        technique = chosen(path, "technique", "0")
        choices = []
        for other in sorted(self.encounter, key=lambda other: other.condition(DROWNING) is None and other.able):
            if other.id == self.who:
                continue
            if self.another(other.id).has(WATER):
                choices.append(self._rescue_choice(other, technique))
            elif self.another(other.id).has(DROWNED):
                choices.append(self._first_aid_choice(other))
        nobody = Choice("o", "nobody", refused="Nobody is in deep water or needs first aid.")
        return self.menu("Rescue: whom?", choices or [nobody], path, technique=level_told(int(technique)))

    def _rescue_choice(self, victim: Combatant, technique: str) -> Choice:
        """Return the choice to rescue a victim with a technique, with its chance."""
        line = f"rescue {victim.id}" + (f" {technique}" if technique != "0" else "")
        odds = self.odds(checks.rescue(self.sheet, self.another(victim.id).sheet, int(technique)))
        why = refusals.why_no_rescue(self, victim.id)
        choice = self.choice(seat_key(victim.profile.seat), victim.name, line, odds, why or self.why_not("rescue"))
        return replace(choice, whom=victim.id)

    def _first_aid_choice(self, victim: Combatant) -> Choice:
        """Return the choice to give first aid to a victim, with its chance."""
        odds = self.odds(checks.first_aid(self.sheet))
        why = refusals.why_no_first_aid(self, victim.id)
        label = f"first aid for {victim.name}"
        choice = self.choice(seat_key(victim.profile.seat), label, f"firstaid {victim.id}", odds, why)
        return replace(choice, whom=victim.id)

    def answer(self, word: str, question: Question) -> Choice:
        """Return one answer to an attack or a throw, with its chance, which standing orders compare."""
        if word in UNROLLED:
            return Choice("", UNROLLED[word], word)
        roller, label, number = self.another(meeting(word, self.who)), word, self.sheet.defences.get(word)
        if roller.who != self.who:
            label, number = f"{roller.name} intercepts", roller.sheet.defences.get(PARRY)
        elif question.what == "catch":
            sport, margin = self.catches_by.get(word, ""), int(question.then[-1].data["margin"])
            label = sport or "DX"
            number = checks.catching(self.sheet, waiting=self.idle, margin=margin, sport=sport).total
        if number is None:
            return Choice("", label, word, refused=f"no {word} on the sheet")
        target = Sum(number).weigh(roller.now).total
        price = formulas.odds(target, self.house.criticals)
        if question.what != "catch":
            price += f"; {checks.Exchange(None, target, self.house.criticals).hit:g} % to be hit"
        return Choice("", label, word, price=price, chance=int(formulas.percent(target, self.house.criticals)))

    def other(self, path: Path) -> Menu:
        """Return the menu of verbs that the game master uses by hand."""
        return Menu(f"{self.name}, by hand", self.rows("other"))


MENUS: Mapping[str, Callable[[Menus, Path], Menu]] = {
    "": Menus.root,
    "climb": Menus.climb,
    "hold": Menus.hold,
    "slam": Menus.slam,
    "attack": Menus.slam,
    "throw": Menus.throw,
    "ready": Menus.things,
    "shed": Menus.things,
    "drop": Menus.things,
    "lift": Menus.lift,
    "catch": Menus.catch,
    "rescue": Menus.rescue,
    "more": Menus.more,
    "other": Menus.other,
}
"""The menus, by the first word of a path."""


class Choices(parts.Choices[Options]):
    """What can be chosen."""

    __slots__ = ()

    verbs = always(parser.VERBS)
    conditions_by_hand = always(tuple(ConditionByHand(key, WORDS["conditions"][key]) for key in WORDS["by_hand"]))

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """Return the menu at a path; raises Refused for a path that leads nowhere."""
        first = path[0] if path else ""
        if first not in MENUS:
            raise Refused(f"There is no menu {' '.join(path)}.")
        return menu_paths.asked_of(BOOKED["number"], path) or MENUS[first](self._menus(encounter, who), path)

    def _menus(self, encounter: Encounter, who: str) -> Menus:
        """Return the menus of one fighter under the house rules."""
        return Menus(encounter, who, self.options.house_rules, self.options.gap is not None)

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """Return the answers with keys: rolls of the fighter itself first, the likeliest on top."""
        fighter = self._menus(encounter, question.who)
        choices = choice_keys.keyed([fighter.answer(word, question) for word in question.choices])
        rolled = [choice for choice in choices if choice.chance is not None and not choice.word.startswith(BY)]
        rolled.sort(key=lambda choice: choice.chance or 0, reverse=True)
        return (*rolled, *(choice for choice in choices if choice not in rolled))

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        """Return the effect of an amount of pounds, or of yards of run-up (F-LIFT-2, F-GRAB-3, F-JUMP-2)."""
        fighter = FighterState(encounter, question.who)
        match question.what:
            case "jump":
                figures = checks.figures(fighter.sheet, exact(amount))
                return f"{plain(figures['high_inches'])} in up, {plain(figures['broad_feet'])} ft across"
            case "shove":
                return "it gives way, 1 s"
            case _:
                helpers, _person = question.then[-1].data["words"]
                return f"{fighter.lift_seconds(exact(amount), helpers)} s"

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """Return the choice to repeat the last slam, rescue or first aid; None when it is not possible."""
        fighter, last = self._menus(encounter, who), encounter[who].last
        if last is None or fighter.why_not(last.verb):
            return None
        words, if_met = last.options, ""
        match last.verb:
            case "slam" if encounter[last.target].able:
                how = checks.How(*last.options)
                need = checks.slamming(fighter.sheet, how.kind, how.skill)
                words, if_met = (how.line,), fighter.if_met(need, last.target)
            case "rescue" if not refusals.why_no_rescue(fighter, last.target):
                technique = int(last.options[0]) if last.options else 0
                need = checks.rescue(fighter.sheet, fighter.another(last.target).sheet, technique)
            case "firstaid" if not refusals.why_no_first_aid(fighter, last.target):
                need = checks.first_aid(fighter.sheet)
            case _:
                return None
        line = " ".join(filter(None, (who, last.verb, last.target, *words)))
        return Choice("enter", last.label, line=line, price=f"{fighter.odds(need)}{if_met} · 1 s")

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Turn the words after a verb into a command; raises Refused."""
        return parser.parse(encounter, who, verb, words, self.options.house_rules)
