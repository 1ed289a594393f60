"""Names: find things of a sheet by name, and check that no name is used twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from tracker.encounter.names import plain
from tracker.model.refusals import Refused
from tracker.model.validation_errors import Fault, Faults


def unused_skills(entry: Mapping[str, Any], used: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each skill of an entry that no rule uses. `used` are the names that rules use."""
    skills = [str(skill.get("name", "")) for skill in entry.get("skill", ())]
    on_sheet, by_rule = {plain(name) for name in skills}, tuple(dict.fromkeys(used))
    known = {plain(name) for name in by_rule}
    offered = tuple(name for name in by_rule if plain(name) not in on_sheet)
    for index, name in enumerate(skills):
        if plain(name) not in known:
            yield Fault(("skill", index, "name"), f'no rule goes by the skill "{name}"', name, offered)


class Named(Protocol):
    """A thing with a name."""

    @property
    def name(self) -> str: ...


Thing = TypeVar("Thing", bound=Named)


def named(things: Iterable[Thing], name: str) -> Thing | None:
    """Return the thing with this name, ignoring case and spaces. None when there is none, or no name."""
    return next((thing for thing in things if plain(thing.name) == plain(name)), None) if name else None


def demanded(things: Sequence[Thing], name: str, whose: str, kind: str) -> Thing:
    """Return the thing with this name. Raises Refused with the names there are.

    `kind` is its kind, such as weapon, `whose` its owner.
    """
    thing = named(things, name)
    if thing is None:
        raise Refused(
            f'{whose} has no {kind} "{name}"; there are {", ".join(known.name for known in things) or "none"}.'
        )
    return thing


def check_once(things: Iterable[Named], kind: str) -> None:
    """Raise Faults for each name used twice, at the second thing.

    `kind` is the kind of thing and its key in the file.
    """
    seen: set[str] = set()
    faults: list[Fault] = []
    for index, thing in enumerate(things):
        if plain(thing.name) in seen:
            text = f'{kind} "{thing.name}" is there twice; each needs a name of its own'
            faults.append(Fault((kind, index, "name"), text))
        seen.add(plain(thing.name))
    if faults:
        raise Faults(faults)
