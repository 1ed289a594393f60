"""Hybrid: its rules, one package for each section of the players guide."""
