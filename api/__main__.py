"""``python -m api``: the service under gunicorn, as the environment's settings say."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from api.app import create_app
from api.server.serving import check_address, options
from api.service import service_of
from api.settings import Settings, SettingsError


class _Server(BaseApplication):  # type: ignore[misc]
    """gunicorn without its command line, and without the current folder on the path."""

    def __init__(self, given: dict[str, Any], app: Flask) -> None:
        self.given = given
        self.app = app
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.given.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self.app


def main(arguments: Sequence[str]) -> None:
    """Serves until it is stopped; each wrong setting is a line on standard error, and the exit status 2.

    With ``--check`` it only prints the settings as TOML, and needs no free address: the service may be running.
    """
    try:
        settings = Settings.from_env()
        app = create_app(settings)
        given = options(settings)
        for address in filter(None, (settings.bind, settings.metrics_bind)):
            if "--check" not in arguments:
                check_address(address)
    except SettingsError as error:
        print(*(f"backalley: {line}" for line in error.lines), sep="\n", file=sys.stderr)
        sys.exit(2)
    if "--check" in arguments:
        service_of(app).end()
        print(settings.to_toml())
    else:
        _Server(given, app).run()


if __name__ == "__main__":
    main(sys.argv[1:])
