"""Courses: a first fight in lessons, and the lessons of each game as data."""
