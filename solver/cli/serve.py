"""``backalley serve``: the service is a program of its own, ``python -m api``, and takes this one's place."""

from __future__ import annotations

import os
import sys

import click

__all__ = ["command"]


def _host(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    # gunicorn would take an empty one for all addresses.
    if not value.isascii() or not value.isprintable() or len(value.split()) != 1 or value != value.strip():
        raise click.BadParameter("a host is a name or an address, without blanks", ctx, param)
    return value


@click.command("serve")
@click.option("--host", callback=_host, help="Address to listen on; 0.0.0.0 for all.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Its port.  [default: 8000]")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes that answer and share the slots.  [default: 1]")
@click.option("--slots", type=click.IntRange(1, 1024), help="Solves at a time.  [default: cores]")
@click.option("--queue", type=click.IntRange(0, 1000), help="Requests that may wait for a slot.")
@click.option("--time-limit", type=click.FloatRange(0, 3600, min_open=True), help="Longest wait and solve, seconds.")
@click.option("--memory", "memory_mb", type=click.IntRange(1), help="Most table memory of one solve, MB.")
@click.option("--rate-limit", help="Requests of one address, such as 60/minute.")
@click.option("--cors-origins", help="Origins whose pages may call, separated by commas.")
@click.option("--config", help="A TOML file of settings; options and variables win over it.")
@click.option("--check", is_flag=True, help="Print the settings, or what is wrong with them, and serve nothing.")
@click.option("--quiet", is_flag=True, help="No log line for each request.")
def command(
    host: str | None,
    port: int | None,
    workers: int | None,
    slots: int | None,
    queue: int | None,
    time_limit: float | None,
    memory_mb: int | None,
    rate_limit: str | None,
    cors_origins: str | None,
    config: str | None,
    check: bool,
    quiet: bool,
) -> None:
    """The HTTP service: POST /v1/solve and the rest; its page is at /docs.

    Options win over the environment variables BACKALLEY_BIND, BACKALLEY_SLOTS, BACKALLEY_TIME_LIMIT and so on.
    """
    given = {
        "WORKERS": workers,
        "SLOTS": slots,
        "QUEUE": queue,
        "TIME_LIMIT": time_limit,
        "MEMORY_MB": memory_mb,
        "RATE_LIMIT": rate_limit,
        "CORS_ORIGINS": cors_origins,
        "CONFIG": config,
        "LOG_REQUESTS": 0 if quiet else None,
        "BIND": _bind(host, port),
    }
    env = os.environ | {f"BACKALLEY_{name}": str(value) for name, value in given.items() if value is not None}
    sys.stdout.flush()
    # -P: another folder named api in the current one must not be taken for ours.
    os.execve(sys.executable, [sys.executable, "-P", "-m", "api", *(["--check"] if check else [])], env)


def _bind(host: str | None, port: int | None) -> str | None:
    """Where to listen, where an option says anything of it; the other half is that of BACKALLEY_BIND."""
    if host is None and port is None:
        return None
    set_host, _, set_port = os.environ.get("BACKALLEY_BIND", "").rpartition(":")
    if not (set_host and set_port.isdigit()):  # none, or a socket file
        set_host, set_port = "127.0.0.1", "8000"
    if host is not None:
        set_host = f"[{host}]" if ":" in host else host
    return f"{set_host}:{set_port if port is None else port}"
