"""Question view: what the question line shows, a line being typed, a menu, dice or a question."""

from __future__ import annotations

from functools import partial

from tracker.controller.choices import search
from tracker.controller.controller import Controller
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.menus.prompt import is_own
from tracker.controller.modes import Mode
from tracker.controller.outside import seat_answers
from tracker.controller.typing import amounts, completion
from tracker.controller.typing.fields import Field, Purpose
from tracker.dice.notation import Notation, closed, read
from tracker.dice.typed_faces import summed
from tracker.encounter.engine import standing_orders
from tracker.encounter.features.groups import alike, asked
from tracker.model.questions import Ask
from tracker.views.choices.question import Asking

TYPED = (Mode.DICE, Mode.AMOUNT)
"""The modes answered by digits."""
_HINTS = {
    Mode.MENU: "Press its key, or {up}{down} and {take} · {drop}: back",
}
_FELL = "Type the roll%s, or {give} to roll it"
_OF_THE_LIST = "Press its key, or {pick} to mark one"
_IN_SECRET = "§ secret, for the GM only: type the roll, or {give} to roll it · {secretly}: roll openly"
_WHO_JOINS = {
    Purpose.NEWCOMER: "such as: Thug · Big Thug, raiders · Shade hidden",
    Purpose.CREATURES: "such as: goblin · 3 goblin · 3 goblin raiders hidden",
}
_LONG = "{filter}: find by name · {page-up} {page-down}: pages · {end}: last · {drop}: back"
"""The hint of a list with several pages."""


def asking(controller: Controller) -> Asking:
    """Return the question line as it is shown now."""
    keymap = controller.keymap
    if controller.moment is not None:
        return controller.moment.asking(keymap, controller.notice)
    now, notice = controller.prompt, controller.notice
    if controller.field is not None:
        return _field_line(controller, controller.field)
    field = controller.dice.text if now.mode in TYPED else None
    listed = controller.view.list_shown or now.mode is Mode.MENU
    likely = now.likely if now.mode is not Mode.MENU else None
    instructs = controller.view.instructs
    hint = _IN_SECRET if field is not None and controller.dice.secret else _HINTS.get(now.mode, "") if instructs else ""
    question = controller.session.encounter.question
    if now.mode is Mode.DICE and question is not None and not controller.dice.secret:
        hint = _FELL % _total_hint(read(closed(question.dice)))
    if now.mode is Mode.AMOUNT and not controller.dice.secret:
        hint = amounts.hint(controller.session, controller.dice.text)
    if listed and not hint and instructs:
        hint = _OF_THE_LIST
    if listed and len(now.choices) > controller.view.list_page > 0:
        hint = _LONG
    parts = (
        _joining_hint(controller, keymap),
        seat_answers.told(controller),
        _group_hint(controller, keymap),
        _orders_hint(controller, keymap),
        _play_on_hint(controller),
        keymap.worded(hint),
    )
    hint = " · ".join(part for part in parts if part)
    return Asking(
        text=keymap.worded(now.text),
        who=now.who,
        likely=likely,
        choices=now.choices,
        options=now.options,
        listed=listed,
        field=field,
        caret=controller.dice.caret,
        hint=hint,
        notice=notice.text,
        refused=notice.refused,
        logged=notice.logged,
        enter=keymap.enter(now.mode),
    )


def _joining_hint(controller: Controller, keymap: Keymap) -> str:
    """Return who asks to join by phone, and the key that lets the first one in."""
    if not controller.knocks:
        return ""
    return f"{controller.knocks[0].words} · {keymap.worded('{let-in}: let it in')}"


def _total_hint(dice: Notation) -> str:
    """Return the hint on how to type the total of several dice: ` (=8 for the total)`. Empty for a single die."""
    counted = summed(dice)
    if len(dice.faces) == 1 and counted == "sum":
        return ""
    return f" (=8 for the {'total' if counted == 'sum' else counted})"


def _play_on_hint(controller: Controller) -> str:
    """Return the hint that the fight plays on after this answer, and the key that ends that."""
    to = controller.going_to
    if to is None or is_own(controller.menu):
        return ""
    return controller.keymap.worded(f"then on to {controller.session.rules.unit.text(to)} · {{drop}}: stop here")


def _orders_hint(controller: Controller, keymap: Keymap) -> str:
    """Return the key that lets the asked fighter follow its orders."""
    encounter, who = controller.session.encounter, controller.prompt.who
    if controller.prompt.mode not in (Mode.DECLARE, Mode.CHOOSE) or who not in encounter or not encounter[who].orders:
        return ""
    follows = standing_orders.follows(encounter, controller.session.rules)
    return keymap.worded("{next}: follow its orders") if follows else ""


def _group_hint(controller: Controller, keymap: Keymap) -> str:
    """Name the member of a group that the next answer is for, and the key that changes it."""
    name, question = asked(controller.session.encounter), controller.session.encounter.question
    if not name or question is None or is_own(controller.menu):
        return ""
    if question.ask is Ask.DECLARE:
        all_told, each = len(alike(controller.session.encounter, question.who)) + 1, ""
    else:
        whom = controller.prompt.together
        all_told, names = len(whom), ", ".join(controller.session.encounter[who].name for who in whom[:2])
        each = f": {names}{' …' if all_told > 2 else ''}"
    if all_told < 2:
        return ""
    whole = f"all {all_told} of the group{each}"
    key = keymap.worded("{alone}")
    return f"Only this one · {key}: {whole}" if controller.runner.only_one else f"For {whole} · {key}: only this one"


def _field_line(controller: Controller, field: Field) -> Asking:
    """Return the question line while a field is typed in."""
    notice = controller.notice
    if field.purpose in search.SEARCHES:
        return Asking(
            field.label, field=field.text, caret=field.caret, hint=search.hint(controller, field), notice=notice.text,
            refused=notice.refused,
        )  # fmt: skip
    hint = completion.of_joining(controller.session, field.line()) or completion.of_shares(controller.session, field)
    if field.purpose in (Purpose.NEWCOMER, Purpose.CREATURES):
        hint = controller.keymap.worded(
            f"{hint if field.text.strip() else _WHO_JOINS[field.purpose]} · {{older}}{{newer}}: another side"
        )
    if not hint and field.purpose in (Purpose.COMMAND, Purpose.DAMAGE):
        session, line = controller.session, field.text if field.purpose is Purpose.COMMAND else field.line()
        hints = partial(completion.hint, session, line)  # reckoned once for each sign, though asked for several times
        hint = controller.typing_hint.get(hints, session.encounter, *controller.seen, line)
    if not hint and field.purpose is Purpose.OWN:
        unit = controller.session.rules.unit
        worth = controller.session.rules.abilities.modifier.worth
        weight = f" ({worth})" if worth else ""
        hint = f"such as: half blind -2{weight} · wet until {unit.example} · dazed for 12 · bound until it acts"
    return Asking(
        field.label, field=field.text, caret=field.caret, hint="" if hint == notice.text else hint,
        notice=notice.text, refused=notice.refused,
    )  # fmt: skip
