"""Group command: who is of one, and how it is played."""

from __future__ import annotations

from tracker.encounter.features import groups
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

LONGEST_NAME = 60


def of_one(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `goblin1 group goblins`, `goblin1 group none`. Raises Refused."""
    if not words:
        raise Refused(f"Give the group: {who} group goblins, or: {who} group none")
    name = " ".join(words)
    if len(name) > LONGEST_NAME:
        raise Refused(f"The name of a group has at most {LONGEST_NAME} characters; this one has {len(name)}.")
    return cmd.SetGroup(who, "" if name.casefold() == "none" else groups.named(encounter, name) or name)


def of_the_group(encounter: Encounter, rules: Rules, words: list[str]) -> cmd.Command:
    """Read `group goblins singly`, `group goblins one-roll`. Raises Refused."""
    known = ", ".join(groups.names(encounter)) or "no groups; `goblin1 group goblins` makes one"
    if len(words) < 2 or not (name := groups.named(encounter, " ".join(words[:-1]))):
        raise Refused(f"Give the group and how the GM plays it: group goblins together; there are {known}.")
    match words[-1].casefold():
        case "together":
            return cmd.PlayGroup(name, together=True)
        case "singly":
            return cmd.PlayGroup(name, together=False)
        case "one-roll":
            return cmd.PlayGroup(name, one_roll=True)
        case "own-rolls":
            return cmd.PlayGroup(name, one_roll=False)
        case "one-count":
            return cmd.PlayGroup(name, one_count=True)
        case "own-counts":
            return cmd.PlayGroup(name, one_count=False)
        case _:
            ways = "together or singly, with one-roll or own-rolls, at one-count or own-counts"
            raise Refused(f"A group is played {ways}: group {name} together")
