"""Refusals: why a command was not carried out, in words for the game master."""


class Refused(Exception):
    """A sentence: who, what, why, and what would work. Nothing has changed."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
