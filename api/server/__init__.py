"""The server that runs the service: slots, workers, gunicorn."""
