"""Starts a service, asks it until it is there, asks a question, and stops it: a script for who has a network alone.

    start_and_ask.py '{"before": [[…]], "start": […], "health": […] or null, "port": 8000}'

prints what came of each step as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import Any

_DEAL = {"hands": {"N": "A..2.", "E": "K..3.", "S": "Q..4.", "W": "J..5."}, "trump": "H", "dealer": "W"}


def status(url: str, body: Any = None) -> int:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def main(asked: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"before": []}
    for command in asked["before"]:
        told["before"].append(subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode)
    url = f"http://127.0.0.1:{asked['port']}"
    server = subprocess.Popen(asked["start"], stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while status(f"{url}/readyz") != 200 and server.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    if asked["health"]:
        told["health"] = subprocess.run(asked["health"], check=False).returncode
    told["solved"] = status(f"{url}/v1/solve", _DEAL)
    began = time.monotonic()
    server.terminate()
    try:
        _, told["stderr"] = server.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        server.kill()
        _, told["stderr"] = server.communicate()
    told["stopped"] = server.returncode
    told["seconds"] = time.monotonic() - began
    if asked["health"]:  # and of a service that is gone
        told["unhealthy"] = subprocess.run(asked["health"], stderr=subprocess.DEVNULL, check=False).returncode
    return told


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
