"""The menu of a fighter: all that the game master does by hand with the selected one, or with all who are marked."""

from __future__ import annotations

from collections.abc import Callable

from tracker.controller.menus import condition_menu, marks, orders_menu
from tracker.controller.menus.menu_path import FighterMenu, MenuChoice
from tracker.controller.menus.menu_subjects import Page, Whom, whom_of
from tracker.encounter.features import order_by_hand
from tracker.encounter.hidden_fighters import unseen
from tracker.encounter.language.parser import vocabulary
from tracker.game_api.rules import Rules
from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import Choice, Menu
from tracker.model.combatant import Combatant, Presence
from tracker.model.state import DECLARE, LAND, Encounter
from tracker.views.sides import side_order

ONE_AT_A_TIME = "Choose one fighter at a time: first unmark the others."


def menu(encounter: Encounter, rules: Rules, open_menu: FighterMenu) -> Menu:
    """Return the open page of the menu about one fighter or several: the first menu where no page is open."""
    whom, page = whom_of(encounter, open_menu), open_menu.page
    if not whom.ids:
        return Menu("Select a fighter first, by its key.", ())
    if not page:
        return _root(rules, whom)
    further = _FURTHER.get(page[0])
    return Menu("", ()) if further is None else further(rules, whom, page[1:])


def _root(rules: Rules, whom: Whom) -> Menu:
    """Return the first menu. Acts for only one fighter are absent for several, with the reason."""
    fighter, can = whom.one, rules.abilities
    absent: list[Choice] = []
    entries: list[Choice] = []
    damage = Choice("d", "damage", line=f"{whom.typed} {can.damage} ", unfinished=True)
    if can.damage:
        entries.append(damage)
    else:
        why = f"This game takes no damage from the GM; p corrects a pool of {fighter.name}."
        absent.append(Choice("d", "damage", refused=why))
    entries += [
        Choice("g", "gives points back: heal", line=f"{whom.typed} heals ", unfinished=True),
        MenuChoice("c", "conditions", opens=whom.menu("conditions"), price=_borne(whom)),
        MenuChoice("p", "correct a pool, a count or a die", opens=whom.menu("right")),
        *_wounds(rules, whom),
    ]
    now: tuple[Choice, ...] = (
        MenuChoice(
            "e",
            "action under way",
            opens=whom.menu("under"),
            price=_under_way(fighter),
            refused=_nothing_to_change(whom),
        ),
        Choice("t", "acts now, out of turn", line=f"{fighter.id} acts", refused=_cannot_act(rules, whom)),
    )
    awareness = MenuChoice("w", "awareness", opens=whom.menu("aware"), refused=_no_other_fighter(whom))
    note_and_names: tuple[Choice, ...] = (
        Choice("n", "a note, for the GM only", line=f"{whom.typed} note ", unfinished=True),
        MenuChoice(
            "a",
            "name, and name for the players",
            opens=whom.menu("names"),
            price=f"the players: {fighter.alias}" if fighter.alias else "",
        ),
    )
    for_one_only = (*now, awareness, *note_and_names)
    if whom.several:
        absent += [Choice(choice.key, choice.label, refused=ONE_AT_A_TIME) for choice in for_one_only]
    else:
        entries += now
    entries.append(MenuChoice("l", "leave, fall, come back", opens=whom.menu("leaving"), price=_presence(whom)))
    hidden = all(unseen(whom.encounter, each.id) for each in whom.everyone)
    entries.append(_hiding(whom, hidden))
    if not whom.several:
        entries.append(awareness)
    if "orders" in vocabulary(rules).verbs:
        entries.append(MenuChoice("o", "standing orders", opens=whom.menu("orders"), price=orders_menu.told(whom)))
    else:
        absent.append(Choice("o", "standing orders", refused="This game has no standing orders."))
    typed = [each.typed for each in whom.everyone]
    dice = "typed at the table" if all(typed) else "rolled by the tracker" if not any(typed) else ""
    entries.append(MenuChoice("v", "dice: typed or rolled", opens=whom.menu("dice"), price=dice))
    entries.append(MenuChoice("i", "side", opens=whom.menu("side"), price=_sides(whom)))
    if not whom.several:
        entries += note_and_names
    entries.append(MenuChoice("m", "mark several fighters, for one change to all", opens=whom.menu("marks")))
    return Menu(f"{whom.names}: what?", tuple(entries), absent=tuple(absent))


def _wounds(rules: Rules, whom: Whom) -> tuple[Choice, ...]:
    """Return the choice that binds one wound. Several wounds are ended one by one in the menu of conditions."""
    wounds = [condition for condition in whom.one.conditions if rules.carry_over.ends_when_treated(condition)]
    if not wounds or whom.several:
        return ()
    if len(wounds) > 1:
        return (MenuChoice("b", "bind a wound", opens=whom.menu("conditions")),)
    line = f"{whom.one.id} is not {condition_menu.quoted(wounds[0].label)}"
    return (Choice("b", "bind the wound", line=line, price=wounds[0].label),)


def _borne(whom: Whom) -> str:
    """Return the conditions of a single fighter. Empty for several."""
    return ", ".join(condition.label for condition in whom.one.conditions) if not whom.several else ""


def _under_way(fighter: Combatant) -> str:
    """Return the labels of the actions that a fighter has under way."""
    return ", ".join(action.label for action in fighter.actions)


def _nothing_to_change(whom: Whom) -> str:
    """Return why no action under way can be changed. Empty when one can."""
    return whom.waits if whom.one.actions else f"{whom.one.name} has nothing under way."


def _cannot_act(rules: Rules, whom: Whom) -> str:
    """Return why a fighter cannot declare now. Empty when it can."""
    fighter, encounter = whom.one, whom.encounter
    if not encounter.began:
        return "The fight has not begun."
    if not fighter.able:
        return f"{fighter.name} {fighter.presence.words}."
    if fighter.actions:
        return f"{fighter.actions[0].label} is under way; e gives it up."
    if whom.waits:
        return whom.waits
    if encounter.question is not None and encounter.question.who == fighter.id:
        return f"{fighter.name} already has the open question."
    return rules.turns.declaration_refusal(encounter, fighter.id)


def _no_other_fighter(whom: Whom) -> str:
    """Return the refusal for a lone fighter. Empty when there is another one."""
    return "" if len(whom.encounter.combatants) > 1 else "There is no other fighter."


def _presence(whom: Whom) -> str:
    """Return the way in which a fighter is out of the fight. Empty while all are in it."""
    return "" if all(each.able for each in whom.everyone) else f"{whom.one.name} {whom.one.presence.words}"


def _sides(whom: Whom) -> str:
    """Return the sides of the fighters, each once."""
    return ", ".join(dict.fromkeys(each.profile.side or "none" for each in whom.everyone))


def _hiding(whom: Whom, hidden: bool) -> Choice:
    """Return the choice to hide fighters from every other side, or to reveal them where they are `hidden`."""

    def knows(fighter: Combatant) -> bool:
        return any(fighter.id in other.unaware_of for other in whom.encounter)

    if hidden:
        return whom.choice("h", "reveal to every other side", "{} revealed", knows, lambda fighter: "")
    return whom.choice(
        "h",
        "hide from every other side",
        "{} hidden",
        lambda fighter: not unseen(whom.encounter, fighter.id) and len(side_order(whom.encounter)) > 1,
        lambda fighter: f"{fighter.name} has no other side to hide from.",
    )


def _leaving(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the menu for leaving, falling and coming back."""

    def gone(fighter: Combatant) -> str:
        return f"{fighter.name} {fighter.presence.words}."

    able: Callable[[Combatant], bool] = lambda fighter: fighter.able  # noqa: E731 - named only for the three below
    lost, again = _what_is_lost(rules, whom), _when_again(rules, whom)
    choices = (
        whom.choice(
            "l",
            "leaves",
            "{} leaves",
            lambda fighter: fighter.presence is not Presence.LEFT,
            gone,
            between=True,
            price=lost,
        ),
        whom.choice("s", "surrenders", "{} surrenders", able, gone, between=True, price=lost),
        whom.choice("f", "falls", "{} falls", able, gone, between=True, price=lost),
        whom.choice("b", "comes back", "{} returns", lambda fighter: not fighter.able, gone, between=True, price=again),
    )
    return Menu(f"{whom.names}: in the fight or out of it?", choices)


def _what_is_lost(rules: Rules, whom: Whom) -> str:
    """Return what the fighters lose by leaving the fight: actions and declarations. Empty for nothing."""
    encounter = whom.encounter
    dues = [due for fighter in whom.everyone for due in encounter.agenda.of(fighter.id) if due.what in (DECLARE, LAND)]
    if not dues or not encounter.began:
        return ""
    counts = [rules.unit.text(due.count) for due in dues]
    if whom.several or len({due.what for due in dues}) > 1:
        return "pending entries are lost"
    if dues[0].what == LAND:
        return f"{_under_way(whom.one)}, which lands at {' and '.join(counts)}, is lost"
    single = len(counts) == 1
    return f"its declaration{'' if single else 's'} at {' and '.join(counts)} {'is' if single else 'are'} lost"


def _when_again(rules: Rules, whom: Whom) -> str:
    """Return the counts between which returning fighters may declare. Empty before the fight."""
    back = [fighter for fighter in whom.everyone if not fighter.able]
    if not back or not whom.encounter.began:
        return ""
    counts = [rules.turns.first_count(whom.encounter, fighter.profile.sheet) for fighter in back]
    soonest, latest = min(first.soonest for first in counts), max(first.latest for first in counts)
    text_of = rules.unit.text
    when = f"at {text_of(soonest)}" if soonest == latest else f"between {text_of(soonest)} and {text_of(latest)}"
    return f"starts over: may declare {when}"


def _right(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the menu of corrections: common pools, pending entries, and the dice of the last step."""
    fighter = whom.one
    pools = [pool for pool in fighter.profile.pools if all(each.has_pool(pool.name) for each in whom.everyone)]
    choices = [
        Choice(
            "",
            pool.label,
            line=f"fix {whom.typed} {pool.name} ",
            price=pool.called(fighter.pool(pool.name)) or f"{fighter.pool(pool.name)} of {pool.full}"
            if not whom.several
            else "",
            unfinished=True,
        )
        for pool in pools
    ]
    temporary = f"{whom.typed} temporary "
    choices.append(Choice("t", "temporary points, which losses take first", line=temporary, unfinished=True))
    if not whom.several:
        choices += _places(rules, whom)
        due = next((due for due in whom.encounter.agenda.of(fighter.id) if due.what in (DECLARE, LAND)), None)
        unit = rules.unit
        count = f"the {unit.one} of what is pending"
        if due is None:
            choices.append(Choice("c", count, refused=f"{fighter.name} has nothing pending."))
        elif whom.waits:
            choices.append(Choice("c", count, refused=whom.waits))
        else:
            moment = unit.text(due.count)
            choices.append(Choice("c", count, line=f"fix {whom.typed} count ", price=f"now {moment}", unfinished=True))
        choices.append(
            Choice("d", "a die of the last step", line="fix die ", unfinished=True, price="the roll instead")
        )
    return Menu(f"{whom.names}: correct what?", tuple(choices))


def _places(rules: Rules, whom: Whom) -> list[Choice]:
    """Return the choices to put a fighter earlier or later among the fighters who may declare at its count."""
    fighter, ways = whom.one, (("e", "earlier", -1), ("l", "later", 1))
    return [
        Choice(
            key,
            f"{way} among those of its {rules.unit.one}",
            line=f"{fighter.id} {way}",
            refused=order_by_hand.why_not(whom.encounter, rules, fighter.id, by),
        )
        for key, way, by in ways
    ]


def _under(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the menu of the action under way. With `rest`, that of its other targets."""
    fighter, encounter = whom.one, whom.encounter
    if why := _nothing_to_change(whom):
        return Menu(why, ())
    if rest:
        others = [other for other in encounter if other.id != fighter.id]

        def why_not(other: Combatant) -> str:
            if not other.able:
                return f"{other.name} {other.presence.words}."
            aimed = (action for action in fighter.actions if action.target)
            return next(
                filter(
                    None,
                    (rules.resolution.retarget_refusal(encounter, fighter.id, action, other.id) for action in aimed),
                ),
                "",
            )

        choices = tuple(
            Choice(
                seat_key(other.profile.seat),
                other.name,
                line=f"{fighter.id} retarget {other.id}",
                refused=why_not(other),
                whom=other.id,
            )
            for other in others
        )
        return Menu(f"{fighter.name} turns {_under_way(fighter)} on which target?", choices)
    aimed = "" if any(action.target for action in fighter.actions) else "It has no target."
    lands = rules.unit.text(fighter.actions[0].lands)
    title, barred = (
        f"{fighter.name}: {_under_way(fighter)}, lands {lands}",
        rules.turns.declaration_refusal(encounter, fighter.id),
    )
    return Menu(
        title,
        (
            Choice("a", "give it up, and declare again", line=f"{fighter.id} abort", refused=barred),
            MenuChoice("r", "turn it on another target", opens=whom.menu("under", "retarget"), refused=aimed),
            Choice("c", f"land at another {rules.unit.one}", line=f"fix {whom.typed} count ", unfinished=True),
        ),
    )


def _aware(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the menu of the fighters whom one has noticed. With `rest`, of those who have noticed it.

    A choice toggles that and leaves the menu open.
    """
    fighter = whom.one
    others = [other for other in whom.encounter if other.id != fighter.id]
    choices = []
    for other in others:
        who, of = (other, fighter) if rest else (fighter, other)
        unaware = of.id in who.unaware_of
        line = f"{who.id} {'aware' if unaware else 'unaware'} of {of.id}"
        state = "unaware" if unaware else "aware"
        key, again = seat_key(other.profile.seat), whom.menu("aware", *rest)
        choices.append(MenuChoice(key, other.name, line=line, stays=again, price=state, whom=other.id))
    if rest:
        return Menu(f"Who has noticed {fighter.name}? Press a number to switch", tuple(choices))
    further = MenuChoice("n", f"who has noticed {fighter.name}", opens=whom.menu("aware", "of"))
    return Menu(f"Who has {fighter.name} noticed? Press a number to switch", (*choices, further))


def _dice(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the menu of how the dice of the fighters are made: typed at the table, or rolled by the tracker."""
    choices = (
        whom.choice("t", "typed: a player rolls at the table", "{} typed", lambda fighter: not fighter.typed, _typed),
        whom.choice("r", "rolled: the tracker rolls", "{} rolled", lambda fighter: fighter.typed, _typed),
    )
    return Menu(f"{whom.names}: typed or rolled dice?", choices)


def _typed(fighter: Combatant) -> str:
    """Return why the dice of a fighter stay as they are."""
    return f"{fighter.name}'s dice are {'typed' if fighter.typed else 'rolled'} already."


def _side(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the menu of sides to which the fighters can change."""

    def on_another(side: str) -> Callable[[Combatant], bool]:
        return lambda fighter: fighter.profile.side != side

    def on_it(fighter: Combatant) -> str:
        return f"{fighter.name} is on that side already."

    sides = [side for side in side_order(whom.encounter) if side]
    choices = [whom.choice("", side, f'{{}} side "{side}"', on_another(side), on_it) for side in sides]
    choices.append(MenuChoice("o", "another side", line=f"{whom.typed} side ", unfinished=True))
    return Menu(f"{whom.names}: on which side?", tuple(choices))


def _names(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the menu of a fighter's name and its name for the players."""
    fighter = whom.one
    by_its_name = "" if fighter.alias else f"The players call {fighter.name} by its name."
    return Menu(
        f"{fighter.name}: which name?",
        (
            Choice("a", "the players' name for it", line=f"{whom.typed} alias ", unfinished=True, price=fighter.alias),
            Choice("o", "its own name for the players", line=f"{fighter.id} alias none", refused=by_its_name),
            Choice("r", "another name", line=f"{whom.typed} rename ", unfinished=True, price=fighter.name),
        ),
    )


_FURTHER: dict[str, Callable[[Rules, Whom, Page], Menu]] = {
    "conditions": condition_menu.menu,
    "is": condition_menu.ends,
    "right": _right,
    "under": _under,
    "leaving": _leaving,
    "aware": _aware,
    "orders": orders_menu.menu,
    "dice": _dice,
    "side": _side,
    "names": _names,
    "marks": marks.menu,
}
