"""Terminal bytes: what terminals send, in tables: their answers, keys that are none alone, and keys in each form."""

from __future__ import annotations

import itertools

ESC = b"\x1b"
ST = (b"\x1b\\", b"\x07", b"\x9c", "\x9c".encode())
"""What ends a string: in seven bits, as xterm does also, in eight bits, and those as UTF-8."""
_STRINGS = {
    b"]": (
        b"4;1;rgb:cdcd/0000/0000",
        b"10;rgb:dcdc/dcdc/cccc",
        b"11;rgb:2424/2727/3a3a",
        b"12;rgb:ffff/ffff/ffff",
        b"52;c;MTIzIHUgeSBkYW1hZ2UgMTI=",
        b"l1 a title \xe2\x80\x93 w",
        b"99;i=1:p=?;",
        b"1337;ReportCellSize=17.0;8.0;2.0",
    ),
    b"P": (
        b"1+r544e=787465726d2d6b69747479",
        b"0+r",
        b"1$r0 q",
        b"1$r1;24r",
        b">|XTerm(390)",
        b">|kitty(0.35.2)",
        b"!|7E565445",
        b"1!u0",
    ),
    b"_": (b"Gi=31;OK", b"Gi=1,I=5;ENOENT:no such image"),
    b"^": (b"private 1 2 3",),
    b"X": (b"a string",),
}
_CSI = (
    b"?61;4;6;7;14;21;22c",
    b"?1;2c",
    b">41;390;0c",
    b">1;4000;35c",
    b"=1;2c",
    b"0n",
    b"3n",
    b"?10n",
    b"?13n",
    b"?997;1n",
    b"1;1R",
    b"24;80R",
    b"1;2R",
    b"1;5R",
    b"?24;80;1R",
    b"8;24;80t",
    b"9;67;240t",
    b"4;600;800t",
    b"3;10;20t",
    b"6;17;8t",
    b"1t",
    b"2t",
    b"?0u",
    b"?31u",
    b"?2004;1$y",
    b"?1004;0$y",
    b"4;2$y",
    b"?1;0;256S",
    b"?2;0;800;600S",
    b"2;1;1;112;112;1;0x",
    b">4;2m",
    b'0"q',
    b"5*y",
)
_EIGHT_BIT = {b"]": 0x9D, b"P": 0x90, b"_": 0x9F, b"^": 0x9E, b"X": 0x98, b"[": 0x9B}


def _each_form(begins: bytes, rest: bytes) -> tuple[bytes, ...]:
    """A sequence in seven bits, in eight bits, and in those as UTF-8."""
    eight = _EIGHT_BIT[begins]
    return (ESC + begins + rest, bytes((eight,)) + rest, chr(eight).encode() + rest)


UNENDED = tuple(ESC + begins + body for begins, bodies in _STRINGS.items() for body in bodies)
"""Strings whose end never comes."""
_FORMS = tuple(itertools.product(range(3), ST))
ANSWERS = (
    *(
        _each_form(begins, body + end)[form]
        for begins, bodies in _STRINGS.items()
        for body, (form, end) in zip(itertools.cycle(bodies), _FORMS, strict=False)
    ),
    *(_each_form(begins, body + ST[0])[0] for begins, bodies in _STRINGS.items() for body in bodies),
    *(_each_form(b"[", rest)[0] for rest in _CSI),
    *(_each_form(b"[", rest)[1 + at % 2] for at, rest in enumerate(_CSI)),
)
"""Answers to every question that a program can ask a terminal."""
NO_KEYS_ALONE = (*range(57358, 57364), *range(57427, 57455))
"""Codes of the kitty protocol: locks, print screen, pause, menu; media, volume, modifiers."""


def alone() -> tuple[bytes, ...]:
    """Every key that is none alone, with each modifier and lock, pressed, held and released."""
    return tuple(
        f"\x1b[{code};{modifiers}{event}u".encode()
        for code in NO_KEYS_ALONE
        for modifiers in (1, 2, 3, 5, 9, 65, 129, 256)
        for event in ("", ":1", ":2", ":3")
    ) + tuple(f"\x1b[{code}u".encode() for code in NO_KEYS_ALONE)


def released() -> tuple[bytes, ...]:
    """The releases of keys."""
    return (
        *(
            f"\x1b[{code};{modifiers}:3u".encode()
            for code in (13, 27, 32, 49, 97, 57400, 57414)
            for modifiers in (1, 5)
        ),
        b"\x1b[1;1:3A",
        b"\x1b[3;1:3~",
        b"\x1b[97;1:3;97u",
    )


PAD = {
    **{str(digit): (f"\x1b[{57399 + digit};129;{48 + digit}u", f"\x1bO{chr(ord('p') + digit)}") for digit in range(10)},
    ".": ("\x1b[57409;129;46u", "\x1bOn"),
    "/": ("\x1b[57410;129;47u", "\x1bOo"),
    "*": ("\x1b[57411;129;42u", "\x1bOj"),
    "-": ("\x1b[57412;129;45u", "\x1bOm"),
    "+": ("\x1b[57413;129;43u", "\x1bOk"),
    "enter": ("\x1b[57414;129u", "\x1bOM"),
    "=": ("\x1b[57415;129;61u", "\x1bOX"),
    ",": ("\x1b[57416;129;44u", "\x1bOl"),
    "left": ("\x1b[57417u", "\x1bOD"),
    "right": ("\x1b[57418u", "\x1bOC"),
    "up": ("\x1b[57419u", "\x1bOA"),
    "down": ("\x1b[57420u", "\x1bOB"),
    "pageup": ("\x1b[57421u", "\x1b[5~"),
    "pagedown": ("\x1b[57422u", "\x1b[6~"),
    "home": ("\x1b[57423u", "\x1bOH"),
    "end": ("\x1b[57424u", "\x1bOF"),
    "insert": ("\x1b[57425u", "\x1b[2~"),
    "delete": ("\x1b[57426u", "\x1b[3~"),
}
"""The number pad, by what each key is: under the kitty protocol, and in application mode or as xterm sends it."""

KEYS = {
    "enter": ("\r", "\n", "\r\n", "\x1b[13u", "\x1b[13;2u", "\x1b[13;129u", "\x1b[13;1:2u", "\x1b[27;2;13~"),
    "backspace": ("\x7f", "\x08", "\x1b[127u", "\x1b[127;2u", "\x1b[127;66u", "\x1b[27;2;127~"),
    "space": (" ", "\x1b[32u", "\x1b[32;2u", "\x1b[32;2;32u", "\x1b[32;1;32u", "\x1b[27;2;32~"),
    "tab": ("\t", "\x1b[9u"),
    "shift+tab": ("\x1b[Z", "\x1b[9;2u", "\x1b[1;2Z", "\x1b[27;2;9~"),
    "escape": ("\x1b[27u", "\x1b[27;2u", "\x1b[27;129u"),
    "ctrl+q": (
        "\x11", "\x1b[113;5u", "\x1b[27;5;113~", "\x1b[27;5;81~", "\x1b[113;69u", "\x1b[113;133u", "\x1b[113::97;5u",
        "\x1b[1081;5u", "\x1b[1081::113;5u", "\x1b[1049::113;69u", "\x1b[27;5;1081~", "\x1b[59::113;5u",
        "\x1b[47::113;5u",
    ),
    "ctrl+l": ("\x0c", "\x1b[108;5u", "\x1b[1076;5u", "\x1b[1076:1044:108;5u", "\x1b[955;5u", "\x1b[955::108;5u"),
    "ctrl+z": ("\x1a", "\x1b[122;5u", "\x1b[1103;5u", "\x1b[950;5u", "\x1b[950::122;5u"),
    "ctrl+p": ("\x10", "\x1b[112;5u", "\x1b[1079;5u", "\x1b[960;5u"),
    "a": ("a", "\x1b[97u", "\x1b[97;1;97u", "\x1b[97;129;97u", "\x1b[97;1:2;97u"),
    "A": ("A", "\x1b[97;2;65u", "\x1b[97:65;2u", "\x1b[97;65;65u", "\x1b[97;65u", "\x1b[27;2;65~"),
    "/": ("/", "\x1b[47;1;47u", "\x1b[55;2;47u", "\x1b[55:47;2u", "\x1b[27;2;47~"),
    "@": ("@", "\x1b[113;7;64u", "\x1b[108;3;64u", "\x1b[0;;64u"),
    "ф": ("ф", "\x1b[1092;1;1092u", "\x1b[1092;;1092u", "\x1b[1092::97;1;1092u"),
    "alt+w": ("\x1bw", "\x1b[119;3u", "\x1b[119;3;119u", "\x1b[27;3;119~", "\x1b[119;131u"),
    "alt+shift+w": ("\x1b[119;4u", "\x1b[119;4;87u"),
    "alt+ctrl+w": ("\x1b[119;7u", "\x1b[119;7;119u"),
    "super+w": ("\x1b[119;9u", "\x1b[119;9;119u"),
    "alt+space": ("\x1b ", "\x1b[32;3u"),
    "alt+enter": ("\x1b[13;3u",),
    "ctrl+plus": ("\x1b[57413;5u", "\x1b[43;5u"),
    "up": ("\x1b[A", "\x1bOA", "\x1b[1;1A", "\x1b[1;129A", "\x1b[1;1:2A"),
    "shift+up": ("\x1b[1;2A", "\x1b[a", "\x1bO2A"),
    "ctrl+left": ("\x1b[1;5D", "\x1bOd", "\x1b[5D", "\x1bO5D"),
    "alt+up": ("\x1b[1;3A",),
    "pageup": ("\x1b[5~", "\x1b[57421u"),
    "delete": ("\x1b[3~", "\x1b[57426u"),
    "shift+delete": ("\x1b[3;2~", "\x1b[3$"),
    "ctrl+delete": ("\x1b[3;5~", "\x1b[3^"),
    "home": ("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"),
    "f1": ("\x1bOP", "\x1b[11~", "\x1b[[A", "\x1b[P"),
    "f3": ("\x1bOR", "\x1b[13~", "\x1b[[C", "\x1b[R"),
    "f5": ("\x1b[15~", "\x1b[[E"),
    "shift+f2": ("\x1b[1;2Q", "\x1b[12;2~"),
    "f13": ("\x1b[25~", "\x1b[57376u"),
}  # fmt: skip
"""Each key in every form that terminals send."""
