"""Text to values and back: JSON, deal lines, PBN, holdings, diagrams, encodings; what is of bridge has a folder."""
