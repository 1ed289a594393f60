"""Pages as they are printed: their tags and text, and that they neither fetch nor run anything."""

from __future__ import annotations

from html.parser import HTMLParser

from tests.cli.calling import Reply, call

HOSTILE = "<b onload=x>`&*_[x](y)"
"""A name with signs that mean something in HTML and in Markdown."""


class Tree(HTMLParser):
    """The tags of a page with their attributes, and its text outside of style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data + "\n"

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def printed(*words: object) -> str:
    """What a command prints that does its work without a complaint."""
    reply: Reply = call(*words)
    assert (reply.code, reply.err) == (0, ""), reply.err
    return reply.out


def alone(text: str) -> Tree:
    """The page, which fetches and runs nothing."""
    tree = Tree(text)
    assert tree.count("script") == tree.count("link") == tree.count("img") == tree.count("iframe") == 0
    for _, attributes in tree.tags:
        assert not any(name.startswith("on") or name in ("src", "href", "style") for name in attributes)
    assert "default-src 'none'" in text and "url(" not in text and "@import" not in text
    return tree
