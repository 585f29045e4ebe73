"""Answers kept from request to request: in memory, in a file, in Redis."""
