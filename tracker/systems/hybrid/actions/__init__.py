"""Actions: who carries out what: verbs, entries that are due, stages."""
