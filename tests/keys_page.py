"""The table of docs/keys.md, printed from the rows of the keymap. `python -m tests.keys_page` writes it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tracker.controller.input.default_keys import ROWS
from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.row import Section

PAGE = Path(__file__).parents[1] / "docs" / "keys.md"
BEGIN, END = "<!-- printed by `python -m tests.keys_page` -->\n", "<!-- end of what is printed -->\n"


def table() -> str:
    """Return a table for each section: the keys of each row, what it does, and its name in `keys.toml`."""
    return "\n".join(line for section in Section for line in _of(section)) + "\n"


def _of(section: Section) -> Iterator[str]:
    yield from (f"### {section}", "", "| key | does | name |", "|---|---|---|")
    for row in ROWS:
        if row.section is section:
            yield f"| {' '.join(f'`{shown(key)}`' for key in row.keys)} | {row.words} | {row.id} |"
    yield ""


def written(page: str) -> str:
    """Return the page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
