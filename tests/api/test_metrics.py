"""The figures in Prometheus' text format."""

from __future__ import annotations

from bad_deals import GOOD
from flask.testing import FlaskClient


def test_figures(client: FlaskClient) -> None:
    def count(text: str, name: str) -> float:
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))

    solved = 'backalley_requests_total{method="POST",route="/v1/solve",status="200"}'
    before = client.get("/metrics").get_data(as_text=True)
    nodes = client.post("/v1/solve", json=GOOD).json["nodes"]
    answer = client.get("/metrics")
    after = answer.get_data(as_text=True)
    assert answer.content_type.startswith("text/plain")
    assert count(after, solved) == count(before, solved) + 1
    searched = "backalley_search_nodes_total"
    assert count(after, searched) == count(before, searched) + nodes
