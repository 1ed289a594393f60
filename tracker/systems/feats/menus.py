"""Menus: what can be declared, by key, with its price in time and its odds before enter, and how questions are met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tracker.model.commands import Command
from tracker.model.questions import Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.target_keys import seat_key
from tracker.system_api.values import Choice, Menu
from tracker.systems.feats import checks, lines, rules
from tracker.systems.feats.actions.standing import DROWNED, DROWNING, PARRY, TO, WATER, WORDS, Standing
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.sheets import HouseRules, Options, Thing
from tracker.systems.kit import defaults, menus, paths, rows
from tracker.systems.kit.deeds import AVOIDED, BY, NONE, meeting
from tracker.systems.kit.figures import exact, half_up, plain
from tracker.systems.kit.files import read
from tracker.systems.kit.paths import Path, chosen, words
from tracker.systems.kit.rooms import always
from tracker.systems.kit.sums import Sum, level_told

BOOKED = read("tracker.systems.feats", "menus.toml")
UNROLLED = {NONE: "nothing", AVOIDED: "avoided, the GM says"}
"""Answers that take no roll, with their labels."""


@dataclass(frozen=True)
class Menus(Standing):
    """The menus of one combatant as things stand."""

    house: HouseRules

    def odds(self, need: Sum | int | None) -> str:
        """`12 or less, 74.1 %`, with what its own conditions weigh."""
        if need is None:
            return "no roll"
        target = need.total if isinstance(need, Sum) else need
        return rules.odds(Sum(target).weigh(self.one).total, self.house.criticals)

    def best_defence(self, target: str) -> tuple[str, int] | None:
        """The way in which somebody meets a slam or throw best, and its number with what its conditions weigh."""
        foe = self.another(target)
        there = [(Sum(number).weigh(foe.one).total, way) for way, number in foe.own.defences.items()]
        if not there:
            return None
        number, way = max(there)
        return way, number

    def if_met(self, need: Sum, target: str) -> str:
        """How often an attack hits whoever meets it as well as it can: `; 46.3 % if it meets it by dodge`."""
        best = self.best_defence(target)
        if best is None:
            return ""
        way, number = best
        attack = Sum(need.total).weigh(self.one).total
        hit = checks.Exchange(attack, number, self.house.criticals).hit
        return f"; {hit:g} % if it meets it by {way}"

    def choice(self, key: str, label: str, line: str, price: str = "", refused: str = "") -> Choice:
        """A line of its own; refused as its verb would be."""
        why = refused or self.why_not(line.split(maxsplit=1)[0], self.house)
        return Choice(key, label, line=f"{self.who} {line}", price=price, refused=why)

    def rows(self, *names: str) -> tuple[Choice, ...]:
        """Choices out of `menus.toml`, with the figures and odds of this sheet."""
        numbers = {what: plain(value) for what, value in checks.figures(self.own).items()}
        odds = {f"{what}_odds": self.odds(need) for what, need in checks.needs(self.own).items()}
        there = [row for name in names for row in BOOKED[name]]
        return rows.choices(there, self.who, numbers | odds, lambda verb: self.why_not(verb, self.house))

    def menu(self, title: str, choices: Iterable[Choice], path: Path, *more: Choice, **figures: object) -> Menu:
        """A menu with what `menus.toml` has typed, switched and asked in it, its labels filled in from `figures`."""
        typed = rows.choices(BOOKED["typed"].get(path[0], ()), self.who, {}, lambda verb: "")
        return Menu(title, (*choices, *typed), (*paths.options(BOOKED["options"][path[0]], path, figures), *more))

    def root(self, path: Path) -> Menu:
        """What may be declared; what cannot be is left out, and its key says why."""
        choices = self.rows("water" if self.has(WATER) else "land", "always")
        return menus.allowed(f"{self.name} may declare.", choices, menus.wait(self.who, price="acts at any second"))

    def climb(self, path: Path) -> Menu:
        """What is climbed: in haste, on a rope, at a cost of its own (F-CLIMB)."""
        haste, cost = "haste" in path, chosen(path, "cost", "0")
        points = self.house.climb_cost(haste, int(cost))
        choices = []
        for name, kind in BOOK.climbs.items() if self.house.climbs == "known" else ():
            seconds = plain(half_up(30 / kind.speed(haste)))
            need = None if kind.modifier is None else checks.climbing(self.own, kind.modifier)
            price = f"{self.odds(need)} · 30 ft in {seconds} s{f' · {points} FP' if points else ''}"
            choices.append(self.choice("", f"{name} †", f"climb {name}{words(path[1:])}", price))
        return self.menu(f"{self.name} climbs what?", menus.keyed(choices, taken="ohsc"), path, cost=cost)

    def hold(self, path: Path) -> Menu:
        """How hard one works while holding the breath, and whether there is a second to draw it (F-BREATH-1)."""
        unprepared, control = "unprepared" in path, self.own.skill("Breath Control") is not None
        choices = []
        for exertion in rules.EXERTIONS:
            seconds = rules.breath(self.own.stats["HT"], exertion, control=control, unprepared=unprepared)
            price = f"{'no time' if unprepared else '1 s'}, then {seconds} s"
            choices.append(self.choice(exertion[0], exertion, f"hold {exertion}{words(path[1:])}", price))
        return self.menu(f"{self.name} holds the breath at what exertion?", choices, path)

    def slam(self, path: Path) -> Menu:
        """Whom, how, over how many yards, and how far the foe comes towards one (F-SLAM)."""
        path, kinds = ("slam", *path[1:]), [word for word in checks.KINDS if not self.why_no_slam(checks.How(word))]
        yards, foe = chosen(path, "yards", str(self.full_move)), chosen(path, "foe", "0")
        kind = next((word for word in checks.KINDS if word in path[1:]), checks.PLAIN)
        how = checks.How(kind, yards, foe, "strong" if "strong" in path else "")

        def price(target: str) -> str:
            mine, back = self.slam_dice(target, how, self.house)
            means = " against ".join(plain(dice.mean) for dice in (mine, back))
            need = checks.slamming(self.own, kind)
            dice = f"{mine.text} against {back.text}, {means} on average"
            return f"{self.odds(need)}{self.if_met(need, target)}; {dice}"

        told = f"{yards}{words(path[1:], 'yards')}"
        choices = menus.targets(self.encounter, self.who, lambda target: f"{self.who} slam {target} {told}", price)
        reach = f", {BOOK.slam.reach} yd more reach" if kind in checks.LEAPING else ""
        other = paths.turn("k", f"kind: {kind}{reach}", kinds, path)
        return self.menu(f"{self.name} slams whom?", choices, path, other, yards=yards, foe=foe)

    def throw(self, path: Path) -> Menu:
        """What, then at whom, to whom or where, with what modifiers (F-THROW)."""
        if len(path) < 2:
            return self.things(path)
        thing, to, modifier = self.thing(path[1]), TO in path, int(chosen(path, "mod", "0"))
        dice, there = checks.thrown_dice(self.own, thing), words(path[2:], TO)
        harm = f", {dice.text}" if dice is not None else ", no thrust on the sheet"
        at = checks.throwing(self.own, thing, at_somebody=True, modifier=modifier)
        area = self.odds(checks.throwing(self.own, thing, at_somebody=False, modifier=modifier))
        line = f'{self.who} throw "{thing.name}" {{}}{words(path[2:])}'

        def price(target: str) -> str:
            return area if to else f"{self.odds(at)}{self.if_met(at, target)}{harm}"

        choices = menus.targets(self.encounter, self.who, line.format, price)
        title = f"{thing.name}, up to {plain(checks.reach(self.own, thing) or 0)} yd, {'to' if to else 'at'} whom?"
        lobbed = self.choice("a", "an area", f'throw "{thing.name}" area{there}', area)
        return self.menu(title, (*choices, lobbed), path, mod=level_told(modifier))

    def things(self, path: Path) -> Menu:
        """The things of the sheet for a verb, each with its price and refusal."""
        choices, verb = [], path[0]
        for thing in self.own.entry.thing:
            price, why = self.price(verb, thing)
            one = self.choice("", thing.name, f'{verb} "{thing.name}"', price, why)
            further = Choice("", thing.name, path=(verb, thing.name), price=price, refused=why)
            choices.append(further if verb == "throw" else one)
        return Menu(f"{self.name}: {verb} what?", menus.keyed(choices))

    def price(self, verb: str, thing: Thing) -> tuple[str, str]:
        """What a verb costs with a thing, and why it cannot be (F-THROW-1, F-SWIM-3, F-GRAB-1)."""
        weight, lift = exact(thing.weight), self.own.lift
        match verb:
            case "throw":
                far = checks.reach(self.own, thing)
                flies = "" if far is None else f", {rules.hands(weight, lift)}-handed, {plain(far)} yd"
                return f"{thing.weight:g} lb{flies}", self.why_no_throw(thing)
            case "shed":
                return self.odds(checks.shedding(self.own, thing.piece)), ""
            case "drop":
                return "", "" if self.in_hand(thing) else "not in hand"
        times = [rules.ready_seconds(weight, lift, hands) for hands in (1, 2)]
        seconds = next((f"{time} s" for time in times if time is not None), "too heavy (F-LIFT-2)")
        return f"{thing.weight:g} lb, {seconds}", "in hand" if self.in_hand(thing) else "" if times[1] else seconds

    def lift(self, path: Path) -> Menu:
        """With whom, or whom: one who is unwilling must be grappled first; the weight is asked (F-LIFT, F-GRAB-2)."""
        alone, others = self._lifts(""), [one for one in self.encounter if one.id != self.who]
        choices = [self.choice("l", "alone", "lift", alone)]
        helpers = [one for one in others if one.able and one.profile.side == self.one.profile.side]
        choices += [self.choice("", f"with {one.name}", f"lift with {one.id}", self._lifts(one.id)) for one in helpers]
        for one in others:
            why = self.held_fast(one.id)
            choices.append(self.choice("", f"{one.name} itself", f"lift person {one.id}", alone, why))
        return Menu(f"{self.name} lifts", tuple(choices))

    def _lifts(self, helper: str) -> str:
        most, skill = rules.limits(self.lift_with(helper)), self.own.skill("Lifting")
        told = f"2 s to {plain(most['one_hand'])} lb, 4 s to {plain(most['two_hands'])} lb"
        return told if skill is None else f"{told}; Lifting {self.odds(skill)}"

    def catch(self, path: Path) -> Menu:
        """By DX or a sport, waiting for it or not, how well it was thrown; or what flies to another (F-CATCH)."""
        margin, ready = chosen(path, "margin", "0"), "waiting" in path or self.idle
        choices = []
        for sport in self.catches_by.values():
            line = " ".join(filter(None, ("catch", margin, "waiting" if ready else "", sport)))
            price = self.odds(checks.catching(self.own, ready, int(margin), sport))
            choices.append(self.choice("", sport or "DX", line, price))
        number = self.own.defences.get(PARRY)
        why = "" if number is not None else f"{self.name} has no parry on the sheet."
        flying = self.choice("p", "what flies to another", "intercept", self.odds(number or 0), why)
        there = (*menus.keyed(choices, taken="wmp"), flying)
        return self.menu(f"{self.name} catches by what?", there, path, margin=margin)

    def rescue(self, path: Path) -> Menu:
        """Whom to save from drowning, or to give first aid (F-SAVE, F-AIR-3)."""
        technique, choices = chosen(path, "technique", "0"), []
        for one in sorted(self.encounter, key=lambda one: one.condition(DROWNING) is None and one.able):
            victim = self.another(one.id)
            wet = victim.has(WATER)
            if one.id == self.who or not (wet or victim.has(DROWNED)):
                continue
            verb, label = ("rescue", one.name) if wet else ("firstaid", f"first aid for {one.name}")
            line = f"{verb} {one.id}{f' {technique}' if wet and technique != '0' else ''}"
            odds = self.odds(checks.saving(verb, self.own, victim.own, technique))
            choice = self.choice(seat_key(one.profile.seat), label, line, odds, self.why_not_whom(verb, one.id))
            choices.append(replace(choice, whom=one.id))
        nobody = Choice("o", "nobody", line=f"{self.who} rescue", refused="Nobody is in deep water or needs first aid.")
        return self.menu("Rescue whom?", choices or [nobody], path, technique=level_told(int(technique)))

    def answer(self, word: str, question: Question) -> Choice:
        """One way to meet a blow or to catch what is thrown to one; orders weigh the odds (`dodge above 50`)."""
        if word in UNROLLED:
            return Choice("", UNROLLED[word], word)
        label, need, by = word, self.own.defences.get(word), self.another(meeting(word, self.who))
        if by.who != self.who:
            label, need = f"{by.name} takes it from the air", by.own.defences.get(PARRY)
        elif question.what == "catch":
            sport, margin = self.catches_by.get(word, ""), int(question.then[-1].data["margin"])
            label, need = sport or "DX", checks.catching(self.own, self.idle, margin, sport).total
        if need is None:
            return Choice("", label, word, refused=f"no {word} on the sheet")
        need = Sum(need).weigh(by.one).total
        percent = int(rules.percent(need, self.house.criticals))
        price = rules.odds(need, self.house.criticals)
        if question.what != "catch":
            price += f"; {checks.Exchange(None, need, self.house.criticals).hit:g} % to be hit"
        return Choice("", label, word, price=price, chance=percent)


MENUS: Mapping[str, Callable[[Menus, Path], Menu]] = {
    "": Menus.root, "climb": Menus.climb, "hold": Menus.hold, "slam": Menus.slam, "attack": Menus.slam,
    "throw": Menus.throw, "ready": Menus.things, "shed": Menus.things, "drop": Menus.things, "lift": Menus.lift,
    "catch": Menus.catch, "rescue": Menus.rescue,
    "other": lambda here, path: Menu(f"{here.name}, by hand", here.rows("other")),
}  # fmt: skip
"""By the first word of a path."""


class Choices(defaults.Choices[Options]):
    """What can be chosen."""

    __slots__ = ()

    verbs = always(lines.VERBS)
    conditions_by_hand = always(tuple((key, WORDS["conditions"][key], 0) for key in WORDS["by_hand"]))

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        """What may be declared, step by step; raises Refused for a path that leads nowhere."""
        first = path[0] if path else ""
        if first not in MENUS:
            raise Refused(f"There is no menu {' '.join(path)}.")
        here = Menus(encounter, who, self.options.house_rules)
        return paths.asked_of(BOOKED["number"], path) or MENUS[first](here, path)

    def answers(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        """The ways to answer, each with its odds, by first letters; the likeliest first, for none has a price."""
        here = Menus(encounter, question.who, self.options.house_rules)
        keyed = menus.keyed([here.answer(word, question) for word in question.choices])
        own = [choice for choice in keyed if choice.chance is not None and not choice.word.startswith(BY)]
        own.sort(key=lambda choice: choice.chance or 0, reverse=True)
        return (*own, *(choice for choice in keyed if choice not in own))

    def amount_price(self, encounter: Encounter, question: Question, amount: int) -> str:
        """What so many pounds, or yards of run-up, come to (F-LIFT-2, F-GRAB-3, F-JUMP-2)."""
        here = Standing(encounter, question.who)
        if question.what == "jump":
            jumps = checks.figures(here.own, exact(amount))
            return f"{plain(jumps['high_inches'])} in up, {plain(jumps['broad_feet'])} ft across"
        if question.what == "shove":
            return "it gives way, 1 s"
        return f"{here.lift_seconds(exact(amount), question.then[-1].data['words'][0])} s"

    def repeat_last(self, encounter: Encounter, who: str) -> Choice | None:
        """The last slam, rescue or first aid once more, with its odds; None when it cannot be (a throw never)."""
        here, last = Menus(encounter, who, self.options.house_rules), encounter[who].last
        if last is None or here.why_not(last.verb, here.house):
            return None
        words, target, met = last.options, last.target, ""
        if last.verb == "slam" and encounter[target].able:
            how = checks.How(*words)
            need, words = checks.slamming(here.own, how.kind, how.skill), (how.line,)
            met = here.if_met(need, target)
        elif last.verb in ("rescue", "firstaid") and not here.why_not_whom(last.verb, target):
            need = checks.saving(last.verb, here.own, here.another(target).own, *words)
        else:
            return None
        line = " ".join(filter(None, (who, last.verb, target, *words)))
        return Choice("enter", last.label, line=line, price=f"{here.odds(need)}{met} · 1 s")

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        """Read the words after a verb."""
        return lines.parse(encounter, who, verb, words, self.options.house_rules)
