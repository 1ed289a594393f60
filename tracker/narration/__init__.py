"""Narration: the facts of a step in words, and what words them: log, outcome, undo names, summary, why."""
