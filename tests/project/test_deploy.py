"""What is deployed: the image and docs/deploy/, read as they stand, and every start command run confined."""

from __future__ import annotations

import configparser
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from built_page import built_page
from compose_spec import PyCompose
from confined import USER, confined, need_confinement
from packaging.requirements import Requirement

from api.server.serving import options
from api.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "docs" / "deploy"
DRIVER = Path(__file__).parents[1] / "oracles" / "start_and_ask.py"
AT_REST_MB = 200


@cache
def image() -> dict[str, list[str]]:
    """The instructions of the last stage of the Dockerfile, by name."""
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    told: dict[str, list[str]] = {}
    for line in re.sub(r"(?m)^#.*\n", "", text).splitlines():
        name, _, rest = line.partition(" ")
        if name == "FROM":
            told = {}
        if name:
            told.setdefault(name, []).append(rest)
    return told


def image_env() -> dict[str, str]:
    pairs = [pair.split("=", 1) for line in image()["ENV"] for pair in shlex.split(line)]
    return {name: value for name, value in pairs if name != "PATH"}


def image_command() -> list[str]:
    command: list[str] = json.loads(image()["CMD"][0])
    return command


def health_command() -> list[str]:
    command: list[str] = json.loads(image()["HEALTHCHECK"][0].partition("CMD ")[2])
    return command


@cache
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


@cache
def manifests() -> dict[str, Any]:
    texts = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8"))
    return {each["kind"]: each for each in texts}


def pod() -> Any:
    return manifests()["Deployment"]["spec"]["template"]["spec"]


def container() -> Any:
    (only,) = pod()["containers"]
    return only


def container_env() -> dict[str, str]:
    limits = container()["resources"]["limits"]
    named = {"limits.cpu": limits["cpu"]}
    return {
        each["name"]: each.get("value") or named[each["valueFrom"]["resourceFieldRef"]["resource"]]
        for each in container()["env"]
    }


@cache
def unit() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / "backalley.service", encoding="utf-8")
    return parser["Service"]


class Deployed(NamedTuple):
    """How one of them starts the service, and for how many seconds and megabytes it lets it."""

    env: dict[str, str]
    start: list[str]
    grace: float
    megabytes: int | None = None
    before: tuple[list[str], ...] = ()
    health: list[str] | None = None

    @property
    def settings(self) -> Settings:
        if "--config" in self.start:
            return Settings.from_env({"BACKALLEY_CONFIG": str(DEPLOY / "backalley.toml")})
        return Settings.from_env(self.env)


def deployed(name: str) -> Deployed:
    """The image by itself, and those of docs/deploy."""
    if name == "image":
        return Deployed(image_env(), image_command(), 10, health=health_command())
    if name == "systemd":
        before, start = (shlex.split(unit()[key]) for key in ("ExecStartPre", "ExecStart"))
        env = dict(pair.replace("%S", "/var/lib").split("=", 1) for pair in shlex.split(unit()["Environment"]))
        return Deployed(env, start, float(unit()["TimeoutStopSec"]), 4096, (before,))
    if name == "compose":
        service = compose()["services"]["service"]
        env = {**image_env(), **service["environment"]}
        grace = float(service["stop_grace_period"].rstrip("s"))
        return Deployed(env, image_command(), grace, int(service["mem_limit"].rstrip("m")), health=health_command())
    env = {**image_env(), **container_env()}
    grace = pod()["terminationGracePeriodSeconds"] - container()["lifecycle"]["preStop"]["sleep"]["seconds"]
    memory = int(container()["resources"]["limits"]["memory"].removesuffix("Mi"))
    return Deployed(env, image_command(), grace, memory, health=health_command())


NAMES = ["image", "systemd", "compose", "kubernetes"]


@pytest.mark.parametrize("name", NAMES)
def test_it_starts_answers_and_stops_where_nothing_can_be_written(name: str) -> None:
    need_confinement()
    each = deployed(name)
    port = each.settings.bind.rpartition(":")[2]
    asked = {"before": each.before, "start": each.start, "health": each.health, "port": port}
    systemd = {
        "links": {"/opt/backalley/bin": Path(sys.executable).parent},
        "files": {"/etc/backalley.toml": DEPLOY / "backalley.toml"},
    }
    command = confined(["python", str(DRIVER), json.dumps(asked)], each.env, **(systemd if name == "systemd" else {}))
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert "Traceback" not in told["stderr"] + done.stderr
    assert (told["before"], told["solved"], told["stopped"]) == ([0] * len(each.before), 200, 0)
    assert told["seconds"] < each.grace
    if each.health:
        assert (told["health"], bool(told["unhealthy"])) == (0, True)


@pytest.mark.slow
def test_the_packages_of_the_image_are_enough(tmp_path: Path) -> None:
    """As the Dockerfile lays them, without what ortools asks for and the service does not import."""
    need_confinement()
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "app"], check=True)
    into = [*pip, "--python", str(tmp_path / "app" / "bin" / "python"), "install", "--quiet", "--no-deps"]
    subprocess.run([*into, "--require-hashes", "-r", ROOT / "requirements" / "image.txt"], check=True)
    wheel = [*pip, "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--wheel-dir", tmp_path, ROOT]
    subprocess.run(wheel, check=True)
    subprocess.run([*into, "--no-index", *tmp_path.glob("*.whl")], check=True)
    asked = {"before": [], "start": image_command(), "health": health_command(), "port": 8000}
    env = {**image_env(), "PATH": f"{tmp_path}/app/bin:/usr/bin:/bin"}
    command = confined(["python", str(DRIVER), json.dumps(asked)], env)
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=180).stdout)
    assert (told["health"], told["solved"], told["stopped"]) == (0, 200, 0)
    installed = {path.name.partition("-")[0] for path in (tmp_path / "app").rglob("*.dist-info")}
    assert {"ortools", "redis", "back_alley"} <= installed
    assert not {"pandas", "protobuf"} & installed


@pytest.mark.slow
def test_the_page_of_the_image_is_built_from_what_is_copied_there(tmp_path: Path) -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    stage = re.search(r"^FROM \S+ AS page$(.*?)^FROM ", text, re.MULTILINE | re.DOTALL)
    assert stage is not None
    for source, target in re.findall(r"^COPY (\S+) (\S+)$", stage[1], re.MULTILINE):
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, tmp_path / target, ignore=shutil.ignore_patterns("build", "node_modules"))
        else:
            (tmp_path / target).mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / source, tmp_path / target)
    page = built_page()
    env = os.environ | {"PYTHON": sys.executable}
    subprocess.run([tmp_path / "scripts" / "web"], env=env, check=True, capture_output=True)
    assert re.search(r"^COPY --from=page /src/api/page api/page\nRUN .* wheel ", text, re.MULTILINE)
    assert (tmp_path / "api" / "page" / "index.html").read_text() == (page / "index.html").read_text()


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs redis-server")
def test_the_store_of_the_rate_limit_starts_too() -> None:
    need_confinement()
    command = shlex.join(compose()["services"]["redis"]["command"])
    until = "until redis-cli ping 2>/dev/null | grep PONG; do sleep 0.1; done"
    confinement = confined(["sh", "-c", f"{command} >/dev/null & {until}; kill $!; wait $!"], {})
    done = subprocess.run(confinement, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "PONG\n")


@pytest.mark.parametrize("bind", ["0.0.0.0:80", "[::]:8001", "127.0.0.1:9000"])
def test_the_health_check_follows_the_port(bind: str) -> None:
    need_confinement()
    env = {**image_env(), "BACKALLEY_BIND": bind}
    low = bind.endswith(":80")  # which is root's
    asked = {
        "before": [],
        "start": [*image_command(), *(["--port", "8080"] if low else [])],
        "health": health_command(),
        "port": 8080 if low else bind.rpartition(":")[2],
    }
    command = confined(["python", str(DRIVER), json.dumps(asked)], env)
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=180).stdout)
    assert told["solved"] == 200
    assert bool(told["health"]) == low  # an option on top of the variable is not seen: docs/deploy.md says so


def test_without_any_folder_to_write_to_it_says_so() -> None:
    need_confinement()
    command = confined(image_command(), image_env(), memory=False)
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "TMPDIR" in done.stderr


@pytest.mark.parametrize("name", NAMES if "stop_time" in Settings.kinds() else NAMES[1:])
def test_what_runs_may_end_before_it_is_killed(name: str) -> None:
    each = deployed(name)
    assert options(each.settings)["graceful_timeout"] < each.grace


@pytest.mark.parametrize("name", NAMES[1:])
def test_all_solves_at_once_have_their_memory(name: str) -> None:
    each = deployed(name)
    assert each.megabytes is not None
    slots = 8 if name == "systemd" else each.settings.slots  # one for each core of the machine
    assert slots * each.settings.memory_mb + AT_REST_MB <= each.megabytes


def test_nobody_is_root() -> None:
    user = f"{USER}:{USER}"
    assert image()["USER"] == [user]
    assert compose()["services"]["service"]["user"] == user
    assert (
        pod()["securityContext"] | {"runAsNonRoot": True, "runAsUser": USER, "runAsGroup": USER}
        == pod()["securityContext"]
    )
    assert unit()["DynamicUser"] == "yes"


def test_the_root_is_read_only() -> None:
    assert compose()["services"]["service"]["read_only"] is True
    assert container()["securityContext"]["readOnlyRootFilesystem"] is True
    assert unit()["ProtectSystem"] == "strict"


def test_ports_agree() -> None:
    port = int(image_env()["BACKALLEY_BIND"].rpartition(":")[2])
    assert image()["EXPOSE"] == [str(port)]
    (named,) = container()["ports"]
    assert named["containerPort"] == port == int(container_env()["BACKALLEY_BIND"].rpartition(":")[2])
    probes = [container()[f"{kind}Probe"]["httpGet"] for kind in ("startup", "readiness", "liveness")]
    assert {probe["port"] for probe in probes} == {named["name"]}
    assert [probe["path"] for probe in probes] == ["/readyz", "/readyz", "/healthz"]
    (outside,) = manifests()["Service"]["spec"]["ports"]
    assert outside["targetPort"] == named["name"]
    proxy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"service:{compose()['services']['service']['environment']['BACKALLEY_BIND'].rpartition(':')[2]}" in proxy


def test_selectors_find_the_pods() -> None:
    labels = manifests()["Deployment"]["spec"]["template"]["metadata"]["labels"]
    for kind in ("Service", "Deployment", "PodDisruptionBudget"):
        selector = manifests()[kind]["spec"]["selector"]
        assert selector.get("matchLabels", selector) == labels


@pytest.mark.parametrize("name", ["compose.yaml", "compose.jobs.yaml"])
def test_a_compose_file_is_one(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    told = PyCompose.from_yaml(text)
    told.validate()
    told.to_spec()
    assert sorted(told.service_names()) == sorted(yaml.safe_load(text)["services"])


@pytest.mark.skipif("jobs" not in Settings.kinds(), reason="this service has no jobs")
def test_jobs_beside_it_are_settings_and_a_program_that_exist() -> None:
    services = yaml.safe_load((DEPLOY / "compose.jobs.yaml").read_text(encoding="utf-8"))["services"]
    for name in ("service", "worker"):
        settings = Settings.from_env({**image_env(), **services[name]["environment"]})
        assert settings.jobs.startswith("postgresql://")  # type: ignore[attr-defined]
    worker = services["worker"]
    assert worker["environment"]["BACKALLEY_JOBS_WORKERS"] == f"{worker['cpus']:g}"
    *_, module = worker["command"]
    assert importlib.util.find_spec(module) is not None
    assert (worker["user"], worker["read_only"]) == (f"{USER}:{USER}", True)


def test_the_manifest_is_one_by_the_schemas() -> None:
    validate = pytest.importorskip("kubernetes_validate", reason="kubernetes-validate is in the extra deploy")
    for manifest in manifests().values():
        validate.validate(manifest, "1.31", strict=True)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_the_unit_is_one_by_systemd() -> None:
    need_confinement()
    command = confined(
        ["systemd-analyze", "verify", "--man=no", "/etc/systemd/system/backalley.service"],
        {},
        writable="/tmp",
        links={"/opt/backalley/bin": Path(sys.executable).parent},
        files={
            "/etc/systemd/system/backalley.service": DEPLOY / "backalley.service",
            "/etc/backalley.toml": DEPLOY / "backalley.toml",
        },
    )
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    about = [line for line in done.stderr.splitlines() if "backalley" in line]
    assert (about, done.returncode) == ([], 0)


def test_the_image_leaves_out_only_what_ortools_asks_for() -> None:
    def pins(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([\w.-]+==\S+)(.*?) \\$", (ROOT / "requirements" / name).read_text(), re.MULTILINE))

    names = {pin.partition("==")[0] for pin in pins("runtime.txt")} - {
        pin.partition("==")[0] for pin in pins("image.txt")
    }
    assert names == {"pandas", "python-dateutil", "tzdata", "absl-py", "protobuf", "immutabledict"}
    assert set(pins("image.txt")) - set(pins("runtime.txt")) == {
        pin
        for pin in pins("full.txt")
        if pin.partition("==")[0] in ("redis", "async-timeout", "pyjwt", "psycopg", "psycopg-binary")
    } & set(pins("image.txt"))
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    own = [Requirement(line).name for line in re.findall(r'^  "([\w-]+>=[\d.]+)",', text, re.MULTILINE)]
    assert not names & set(own)


def test_the_table_of_settings_is_that_of_the_service() -> None:
    script = ROOT / "scripts" / "generate" / "settings_table.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_document_names_all_that_is_deployed() -> None:
    text = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    assert {file.name for file in DEPLOY.iterdir()} == set(re.findall(r"\(deploy/([\w.]+)\)", text))
