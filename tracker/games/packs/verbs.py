"""The verbs of a pack: a row for each of its actions, made when the pack is read, and damage by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from tracker.encounter.engine import multi_target
from tracker.game_api.choice_keys import letters
from tracker.games.packs import blows
from tracker.games.packs.actions import DAMAGE
from tracker.games.packs.menus import Menus
from tracker.games.packs.models import ActionRule, ModifierRule, Pack
from tracker.games.packs.sheet import Played, sheet_of
from tracker.games.packs.turns import Doing
from tracker.games.toolkit import menus
from tracker.games.toolkit.arguments import Amount, Argument, Line, OneWord, Target, Turn
from tracker.games.toolkit.names import demanded, named
from tracker.games.toolkit.verbs import Verb, Verbs, always
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.text.suggestions import ended, hint_or_list

_JOINS = "j"


class Modified(Argument[tuple[str, ...]]):
    """The modifiers at the end of a line."""

    turn = Turn.AT_THE_END

    def __init__(self, rule: ActionRule, modifiers: Sequence[ModifierRule]) -> None:
        self.rule, self.modifiers = rule, modifiers

    def read(self, line: Line, takes_rest: bool) -> tuple[str, ...]:
        """Take the modifiers at the end of the line, and return their names, each once."""
        names: list[str] = []
        target = line.words[:1] if self.rule.target else []
        rest = line.words[len(target) :]
        while rest and (modifier := self._modifier_at_end(rest)):
            names.insert(0, modifier.name)
            del rest[len(rest) - len(modifier.name.split()) :]
        line.words[:] = [*target, *rest]
        return tuple(dict.fromkeys(names))

    def _modifier_at_end(self, words: Sequence[str]) -> ModifierRule | None:
        """Return the modifier that the last one to three words name, the shortest name first. None without one."""
        for length in range(1, min(4, len(words) + 1)):
            modifier = named(self.modifiers, " ".join(words[-length:]))
            if modifier is not None and len(modifier.name.split()) == length:
                return modifier
        return None

    def text(self, value: tuple[str, ...]) -> tuple[str, ...]:
        """Return the modifiers as text."""
        return value

    def value(self, text: list[str]) -> tuple[str, ...]:
        names, text[:] = tuple(text), []
        return names

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return (modifier.name for modifier in self.modifiers)


class SeveralTargets(Target):
    """Fighters as a list, a range, a side or `all`. The value is their ids, with commas."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take the named fighters and return their ids, a comma between them, without the actor. Raises Refused."""
        ids, taken = multi_target.named(line.encounter, line.words)
        if not ids:
            return super().read(line, takes_rest)
        del line.words[:taken]
        # A line that names the actor alone keeps it, so that the refusal says why.
        return ",".join(each for each in ids if each != line.who) or line.who


class NoTarget(OneWord):
    """The empty target of an action without one, which a command of text holds too."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return an empty text."""
        return ""


class Carried(OneWord):
    """The weapon of an action, named by the words that are left. Empty for the first one, or for none."""

    def __init__(self, game: Played, rule: ActionRule) -> None:
        self.game, self.rule = game, rule

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the name of the weapon in the rest of the line, empty without words. Raises Refused for no weapon."""
        text = " ".join(line.rest())
        if not text:
            return ""
        if not self.rule.weapon or not self.game.pack.armed:
            known = [modifier.name for modifier in self.game.pack.modifiers_of(self.rule)]
            hint = hint_or_list(text, known) if known else ""
            raise Refused(ended(f'"{text}" is too much after `{self.rule.name}`{hint}'))
        weapons = sheet_of(line.encounter, line.who).weapons
        return demanded(weapons, text, line.encounter[line.who].name, "weapon").name

    def words(self, encounter: Encounter, who: str) -> Iterable[str]:
        return (weapon.name for weapon in sheet_of(encounter, who).weapons) if self.rule.weapon else ()


def action_keys(pack: Pack) -> tuple[str, ...]:
    """Return the key of each action of a pack: never the key to join, which works at a declaration, too."""
    return letters([rule.label or rule.name for rule in pack.action], (menus.WAIT, _JOINS))


def verbs_of(game: Played) -> Verbs[Verb]:
    """Return the verbs of a pack: its actions, and damage by hand where a pool takes it."""
    pack = game.pack
    rows = [_row(game, key, rule) for key, rule in zip(action_keys(pack), pack.action, strict=True)]
    if pack.body:
        by_hand = Verb(
            DAMAGE, Doing.damage, (f"{DAMAGE} 3",), "points by hand", (Amount(low=1, high=1000),), at_any_time=always
        )
        rows.append(by_hand)
    return Verbs(*rows)


def _row(game: Played, key: str, rule: ActionRule) -> Verb:
    """Return the verb of an action, with `key` in the menu. A target, a weapon and modifiers may follow it."""
    aimed = (SeveralTargets() if rule.targets else Target()) if rule.target else NoTarget()
    example = f"{rule.name} goblin" if rule.target else rule.name
    return Verb(
        rule.name,
        Doing.act,
        (example,),
        rule.label or rule.name,
        (aimed, Carried(game, rule), Modified(rule, game.pack.modifiers_of(rule))),
        each=partial(Menus.offered, key=key, rule=rule),
        leads=Menus.choosing,
        stages=blows.STAGES,
    )
