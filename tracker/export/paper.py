"""Paper: a page of HTML that needs nothing else, to be sent or printed. It may neither run nor fetch anything."""

from __future__ import annotations

from tracker.export.html import Node, markup

AXIS = (
    ".axis text{font:13px sans-serif;fill:#1c2026;paint-order:stroke;stroke:#fff;stroke-width:3px}"
    " .axis .count,.axis .state{fill:#545c68}"
    " .axis .count{text-anchor:middle}"
    " .axis .name{font-weight:bold} .axis .now-count{font-weight:bold;text-anchor:middle}"
    " .axis .tick{stroke:#c9cdd3} .axis .now{stroke:#1c2026;stroke-width:2} .axis .bar{stroke-width:3}"
    " .bar.side-0{stroke:#0b5394} .bar.side-1{stroke:#8a1561} .bar.side-2{stroke:#3d6b00} .bar.side-3{stroke:#6a1fa0}"
    " .end.side-0{fill:#0b5394} .end.side-1{fill:#8a1561} .end.side-2{fill:#3d6b00} .end.side-3{fill:#6a1fa0}"
)
_STYLE = (
    "html{background:#fff;color:#1c2026;font:100%/1.4 system-ui,sans-serif}"
    " body{max-width:70rem;margin:0 auto;padding:.6rem;overflow-wrap:anywhere} h1{font-size:1.4rem} "
)


def document(title: str, style: str, *body: Node) -> str:
    """Return a page in black on white. `style` is the program's own."""
    return plain_document(title, f"{_STYLE}{AXIS} {style}", *body)


def plain_document(title: str, style: str, *body: Node) -> str:
    """Return a page with no style but this one."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{markup(title)}</title><style>{style}</style></head>"
        f"<body><main>{''.join(map(markup, body))}</main></body></html>"
    )
