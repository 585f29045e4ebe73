"""What every request and answer passes: body, problems, log, figures."""
