"""Mutation testing of the rules: each figure and comparison is changed in a copy, and the tests must notice."""
