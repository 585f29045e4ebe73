"""The TypeScript client: its generator takes the document, and what it writes compiles, asks and is answered."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from served import start, stop

from solver import Deal, Seat, optimal_bids, solve

SCRIPT = Path(__file__).parents[2] / "scripts" / "generate" / "typescript_client.py"
TOOLS = SCRIPT.parent / "typescript"


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the client, the example, and what both need."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("needs node and npm")
    folder = tmp_path_factory.mktemp("client")
    done = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True, check=False, timeout=300)
    if done.returncode and not (TOOLS / "node_modules" / ".package-lock.json").exists():
        pytest.skip(f"the generator cannot be installed here: {done.stderr.strip()[-200:]}")
    assert done.returncode == 0, done.stderr
    for name in ("example.ts", "tsconfig.json", "package.json"):
        shutil.copy(TOOLS / name, folder)
    (folder / "node_modules").symlink_to(TOOLS / "node_modules")
    return folder


def test_its_example_compiles_and_has_the_answers_of_local_calls(written: Path, tmp_path: Path) -> None:
    run(written / "node_modules" / ".bin" / "tsc", "--project", ".", cwd=written)
    service = start(tmp_path, "--quiet")
    try:
        told = json.loads(run("node", "example.js", f"http://127.0.0.1:{service.port}", cwd=written))
    finally:
        stop(service)
    deal = Deal.parse("S D N:7.7.J.7 .K4..A9 K8.Q5.. 43...6.B up=2D")
    assert told == {
        "line": {str(seat): bid.to_json() for seat, bid in optimal_bids(deal).line.items()},
        "best": [card.name for card in solve(deal, leader=Seat.S).best],  # type: ignore[union-attr]
        "status": 422,
        "pointers": told["pointers"],
    }
    assert "/upcard" in told["pointers"]


def test_no_question_is_of_any_type(written: Path) -> None:
    assert "| unknown" not in (written / "schema.d.ts").read_text(encoding="utf-8")


def test_the_page_has_the_client_of_this_service(written: Path) -> None:
    page = SCRIPT.parents[2] / "web" / "src" / "api"
    for name in ("schema.d.ts", "client.ts"):
        assert (page / name).read_text(encoding="utf-8") == (written / name).read_text(encoding="utf-8"), (
            "run scripts/generate/typescript_client.py web/src/api"
        )
