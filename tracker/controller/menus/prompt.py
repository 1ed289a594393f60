"""The prompt: the question, menu or free moment that owns the keys, made from the state and the open menu."""

from __future__ import annotations

from dataclasses import replace

from tracker.controller.menus import event_menu, fighter_menu, orders_menu
from tracker.controller.menus.menu_path import (
    EventsMenu,
    FighterMenu,
    GameMenu,
    JoinMenu,
    MenuAction,
    MenuChoice,
    MenuPath,
)
from tracker.controller.modes import Mode
from tracker.encounter.advance import PASSING
from tracker.encounter.engine.offered_answers import offered_answers
from tracker.encounter.engine.standing_orders import foes
from tracker.encounter.features import groups
from tracker.encounter.features.free_events import answers
from tracker.encounter.statistics.victory import victors
from tracker.game_api.choice_keys import distinct_keys
from tracker.game_api.rules import Rules
from tracker.game_api.values import Choice, Menu
from tracker.model.combatant import Action
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.text.names import in_its_place
from tracker.views.fighters.sheet import awareness
from tracker.views.headline import coming

CAME_TO = Choice("w", "summary of the fight", line="summary")
_NOTHING = Menu("", ())


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question: the fighter asked, the effect of Enter, and the choices with their keys."""

    mode: Mode
    who: str
    text: str
    likely: Choice | None = None
    choices: tuple[Choice, ...] = ()
    options: tuple[Choice, ...] = ()
    absent: tuple[Choice, ...] = ()
    together: tuple[str, ...] = ()
    """The members of a group covered by the first answer, in turn."""

    def choice(self, key: str) -> Choice | None:
        """Return the choice or option of a key, even one not shown because it cannot be taken."""
        for choice in (*self.choices, *self.options, *self.absent):
            if choice.key == key:
                return choice
        return None


_MODES = {
    Ask.DICE: Mode.DICE,
    Ask.CHOOSE: Mode.CHOOSE,
    Ask.DECLARE: Mode.DECLARE,
    Ask.AMOUNT: Mode.AMOUNT,
    Ask.HALT: Mode.CHOOSE,
}


def bare_prompt(encounter: Encounter) -> Prompt:
    """Return the question without choices. Lines and undo still work where the rules cannot name the choices."""
    question = encounter.question
    if question is None:
        return Prompt(Mode.FREE, "", "{next}: next event")
    return Prompt(_MODES[question.ask], question.who, question.text)


def menu_owner(encounter: Encounter, selected: str) -> str:
    """Return the fighter whose menus are opened now: the one asked to declare, else the selected one."""
    question = encounter.question
    return question.who if question is not None and question.ask is Ask.DECLARE else selected


def prompt_for(
    encounter: Encounter,
    rules: Rules,
    menu: MenuPath | None,
    selected: str,
    selection: str = "",
    came_to: str = "w",
) -> Prompt:
    """Return the prompt now. `menu` is the menu that is open, `selected` the fighter whom the game master has selected.

    `selection` is its sentence for the question line, `came_to` the key of the summary, offered once one side is left.
    """
    question = encounter.question
    if menu is not None:
        return _of_menu(encounter, rules, menu, selected)
    if question is None:
        alone = f"{encounter[selected].name} is selected" if selected else ""
        return _free(encounter, rules, selected, selection or alone, replace(CAME_TO, key=came_to))
    if question.ask is Ask.DICE:
        return Prompt(Mode.DICE, question.who, question.text)
    if question.ask is Ask.AMOUNT:
        return Prompt(Mode.AMOUNT, question.who, question.text)
    if question.ask is Ask.HALT:
        choices = answers(question)
        return Prompt(Mode.CHOOSE, "", question.text, choices[0], choices)
    if question.ask is Ask.CHOOSE:
        offered = offered_answers(encounter, rules, question)
        absent = tuple(choice for choice in offered if choice.absent)
        choices, _ = distinct_keys(encounter, tuple(choice for choice in offered if not choice.absent), absent=absent)
        still_open = tuple(choice for choice in choices if not choice.refused)
        closed = tuple(choice for choice in choices if choice.refused) if still_open else ()
        offers = Menu(question.text, still_open or choices, (), (*closed, *absent))
        if victors(encounter) is not None:
            offers = _of_one_side(encounter, offers, replace(CAME_TO, key=came_to))
        first = next((choice for choice in offers.choices if not choice.refused), None)
        return Prompt(Mode.CHOOSE, question.who, question.text, first, offers.choices, offers.options, offers.absent)
    offers = menu_of(encounter, rules, question.who, ())
    if victors(encounter) is not None:
        offers = _of_one_side(encounter, offers, replace(CAME_TO, key=came_to))
    again = repeated_by(encounter, rules, question.who, to_repeat(encounter, rules, question.who))
    return Prompt(Mode.DECLARE, question.who, question.text, again, offers.choices, offers.options, offers.absent)


def repeated_by(encounter: Encounter, rules: Rules, who: str, last: Action | None) -> Choice | None:
    """Return the choice by which `who` does `last` again. None where there is none."""
    as_if = encounter if encounter[who].last is last else encounter.with_combatant(replace(encounter[who], last=last))
    return rules.choices.repeat_last(as_if, who)


def to_repeat(encounter: Encounter, rules: Rules, who: str) -> Action | None:
    """Return the last act of `who`.

    Where it cannot be repeated or is none, return what others of its group have under way.
    """
    last = encounter[who].last
    if last is None or repeated_by(encounter, rules, who, last) is None:
        last = _at_the_next_foe(encounter, who) or last
    again = repeated_by(encounter, rules, who, last)
    if (again is not None and not again.refused) or not groups.asked(encounter):
        return last
    others = (fighter for fighter in groups.members(encounter, encounter[who].group) if fighter.id != who)
    under_way = [action for fighter in others for action in fighter.actions]
    newest = max(under_way, key=lambda action: action.id, default=None)
    return last if newest is None or repeated_by(encounter, rules, who, newest) is None else newest


def _at_the_next_foe(encounter: Encounter, who: str) -> Action | None:
    """Return the last attack at the next foe in seat order, if its target is out of the fight. Else None."""
    fighter = encounter[who]
    last = fighter.last
    if last is None or last.target not in encounter:
        return None
    target, following = encounter[last.target], next(iter(foes(encounter, who)), None)
    if target.able or target.profile.side == fighter.profile.side or following is None:
        return None
    return replace(last, target=following.id, label=in_its_place(last.label, target.name, following.name))


def _of_menu(encounter: Encounter, rules: Rules, menu: MenuPath, selected: str) -> Prompt:
    """Return the prompt of the open menu. `selected` is the fighter whom the GM has selected."""
    match menu:
        case JoinMenu():
            return _join()
        case FighterMenu():
            return _by_hand(encounter, rules, menu)
        case EventsMenu(key):
            return _events(encounter, rules, key)
        case GameMenu(path):
            who = menu_owner(encounter, selected)
            offers = menu_of(encounter, rules, who, path)
            choices, options = distinct_keys(encounter, offers.choices, offers.options, offers.absent)
            first = next((choice for choice in choices if not choice.refused), None)
            return Prompt(Mode.MENU, who, offers.title, first, choices, options, offers.absent)


def _free(encounter: Encounter, rules: Rules, selected: str, selection: str, came_to: Choice) -> Prompt:
    """Return the prompt of a moment without a question. Once a side is left it offers `came_to`, the summary.

    `selected` is the fighter whom the GM has selected, `selection` the sentence about it.
    """
    side = victors(encounter) if encounter.began else None
    if side is not None and not _under_way(encounter, rules):
        return Prompt(Mode.FREE, selected, _over(side, selection), None, (came_to,))
    if encounter.began:
        return Prompt(Mode.FREE, selected, _free_text(encounter, rules, selected, selection))
    readying = rules.abilities.readying
    begin = Choice("enter", "begin", line="begin")
    menu = menu_of(encounter, rules, selected, rules.abilities.readying) if selected and readying else _NOTHING
    if not encounter.combatants:
        text = "The fight has no fighters yet. {join}: add a fighter"
    elif selected:
        text = f"Not begun. {menu.title or encounter[selected].name} · {{up}}{{down}} another, {{drop}} nobody"
    else:
        ready = " and choose how alert it is" if readying else ""
        text = f"Ready? {awareness(encounter)} A fighter's key: select it{ready}."
    return Prompt(Mode.BEGIN, selected, text, begin, menu.choices, menu.options)


def _under_way(encounter: Encounter, rules: Rules) -> bool:
    """Return whether an activity outlasts the fight: a rescue, first aid, a drowning fighter, a run."""
    if rules.resolution.keeps_fight_open(encounter):
        return True
    for fighter in encounter:
        others = [encounter[action.target] for action in fighter.actions if action.target in encounter]
        if any(other.able or other.profile.side == fighter.profile.side for other in others):
            return True
    return any(due.rank in PASSING and rules.resolution.next_stops_at(encounter, due) for due in encounter.agenda)


def _of_one_side(encounter: Encounter, menu: Menu, came_to: Choice) -> Menu:
    """Return the choices once one side is left: then the key of the summary does nothing else."""
    choices, options = distinct_keys(encounter, menu.choices, (came_to, *menu.options), menu.absent)
    return Menu(menu.title, choices, options, menu.absent)


def _over(side: str, selection: str) -> str:
    """Return the text while one side is left, or no fighter, until the fight continues all the same."""
    selected = f" {selection}." if selection else ""
    return f"{who_is_left(side)}.{selected} {{next}}: carry on"


def who_is_left(side: str) -> str:
    """Return a sentence without its full stop: the one side that is left (empty: no fighter is)."""
    if not side:
        return "No fighter is left"
    return f"Won: the {side} hold the field" if side.endswith("s") else f"Won: {side} holds the field"


def _free_text(encounter: Encounter, rules: Rules, selected: str, selection: str) -> str:
    """Return the text of the question line without a question. Keys are named by row, in braces.

    `selected` is the fighter whom the GM has selected, `selection` the sentence about it.
    """
    due = coming(encounter, rules)
    go_on = f"{{next}} → {due}" if due else "Nothing is due"
    if selected and encounter[selected].waiting:
        fighter = encounter[selected]
        return f"{fighter.name} {'is busy' if fighter.busy else 'waits'}. {{declare}}: act now · {go_on}"
    if selected:
        return f"{selection}. {go_on}"
    return go_on if due else f"{go_on}. {{join}}: add a fighter"


def is_own(menu: MenuPath | None) -> bool:
    """Return whether a menu is the screen's own, which stays open no matter who is asked or selected."""
    return menu is not None and not isinstance(menu, GameMenu)


def _by_hand(encounter: Encounter, rules: Rules, open_menu: FighterMenu) -> Prompt:
    """Return the prompt of a menu of the GM's own changes. Among standing orders, Enter takes the present one."""
    menu = fighter_menu.menu(encounter, rules, open_menu)
    choices, _ = distinct_keys(encounter, menu.choices, absent=menu.absent)
    open_now = [choice for choice in choices if not choice.refused]
    present = next((choice for choice in open_now if choice.label.startswith(orders_menu.PRESENT)), None)
    first = present if present is not None and orders_menu.ORDERS in open_menu.page else next(iter(open_now), None)
    return Prompt(Mode.MENU, "", menu.title, first, choices, absent=menu.absent)


def _join() -> Prompt:
    """Return the prompt of the menu that lets fighters join."""
    choices = (
        MenuChoice(
            "n",
            "a newcomer",
            action=MenuAction.NEWCOMER,
            price="type a name; a comma and a side may follow, then `group thugs` or `hidden`",
        ),
        MenuChoice(
            "l",
            "from the library",
            action=MenuAction.CREATURES,
            price="type how many, which and the side: 3 goblin, raiders group goblins",
        ),
    )
    return Prompt(Mode.MENU, "", "Who joins?", choices[0], choices)


def _events(encounter: Encounter, rules: Rules, key: str) -> Prompt:
    """Return the prompt of the list of events, or of the event with this key."""
    menu = event_menu.menu(encounter, rules, key)
    choices, _ = distinct_keys(encounter, menu.choices)
    return Prompt(Mode.MENU, "", menu.title, next(choice for choice in choices if not choice.refused), choices)


def menu_of(encounter: Encounter, rules: Rules, who: str, path: tuple[str, ...]) -> Menu:
    """Return a menu of the rules. One that is refused is empty and says so in its title."""
    if who not in encounter:
        return _NOTHING
    try:
        return rules.choices.menu(encounter, who, path)
    except Refused as refused:
        return Menu(str(refused), ())
