"""A fight by ear: the same fight question by question as lines, its answers numbered; no screen library anywhere."""
