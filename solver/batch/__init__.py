"""Many questions side by side."""
