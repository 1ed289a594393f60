"""Argument types: the words of an option as a value, refused in a sentence where they are none."""

from __future__ import annotations

import argparse
import re

STANDARD_INPUT = "-"
OUTPUT = "output"
"""The kind of schema that `tracker schema` prints of an output, not of a file."""
OUTPUTS = (
    *("check", "library", "systems", "sheet", "chance", "reckon-list", "reckon", "rules"),
    *("odds", "run", "log", "log-players", "log-summary"),
)
"""The outputs in JSON, as `tracker schema output` names them."""
_HOST_NAME = re.compile(r"\w[\w.-]*")


def faces(text: str) -> tuple[int, ...]:
    """Read die faces such as `34,2,6` (`00` is 100). Raises ArgumentTypeError."""
    words = text.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) <= 4 and (int(word) > 0 or word == "00")):
            raise argparse.ArgumentTypeError(f"{word!r} is no face of a die; write for example 34,2,6 (00 is 100)")
    return tuple(int(word) or 100 for word in words)


def whole(text: str, what: str, low: int, high: int) -> int:
    """Read a whole number from `low` to `high`. `what` names it in the error. Raises ArgumentTypeError."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9 and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(f"{text!r} is no {what}: a whole number from {low} to {high}")
    return int(text)


def step(text: str) -> int:
    """Return a step of a fight. 0: its beginning."""
    return whole(text, "step", 0, 999_999_999)


def fights(text: str) -> int:
    """Return a number of fights, from 1 to a million."""
    return whole(text, "number of fights", 1, 1_000_000)


def workers(text: str) -> int:
    """Return a number of processes, from 1 to 256."""
    return whole(text, "number of workers", 1, 256)


def points(text: str) -> float:
    """Read points of percent, from 0.5 to 50. Raises ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.5 <= value <= 50:
        raise argparse.ArgumentTypeError(f"{text!r} is no interval: give points of percent from 0.5 to 50, such as 3")
    return value


def port(text: str) -> int:
    """Read a port from 0 (any that is free) to 65535."""
    return whole(text, "port", 0, 65535)


def address(text: str) -> str:
    """Read an address or a name to listen on, `[::1]` also with its brackets. Raises ArgumentTypeError."""
    inside = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    if "%" in inside:
        raise argparse.ArgumentTypeError(
            f"{text!r} has a zone (what follows %), which no link can hold: give an address without one, such as ::"
        )
    import ipaddress  # here, for help needs no address

    try:
        number = ipaddress.ip_address(inside)
    except ValueError:
        if not _HOST_NAME.fullmatch(inside) or inside.replace(".", "").isdecimal():
            raise argparse.ArgumentTypeError(
                f"{text!r} is no address: give one of this computer, such as 192.168.1.7 or ::1, without a port "
                "(--port N), or 0.0.0.0 for all"
            ) from None
        return inside
    if number.is_multicast or str(number) == "255.255.255.255":
        raise argparse.ArgumentTypeError(f"{text!r} is the address of many machines: give one of this computer")
    if number.version == 6 and number.is_link_local:
        raise argparse.ArgumentTypeError(
            f"{text!r} needs a zone (%eth0), which no link can hold: give another address, such as ::"
        )
    return str(number)


def dice_from(text: str) -> str:
    """Check that the option names a pipe or a file. Raises ArgumentTypeError for what it named in earlier releases."""
    if text == STANDARD_INPUT or text.startswith("tcp:"):
        from tracker.text import former  # here, for only what is gone needs it

        raise argparse.ArgumentTypeError(former.DICE_FROM[text[:4]])
    if not text:
        raise argparse.ArgumentTypeError("give the path of a pipe or a file")
    return text
