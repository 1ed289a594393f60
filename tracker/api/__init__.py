"""API: what `import tracker` offers to a script or a notebook. `docs/python-api.md` is its page."""
