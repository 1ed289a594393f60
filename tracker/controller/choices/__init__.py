"""Choices: what the question line shows, and what is found, marked and taken there."""
