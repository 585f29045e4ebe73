"""Batches over HTTP: a store of jobs, the processes that work on them, and who watches over those.

A job is its records in chunks.  A chunk is what a worker leases, answers and writes back in one transaction; one whose
worker died is leased again.  Nothing here knows HTTP: ``api/resources/jobs.py`` does.
"""
