"""Menus: actions and answers by key, each with its time and odds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from tracker.game_api import choice_keys
from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import HIT, WORKS, Choice, Menu, Percent, Risk
from tracker.games.feats import checks, formulas
from tracker.games.feats.actions import refusals
from tracker.games.feats.actions.resolving_action import AVOIDED, NONE, meeting
from tracker.games.feats.book.house_rules import HouseRules
from tracker.games.feats.book.tables import BOOK
from tracker.games.feats.fighter import DROWNED, DROWNING, TO, WATER, Fighter
from tracker.games.feats.sheet import PARRY, Thing
from tracker.games.toolkit import guards, menu_paths, menus, target_menu
from tracker.games.toolkit.exact_numbers import exact, half_up, plain
from tracker.games.toolkit.menu_paths import Path, number, words
from tracker.games.toolkit.sums import Sum, level_told
from tracker.games.toolkit.verbs import Verb, Verbs
from tracker.model.combatant import Combatant
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Question

ON_LAND, ON_WATER, ALWAYS, BY_HAND = "land", "water", "always", "by hand"
"""The menus that the entries of the verbs stand in."""
PASS_KEY = "P"
_ALWAYS = 100
"""The chance in percent to be hit by an attack that has hit already, without a defence."""
UNROLLED = {NONE: "no defence", AVOIDED: "avoided (GM)"}
"""Answers that take no roll, with their labels."""


CLIMB_FEET = 30
"""The height in feet for which a known climb shows its seconds."""


_MORE = "z"
_MOST_AT_ONCE = 9
"""The most declarations in one list."""
_SELDOM = frozenset({"dive", "concentrate", "lift", "shove", "catch", "hold", "rescue"})
"""The verbs of the second rank: they need water, a run-up, a load, a flying thing, a fighter in danger."""


def _verb(choice: Choice) -> str:
    return choice.path[0] if choice.path else choice.line.split()[1] if " " in choice.line else ""


@dataclass(frozen=True)
class Price:
    """The price of using a verb with a thing, why it is refused, and the chance of its roll."""

    price: str = ""
    refused: str = ""
    works: Percent | None = None


@dataclass(frozen=True)
class Defence:
    """A defence and the number it is rolled against."""

    way: str
    number: int


@dataclass(frozen=True)
class Menus(Fighter):
    """The menus of one fighter at a moment."""

    house: HouseRules
    measures_gap: bool
    """True if the encounter is a chase, of which the gap between two is known."""
    rows: Verbs[Verb]

    def works(self, need: Sum | int, event: str = WORKS) -> Percent:
        """Return the chance of a roll, `12 or less, 74.1 %`, with the fighter's made-up conditions."""
        target = need.total if isinstance(need, Sum) else need
        return formulas.chance(Sum(target).weigh(self.now).total, self.house.criticals, event)

    def best_defence(self, target: str) -> Defence | None:
        """Return the target's best defence against a slam or throw. None when it has none."""
        foe = self.another(target)
        defences = [Defence(way, Sum(number).weigh(foe.now).total) for way, number in foe.sheet.defences.items()]
        return max(defences, key=lambda defence: (defence.number, defence.way), default=None)

    def if_met(self, need: Sum, target: str) -> str:
        """Return how often an attack hits a target with its best defence: `46.3 % against its dodge`."""
        defence = self.best_defence(target)
        if defence is None:
            return ""
        attack = Sum(need.total).weigh(self.now).total
        hit = checks.Exchange(attack, defence.number, self.house.criticals).hit
        return f"{hit:g} % against its {defence.way}"

    def why_not(self, verb: str) -> str:
        """Return why the fighter's state forbids a verb."""
        row = self.rows.get(verb)
        return "" if row is None else row.why_not(self, self.house)

    def choice(
        self, key: str, label: str, line: str, price: str = "", refused: str = "", works: Percent | None = None
    ) -> Choice:
        """Return a choice with its line, refused as its verb is."""
        why = refused or self.why_not(line.split(maxsplit=1)[0])
        return Choice(key, label, line=f"{self.who} {line}", price=price, refused=why, works=works)

    # Kept: the price of every entry is filled in from all of them.
    @cached_property
    def figures(self) -> Mapping[str, object]:
        """The figures and odds of this sheet, which fill in the prices of the entries."""
        figures = {figure: plain(value) for figure, value in checks.figures(self.sheet).items()}
        return figures | {f"{figure}_odds": self.works(need).told for figure, need in checks.needs(self.sheet).items()}

    def root(self) -> Menu:
        """Return the menu of what may be declared. The rest is left out, and its keys give the reason."""
        menu, further = self._declarations()
        if not further:
            return menu
        shown = tuple(choice for choice in menu.choices if choice not in further)
        more_choice = Choice(_MORE, "more", path=("more",), price=", ".join(choice.label for choice in further))
        # Behind `more` they keep their keys, which work from here too.
        return replace(menu, choices=(*shown, more_choice), absent=(*further, *menu.absent))

    def more(self) -> Menu:
        """Return the menu of declarations that seldom make sense at the moment."""
        return Menu(f"{self.name} may declare.", self._declarations()[1])

    def by_hand(self) -> Menu:
        """Return the menu of verbs that the game master uses by hand."""
        return Menu(f"{self.name}, by hand", tuple(self.rows.choices(self, BY_HAND)))

    def _declarations(self) -> tuple[Menu, tuple[Choice, ...]]:
        """Return the menu of all declarations, and those that a crowded menu shows under `more`."""
        choices = (
            *self.rows.choices(self, ON_WATER if self.has(WATER) else ON_LAND),
            *self.rows.choices(self, ALWAYS),
            Choice("o", "other", path=("other",), price="by hand, no time"),
            Choice(PASS_KEY, "pass", line=f"{self.who} pass", price="1 s"),
        )
        wait = menus.wait(self.who, price="acts at any second")
        menu = menus.allowed(f"{self.name} may declare.", choices, wait)
        seldom = _SELDOM - {"rescue"} if self._somebody_needs_help() else _SELDOM
        if len(menu.choices) <= _MOST_AT_ONCE:
            return menu, ()
        return menu, tuple(choice for choice in menu.choices if _verb(choice) in seldom)

    def _somebody_needs_help(self) -> bool:
        """Return whether any other fighter is in deep water, or has water in its lungs."""
        others = (self.another(other.id) for other in self.encounter if other.id != self.who)
        return any(other.has(WATER) or other.has(DROWNED) for other in others)

    def climb(self, path: Path, row: Verb) -> Menu:
        """Return the menu of climbs: in haste, on a rope, at a cost that the game master sets (F-CLIMB)."""
        haste, cost = "haste" in path, number(path, "cost")
        points = self.house.climb_cost(haste, cost)
        known = BOOK.climbs if self.house.climbs == "known" else {}
        choices = []
        for name, kind in known.items():
            seconds = plain(half_up(CLIMB_FEET / kind.speed(haste)))
            need = None if kind.modifier is None else checks.climbing(self.sheet, kind.modifier)
            works = None if need is None else self.works(need)
            parts = (
                "no roll" if need is None else "",
                f"{CLIMB_FEET} ft in {seconds} s",
                f"{points} FP" if points else "",
            )
            price = " · ".join(filter(None, parts))
            climb = self.choice("", f"{name} †", f"climb {name}{words(path[1:])}", price)
            choices.append(replace(climb, name=name, works=works))
        typed = Choice("o", "modifier and ft/s", line=f"{self.who} climb", price="as -3 0.5 haste", unfinished=True)
        # The letters of the switches and of the typed climb are taken.
        keyed = choice_keys.keyed(choices, taken="ohsc")
        return Menu(f"{self.name} climbs: what?", (*keyed, typed), row.switches(path, cost=cost))

    def hold(self, path: Path, row: Verb) -> Menu:
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
        return Menu(f"{self.name} holds its breath: how hard does it work?", tuple(choices), row.switches(path))

    def slam(self, path: Path, row: Verb) -> Menu:
        """Return the menu of a slam: target, kind, yards run, and yards that the foe comes closer (F-SLAM)."""
        # An order to attack opens this menu too, under its own verb; the paths of its choices say slam.
        path = ("slam", *path[1:])
        kinds = [kind for kind in checks.KINDS if not refusals.why_no_slam(self, checks.How(kind))]
        kind = next((word for word in checks.KINDS if word in path[1:]), checks.PLAIN)
        yards, foe_yards = number(path, "yards", self.full_move), number(path, "foe")
        how = checks.How(kind, str(yards), str(foe_yards), "strong" if "strong" in path else "")
        need = checks.slamming(self.sheet, kind)

        def price(target: str) -> str:
            """Return the dice of both sides and their averages, shown beside a target."""
            dice = self.slam_dice(target, how, self.house)
            means = f"{plain(dice.attacker.mean)} against {plain(dice.foe.mean)} on average"
            return f"{dice.attacker.text} against {dice.foe.text}, {means}"

        typed = f"{yards}{words(path[1:], 'yards')}"
        choices = target_menu.targets(
            self.encounter,
            self.who,
            lambda target: f"{self.who} slam {target} {typed}",
            price,
            theirs=lambda target: self.if_met(need, target),
            works=lambda _: self.works(need, HIT),
        )
        reach = f", {BOOK.slam.reach} yd more reach" if kind in checks.LEAPING else ""
        steered = Choice(
            "o", "a mount or vehicle", line=f"{self.who} slam", price="as brute 12 hp 22 by Riding", unfinished=True
        )
        next_kind = menu_paths.turn("k", f"kind: {kind}{reach}", kinds, path)
        switches = row.switches(path, yards=yards, foe=foe_yards)
        return Menu(f"{self.name} slams: target?", (*choices, steered), (*switches, next_kind))

    def throw(self, path: Path, row: Verb) -> Menu:
        """Return the menu of a throw: the thing, then the target, catcher or area, with modifiers (F-THROW)."""
        if len(path) < 2:
            return self.things(path, row)
        thing, to_be_caught = self.thing(path[1]), TO in path
        modifier = number(path, "mod")
        dice = checks.thrown_dice(self.sheet, thing)
        damage = "no thrust on the sheet" if dice is None else dice.text
        at_target = checks.throwing(self.sheet, thing, at_somebody=True, modifier=modifier)
        at_area = checks.throwing(self.sheet, thing, at_somebody=False, modifier=modifier)
        start = f'throw "{thing.name}"'

        to_target = self.works(at_area) if to_be_caught else self.works(at_target, HIT)

        def price(target: str) -> str:
            """Return the damage shown beside a target."""
            return "" if to_be_caught else damage

        def line(target: str) -> str:
            """Return the command line of the throw at a target."""
            return f"{self.who} {start} {target}{words(path[2:])}"

        def out_of_reach(target: str) -> str:
            """Return why there is no throw at a target. A target out of the fight is named before the distance."""
            gone = guards.why_no_target(self.now, self.another(target).now)
            return gone or refusals.why_no_throw(self, thing, target, measures_gap=self.measures_gap)

        choices = target_menu.targets(self.encounter, self.who, line, price, out_of_reach, works=lambda _: to_target)
        area = self.choice("a", "an area", f"{start} area{words(path[2:], TO)}", works=self.works(at_area))
        reach = plain(checks.reach(self.sheet, thing) or 0)
        title = f"{thing.name}, up to {reach} yd: {'who catches it' if to_be_caught else 'target'}?"
        return Menu(title, (*choices, area), row.switches(path, mod=level_told(modifier))[::-1])

    def things(self, path: Path, row: Verb) -> Menu:
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
                line = f'{verb} "{thing.name}"'
                choices.append(self.choice("", thing.name, line, offer.price, offer.refused, offer.works))
        return Menu(f"{self.name}: {verb} what?", choice_keys.keyed(choices))

    def offer(self, verb: str, thing: Thing) -> Price:
        """Return the price of using a verb with a thing, and why it is refused (F-THROW-1, F-SWIM-3, F-GRAB-1)."""
        match verb:
            case "throw":
                return self._throw_offer(thing)
            case "shed":
                return Price(works=self.works(checks.shedding(self.sheet, thing.piece)))
            case "drop":
                return Price(refused=refusals.why_no_drop(self, thing))
            case _:
                return self._ready_offer(thing)

    def _throw_offer(self, thing: Thing) -> Price:
        """Return the price of a throw of the thing: weight, hands and reach, with the refusal if there is one."""
        price, reach = f"{thing.weight:g} lb", checks.reach(self.sheet, thing)
        if reach is not None:
            hands = formulas.hands(exact(thing.weight), self.sheet.lift)
            price += f", {hands}-handed, {plain(reach)} yd"
        return Price(price, refusals.why_no_throw(self, thing))

    def _ready_offer(self, thing: Thing) -> Price:
        """Return the price of taking the thing up, with one hand if that is enough, else with two."""
        weight, lift = exact(thing.weight), self.sheet.lift
        with_one_hand = formulas.ready_seconds(weight, lift, hands=1)
        with_two_hands = formulas.ready_seconds(weight, lift, hands=2)
        seconds = with_two_hands if with_one_hand is None else with_one_hand
        hands = 1 if with_one_hand is not None else 2
        price = "too heavy (F-LIFT-2)" if seconds is None else f"{seconds} s"
        return Price(f"{thing.weight:g} lb, {price}", refusals.why_no_grip(self, thing, hands))

    def lift(self, path: Path, row: Verb) -> Menu:
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
        return seconds if lifting is None else f"{seconds}; Lifting {self.works(lifting).told}"

    def catch(self, path: Path, row: Verb) -> Menu:
        """Return the menu of a catch: by DX or a sport, waiting or not, how well thrown. Or an interception.

        Rules: F-CATCH.
        """
        margin, waiting = number(path, "margin"), "waiting" in path or self.idle
        choices = []
        for sport in self.catches_by.values():
            line = " ".join(filter(None, ("catch", str(margin), "waiting" if waiting else "", sport)))
            need = checks.catching(self.sheet, waiting=waiting, margin=margin, sport=sport)
            choices.append(self.choice("", sport or "DX", line, works=self.works(need)))
        parry = self.sheet.defences.get(PARRY)
        why = refusals.why_no_interception(self)
        intercept = self.choice("p", "intercept", "intercept", refused=why, works=self.works(parry or 0))
        # `w` and `m` are the switches of the menu, `p` is the parry.
        catches = (*choice_keys.keyed(choices, taken="wmp"), intercept)
        return Menu(f"{self.name} catches: by what?", catches, row.switches(path, margin=margin)[::-1])

    def rescue(self, path: Path, row: Verb) -> Menu:
        """Return the menu of fighters to save from drowning or give first aid, those in danger first.

        Rules: F-SAVE, F-AIR-3.
        """
        technique = number(path, "technique")
        choices = []
        for other in sorted(self.encounter, key=lambda other: other.condition(DROWNING) is None and other.able):
            if other.id == self.who:
                continue
            if self.another(other.id).has(WATER):
                choices.append(self._rescue_choice(other, technique))
            elif self.another(other.id).has(DROWNED):
                choices.append(self._first_aid_choice(other))
        nobody = Choice("o", "nobody", refused="Nobody is in deep water or needs first aid.")
        return Menu("Rescue: whom?", tuple(choices) or (nobody,), row.switches(path, technique=level_told(technique)))

    def _rescue_choice(self, victim: Combatant, technique: int) -> Choice:
        """Return the choice to save `victim` from deep water. `technique` is a bonus to the roll."""
        line = f"rescue {victim.id}" + (f" {technique}" if technique else "")
        works = self.works(checks.rescue(self.sheet, self.another(victim.id).sheet, technique))
        why = refusals.why_no_rescue(self, victim.id)
        refused = why or self.why_not("rescue")
        choice = self.choice(seat_key(victim.profile.seat), victim.name, line, refused=refused, works=works)
        return replace(choice, whom=victim.id)

    def _first_aid_choice(self, victim: Combatant) -> Choice:
        """Return the choice to give `victim` first aid against drowning."""
        works = self.works(checks.first_aid(self.sheet))
        why = refusals.why_no_first_aid(self, victim.id)
        label = f"first aid for {victim.name}"
        key, line = seat_key(victim.profile.seat), f"firstaid {victim.id}"
        choice = self.choice(key, label, line, refused=why, works=works)
        return replace(choice, whom=victim.id)

    def answer(self, word: str, question: Question) -> Choice:
        """Return one answer to an attack or a throw, with its chance, which standing orders compare."""
        if word in UNROLLED:
            risk = Risk.left(_ALWAYS) if word == NONE and question.what != "catch" else None
            return Choice("", UNROLLED[word], word, risk=risk)
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
        works, risk = formulas.chance(target, self.house.criticals), None
        if question.what != "catch":
            risk = Risk.left(checks.Exchange(None, target, self.house.criticals).hit, _ALWAYS)
        return Choice(
            "",
            label,
            word,
            chance=int(works.most),
            works=works,
            risk=risk,
        )
