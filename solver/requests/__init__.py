"""Questions as JSON, read in one place for the service, the command line and batches."""
