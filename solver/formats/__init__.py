"""Text to values and back: JSON, deal lines, PBN, holdings, diagrams; what else is of bridge has a folder."""
