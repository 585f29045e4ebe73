"""The server that runs the service: gunicorn, its worker and its options."""
