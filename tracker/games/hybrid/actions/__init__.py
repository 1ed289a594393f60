"""Actions of Hybrid: verbs, due entries of the agenda, and stages, each with the function that carries it out."""
