"""The book: figures beside their rule ids, and the house rules."""
