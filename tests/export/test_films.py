"""Films: what a moving picture and a recording show, frame by frame, is what stood in the cells."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

from tests.tui.emulator import Emulator
from tracker.export.cast import cast
from tracker.export.frames import Film, Frame, Look, lasting, row_of, thinned
from tracker.export.moving_picture import BYTES, moving_picture
from tracker.text.cells import sign_width

SVG = "{http://www.w3.org/2000/svg}"
PLAIN, LOUD = Look("#dddddd", "#111111"), Look("#ffff00", "#333333", bold=True, strike=True)
WIDTH = 24


def frame(at: float, *lines: str, marker: str = "") -> Frame:
    """A frame of lines; what stands between `*` is loud."""
    rows = []
    for line in lines:
        pieces = [(text, LOUD if n % 2 else PLAIN) for n, text in enumerate(line.split("*"))]
        row = row_of(pieces)
        rows.append((*row, *row_of([(" " * (WIDTH - len(row)), PLAIN)])))
    return Frame(at, tuple(rows), marker)


FRAMES = (
    frame(0.0, "Brann", "", "same line"),
    frame(1.5, "Brann *hits* <Gruk> & co", "", "same line"),
    frame(3.0, "Brann *hits* 龍王 & co", "same line", "é́ and 龍", marker="A dragon"),
    frame(4.0, "Brann", "", "same line"),
)
FILM = Film("A <duel>", FRAMES, 6.0)


def shown(picture: ET.Element, until: int) -> list[str]:
    """The lines of a moving picture once so many of its frames are visible, later ones over earlier ones."""
    cells: dict[tuple[int, int], str] = {}
    kept = {group.get("id"): group for group in picture.iter(f"{SVG}g") if group.get("id")}
    frames = picture.findall(f"{SVG}g")[0].findall(f"{SVG}g")

    def draw(group: ET.Element, x: int, y: int) -> None:
        for piece in group:
            if piece.tag == f"{SVG}path":
                first, cover = [int(number) for number in re.findall(r"M(\d+)-18h(\d+)", piece.get("d", ""))[0]]
                for column in range((x + first) // 12, (x + first + cover) // 12):
                    cells[column, y] = " "
            elif piece.tag == f"{SVG}text":
                column = (x + int(piece.get("x", "0"))) // 12
                for sign in piece.text or "":
                    if sign_width(sign):
                        cells[column, y] = sign
                        column += sign_width(sign)
                    else:
                        cells[column - 1, y] += sign

    for group in frames[: until + 1]:
        for part in group:
            if part.tag == f"{SVG}use":
                draw(kept[part.get("href", "")[1:]], int(part.get("x", "0")), int(part.get("y", "0")) // 24)
            else:
                place = re.findall(r"\d+", part.get("transform", ""))
                draw(part, int(place[0]), int(place[1]) // 24)
    height = 1 + max(y for _, y in cells)
    return [" ".join("".join(cells.get((x, y), " ") for x in range(WIDTH)).split()) for y in range(height)]


def words(film_frame: Frame) -> list[list[str]]:
    """The words of a frame, line by line."""
    return ["".join(cell.sign for cell in row).split() for row in film_frame.rows]


def test_every_frame_of_a_moving_picture_shows_what_stood_in_the_cells() -> None:
    picture = ET.fromstring(moving_picture(FILM))
    for number, film_frame in enumerate(FRAMES):
        drawn = [line.replace(" ", "") for line in shown(picture, number)]
        assert drawn == ["".join(line) for line in words(film_frame)], number
    assert picture.findtext(f"{SVG}title") == "A <duel>"


def test_each_frame_comes_at_its_part_of_the_time_and_looks_keep_their_colours() -> None:
    sheet = ET.fromstring(moving_picture(FILM)).findtext(f"{SVG}style") or ""
    assert re.findall(r"@keyframes f(\d)\{0%\{visibility:hidden\}([\d.]+)%", sheet) == [
        ("1", "25"),
        ("2", "50"),
        ("3", "66.67"),
    ]
    assert "animation:6s step-end infinite" in sheet and "prefers-reduced-motion" in sheet
    assert "{fill:#ffff00;font-weight:bold;text-decoration:line-through}" in sheet and "{fill:#333333}" in sheet


def test_a_recording_plays_frame_by_frame_on_a_terminal() -> None:
    head, *lines = cast(FILM).splitlines()
    terminal, frames = Emulator(WIDTH, 3), iter(FRAMES)
    assert '"duration":6.0' in head
    assert [line for line in lines if '"m"' in line] == ['[3.0,"m","A dragon"]']
    for line in [line for line in lines if '"o"' in line][:-1]:
        at, _, data = json.loads(line)
        terminal.feed(data.encode())
        film_frame = next(frames)
        assert at == film_frame.at
        seen = ["".join(sign for sign, _ in row).split() for row in terminal.rows_seen()]
        whole = [[word.replace("\u0301", "") for word in line] for line in words(film_frame)]
        assert seen == whole, "the emulator knows no accents of their own"


def test_a_picture_that_would_be_too_large_leaves_out_frames_and_keeps_those_that_are_marked() -> None:
    many = [
        frame(n / 10, *[f"*{n}* {n * n} {chr(97 + n % 26)} {line}" for line in range(12)], marker="here" * (n == 150))
        for n in range(300)
    ]
    film = Film("long", tuple(many), 30.0)
    picture = moving_picture(film)
    assert BYTES * 0.6 < len(picture.encode()) <= BYTES
    fewer = thinned(film)
    while len(fewer.frames) > 20:
        fewer = thinned(fewer)
    assert fewer.frames[0] == film.frames[0] and fewer.frames[-1] == film.frames[-1]
    assert [one.marker for one in fewer.frames if one.marker] == ["here"]


def test_a_film_made_to_last_longer_keeps_the_proportions_of_its_times() -> None:
    slow = lasting(FILM, 12.0)
    assert [one.at for one in slow.frames] == [0.0, 3.0, 6.0, 8.0] and slow.seconds == 12.0
