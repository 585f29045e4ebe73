"""Who plays with hidden cards: what a seat knows, the layouts it may face, and their exact values."""
