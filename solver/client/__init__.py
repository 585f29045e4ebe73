"""Asking a service of Back Alley, with the values and errors of local calls; needs ``pip install back-alley[client]``.

from solver.client import Client

with Client("http://localhost:8000") as client:
    client.solve(deal).tricks["N"]
"""

try:
    import httpx as _httpx  # noqa: F401  (told here, once)
except ModuleNotFoundError as error:
    if error.name != "httpx":
        raise
    message = "solver.client needs httpx: pip install 'back-alley[client]'"
    raise ModuleNotFoundError(message, name="httpx") from None

from solver.client.client import Client
from solver.client.connection import Patience
from solver.client.jobs import Job, JobRecord
from solver.client.problems import ServiceError

__all__ = ["Client", "Job", "JobRecord", "Patience", "ServiceError"]
