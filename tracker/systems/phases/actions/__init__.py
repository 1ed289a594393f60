"""Actions: what is declared, and how it is carried out."""
