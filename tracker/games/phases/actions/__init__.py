"""Actions of phases: declarations and how they are carried out."""
