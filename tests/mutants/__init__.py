"""Mutants: changes of the rules, drawn by syntax from a seed, and whether the everyday tests notice them."""
