"""The choices of the screen: questions, lists and tables."""
