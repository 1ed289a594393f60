"""Citations: the rule ids that stand in brackets in the words of a log, known by their form."""

from __future__ import annotations

import re

_CITE = r"(?:[A-Z]-[A-Z]{2,}(?:-\d+)?|rulings? \d+(?: and \d+)?|[A-Z]Q \d+(?: and \d+)?)"
"""A rule id, or a ruling beside one, as logs cite them. A pattern without the book, which is long to read."""
_CITED = re.compile(rf" ?\({_CITE}(?:(?:, | and |; ){_CITE})*\)|(?:, |; ){_CITE}(?=[,;)])|(?<=\(){_CITE}(?:, |; )")


def without_ids(text: str, typed: str = "") -> tuple[str, tuple[str, ...]]:
    """Return words without the rule ids in brackets, and these ids: `parry (H-DEF)` gives `parry` and `H-DEF`.

    Brackets that are in the line `typed` too stay: the user wrote them.
    """
    ids: list[str] = []

    def without_id(match: re.Match[str]) -> str:
        """Note the ids of a citation and return no text for it. Return one that the user typed as it is."""
        cited = match.group()
        if cited.strip() in typed:
            return cited
        ids.extend(re.findall(_CITE, cited))
        return ""

    return _CITED.sub(without_id, text), tuple(dict.fromkeys(ids))
