"""Files of a folder as a plain host serves them, with other types or headers where a test wants them."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar


@contextmanager
def hosted(
    folder: Path, *, types: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
) -> Iterator[str]:
    """The address of a host of ``folder`` with ``types`` by suffix and ``headers`` on every answer."""
    more = dict(headers or {})

    class Handler(SimpleHTTPRequestHandler):
        extensions_map: ClassVar[dict[str, str]] = {
            **SimpleHTTPRequestHandler.extensions_map,
            ".js": "text/javascript",
            ".mjs": "text/javascript",
            ".wasm": "application/wasm",
            **(types or {}),
        }

        def end_headers(self) -> None:
            for name, value in more.items():
                self.send_header(name, value)
            super().end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()
