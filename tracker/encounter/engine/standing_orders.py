"""Standing orders: what a fighter under orders does, answers and spends now. Nothing is changed or rolled here.

`encounter/by_orders` carries it out: there a fighter declares and answers by its orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tracker.encounter.engine.offered_answers import weighed_answer
from tracker.encounter.hidden_fighters import friendly, seen
from tracker.encounter.names import name_of, plain
from tracker.game_api.rules import Rules
from tracker.game_api.values import Choice
from tracker.model.combatant import Combatant, Pool
from tracker.model.commands import Choose, Command, GiveAmount, Improvise, Leave, Pass, Wait
from tracker.model.orders import ASK, FLEE, WAIT, Focus, OrderWords, Retreat, Whom, in_names
from tracker.model.questions import Ask, Question
from tracker.model.state import Encounter

NO_WORDS = OrderWords()
IDLE = "keeps watch"
"""The words for a fighter whose orders find nothing to do for now."""


def declares(encounter: Encounter, rules: Rules, who: str) -> Command | None:
    """Return the declaration of `who` without a question: the action set off before, else the choice of its orders."""
    return rules.turns.triggered_declaration(encounter, who) or declaration(encounter, rules, who)


def declaration(encounter: Encounter, rules: Rules, who: str) -> Command | None:
    """Return the declaration of `who` by its orders. None without orders, or when they do not cover this moment.

    The latest is kept: the step that comes to a fighter's turn asks whether it has orders for it, and the next step, in
    the very same state, carries them out.
    """
    return rules.memo.ordered.get(lambda: _declaration(encounter, rules, who), encounter, who)


def _declaration(encounter: Encounter, rules: Rules, who: str) -> Command | None:
    """Return the command by orders of `who`, computed afresh. None where the GM is asked.

    Giving up comes first, then the act, which has a target if it is an attack.
    """
    orders, words = encounter[who].orders, rules.abilities.orders
    if not orders or words is None:
        return None
    if (retreat := retreating(encounter, who, words)) is not None:
        how = "left" if retreat.how == FLEE else "surrendered"
        why = in_names(retreat.text, partial(name_of, encounter))
        return Leave(who, how, f"orders: {why}{' %' if retreat.under else ''}")
    if orders.does not in words.attacks:
        return rules.turns.command_for_orders(encounter, who, orders.does, "", "") if orders.does else None
    target = target_of(encounter, who, words)
    if target is None:
        return _without_foe(encounter, rules, who, words)
    command = rules.turns.command_for_orders(encounter, who, orders.does, target, orders.weapon)
    return otherwise(encounter, rules, who) if command is None else command


def otherwise(encounter: Encounter, rules: Rules, who: str) -> Command | None:
    """Return the alternative of `who` when its order cannot be carried out. None where the GM is asked."""
    orders, words = encounter[who].orders, rules.abilities.orders
    if orders.otherwise in ("", ASK) or words is None:
        return None
    if orders.otherwise == WAIT:
        return idle(rules, who)[0]
    target = target_of(encounter, who, words) if orders.otherwise in words.attacks else ""
    return None if target is None else rules.turns.command_for_orders(encounter, who, orders.otherwise, target, "")


def _without_foe(encounter: Encounter, rules: Rules, who: str, words: OrderWords) -> Command | None:
    """Return the command of `who` while it has noticed no foe that still stands. None where no foe stands.

    A foe hidden from the players is not counted: continuing after the last foe they know would betray it.
    """
    fighter, players = encounter[who], friendly(encounter)
    hidden = any(
        stands(foe, words) and (not players or seen(encounter, foe.id))
        for foe in encounter
        if foe.profile.side != fighter.profile.side
    )
    return (rules.turns.command_without_foe(encounter, who) or idle(rules, who)[0]) if hidden else None


def idle(rules: Rules, who: str) -> tuple[Command, ...]:
    """Return the ways in which `who` can let time pass, the shortest first. The last one lies in wait."""
    away = Pass(who) if rules.abilities.passes else Improvise(who, IDLE, max(1, rules.abilities.shortest))
    return away, Wait(who)


def least(encounter: Encounter, rules: Rules, question: Question) -> Command:
    """Return the answer that commits to least: the first open choice, or the lowest number."""
    if question.ask is Ask.AMOUNT:
        return GiveAmount(question.low, question.who)
    open_now = [choice.word for choice in rules.choices.answers(encounter, question) if not choice.refused]
    return Choose(question.who, (*open_now, *question.choices)[0])


def follows(encounter: Encounter, rules: Rules) -> bool:
    """Return whether the fighter who is asked can be left to its orders, which name a declaration or an answer."""
    question = encounter.question
    if question is None or question.ask is not Ask.DECLARE:
        return answer(encounter, rules) is not None
    return declares(encounter, rules, question.who) is not None


def answer(encounter: Encounter, rules: Rules) -> Choose | GiveAmount | None:
    """Return the answer to the open question by the orders of the fighter who is asked. None: the GM answers."""
    question, words = encounter.question, rules.abilities.orders
    if question is None or words is None or question.who not in encounter:
        return None
    # A question before the declaration, which orders to declare answer.
    if question.what in (before := dict(words.before)):
        return None if declares(encounter, rules, question.who) is None else Choose(question.who, before[question.what])
    orders = encounter[question.who].orders
    if question.what in words.likely and question.ask is Ask.CHOOSE:
        given = least(encounter, rules, question) if orders.does or orders.answer else None
        return given if isinstance(given, Choose) else None
    # A question that is no blow, with a word of its own in the orders.
    for word, about, otherwise in words.replies:
        if about == question.what and question.ask is Ask.CHOOSE:
            return _reply(encounter, question, words, word, otherwise)
    # From here on the question is the answer to a blow.
    meant_by_orders = orders.answer or (words.silent if orders.does else "")
    if not meant_by_orders:
        return None
    if question.ask is Ask.AMOUNT and question.what in words.amounts:
        return GiveAmount(_amount(question, orders.amount), question.who)
    if question.about not in encounter or _friends(encounter, question.who, question.about):
        return None
    if question.ask is not Ask.CHOOSE or not words.answers or words.answers[0] not in question.choices:
        return None
    meant_choice = weighed_answer(encounter, rules, question, meant_by_orders)
    if not _hindrance(meant_by_orders, meant_choice, orders.above):
        return Choose(question.who, meant_by_orders)
    first = weighed_answer(encounter, rules, question, words.answers[0])
    return Choose(question.who, words.answers[0]) if first is not None and not first.refused else None


def _reply(encounter: Encounter, question: Question, words: OrderWords, word: str, otherwise: str) -> Choose | None:
    """Return the answer to a question that is no blow: `word` while the orders have it and it holds, else `otherwise`.

    `word under 50` holds while the body is under that share. None where the GM answers.
    """
    orders = encounter[question.who].orders
    reply = orders.reply(word)
    holds = reply is not None and (not reply.under or share(encounter[question.who], words) * 100 < reply.under)
    if holds and word in question.choices:
        return Choose(question.who, word)
    fallback = (orders.does or reply is not None) and otherwise in question.choices
    return Choose(question.who, otherwise) if fallback else None


def hindrance(encounter: Encounter, rules: Rules, given: str) -> str:
    """Return why the answer `given` by orders is not the one they name: `parry has no chance`. Empty where it is."""
    question, words = encounter.question, rules.abilities.orders
    if question is None or question.ask is not Ask.CHOOSE or question.who not in encounter:
        return ""
    orders = encounter[question.who].orders
    asked_else = words is not None and question.what in [about for _, about, _ in words.replies]
    # Questions that the orders answer with another word than the one for blows hinder nothing.
    if (
        words is None
        or asked_else
        or question.what in (*words.likely, *dict(words.before))
        or not orders.answer
        or orders.answer == given
    ):
        return ""
    return _hindrance(orders.answer, weighed_answer(encounter, rules, question, orders.answer), orders.above)


def _hindrance(word: str, meant: Choice | None, above: int) -> str:
    """Return why the choice `word` of the orders is not taken: closed, refused, or a chance not `above` the percent.

    `meant` is that choice, None where it is not open. The result is empty where the choice is taken.
    """
    if meant is None:
        return f"{word} is not open"
    if meant.refused:
        return meant.refused.rstrip(".")
    if meant.chance is None or meant.chance > above:
        return ""
    return f"{word} has {f'{meant.chance} %' if meant.chance > 0 else 'no chance'}"


def _friends(encounter: Encounter, who: str, other: str) -> bool:
    return encounter[who].profile.side == encounter[other].profile.side


def _amount(question: Question, amount: int) -> int:
    """Return the number that the question allows nearest to `amount`, and not above it where possible."""
    step = question.step or 1
    amount = max(question.low, min(amount, question.high))
    return amount - (amount - question.low) % step


# Whom


def foes(encounter: Encounter, who: str, words: OrderWords = NO_WORDS) -> tuple[Combatant, ...]:
    """Return the fighters `who` may strike by orders: noticed, of another side, in the fight, and not spared.

    In seat order.
    """
    fighter = encounter[who]
    side = fighter.profile.side
    return tuple([other for other in encounter if other.profile.side != side and _is_foe(fighter, other, words)])


def _is_foe(fighter: Combatant, other: Combatant, words: OrderWords) -> bool:
    """Return whether `fighter` may strike `other` by orders: another side, noticed, and standing."""
    return other.profile.side != fighter.profile.side and other.id not in fighter.unaware_of and stands(other, words)


def stands(fighter: Combatant, words: OrderWords = NO_WORDS) -> bool:
    """Return whether a fighter can fight on: in the fight, and not unconscious or the like (`OrderWords.spares`)."""
    return fighter.able and not (fighter.conditions and any(fighter.condition(key) is not None for key in words.spares))


def target_of(encounter: Encounter, who: str, words: OrderWords = NO_WORDS) -> str | None:
    """Return the target of the orders of `who` now. None when it may strike no fighter."""
    fighter = encounter[who]
    orders = fighter.orders

    def may_be_struck(id: str) -> bool:
        """Return whether a fighter is there, and a foe the orders may mean."""
        return id in encounter and _is_foe(fighter, encounter[id], words)

    # A target by name or habit is looked at before all others: in a crowd that is most of the work.
    last = fighter.last.target if fighter.last is not None else ""
    keeps = orders.focus is Focus.KEEP or orders.whom in (Whom.SAME, Whom.AGAIN)
    if orders.whom is Whom.NAMED and may_be_struck(named := named_one(encounter, orders.named)):
        return named
    if keeps and may_be_struck(last):
        return last
    if orders.whom in (Whom.AGAIN, Whom.ATTACKER) and may_be_struck(by := attacker(encounter, who, words)):
        return by
    candidates = foes(encounter, who, words)
    if not candidates:
        return None
    if orders.focus is Focus.SPREAD:
        candidates = _least_sought(encounter, fighter, candidates)
    match orders.whom:
        case Whom.WEAKEST:
            return min(candidates, key=lambda foe: (share(foe, words), foe.profile.seat)).id
        case Whom.STRONGEST:
            return max(candidates, key=lambda foe: (points(foe, words), -foe.profile.seat)).id
        case Whom.NEAREST | Whom.NAMED | Whom.ATTACKER:
            return min(candidates, key=lambda foe: (_apart(encounter, fighter, foe), foe.profile.seat)).id
        case Whom.SAME | Whom.AGAIN:
            return candidates[0].id


def _apart(encounter: Encounter, fighter: Combatant, foe: Combatant) -> int:
    """Return the number of seats between two. A hidden fighter takes none, or the choice would betray its seat."""
    low, high = sorted((fighter.profile.seat, foe.profile.seat))
    doubtful = frozenset[str]().union(*(combatant.unaware_of for combatant in encounter))
    if not doubtful or not friendly(encounter):
        return high - low
    between = (id for id in doubtful if id in encounter and low < encounter[id].profile.seat < high)
    return high - low - sum(not seen(encounter, id) for id in between)


def named_one(encounter: Encounter, name: str) -> str:
    """Return the id of the fighter that an id or a whole name means. Empty if none."""
    if name in encounter:
        return name
    return next((fighter.id for fighter in encounter if plain(name) in (plain(fighter.name), plain(fighter.id))), "")


def attacker(encounter: Encounter, who: str, words: OrderWords = NO_WORDS) -> str:
    """Return the last attacker of `who` as far as it is known. Empty when there is none."""
    if words.attacked_by:
        return str(encounter[who].marks.get(words.attacked_by, ""))
    side = encounter[who].profile.side
    aimed = [
        (other.last.lands, other.last.id, other.id)
        for other in encounter
        if other.last is not None and other.last.target == who and other.profile.side != side
    ]
    if not aimed:
        return ""
    _, _, latest = max(aimed)
    return latest


def _least_sought(encounter: Encounter, fighter: Combatant, candidates: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """Return those of `candidates` at whom the fewest other fighters of the fighter's side aim."""
    sought = dict.fromkeys((foe.id for foe in candidates), 0)
    for friend in encounter:
        if friend.id == fighter.id or not friend.able or friend.profile.side != fighter.profile.side:
            continue
        doing = friend.actions or ((friend.last,) if friend.last is not None else ())
        for target in {action.target for action in doing}:
            if target in sought:
                sought[target] += 1
    fewest = min(sought.values())
    return tuple(foe for foe in candidates if sought[foe.id] == fewest)


def share(fighter: Combatant, words: OrderWords = NO_WORDS) -> float:
    """Return the share left of a fighter's worst body pool, from 0 to 1.0."""
    shares = [pool.left(fighter.pool(pool.name)) / pool.full for pool in _body(fighter, words) if pool.full > 0]
    return min(shares, default=1.0)


def points(fighter: Combatant, words: OrderWords = NO_WORDS) -> int:
    """Return the points of a fighter's body, all its pools together."""
    return sum(pool.left(fighter.pool(pool.name)) for pool in _body(fighter, words))


def _body(fighter: Combatant, words: OrderWords) -> list[Pool]:
    """Return the pools by which orders judge how hurt a fighter is: those the game names, else all."""
    return [pool for pool in fighter.profile.pools if not words.body or pool.name in words.body]


# Giving up


def retreating(encounter: Encounter, who: str, words: OrderWords = NO_WORDS) -> Retreat | None:
    """Return the clause by which `who` gives up now, or None."""
    return next((clause for clause in encounter[who].orders.retreats if _holds(encounter, who, clause, words)), None)


def _holds(encounter: Encounter, who: str, retreat: Retreat, words: OrderWords) -> bool:
    """Return whether a clause of giving up holds: body under a share, leader out, or half of its company out."""
    if retreat.under:
        return share(encounter[who], words) * 100 < retreat.under
    if retreat.without:
        leader = named_one(encounter, retreat.without)
        return bool(leader) and leader != who and not encounter[leader].able
    members = company(encounter, who)
    return retreat.half and 2 * sum(not member.able for member in members) >= len(members) > 1


def company(encounter: Encounter, who: str) -> tuple[Combatant, ...]:
    """Return the fighters to whom `who` belongs: its group, else its side. It is among them."""
    fighter = encounter[who]
    if fighter.group:
        return tuple(other for other in encounter if other.group == fighter.group)
    return tuple(other for other in encounter if other.profile.side == fighter.profile.side)
