"""Text to values and back: JSON, deal lines, PBN, holdings, diagrams."""
