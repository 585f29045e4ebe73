"""The OpenAPI document and the schemas behind it."""
