"""``python -m api``: the service under gunicorn, as the environment's settings say."""

from __future__ import annotations

import sys

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from api.app import create_app
from api.server.serving import check_address, options
from api.settings import Settings, SettingsError


class _Server(BaseApplication):  # type: ignore[misc]
    """gunicorn without its command line, and without the current folder on the path."""

    def __init__(self, settings: Settings, app: Flask) -> None:
        self.settings = settings
        self.app = app
        super().__init__()

    def load_config(self) -> None:
        for name, value in options(self.settings).items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self.app


def main() -> None:
    """Serves until it is stopped; each wrong setting is a line on standard error, and the exit status 2.

    With the argument ``--check`` it ends once the settings are found right, an address to listen on included.
    """
    try:
        settings = Settings.from_env()
        app = create_app(settings)
        for address in filter(None, (settings.bind, settings.metrics_bind)):
            check_address(address)
    except SettingsError as error:
        print(*(f"backalley: {line}" for line in error.lines), sep="\n", file=sys.stderr)
        sys.exit(2)
    if "--check" in sys.argv[1:]:
        return
    _Server(settings, app).run()


if __name__ == "__main__":
    main()
