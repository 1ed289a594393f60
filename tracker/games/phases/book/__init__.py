"""The book of phases: figures beside their rule ids, and the house rules."""
