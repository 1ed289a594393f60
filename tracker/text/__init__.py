"""Text on a terminal: widths and wrapping, did-you-mean suggestions, line endings, characters a name must not hold."""
