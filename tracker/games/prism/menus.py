"""Menus: actions by key down to a command line, and the answers to a question, with their odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.encounter.names import slug
from tracker.game_api import choice_keys
from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import HIT, Choice, Menu, Needs, Percent, Risk
from tracker.games.prism import checks, harm, odds
from tracker.games.prism.actions import action_options, attempts, reactions, resolution, turns
from tracker.games.prism.actions.action_options import ATTACK, DEFEND, DOUBLE, MOVE, STAYS, WAYS, Plan
from tracker.games.prism.actions.attempts import LET, RESIST, TASK, Attempt
from tracker.games.prism.actions.declarations import HOW_MUCH, why_not
from tracker.games.prism.actions.improvement import BY_HAND, IMPROVE, TEACHER, TRAINING, value_of
from tracker.games.prism.actions.reactions import ABSORB, DEFLECT, DESPERATION, DODGE, Answer, Attack
from tracker.games.prism.actions.turns import MEANINGS
from tracker.games.prism.book.tables import BOOK, METHODS
from tracker.games.prism.fighter import Fighter
from tracker.games.prism.sheet import STAMINA, Weapon
from tracker.games.toolkit import menus, target_menu
from tracker.games.toolkit.menu_paths import Path
from tracker.games.toolkit.verbs import Verb
from tracker.model.questions import Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

SUCCEEDS = "that it succeeds"
"""The outcome whose chance is shown where an action that is no attack is reacted to."""
AT = "at"
"""The word of a path or a line before the target of a task."""
TURN = "turn"
"""First word of the path of the turn menu with options: `turn`, then the plan."""
_AT_ONCE = "kopw"
"""Letters of a turn that are carried out at once. No reaction has one of them, so that a slip costs no turn."""
_ACTION_KEYS = "aek"
"""The keys of the actions that an intent may bar."""
PASS_KEY = "p"
"""The key of doing nothing, or of only moving."""


class Declaring(Fighter):
    """A fighter whose menu is open, with the plan chosen so far."""

    how = STAYS

    def planning(self, how: Plan) -> Declaring:
        """Return the menus of the same fighter with this plan."""
        other = Declaring(self.encounter, self.who)
        other.how = how
        return other

    def why_not(self, verb: str) -> str:
        """Return why the fighter cannot use a verb of the turn with its plan. Empty when it can."""
        return why_not(self, verb, self.how)

    def mean(self, weapon: Weapon, burnt: int = 0) -> str:
        """Return the mean damage of an attack: `about 11 damage`."""
        mean = harm.mean_damage(self.attack(weapon, burnt).total, weapon.modifier, self.house)
        return f"about {mean} damage".replace("-", "−")

    def turn(self, offered: Sequence[Choice]) -> Menu:
        """Return the menu of the turn, made of the choices of all verbs, with the plan chosen so far (S-TURN)."""
        # Holding, which the kernel carries out, comes before doing nothing.
        passing = next(index for index, choice in enumerate(offered) if choice.key == PASS_KEY)
        choices = (*offered[:passing], self._hold_choice(), *offered[passing:])
        # After an intent its colour bars the other actions: they are left out, and their keys say why (S-CHAIN-4).
        absent = tuple(choice for choice in choices if self.intent and choice.key in _ACTION_KEYS and choice.refused)
        shown = tuple(choice for choice in choices if choice not in absent)
        title = f"{self.name} declares"
        if self.intent:
            title += f", shown {self.intent}"
        if self.second_open:
            title += ", its second action"
        return Menu(title, shown, self._turn_switches(self.how), absent=absent)

    def _movement_price(self, how: Plan) -> str:
        """Return the energy that the movement of a plan costs, and that the fighter has: `2 energy of 9`, or `free`."""
        cost = Plan(how.pace).price(self.house)
        return f"{cost} energy of {self.energy}" if cost else "free"

    def attacks(self) -> tuple[Choice]:
        """Return the choice to attack, refused without a target or a weapon."""
        refused = self.why_not(ATTACK)
        if not any(other.able and other.id != self.who for other in self.encounter):
            refused = f"Nobody is left for {self.name} to attack."
        elif not self.sheet.weapons:
            refused = f"{self.name} has no weapon to attack with."
        path = (ATTACK,) if self.how == STAYS else (ATTACK, self.how)
        return (Choice("a", "attack", path=path, refused=refused),)

    def defences(self) -> tuple[Choice]:
        """Return the choice to go on the defensive."""
        cost = "half" if self.house.defensive == "half" else "as ever"
        price = f"dodging and deflecting cost {cost} until its next turn"
        line = f"{self.who} {DEFEND}{self.how.line}"
        return (Choice("k", "on the defensive", line=line, price=price, refused=self.why_not(DEFEND)),)

    def double_times(self) -> tuple[Choice]:
        """Return the choice to move in double time."""
        double = Plan(DOUBLE)
        label = f"double time {double.far(self.sheet.attribute('Speed'))}"
        price = f"{double.price(self.house)} energy of {self.energy}, no action"
        return (Choice("o", label, line=f"{self.who} {DOUBLE}", price=price, refused=why_not(self, MOVE, double)),)

    def _hold_choice(self) -> Choice:
        """Return the choice to hold the action, where the house rule allows it."""
        if not self.house.hold:
            return Choice("w", "hold", refused=f"{self.name} cannot hold an action: house rule hold = false.")
        if self.second_open:
            return Choice("w", "hold", refused=f"{self.name} cannot hold its second action. p: give it up")
        return menus.wait(self.who, "hold", "any tick until its next turn")

    def moves(self) -> tuple[Choice]:
        """Return the choice to do nothing, or only to move when the plan moves."""
        if self.how.pace == "stay":
            return (Choice(PASS_KEY, "nothing", line=f"{self.who} pass"),)
        line, price = f"{self.who} {MOVE}{self.how.line}", self._movement_price(self.how)
        return (Choice(PASS_KEY, "only move", line=line, price=price, refused=self.why_not(MOVE)),)

    @property
    def _sharing(self) -> list[str]:
        return [ally for ally in turns.sharing(self.encounter, self.who) if ally != self.who]

    def cards(self) -> tuple[Choice, ...]:
        """Return the choice for allies who share the tick to show intents as opponents do (SQ 39)."""
        names = " and ".join(self.encounter[ally].name for ally in self._sharing)
        if not names:
            return ()
        return (Choice("c", f"cards: intents with {names}", line=f"{self.who} {turns.CARDS}", price="unseen"),)

    def firsts(self) -> tuple[Choice, ...]:
        """Return the choice that another ally on the tick declares first (SQ 39)."""
        others = self._sharing
        if len(others) == 1:
            return (self._put_first("f", others[0]),)
        return (Choice("f", "another declares first", path=(turns.PUT_FIRST,)),) if others else ()

    def _put_first(self, key: str, ally: str) -> Choice:
        """Return the choice to let an ally declare before the others of its side on this tick."""
        label = f"{self.encounter[ally].name} declares first"
        return Choice(key, label, line=f"{ally} {turns.PUT_FIRST}")

    def allies(self, path: Path, row: Verb) -> Menu:
        """Return the menu of the allies who may declare first on this tick (S-CHAIN-5)."""
        choices = [
            replace(self._put_first(seat_key(self.encounter[ally].profile.seat), ally), whom=ally)
            for ally in self._sharing
        ]
        return Menu("Who declares first?", tuple(choices))

    def _turn_switches(self, how: Plan) -> tuple[Choice, ...]:
        """Return the switches for movement and for a second action. Each key leads to the next value."""
        next_pace = how._replace(pace=WAYS[(WAYS.index(how.pace) + 1) % len(WAYS)])
        other_second = how._replace(second=not how.second)
        return (
            Choice(
                "m",
                how.movement(self.sheet.attribute("Speed")) or "moving?",
                path=(TURN, next_pace),
                price="" if how.pace == "stay" else self._movement_price(how),
            ),
            Choice(
                "s",
                "a second action" if how.second else "a second action?",
                path=(TURN, other_second),
                price=f"{self.house.second_action_energy} energy of {self.energy}",
                refused="" if how.second else why_not(self, "", other_second),
            ),
        )

    def trying(self, path: Path, row: Verb) -> Menu:
        """Return the menu of skills, after `at` with targets, then the targets of the skill chosen."""
        return self.task_targets(path[2]) if len(path) > 2 else self.tasks(directed=len(path) > 1)

    def tasks(self, directed: bool = False) -> Menu:
        """Return the menu of skills to roll, or one typed with energy and modifiers (S-TN-1, S-TN-3, S-TN-4).

        A `directed` task continues to the fighter at whom it is tried (SQ 38).
        """
        start, skills = f"{self.who} {TASK}", self.sheet.skills
        choices = []
        for key, skill in zip(choice_keys.letters([skill.name for skill in skills], "oia"), skills, strict=True):
            number = self.number(skill).total
            offer = Choice(key, skill.name, works=_task(number))
            if directed:
                choices.append(replace(offer, path=(TASK, AT, skill.name)))
            else:
                choices.append(replace(offer, line=f'{start} "{skill.name}"'))
        typed = Choice("o", "with energy or modifiers, typed", line=f"{start} ", unfinished=True)
        improve = Choice("i", "improve a skill", path=(IMPROVE,))
        label = "at another fighter, who reacts" if directed else "at another fighter?"
        switch = Choice("a", label, path=(TASK,) if directed else (TASK, AT))
        return Menu(f"{self.name}: try which skill?", (*choices, typed, improve), (switch,))

    def task_targets(self, name: str) -> Menu:
        """Return the menu of the fighters at whom a skill is tried, with the odds where they do not react (SQ 38)."""
        works = _task(self.number(self.skill(name)).total)

        def line(target: str) -> str:
            """Return the command line of a task at a target."""
            return f'{self.who} {TASK} "{name}" at {target}'

        choices = target_menu.targets(self.encounter, self.who, line, fallen=True, works=lambda _: works)
        return Menu(f"{self.name} tries {name}: at whom?", choices)

    def improving(self, path: Path, row: Verb) -> Menu:
        """Return the menu of the skills to improve, then the methods for the skill chosen."""
        return self.methods(path[1]) if len(path) > 1 else self.improvements()

    def improvements(self) -> Menu:
        """Return the menu of the skills to improve, each with its target (S-GROW-1)."""
        skills, choices = self.sheet.skills, []
        for key, skill in zip(choice_keys.letters([skill.name for skill in skills]), skills, strict=True):
            number = self.improvement(skill)
            refused = f"{self.name} cannot improve {skill.name}: the target would be {number} (S-GROW-1)."
            works, path = Percent.of(odds.percent(number), Needs.of(number, "target {}")), (IMPROVE, skill.name)
            choices.append(Choice(key, skill.name, path=path, refused=refused if number < 0 else "", works=works))
        return Menu(f"{self.name}: improve which skill?", tuple(choices))

    def methods(self, name: str) -> Menu:
        """Return the menu of the methods to improve a skill. Training asks for its teacher (S-GROW-1, SQ 37)."""
        choices = [
            Choice(
                key,
                method,
                line=f'{self.who} {IMPROVE} "{name}" {method}',
                price=f"+{BOOK.points[method]}" + (", under a teacher with more" if method == TRAINING else ""),
            )
            for key, method in zip(choice_keys.letters(METHODS), METHODS, strict=True)
        ]
        return Menu(f"{self.name}: improve {name} how?", tuple(choices))

    def attacking(self, path: Path, row: Verb) -> Menu:
        """Return the menu of weapons, then of targets. The path holds the plan, then the weapon. Raises Refused."""
        how, *named = path[1:] or (STAYS,)
        if not named and len(self.sheet.weapons) > 1:
            return self.weapons(how)
        weapon = self.sheet.weapon(named[0] if named else "")
        if weapon is None:
            raise Refused(f"{self.name} has no weapon to attack with.")
        return self.targets(weapon, how)

    def weapons(self, how: Plan) -> Menu:
        """Return the menu of weapons to attack with. Those after the ninth have no key."""
        choices = []
        for position, weapon in enumerate(self.sheet.weapons):
            key = "123456789"[position : position + 1]
            path, number = (ATTACK, how, weapon.name), self.attack(weapon, how.energy).total
            works = _hit(number, odds.hit_percent(number, None, self.house))
            price = self.mean(weapon, how.energy)
            choices.append(Choice(key, weapon.name, path=path, price=price, works=works))
        return Menu(f"{self.name} attacks: weapon?", tuple(choices))

    def targets(self, weapon: Weapon, how: Plan) -> Menu:
        """Return the menu of targets for a weapon, with the odds against each (S-TN-4)."""
        why = why_not(self, ATTACK, how)
        end = f'"{weapon.name}"{how._replace(aim="").line}'
        if how.aim:
            # The part of the body is typed at the end of the line.
            end += " aim "

        def line(target: str) -> str:
            """Return the command line of an attack on a target."""
            return f"{self.who} {ATTACK} {target} {end}"

        def planned(target: str) -> Attack:
            """Return the attack on a target."""
            return Attack.planned(self.encounter, self.who, target, weapon, how)

        def works(target: str) -> Percent:
            """Return the chance to hit a target."""
            attack = planned(target)
            return _hit(attack.number.total, attack.hit)

        def if_dodged(target: str) -> str:
            """Return the chance that is left if the target dodges."""
            attack = planned(target)
            return "" if how.asks or attack.no(DODGE) else f"if dodged {least_dodge(attack).hit:.0f} %"

        choices = target_menu.targets(
            self.encounter,
            self.who,
            line,
            refused=lambda _: why,
            unfinished=bool(how.aim),
            theirs=if_dodged,
            works=works,
        )
        details = [weapon.name]
        if moving := how.movement(self.sheet.attribute("Speed")):
            details.append(moving)
        if how.second:
            details.append("with a second action")
        title = f"{self.name} attacks with {', '.join(details)}, {self.mean(weapon, how.energy)}: target?"
        return Menu(title, choices, self._attack_switches(weapon, how))

    def _attack_switches(self, weapon: Weapon, how: Plan) -> tuple[Choice, ...]:
        """Return the switches for energy and for an aimed attack."""
        asking = how._replace(asks=not how.asks)
        aiming = how._replace(aim="" if how.aim else "part")
        return (
            Choice(
                "n",
                "energy into it, asked" if how.asks else "energy into it?",
                path=(ATTACK, asking, weapon.name),
                price=f"1 TN for {self.house.desperation_cost} of {self.energy}",
            ),
            Choice(
                "c",
                "at a part of the body, typed" if how.aim else "at a part of the body?",
                path=(ATTACK, aiming, weapon.name),
            ),
        )


def _hit(number: int, chance: float) -> Percent:
    """Return the chance to hit with a target number."""
    return Percent.of(round(chance), Needs.of(number, "TN {}"), HIT)


def _task(number: int) -> Percent:
    """Return the chance of a task with a target number."""
    return Percent.of(odds.percent(number), Needs.of(number, "TN {}"))


def again(encounter: Encounter, who: str) -> Choice | None:
    """Return the choice to repeat the last attack on the same target with the same weapon. None when it cannot be."""
    fighter = Declaring(encounter, who)
    last = fighter.now.last

    def planned(weapon: Weapon) -> Attack:
        """Return the attack with a weapon."""
        return Attack.planned(encounter, who, last.target if last is not None else "", weapon, Plan())

    def works(weapon: Weapon) -> Percent:
        """Return the chance of the attack with a weapon."""
        attack = planned(weapon)
        return _hit(attack.number.total, attack.hit)

    def price(weapon: Weapon) -> str:
        """Return the mean damage of the attack with a weapon."""
        mean = harm.mean_damage(planned(weapon).number.total, weapon.modifier, fighter.house)
        return f"about {mean} damage".replace("-", "−")

    def refused() -> str:
        """Return why the fighter cannot attack now."""
        return why_not(fighter, ATTACK, Plan())

    return target_menu.again(encounter, who, ATTACK, fighter.sheet.weapon, price, refused, works)


def choices(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """Return the answers to an open question, each with its price or refusal."""
    if question.what == resolution.REACTION:
        return _reactions(encounter, question)
    if question.what == resolution.LATE_CHOICE:
        return _late(encounter, question)
    if question.what == TEACHER:
        return _teachers(encounter, question)
    if question.what == attempts.TO_ACTION:
        return _to_action(encounter, question)
    return tuple(Choice(word[0], word, word, price=MEANINGS.get(word, "")) for word in question.choices)


def priced(encounter: Encounter, question: Question, amount: int) -> str:
    """Return the effect and cost of a number typed as an answer (S-TN-3, S-DODGE-1, S-DEFLECT-1, S-DODGE-4)."""
    data, fighter = question.then[-1].data if question.then else {}, Fighter(encounter, question.who)
    if question.what == attempts.DODGE_ENERGY:
        attempt = attempts.asked(encounter, data)
        return _dodging(attempt, amount) if attempt is not None else ""
    if question.what == resolution.REACTION_ENERGY:
        asked = Answer(**data["left"][0])
        attack = Attack.of(encounter, asked._replace(reaction=data["reaction"], energy=amount))
        return _reacting(attack, amount) if attack else ""
    if question.what == resolution.LATE_STAMINA:
        number, points_left = data["own"] + checks.raised(amount, fighter.house), fighter.now.pool(STAMINA) - amount
        window = checks.window(number, data["kept"]["total"], fighter.house)
        faces = f"{window.start} to {window.stop - 1}, {len(window)} %"
        return f"TN {number}, {faces} to dodge; stamina {points_left} left"
    # The one other question is for the energy of an attack.
    weapon = fighter.sheet.weapon(data["words"][1]) if question.then and question.then[-1].stage == HOW_MUCH else None
    if weapon is None:
        return ""
    number, points_left = fighter.attack(weapon, amount).total, fighter.energy - amount
    points_left -= action_options.read(data["words"][2:], fighter.who).price(fighter.house)
    return f"TN {number}, {odds.percent(number)} % to hit; energy {points_left} left"


def least_dodge(attack: Attack) -> Attack:
    """Return the attack as dodged with the least energy allowed (SQ 31)."""
    target = attack.target
    return attack.answered(DODGE, checks.least("dodge", target.defensive, target.house))


def _reacting(attack: Attack, amount: int) -> str:
    """Return the effect and cost of so much energy in the reaction to an attack (S-DODGE-1, S-DEFLECT-1)."""
    number, energy_left = attack.number.total, attack.target.energy - amount
    text = f"{attack.penalty} off, their TN {number}, {attack.hit:.0f} % to be hit; energy {energy_left} left"
    return text.replace("-", "−")


def _teachers(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """Return the teachers of a skill, and the GM's word for an absent one (SQ 37)."""
    skill = Fighter(encounter, question.who).skill(question.then[-1].data["skill"])
    taught = [
        Choice(
            seat_key(encounter[word].profile.seat),
            encounter[word].name,
            word,
            price=f"{skill.name} {value_of(encounter, word, skill)}",
            whom=word,
        )
        for word in question.choices
        if word in encounter
    ]
    return (*taught, Choice("h", BY_HAND, slug(BY_HAND), price="a teacher who is not there"))


def _dodging(attempt: Attempt, amount: int) -> str:
    """Return the effect and cost of so much energy in the dodge of an attempt (S-DODGE-1)."""
    energy_left, number = attempt.target.energy - amount, attempt.number(amount)
    off = f"{attempt.penalty(amount)} off, their TN {number.total}, " if number is not None else ""
    text = f"{off}{attempt.succeeds(DODGE, energy=amount):.0f} % that it succeeds; energy {energy_left} left"
    return text.replace("-", "−")


def _to_action(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """Return the reactions to an action that is no attack, each with the chance that the action succeeds (SQ 38)."""
    data = question.then[-1].data
    attempt, resisting = attempts.asked(encounter, data), data.get("ways", {})
    if attempt is None:
        return tuple(Choice(word[0], word, word) for word in question.choices)
    target, keys = attempt.target, {RESIST: "r", LET: "l", DODGE: "d"}
    others = [word for word in question.choices if word not in keys]
    keys |= zip(others, choice_keys.letters([resisting.get(word, word) for word in others], "rld"), strict=True)

    untouched = attempt.succeeds(LET)

    def left(chance: float) -> Risk:
        """Return what a reaction leaves of the chance that the action succeeds."""
        return Risk.left(round(chance), round(untouched), of=SUCCEEDS)

    def choice(word: str) -> Choice:
        """Return the choice of a reaction: its price, and the chances that it leaves both sides."""
        if word == LET:
            return Choice(keys[word], "let it happen", word, risk=Risk.left(round(untouched), of=SUCCEEDS))
        if word == DODGE:
            least = checks.least("dodge", target.defensive, target.house)
            chance = attempt.succeeds(DODGE, energy=least)
            price = f"{reactions.price_per_point(target, 'dodge')} energy for 1 off their TN, at least {least}"
            return Choice(keys[word], DODGE, word, price=price, chance=round(100 - chance), risk=left(chance))
        name = resisting.get(word, "")
        chance, number = attempt.succeeds(RESIST, name), target.number(target.skill(name)).total
        return Choice(
            keys[word],
            f"resist with {name}",
            word,
            price=f"TN {number}".replace("-", "−"),
            chance=round(100 - chance),
            risk=left(chance),
        )

    closed = []
    if DODGE not in question.choices:
        closed = [Choice("d", DODGE, DODGE, refused=attempt.no_dodge() or "It is not open.", absent=True)]
    return (*map(choice, question.choices), *closed)


def _reactions(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """Return the reactions to an attack with their odds. The first is never worse than absorbing (SQ 31)."""
    # The stage that asked keeps the attacks still to be answered; the first of them is this one.
    attack = Attack.of(encounter, Answer(**question.then[-1].data["left"][0]))
    if attack is None:
        return (Choice("a", ABSORB, ABSORB),)
    target, number = attack.target, attack.number.total
    mean = harm.mean_damage(number, attack.weapon.modifier, target.house)
    spared = harm.deflected(mean, "normal", target.house)
    cost = {kind: f"{reactions.price_per_point(target, kind)} energy for 1 off their TN" for kind in checks.WAYS}
    undefended = round(attack.hit)
    offered = [Choice("a", ABSORB, ABSORB, risk=Risk.left(undefended), theirs=f"about {mean} damage")]
    if why := attack.no(DODGE):
        offered.append(Choice("d", DODGE, DODGE, refused=why))
    else:
        dodged = least_dodge(attack)
        least = f", at least {dodged.answer.energy}" if dodged.answer.energy else ""
        risk = Risk.left(round(dodged.hit), undefended)
        price = f"{cost['dodge']}{least}"
        offered.append(Choice("d", DODGE, DODGE, price=price, chance=round(100 - dodged.hit), risk=risk))
    deflections = _deflections(attack, cost["deflect"])
    offered += [
        way if way.refused else replace(way, risk=Risk.left(undefended, undefended), theirs=f"about {spared} less")
        for way in deflections
    ]
    return _in_order(offered, reactions.ways(attack))


def _in_order(offered: Sequence[Choice], words: Sequence[str]) -> tuple[Choice, ...]:
    """Return the open choices in the order of `words`, then the refused ones, which are not listed but tell why.

    Rules: S-REACT.
    """
    open_ways = [choice for choice in offered if not choice.refused]
    closed = [replace(choice, absent=True, price="") for choice in offered if choice.refused]
    return (*sorted(open_ways, key=lambda choice: words.index(choice.word)), *closed)


def _deflections(attack: Attack, price: str) -> tuple[Choice, ...]:
    """Return a choice for each object to deflect with, with the capacity it has left (S-DEFLECT-1).

    `price` tells the cost of a deflection in words.
    """
    target = attack.target
    in_hand, objects = target.objects, target.sheet.objects
    if why := attack.no(DEFLECT):
        return (Choice("e", DEFLECT, DEFLECT, refused=why),)
    if len(in_hand) < 2:
        return (Choice("e", DEFLECT, DEFLECT, price=price),)
    _likely, *others = in_hand
    keys = ("e", *choice_keys.letters([weapon.name for weapon in others], taken=f"ade{_AT_ONCE}"))
    choices = []
    for key, weapon, word in zip(keys, in_hand, reactions.deflections(target), strict=True):
        piece = objects.get(weapon.name)
        capacity_left = "" if piece is None else f", AC {target.now.pool(piece.pool)}"
        choices.append(Choice(key, f"{DEFLECT} with {weapon.name}", word, price=f"{price}{capacity_left}"))
    return tuple(choices)


def _late(encounter: Encounter, question: Question) -> tuple[Choice, ...]:
    """Return the reactions left when a result leaves the dodge no window (S-DODGE-4, S-DEFLECT-3)."""
    # The stage that asked keeps the attack, its result, and the number of the dodge that failed.
    data, target = question.then[-1].data, Fighter(encounter, question.who)
    attack = Attack.of(encounter, Answer(**data["kept"]["ready"][0]))
    offered = [Choice("a", ABSORB, ABSORB)]
    if attack is None:
        return tuple(offered)
    dodge_number, result, stamina = data["own"], data["kept"]["total"], target.now.pool(STAMINA)
    offered += _deflections(attack, "a share negated, nothing off the TN")
    if why := reactions.no_desperation(target, dodge_number, result):
        offered.append(Choice("d", f"{DESPERATION} dodge", DESPERATION, refused=why))
    else:
        least = checks.needed(dodge_number, result, target.house)
        best = len(checks.window(dodge_number + checks.raised(stamina, target.house), result, target.house))
        price = f"{least} to {stamina} stamina, up to {best} %"
        offered.append(Choice("d", f"{DESPERATION} dodge", DESPERATION, price=price))
    return _in_order(offered, reactions.late_ways(attack, dodge_number, result))
