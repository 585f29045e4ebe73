"""The page at / and its files, as the app answers and as the server sends them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from built_page import built_page
from flask.testing import FlaskClient
from served import Server, start, stop

from api import Settings, create_app
from api.resources import page as slice_

GZIP = {"Accept-Encoding": "gzip"}
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".wasm": "application/wasm"}


@pytest.fixture(scope="module")
def folder() -> Path:
    return built_page()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of the built page's."""
    monkeypatch.setattr(slice_, "FOLDER", tmp_path)
    return tmp_path


def test_without_a_build_it_says_how_to_build_it(client: FlaskClient, elsewhere: Path) -> None:
    assert not list(elsewhere.iterdir())
    answer = client.get("/")
    assert answer.status_code == 404
    assert answer.mimetype == "text/html"
    assert "<code>scripts/web</code>" in answer.text
    assert 'href="docs"' in answer.text
    assert client.get("/embed.js").status_code == 404


def test_it_is_asked_for_again_and_not_sent_again(client: FlaskClient, elsewhere: Path) -> None:
    (elsewhere / "index.html").write_text("<!doctype html><title>one</title>")
    first = client.get("/")
    assert first.headers["Cache-Control"] == "no-cache"
    same = {"If-None-Match": first.headers["ETag"]}
    assert client.get("/", headers=same).status_code == 304
    (elsewhere / "index.html").write_text("<!doctype html><title>two</title>")
    assert "two" in client.get("/", headers=same).text


def test_the_script_for_other_pages_may_be_loaded_by_them(client: FlaskClient, elsewhere: Path) -> None:
    (elsewhere / "embed.js").write_text("customElements")
    answer = client.get("/embed.js")
    assert answer.headers["Content-Type"] == TYPES[".js"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize(
    ("frames", "said"), [(("*",), "*"), ((), "'none'"), (("https://a.example", "https://*.b.example"), None)]
)
def test_who_may_show_it_in_a_frame(elsewhere: Path, frames: tuple[str, ...], said: str | None) -> None:
    assert not list(elsewhere.iterdir())
    answer = create_app(Settings(page_frames=frames, log_requests=False)).test_client().get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.endswith(f"; frame-ancestors {said or ' '.join(frames)}")
    # The older header, which would forbid it to all, is there where nobody may.
    assert ("X-Frame-Options" in answer.headers) == (not frames)


def test_everything_it_names_is_there_by_a_relative_address(client: FlaskClient, folder: Path) -> None:
    named = re.findall(r'(?:src|href)="([^"]+)"', client.get("/").text)
    assets = [address for address in named if address.startswith("assets/")]
    assert len(assets) >= 2
    assert not [address for address in named if address.startswith("/") or "//" in address]
    assert {Path(address).suffix for address in assets} <= TYPES.keys()
    on_disk = {f"assets/{file.name}" for file in (folder / "assets").iterdir()}
    assert set(assets) <= on_disk
    assert ".wasm" in {Path(name).suffix for name in on_disk}
    for address in on_disk:
        with client.get(f"/{address}", headers=GZIP) as answer:
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == TYPES[Path(address).suffix]
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert "script-src 'self' 'wasm-unsafe-eval'" in answer.headers["Content-Security-Policy"]
            body, packed = answer.get_data(), answer.headers.get("Content-Encoding") == "gzip"
            assert (gzip.decompress(body) if packed else body) == (folder / address).read_bytes()
            assert packed == ((folder / address).stat().st_size >= 1000)
            tag = answer.headers["ETag"]
        with client.get(f"/{address}", headers={**GZIP, "If-None-Match": tag}) as again:
            assert again.status_code == 304


def test_what_is_not_there_is_a_problem(client: FlaskClient) -> None:
    for path in ("/assets/none.js", "/assets/../app.py", "/assets/%2e%2e/index.html"):
        with client.get(path) as answer:
            assert answer.status_code == 404
            assert answer.mimetype == "application/problem+json"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("page"), "--quiet")
    yield running
    stop(running)


def test_the_server_sends_it_whole(server: Server, folder: Path) -> None:
    page = server.ask("GET", "/")
    assert page.body == (folder / "index.html").read_bytes()
    assert server.ask("GET", "/", headers={"If-None-Match": page.headers["ETag"]}).status == 304
    for file in (folder / "assets").iterdir():
        for headers in ({}, GZIP):
            answer = server.ask("GET", f"/assets/{file.name}", headers=headers)
            packed = answer.headers.get("Content-Encoding") == "gzip"
            assert (gzip.decompress(answer.body) if packed else answer.body) == file.read_bytes()
            assert answer.headers["Content-Type"] == TYPES[file.suffix]
