#!/usr/bin/env python3
"""Writes a TypeScript client of the service into a folder: the types of its OpenAPI document, and what asks by them.

    scripts/generate/typescript_client.py web/src/service

Needs node with npm; what it installs stays in scripts/generate/typescript/node_modules, pinned by the lock there.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from api import Settings, create_app

TOOLS = Path(__file__).parent / "typescript"
MODULES = TOOLS / "node_modules"


def document() -> dict[str, Any]:
    """The OpenAPI document of the service as it stands here."""
    answer = create_app(Settings(log_requests=False)).test_client().get("/openapi.json").json
    assert isinstance(answer, dict)
    return answer


def for_types(form: Any) -> Any:
    """The document without choices of required members: the generator makes ``unknown`` of them, and of the whole."""
    if isinstance(form, Mapping):
        choices = form.get("anyOf")
        only_required = isinstance(choices, list) and all(set(choice) == {"required"} for choice in choices)
        return {name: for_types(inner) for name, inner in form.items() if not (name == "anyOf" and only_required)}
    return [for_types(inner) for inner in form] if isinstance(form, list) else form


def install() -> None:
    """The generator, unless what the lock says is there."""
    installed = MODULES / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (TOOLS / "package-lock.json").stat().st_mtime:
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("typescript_client.py: npm is not on PATH; it comes with node")
        subprocess.run([npm, "ci", "--silent"], cwd=TOOLS, check=True, stdout=sys.stderr)


def write(folder: Path) -> None:
    """``schema.d.ts`` and ``client.ts``."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "openapi.json"
        source.write_text(json.dumps(for_types(document())), encoding="utf-8")
        generator = [MODULES / ".bin" / "openapi-typescript", source, "--output", folder / "schema.d.ts"]
        subprocess.run(generator, check=True, stdout=subprocess.DEVNULL)
    shutil.copyfile(TOOLS / "client.ts", folder / "client.ts")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where schema.d.ts and client.ts go")
    folder = parser.parse_args().folder
    install()
    write(folder)


if __name__ == "__main__":
    main()
