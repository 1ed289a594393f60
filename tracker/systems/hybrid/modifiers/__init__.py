"""Manners: how an action is done, from rushed to two at once."""
