#!/usr/bin/env python3
"""Writes the answers of the examples in api/examples anew, from the service itself; a test compares them.

Run as scripts/generate/update_examples.py, with nothing more.
"""

from __future__ import annotations

import argparse
import json

from api import Settings, create_app
from api.examples import FOLDER, load


def main() -> None:
    """Asks each example of each resource."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    client = create_app(Settings(log_requests=False, cache_mb=0)).test_client()
    for path in sorted(FOLDER.glob("*.json")):
        if path.stem == "problems":
            continue
        shown = load(path.stem)
        for name, example in shown.items():
            answer = client.post(f"/v1/{path.stem}", json=example["request"])
            if answer.status_code != 200:
                raise SystemExit(f"{path.stem}, {name}: {answer.get_data(as_text=True)}")
            times = {"ms": example["response"]["ms"]} if "ms" in example.get("response", {}) else {}
            example["response"] = {**answer.json, **times}  # a time says nothing that another run would say again
        path.write_text(json.dumps(shown, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
