"""Long paths: a text that is too long to be shown loses the folders of its paths first, and its end only then."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BEGINS = r"""(?<![^\s"'(=,:])(?:[A-Za-z]:)?[/\\]"""
_FOLDERS = _BEGINS + r"""(?:[\w.~-][^\s/\\"'():]*[/\\])+"""
"""The folders of a whole path without blanks."""
_FOLDERS_WITH_BLANKS = _BEGINS + r"""(?:[\w.~-][^/\\"'():\n]*[/\\])+"""
"""The same with blanks inside a name. It may take words between two paths for a name."""


def within(text: str, most: int, folders: Iterable[str] = ()) -> str:
    """Return `text` in at most `most` characters, with a mark for what is left out.

    `folders` are known ones. Others are found in the text, those without blanks first.
    """
    known = sorted(filter(None, folders), key=len, reverse=True)
    if len(text) > most:
        for folder in known:
            for separator in "/\\":
                text = text.replace(folder.rstrip("/\\") + separator, f"…{separator}")
    shorter = text
    for paths in (_FOLDERS, _FOLDERS_WITH_BLANKS):
        if len(shorter) > most:
            shorter = re.sub(paths, "…/", text)
    return shorter if len(shorter) <= most else f"{shorter[: most - 1]}…"
