"""The options of `tracker` alone, which shows its first frame without a parser of words."""

from __future__ import annotations

from collections.abc import Mapping

WITHOUT_WORDS: Mapping[str, object] = {
    "module": "play",
    "file": None,
    "new": None,
    "system": None,
    "plain": False,
    "seed": None,
    "share": False,
    "dice_from": "",
    "host": "0.0.0.0",
    "port": None,
}
