"""Topics: the words after `why` that are no verb of a game, each with the function that explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracker.encounter.names import pick

Explain = Callable[[Any, str, Sequence[str]], Sequence[str]]
"""Returns the lines of a topic, by the fighter, the word for the topic and the words behind it. Raises Refused."""


def explain(topics: Mapping[str, Explain], what: str, fighter: Any, words: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of the topic that the first word begins. Raises Refused, which names the topics as `what`."""
    topic = pick(words[0], [(name, name) for name in topics], what)
    return tuple(topics[topic](fighter, topic, words[1:]))
