"""Summary page: the summary of a fight, a paragraph for each fighter; of a folded group one, the others behind it."""

from __future__ import annotations

from collections.abc import Collection

from tracker.encounter.statistics.summary import Account, Paragraph
from tracker.text.cells import Line, Span, wrap
from tracker.views.roll_log import UNFOLDED, UNFOLDS
from tracker.views.sheet import lay_words


def lay_account(account: Account, unfolded: Collection[str], cells: int) -> tuple[tuple[Line, ...], tuple[str, ...]]:
    """All lines of the page, and of each line the group that it folds or unfolds, empty where it does neither."""
    lines: list[Line] = [(Span(text, "strong"),) for text in wrap(account.head[0], cells, 2)]
    lines += lay_words(account.head[1:], cells)
    turns = [""] * len(lines)
    for paragraph in account.paragraphs:
        lines.append(())
        turns.append("")
        opened = paragraph.group in unfolded
        sign = "" if not paragraph.behind else f" {UNFOLDED if opened else UNFOLDS}"
        own = _laid(paragraph, cells, 0, sign)
        lines += own
        turns += [paragraph.group if sign and at == 0 else "" for at in range(len(own))]
        for one in paragraph.behind if opened else ():
            lines += [(), *_laid(one, cells, 2, "")]
            turns += [""] * (len(lines) - len(turns))
    lines += lay_words(account.tail, cells)
    return tuple(lines), (*turns, *[""] * (len(lines) - len(turns)))


def _laid(paragraph: Paragraph, cells: int, left: int, sign: str) -> list[Line]:
    """A paragraph, its heading set off and so far from the left; what is too long goes on further in."""
    head, *told = paragraph.lines
    space = " " * left
    lines: list[Line] = [(Span(f"{space}{text}", "strong"),) for text in wrap(f"{head}{sign}", cells - left, 4)]
    for line in told:
        inner = len(line) - len(line.lstrip())
        texts = wrap(line.lstrip(), cells - left - inner, 2)
        lines += [(Span(f"{space}{' ' * inner}{text}"),) for text in texts]
    return lines
