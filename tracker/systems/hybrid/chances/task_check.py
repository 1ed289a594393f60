"""A task as typed: skill or stat, difficulties, opponent, time (H-CHECK, PG 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.model import lazy_dataclass

NOW = "now"


@lazy_dataclass.dataclass(frozen=True, slots=True)
class TaskCheck:
    """A task as said: what it is tried with, the difficulties, how it is related, whom it is against, how long."""

    name: str
    difficulties: tuple[str, ...] = ()
    relation: str = ""
    kind: str = ""
    unfamiliar: bool = False
    against: str = ""
    opposed: str = ""
    takes: int = 0
    """Counts; 0: as any simple action (H-ACT-2)."""
    now: bool = False
    options: tuple[str, ...] = ()

    def words(self) -> tuple[str, ...]:
        """As words of a command and options of an action; `read_words` undoes it."""
        parts = [f"name {self.name}", *(f"difficulty {word}" for word in self.difficulties)]
        pairs = (("relation", self.relation), ("kind", self.kind), ("against", self.against), ("opposed", self.opposed))
        parts += [f"{key} {value}" for key, value in pairs if value]
        parts += ["unfamiliar"] if self.unfamiliar else []
        parts += [NOW] if self.now else []
        parts += [f"takes {self.takes}"] if self.takes else []
        return (*parts, *self.options)

    def typed(self) -> str:
        """As it is said after `task` in a line."""
        words = [self.name, *self.difficulties, self.relation, self.kind, "unfamiliar" if self.unfamiliar else ""]
        words += ["against", self.against, self.opposed] if self.against else []
        words += ["takes", str(self.takes)] if self.takes else []
        words += [NOW] if self.now else []
        return " ".join(word for word in (*words, *self.options) if word)


def read_words(words: Sequence[str]) -> TaskCheck:
    """The check written by `TaskCheck.words`."""
    fields: dict[str, Any] = {}
    difficulties: list[str] = []
    rest: list[str] = []
    for word in words:
        key, _, value = word.partition(" ")
        if key == "difficulty":
            difficulties.append(value)
        elif key in ("name", "relation", "kind", "against", "opposed"):
            fields[key] = value
        elif key == "takes":
            fields["takes"] = int(value)
        elif word in ("unfamiliar", NOW):
            fields[word] = True
        else:
            rest.append(word)
    return TaskCheck(difficulties=tuple(difficulties), options=tuple(rest), **fields)
