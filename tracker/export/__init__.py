"""Export: a fight or a sheet handed round, as Markdown, HTML and SVG."""
