"""For those who start gunicorn themselves: ``gunicorn -c python:api.server.gunicorn_conf 'api:create_app()'``.

Its settings are the names of this module, read from the environment as ``python -m api`` reads them.
"""

from __future__ import annotations

from api.server.serving import options
from api.settings import Settings

globals().update(options(Settings.from_env()))
