"""A task as typed: skill or stat, difficulties, opponent, time (H-CHECK, PG 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.model.lazy_dataclass import dataclass

NOW = "now"


@dataclass(frozen=True, slots=True)
class TaskCheck:
    """A task: its skill or stat, difficulties, relation of the skill, opponent, time and options."""

    name: str
    difficulties: tuple[str, ...] = ()
    relation: str = ""
    kind: str = ""
    unfamiliar: bool = False
    against: str = ""
    opposed: str = ""
    takes: int = 0
    """The counts it takes. 0: as any simple action."""
    now: bool = False
    options: tuple[str, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return the task as words of a command and options of an action, which `read_words` reads."""
        parts = [f"name {self.name}", *(f"difficulty {word}" for word in self.difficulties)]
        pairs = (("relation", self.relation), ("kind", self.kind), ("against", self.against), ("opposed", self.opposed))
        parts += [f"{key} {value}" for key, value in pairs if value]
        parts += ["unfamiliar"] if self.unfamiliar else []
        parts += [NOW] if self.now else []
        parts += [f"takes {self.takes}"] if self.takes else []
        return (*parts, *self.options)

    def typed(self) -> str:
        """Return the words to type after `task`."""
        words = [self.name, *self.difficulties, self.relation, self.kind, "unfamiliar" if self.unfamiliar else ""]
        words += ["against", self.against, self.opposed] if self.against else []
        words += ["takes", str(self.takes)] if self.takes else []
        words += [NOW] if self.now else []
        return " ".join(word for word in (*words, *self.options) if word)


def read_words(words: Sequence[str]) -> TaskCheck:
    """Return the task that `TaskCheck.words` wrote."""
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
