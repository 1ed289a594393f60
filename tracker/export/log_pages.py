"""Log pages: a story as Markdown, and as one page of HTML that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracker.export.axis import axis
from tracker.export.html import Node, listed, node
from tracker.export.paper import document
from tracker.export.story import Entry, Story, by_count
from tracker.text.cells import clean

_SIGNS = re.compile(r"([\\`*_{}\[\]#|~^$@]|(?<!\d):(?=\S)|:(?=[^\s\d])|^[-+=]|(?<=^\d)[.)]|(?<=^\d\d)[.)])")
"""Characters that some Markdown dialect would interpret."""
_PIXELS = 12
"""The pixels of one count. Counts written as two numbers get more."""
_WIDEST = 4000
"""The pixels of the longest axis."""
_STYLE = (
    ".scroll{overflow-x:auto} dl{display:grid;grid-template-columns:minmax(4rem,auto) 1fr;gap:.2rem .8rem}"
    " dt{font-weight:bold;text-align:right;white-space:nowrap} dd{margin:0} p{margin:0}"
    " .undone{text-decoration:line-through;color:#545c68}"
    " .secret{font-style:italic} summary{cursor:pointer} details p{margin-left:1.2rem}"
)


def escaped(text: str) -> str:
    """Return a text so that Markdown shows it unchanged."""
    safe = clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SIGNS.sub(r"\\\1", safe)


def as_markdown(story: Story) -> Iterator[str]:
    """Yield the story as lines of Markdown, a list for each count."""
    yield f"# {escaped(story.title)}"
    for count, entries in by_count(story):
        yield ""
        yield f"**{escaped(story.unit.moment(count))}**"
        yield ""
        for entry in entries:
            text = escaped(entry.text) + (" (secret)" if entry.secret else "")
            yield f"- ~~{text}~~ (undone)" if entry.undone else f"- {text}"
            yield from (f"    - {escaped(line)}" for line in entry.details)


def as_page(story: Story) -> str:
    """Return the story as one HTML page: the axis, then the events, whose calculations unfold."""
    # The pixels of a count: numbers such as `3.2` take more room than whole ones, and short rounds have most of them.
    each = _PIXELS * (1 if story.unit.counting is None else 4 if story.unit.label_step < 5 else 2)
    wide = min(_WIDEST, max(600, story.last * each))
    margin = max(1, story.last // 40)
    picture = axis(story.lanes, story.unit, -margin, story.last + max(2, 3 * margin), now=None, wide=wide)
    rows: list[Node | str] = []
    for count, entries in by_count(story):
        rows.append(node("dt", None, story.unit.text(count)))
        rows.append(listed("dd", None, map(_entry, entries)))
    return document(
        story.title,
        _STYLE,
        node("h1", None, story.title),
        node("div", {"class": "scroll", "tabindex": 0, "role": "region", "aria-label": "Time axis"}, picture),
        listed("dl", None, rows),
    )


def as_text(story: Story) -> Iterator[str]:
    """Yield the title, then a line for each entry with its count."""
    yield story.title
    yield from (f"  {story.unit.text(entry.at):>4}  {entry.text}" for entry in story.entries)


def as_records(story: Story) -> Iterator[dict[str, object]]:
    """Yield a record for each entry: `count` is the number, `at` the count as the game writes it."""
    for entry in story.entries:
        yield {"count": entry.at, "at": story.unit.text(entry.at), "text": entry.text}


def _entry(entry: Entry) -> Node:
    """Return an entry as a paragraph. One with details is a line that unfolds them."""
    looks = " ".join(word for word, applies in (("undone", entry.undone), ("secret", entry.secret)) if applies)
    text = entry.text + (" (secret)" if entry.secret else "") + (" (undone)" if entry.undone else "")
    if not entry.details:
        return node("p", {"class": looks or None}, text)
    sums = (node("p", None, line) for line in entry.details)
    return node("details", {"class": looks or None}, node("summary", None, text), *sums)
