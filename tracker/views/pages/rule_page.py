"""Rule page: one rule as plain lines, with the house rules that are in force and the rules beside it."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.game_api.rule_book import Rule, RuleBook


def heading(rule: Rule) -> str:
    """Return id and title on one line."""
    return f"{rule.id}  {rule.title}"


def rule_text(rule: Rule, house_rules: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the text by paragraphs, its source, and the house rules that change it."""
    return (*rule.text.splitlines(), *about(rule, house_rules))


def about(rule: Rule, house_rules: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the source of a rule, and its house rules: those in force that differ, else their keys."""
    lines = [f"Source: {rule.source}."]
    in_force = [line for line in house_rules if line.partition(" =")[0] in rule.house]
    if in_force:
        lines.append(f"In this fight by house rule: {'; '.join(in_force)}.")
    elif rule.house:
        lines.append(f"House rule{'s' if len(rule.house) > 1 else ''}: {', '.join(rule.house)}.")
    return tuple(lines)


def beside(rule: Rule, book: RuleBook) -> tuple[Rule, ...]:
    """Return the rules that this one points to."""
    return tuple(other for id in rule.see if (other := book.rule(id)) is not None)
