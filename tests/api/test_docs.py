"""The page at /docs and its assets."""

from __future__ import annotations

import re

from flask.testing import FlaskClient


def read(client: FlaskClient, path: str) -> str:
    with client.get(path) as answer:
        assert answer.status_code == 200
        return answer.get_data().decode("utf-8", "replace")


def test_the_page_and_its_assets_come_from_here(client: FlaskClient) -> None:
    with client.get("/docs") as page:
        assert page.content_type.startswith("text/html")
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    text = read(client, "/docs")
    wanted = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert len(wanted) >= 5
    assert not [address for address in wanted if ":" in address or address.startswith("/")]
    for address in wanted:
        assert read(client, f"/{address}")
    assert "openapi.json" in read(client, "/docs/assets/docs.js")


def test_swagger_ui_keeps_its_licence(client: FlaskClient) -> None:
    assert "Apache License" in read(client, "/docs/assets/swagger-ui/LICENSE")
