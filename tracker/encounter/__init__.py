"""A fight under any rules: state, commands, events, questions, journal."""
