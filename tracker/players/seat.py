"""Seat: the open question as its player may answer it from a phone, reckoned from what the players know.

Nothing here reads the true state but to see whom the question is for: prices, targets and refusals come from the fight
as it is seen. What a choice tells from an opponent's sheet is in fields of its own (`risk`, `theirs`), and nothing
here copies those. The chance of its roll (`works`) is copied where it is no secret: of what is about no stranger, and
where the game says so (`open_to_chooser`). A line of a declaration names fighters by their ids, which an alias hides.
So a phone is given a word for each line, and the line itself stays with the game master's program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from tracker.clock.agenda import Agenda
from tracker.dice.notation import NotationError, closed, read
from tracker.dice.source import SeededDice
from tracker.dice.typed_faces import typed
from tracker.encounter.decide import decide
from tracker.encounter.hidden_fighters import seen
from tracker.encounter.language.fight_commands import Line
from tracker.encounter.language.parser import parse
from tracker.encounter.names import plain
from tracker.game_api.rules import Rules
from tracker.game_api.values import Choice, Percent
from tracker.model import commands as cmd
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import DECLARATION, Ask, Question, Task
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, LAND, Encounter
from tracker.players.known_numbers import Numbers, numbered
from tracker.players.own_rolls import known_roll
from tracker.players.view import SHOWN, Discretion, Showing, as_seen

CHANGED = "The question has changed. Look again."
"""The reply to a player whose answer comes too late."""
_NOT_OFFERED = "It is not offered now."
ROLL = "roll"
"""The answer that lets the program roll a player's dice."""
_FACES = re.compile(r"=?[0-9]{1,4}( [0-9]{1,3}){0,19}")
_DEEPEST = 3
"""The most nested menus on a phone: three taps and one to send."""
_MOST = 400
"""The most lines of one declaration on a phone."""
_LONGEST = 200
_KEYS = re.compile(r"(?<=\.) \S: .*")
"""The part of a refusal about the GM's keys."""
_LINES = re.compile(r"[;,:]?\s*[^;:,.`]*`[^`]*`[^;.`]*")
"""The part of a refusal about lines to type: a line names fighters by their ids, which an alias hides."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer, or a menu of more. `word` is what answers it, empty for a menu."""

    word: str
    label: str
    price: str = ""
    refused: str = ""
    options: tuple[Option, ...] = ()
    works: str = ""
    """The chance of its roll, `47 %`. Empty without a roll, and where it is not for the player to know."""
    counts: int = 0
    """The cost in counts. 0 where it costs none, or is hidden from the player."""
    at: str = ""
    """The count of the fighter's next action, or of the landing, as the clock writes it."""
    line: str = field(default="", repr=False)
    """The line that the GM would type. It is never sent."""

    def record(self) -> dict[str, Any]:
        """Return plain data for a phone."""
        figures = {"word": self.word, "label": self.label, "price": self.price, "refused": self.refused}
        figures["works"] = self.works
        costs = {"counts": self.counts, "at": self.at}
        return {**figures, **costs, "choices": [option.record() for option in self.options]}


@dataclass(frozen=True, slots=True)
class Offer:
    """A question of one player's fighter: how it is asked, and what answers it."""

    who: str
    name: str
    ask: Ask
    text: str
    options: tuple[Option, ...] = ()
    dice: str = ""
    low: int = 0
    high: int = 0
    step: int = 0
    odds: str = ""
    """The number the dice are compared with, in the game's words, if the player may know it."""

    def record(self) -> dict[str, Any]:
        """Return plain data for a phone."""
        figures = {
            "ask": self.ask.value,
            "name": self.name,
            "text": self.text,
            "dice": self.dice,
            "faces": self._faces(),
        }
        bounds = {"low": self.low, "high": self.high, "step": self.step, "odds": self.odds}
        return {**figures, **bounds, "choices": [option.record() for option in self.options]}

    def _faces(self) -> list[tuple[int, int]]:
        return list(read(closed(self.dice)).faces) if self.dice else []

    def answer(self, word: str) -> Option:
        """Return the option of a phone's answer. Raises Refused with a sentence for any other word."""
        return self._meant(word, lambda option: option.word)

    def given(self, line: str) -> Option:
        """Return the option with this line. Raises Refused as `answer` does."""
        return self._meant(line, lambda option: option.line)

    def _meant(self, given: str, name: Callable[[Option], str]) -> Option:
        """Return the option that `given` names, where `name` gives each option's word. Raises Refused."""
        match self.ask:
            case Ask.DICE:
                self._check_dice(given)
                return Option(given, "a roll" if given == ROLL else given, line=given)
            case Ask.AMOUNT:
                if not re.fullmatch(r"[0-9]{1,7}", given) or not self._fits(int(given)):
                    raise Refused(f"The number is from {self.low} to {self.high}.")
                return Option(given, given, line=given)
            case _:
                meant = [option for option in leaves(self.options) if name(option) == given]
                if not meant:
                    raise Refused("This does not answer the open question.")
                taken = next((option for option in meant if not option.refused), None)
                if taken is None:
                    raise Refused(meant[0].refused)
                return taken

    def _check_dice(self, given: str) -> None:
        """Raise Refused for faces that the dice do not have."""
        if given == ROLL:
            return
        if not _FACES.fullmatch(given):
            raise Refused("Dice are numbers with spaces between them, or `roll`.")
        try:
            typed(read(closed(self.dice)), given)
        except NotationError as error:
            raise Refused(str(error)) from error

    def _fits(self, amount: int) -> bool:
        return self.low <= amount <= self.high and (amount - self.low) % (self.step or 1) == 0


def leaves(options: Iterable[Option]) -> Iterable[Option]:
    """Return the answers among options and within their menus."""
    for option in options:
        if option.options:
            yield from leaves(option.options)
        else:
            yield option


def known_question(encounter: Encounter) -> Question | None:
    """Return the open question that the players know of. One of or about a hidden fighter is not open for them."""
    words = Discretion(encounter)
    return next(
        (question for question in reversed(encounter.questions) if not question.who or _open(question, words)), None
    )


def same_question(first: Question | None, second: Question | None) -> bool:
    """Return whether the asked player takes two questions for one: their stages are unknown to players."""
    if first is None or second is None:
        return first is second
    return replace(first, text="", then=()) == replace(second, text="", then=())


def interrupted(encounter: Encounter) -> bool:
    """Return whether players do not know of the question to be answered first: they still see theirs."""
    return encounter.question is not None and known_question(encounter) is not encounter.question


def known_fight(encounter: Encounter, question: Question, now: int, numbers: Numbers) -> Encounter:
    """Return the fight as players see it at the count `now`, with the known question as its only one."""
    words = Discretion(encounter, numbers)
    asked = replace(question, text="", then=tuple(_pruned(task, encounter, words) for task in question.then))
    return replace(_known(encounter, words, question.who, now), questions=(asked,))


def offer(
    encounter: Encounter,
    rules: Rules,
    player: str,
    now: int,
    numbers: Numbers | None = None,
    showing: Showing = SHOWN,
) -> Offer | None:
    """Return the open question to `player`. None when it is for another, or secret.

    `now` is the count that the players know of, `numbers` those by which they know whom the program numbered.
    """
    question = known_question(encounter)
    if question is None or question.who not in encounter or question.ask is Ask.HALT:
        return None
    owner = encounter[question.who].profile.player
    numbers = numbered(encounter, {}, seen) if numbers is None else numbers
    words = Discretion(encounter, numbers)
    if not owner or plain(owner) != plain(player):
        return None
    known = known_fight(encounter, question, now, numbers)
    made = Offer(question.who, words.name(question.who), question.ask, _text(question, words))
    match question.ask:
        case Ask.DECLARE:
            options = _declarations(known, rules, question.who, (), _Count())
            return replace(made, options=_discreet(options, encounter, words))
        case Ask.CHOOSE:
            return replace(made, options=_discreet(_answers(known, rules, known.questions[0]), encounter, words))
        case Ask.DICE:
            roll = known_roll(question, words, rules, showing)
            return replace(made, dice=question.dice, odds="" if roll is None else rules.dice.odds(roll))
        case _:
            return replace(made, low=question.low, high=question.high, step=question.step)


def planners(encounter: Encounter, player: str) -> tuple[str, ...]:
    """Return the ids of the player's fighters who may plan what they declare next: those in the fight, as it goes on.

    One who is asked for that declaration now is none of them.
    """
    question = known_question(encounter)
    asked = question.who if question is not None and question.ask is Ask.DECLARE else ""
    words = Discretion(encounter)
    fighters = (
        fighter for fighter in encounter if fighter.profile.player and plain(fighter.profile.player) == plain(player)
    )
    return tuple(
        fighter.id
        for fighter in fighters
        if encounter.began and fighter.able and fighter.id != asked and words.name(fighter.id)
    )


def plans(encounter: Encounter, rules: Rules, player: str, now: int, numbers: Numbers) -> tuple[Option, ...]:
    """Return what the player's fighters may plan to declare, a menu for each fighter where there are several.

    It is reckoned at the count of the fighter's next declaration, where that is known.
    """
    words, offered = Discretion(encounter, numbers), []
    for number, who in enumerate(planners(encounter, player)):
        question = Question(Ask.DECLARE, who, DECLARATION, "")
        due = next((entry.count for entry in encounter.agenda.of(who) if entry.what == DECLARE), now)
        known = known_fight(encounter, question, max(now, due), numbers)
        options = _discreet(_declarations(known, rules, who, (), _Count(), f"{number}."), encounter, words)
        if options:
            offered.append(Option("", words.name(who), options=options))
    return offered[0].options if len(offered) == 1 else tuple(offered)


def plan_refusal(encounter: Encounter, rules: Rules, who: str, line: str, now: int, numbers: Numbers) -> str:
    """Return why a planned line cannot be declared now, as far as players may know it. A sentence in any case."""
    question = known_question(encounter)
    if question is None or question.who != who:
        return _NOT_OFFERED
    known = known_fight(encounter, question, now, numbers)
    return why(refusal_of(known, rules, known.questions[0], line)) or _NOT_OFFERED


def _open(question: Question, words: Discretion) -> bool:
    """Return whether no hidden fighter is asked, asked about, or rolled against."""
    roll = question.then[-1].data.get("roll") if question.then else None
    target = roll.get("target", "") if isinstance(roll, Mapping) else getattr(roll, "target", "")
    whom = [id for id in (question.who, question.about, target) if id in words.encounter]
    return all(words.name(id) for id in whom)


def _text(question: Question, words: Discretion) -> str:
    """Return the question in words that name no hidden fighter and tell no true chance."""
    name, against = words.name(question.who), words.name(question.about) if question.about else ""
    of = f" against {against}" if against else ""
    match question.ask:
        case Ask.DECLARE:
            return f"What does {name} do?"
        case Ask.DICE:
            return f"{name}: roll {question.what}{of}"
        case Ask.AMOUNT:
            return f"{name}: how much? ({question.what})"
        case _:
            return f"{name}: {question.what}{of}"


def _known(encounter: Encounter, words: Discretion, who: str, now: int) -> Encounter:
    """Return the fight as players see it, with the due moments of their own side.

    The details of others' actions (energy, manner) are secret: `who` knows only its own. It keeps the fighters it
    has not noticed, so that its player is not offered an impossible act.
    """
    known = as_seen(encounter, now, words.numbers)
    unnoticed = frozenset(fighter for fighter in encounter[who].unaware_of if words.name(fighter))
    known = known.with_combatant(replace(known[who], unaware_of=unnoticed))
    for fighter in known:
        if fighter.id != who:
            bare = tuple(replace(action, options=()) for action in fighter.actions)
            known = known.with_combatant(replace(fighter, actions=bare))
    for fighter in known:
        if not words.friend(fighter.id):  # how far they are down is told in words, if at all
            known = known.with_combatant(replace(fighter, pools=tuple(pool.full for pool in fighter.profile.pools)))
    dues = tuple(
        due
        for due in encounter.agenda
        if due.who in known and words.friend(due.who) and due.what in (DECLARE, LAND) and due.count >= now
    )
    return replace(known, agenda=Agenda(dues, now, encounter.agenda.serial if dues else 0))


def _pruned(task: Task, encounter: Encounter, words: Discretion) -> Task:
    """Return a stage without its parts about a hidden fighter."""
    hidden = frozenset(fighter.id for fighter in encounter if not words.name(fighter.id))
    data = {
        key: _without(value, hidden, words) for key, value in task.data.items() if not _names(value, hidden, deep=False)
    }
    return Task(task.stage, data)


def _without(value: Any, hidden: frozenset[str], words: Discretion) -> Any:
    """Return a value of a stage without hidden fighters, the others under known names. Ids stay."""
    if isinstance(value, str):
        return value if value in words.encounter else words.in_known_names(value)
    if isinstance(value, Mapping):
        return {key: _without(part, hidden, words) for key, part in value.items()}
    if isinstance(value, Sequence):
        return [_without(part, hidden, words) for part in value if not _names(part, hidden, deep=True)]
    return value


def _names(value: Any, hidden: frozenset[str], deep: bool) -> bool:
    """Return whether a value is the id of a hidden fighter, or `deep` holds one."""
    if isinstance(value, str):
        return value in hidden
    if not deep:
        return False
    if isinstance(value, Mapping):
        return any(_names(part, hidden, deep) for part in value.values())
    return isinstance(value, Sequence) and any(_names(part, hidden, deep) for part in value)


def _answers(known: Encounter, rules: Rules, question: Question) -> tuple[Option, ...]:
    """Return the answers to a question of choice. Empty where the game cannot tell them from what is known.

    The word of one that names a fighter is its position: the id would count the hidden.
    """
    try:
        offered = rules.choices.answers(known, question)
    except (Refused, LookupError):
        return ()
    return tuple(
        Option(
            str(position) if choice.whom else choice.word,
            choice.label or choice.word,
            _price(choice, known, rules, question.who),
            why(choice.refused),
            works=_chance(choice, known, rules, question.who),
            counts=choice.counts or 0,
            at="" if choice.own_next is None else rules.unit.text(choice.own_next),
            line=choice.word,
        )
        for position, choice in enumerate(offered)
        if choice.word and not choice.absent
    )


def _discreet(options: Iterable[Option], encounter: Encounter, words: Discretion) -> tuple[Option, ...]:
    """Return the options under known names, without any that names a hidden fighter all the same."""
    called = {
        words.name(fighter.id) for fighter in encounter
    }  # a hidden Goblin 2 is no reason to leave the known one out
    unknown = [fighter.name for fighter in encounter if not words.name(fighter.id) and fighter.name not in called]
    hidden = [re.compile(rf"(?<!\w){re.escape(name)}(?!\w)") for name in unknown]
    known = [replace(option, options=_discreet(option.options, encounter, words)) for option in options]
    return tuple(
        option
        for option in known
        if (option.word or option.options)
        and not any(name.search(f"{option.label} {option.price} {option.refused}") for name in hidden)
    )


def why(refused: str) -> str:
    """Return a refusal without what the game master could press or type about it."""
    if not refused:
        return ""
    text = _LINES.sub("", _KEYS.sub("", refused)).strip()
    return text if len(text) > 1 else "This cannot be done now."


def refusal_of(encounter: Encounter, rules: Rules, question: Question, line: str) -> str:
    """Return why an answer cannot be carried out in a fight, as a sentence. Empty where it can."""
    try:
        if question.ask is Ask.CHOOSE:
            command: Line = cmd.Choose(question.who, line)
        else:
            command = parse(encounter, rules, line)
        if isinstance(command, cmd.Command):
            decide(encounter, command, rules, SeededDice(0))
    except Refused as refused:
        return refused.sentence
    except (LookupError, ValueError, TypeError, AttributeError):
        return ""  # a fight made of what is seen lacks what the rules would look for
    return ""


def _stranger(choice: Choice, known: Encounter, who: str) -> bool:
    """Return whether a choice is about a fighter of another side."""
    return choice.whom in known and known[choice.whom].profile.side != known[who].profile.side


def _open_chance(choice: Choice, known: Encounter, rules: Rules, who: str) -> Percent | None:
    """Return the chance of a choice if its player may know it. An answer is about whom its question is about.

    `known` is the fight as players see it. A chance against a stranger is shown only where the game opens it.
    """
    about = known.question.about if known.question is not None else ""
    strange = about in known and known[about].profile.side != known[who].profile.side
    secret = strange or _stranger(choice, known, who)
    return None if secret and not rules.choices.open_to_chooser(choice) else choice.works


def _chance(choice: Choice, known: Encounter, rules: Rules, who: str) -> str:
    """Return the chance of a choice in words. Empty where that is not for the player to know."""
    works = _open_chance(choice, known, rules, who)
    return "" if works is None else works.words


def _price(choice: Choice, known: Encounter, rules: Rules, who: str) -> str:
    """Return the price of a choice, behind the number for the dice. The price of what is about a stranger is secret.

    `known` is the fight as players see it.
    """
    works = _open_chance(choice, known, rules, who)
    needs = "" if works is None or works.needs is None else works.needs.text
    return "; ".join(filter(None, (needs, "" if _stranger(choice, known, who) else choice.price)))


class _Count:
    lines = 0


def _declarations(
    known: Encounter, rules: Rules, who: str, path: tuple[str, ...], count: _Count, place: str = ""
) -> tuple[Option, ...]:
    """Return the declarations of `who` that fit a phone, menus within menus, without empty menus.

    A line's word is its position in the menus, behind that of the menu, `place`: the line itself has ids, and those
    would count the hidden. `count` counts the lines of all menus together. `known` is the fight as players see it.
    """
    try:
        menu = rules.choices.menu(known, who, path)
    except (Refused, LookupError):
        return ()
    options: list[Option] = []
    for number, choice in enumerate(menu.choices):
        if choice.absent or choice.unfinished or count.lines >= _MOST:
            continue
        if choice.line:
            if choice.line.partition(" ")[0] != who or len(choice.line) > _LONGEST:
                continue  # a line of the table, or of another fighter
            count.lines += 1
            word = f"{place}{number}"
            lands = None if _stranger(choice, known, who) else choice.lands
            counts, moment = (0, "") if lands is None else (lands - known.count, rules.unit.text(lands))
            price, refused, works = (
                _price(choice, known, rules, who),
                why(choice.refused),
                _chance(choice, known, rules, who),
            )
            options.append(
                Option(word, choice.label, price, refused, works=works, counts=counts, at=moment, line=choice.line)
            )
        elif choice.path and len(choice.path) > len(path) and len(choice.path) < _DEEPEST + 1:
            within = _declarations(known, rules, who, choice.path, count, f"{place}{number}.")
            if within:
                price, works = _price(choice, known, rules, who), _chance(choice, known, rules, who)
                options.append(Option("", choice.label, price, why(choice.refused), options=within, works=works))
    return tuple(options)
