"""Who plays better, and by how much: matches in pairs of rooms, round robins, and their numbers (docs/matches.md)."""
