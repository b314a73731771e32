"""Image, compose files, units, Kubernetes manifests: well-formed, hardened, with real settings."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.cli.exits import BAD_CONFIGURATION
from bot.settings import Settings
from tests.contract import ROOT

DEPLOY = ROOT / "deploy"
COMPOSE = [DEPLOY / "compose.yaml", DEPLOY / "compose.shards.yaml"]
KUBERNETES = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
UNITS = [DEPLOY / "keil.service", DEPLOY / "keil@.service"]
USER = 10001
LONGEST_END = 15
"""Seconds that a process takes to end at most: ten to answer people, three for posts."""
NAMES = {name.upper() for name in Settings.model_fields}
OF_OTHERS = {"PGPASSFILE", "SHARD_COUNT", "SHARDS_EACH", "POD_INDEX"}
"""Environment variables that libpq, a unit and a pod read themselves."""


def installed(program: str) -> str | None:
    """A program of the environment or of the system."""
    beside = Path(sys.executable).with_name(program)
    return str(beside) if beside.exists() else shutil.which(program)


def said(*command: str | Path) -> str:
    """What a program says; it has to succeed."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def load(path: Path) -> list[Any]:
    return list(yaml.safe_load_all(path.read_text("utf-8")))


# --- settings ---


def test_the_example_names_exactly_the_settings_that_there_are() -> None:
    text = (DEPLOY / "env.example").read_text("utf-8")
    assert sorted(re.findall(r"^#?([A-Z_]+)=", text, re.M)) == sorted(NAMES)


def is_setting(name: str) -> bool:
    return name in NAMES or name in OF_OTHERS


# --- the image ---


def dockerfile() -> str:
    return (DEPLOY / "Dockerfile").read_text("utf-8")


def instructions(name: str) -> list[str]:
    joined = re.sub(r"\\\n\s*", "", dockerfile())
    return re.findall(rf"^{name} (.*)$", joined, re.M)


def test_the_image_is_small_and_runs_as_nobody_in_particular() -> None:
    assert instructions("FROM") == ["python:3.12-slim AS build", "python:3.12-slim"]
    assert instructions("USER") == [f"{USER}:{USER}"]
    assert instructions("STOPSIGNAL") == ["SIGTERM"]
    for form in (*instructions("ENTRYPOINT"), *instructions("CMD")):
        assert form.startswith("["), "no shell stands between the engine and the bot"
    assert 'CMD ["keil", "health"]' in instructions("HEALTHCHECK")[0]


def test_everything_in_the_image_is_a_wheel_with_its_hash() -> None:
    installs = re.findall(r"pip (?:--python \S+ )?install ([^&]*)", " ".join(instructions("RUN")))
    assert len(installs) == 3
    for arguments in installs:
        safe = "--only-binary :all: --require-hashes" in arguments
        assert safe or "--no-deps --no-index" in arguments


def test_what_the_image_is_built_from_is_sent_to_the_engine() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    sent = {line[1:] for line in ignored if line.startswith("!")}
    used = {name for line in instructions("COPY") for name in line.split()[:-1]} - {
        "--from=build",
        "/opt/keil",
    }
    assert "*" in ignored and used == sent
    assert [name for name in sent if not (ROOT / name).exists()] == []


def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    hadolint = installed("hadolint")
    if hadolint is None:
        pytest.skip("NOT TESTED: hadolint is not installed: make deploy-tools")
    assert said(hadolint, DEPLOY / "Dockerfile") == ""


def test_settings_in_the_image_are_settings() -> None:
    named = re.findall(r"\b([A-Z_]{4,})=", " ".join(instructions("ENV")))
    others = {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
    assert [n for n in named if not (is_setting(n) or n in others or n.startswith("PIP_"))] == []


# --- compose ---


@pytest.mark.parametrize("path", COMPOSE, ids=lambda path: path.name)
def test_every_container_is_hardened(path: Path) -> None:
    for name, service in load(path)[0]["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert "privileged" not in service and "cap_add" not in service, name
        for port in service.get("ports", ()):
            assert str(port).startswith("127.0.0.1:"), name


@pytest.mark.parametrize("path", COMPOSE, ids=lambda path: path.name)
def test_the_bot_in_a_container_has_time_to_end_and_pauses_between_starts(path: Path) -> None:
    bots = [s for s in load(path)[0]["services"].values() if s.get("image") == "keil"]
    assert bots
    for service in bots:
        assert int(service["stop_grace_period"].removesuffix("s")) >= LONGEST_END
        assert service["init"] is True
        assert service["command"] in (["supervise"], ["admin", "migrate"])
        assert [name for name in service["environment"] if not is_setting(name)] == []
        assert not [v for k, v in service["environment"].items() if k == "DISCORD_TOKEN"]


@pytest.mark.parametrize("path", COMPOSE, ids=lambda path: path.name)
def test_files_and_secrets_of_a_compose_file_exist_and_are_used(path: Path) -> None:
    read = load(path)[0]
    services = read["services"].values()
    used = {secret for service in services for secret in service.get("secrets", ())}
    assert used == set(read["secrets"])
    mounts = [mount for service in services for mount in service.get("volumes", ())]
    sources = {mount.split(":")[0] for mount in mounts}
    assert {source for source in sources if not source.startswith(".")} == set(read["volumes"])
    for source in sources:
        assert not source.startswith(".") or (DEPLOY / source).exists(), source
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert "deploy/secrets/" in ignored, "no secret gets into the repository"


def shards_of(ranges: list[str]) -> None:
    """Every shard has one process, and all agree on their number."""
    taken: list[int] = []
    counts: set[int] = set()
    for text in ranges:
        first, last, count = map(int, re.fullmatch(r"(\d+)-(\d+)/(\d+)", text).groups())  # pyright: ignore
        taken += range(first, last + 1)
        counts.add(count)
    assert len(counts) == 1 and sorted(taken) == [*range(counts.pop())]


def test_every_shard_has_one_process_and_prometheus_asks_it() -> None:
    services = load(DEPLOY / "compose.shards.yaml")[0]["services"]
    bots = {name: s["environment"]["SHARDS"] for name, s in services.items() if "keil-" in name}
    shards_of([*bots.values()])
    targets = load(DEPLOY / "prometheus.yml")[0]["scrape_configs"][0]["static_configs"][0][
        "targets"
    ]
    assert targets == [f"{name}:9090" for name in bots]


# --- systemd ---


def settings_of(unit: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", unit.read_text("utf-8"), re.M):
        found.setdefault(key, []).append(value)
    return found


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_hardened_and_starts_the_bot_with_pauses(unit: Path) -> None:
    have = settings_of(unit)
    wanted = {
        "Type": "notify",
        "Restart": "always",
        "RestartSec": "15",
        "RestartPreventExitStatus": str(BAD_CONFIGURATION),
        "StartLimitIntervalSec": "600",
        "StartLimitBurst": "5",
        "WatchdogSec": "120",
        "DynamicUser": "yes",
        "NoNewPrivileges": "yes",
        "PrivateTmp": "yes",
        "ProtectHome": "yes",
        "ProtectSystem": "strict",
        "CapabilityBoundingSet": "",
        "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
        "MemoryMax": "1G",
    }
    assert {key: have.get(key) for key in wanted} == {k: [v] for k, v in wanted.items()}
    assert have["SystemCallFilter"][0] == "@system-service"
    assert have["LoadCredential"] == ["discord-token:/etc/keil/discord-token"]
    assert int(have["TimeoutStopSec"][0]) >= LONGEST_END
    named = [value.split("=")[0] for value in have["Environment"]]
    assert [name for name in named if not is_setting(name)] == []


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("NOT TESTED: systemd-analyze is not installed: apt-get install systemd")
    for name in ("keil.service", "keil@.service", "keil.target"):
        text = (DEPLOY / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("/opt/keil/bin/keil", "/bin/true"))
    shutil.copy(tmp_path / "keil@.service", tmp_path / "keil@0-3.service")
    checked = [tmp_path / name for name in ("keil.service", "keil@0-3.service", "keil.target")]
    assert said(analyze, "verify", *checked) == ""
    exposed = said(analyze, "security", "--offline=yes", "--threshold=20", checked[0])
    assert "Overall exposure level" in exposed


# --- Kubernetes ---


def objects() -> dict[str, Any]:
    return {read["kind"]: read for path in KUBERNETES for read in load(path)}


def test_kubernetes_accepts_the_manifests() -> None:
    validate = installed("kubernetes-validate")
    if validate is None:
        pytest.skip("NOT TESTED: kubernetes-validate is not installed: make deploy-tools")
    told = said(validate, "--strict", *KUBERNETES)
    assert told.count("passed for resource") == sum(len(load(path)) for path in KUBERNETES)


def test_pods_are_hardened() -> None:
    pod = objects()["StatefulSet"]["spec"]["template"]["spec"]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsUser"] == USER
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod["terminationGracePeriodSeconds"] >= LONGEST_END
    (container,) = pod["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "runAsNonRoot": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert container["resources"]["limits"]["memory"] == "1Gi"
    paths = [container[f"{probe}Probe"]["httpGet"]["path"] for probe in ("liveness", "readiness")]
    assert paths == ["/healthz", "/readyz"]
    named = [one["name"] for one in container["env"]] + [*objects()["ConfigMap"]["data"]]
    assert [name for name in named if not is_setting(name)] == []


def test_the_number_of_a_pod_decides_its_shards() -> None:
    """The pod's own command, with a program in place of the bot that prints its arguments."""
    spec, data = objects()["StatefulSet"]["spec"], objects()["ConfigMap"]["data"]
    interpreter, flag, script = spec["template"]["spec"]["containers"][0]["command"]
    assert (interpreter, flag) == ("python", "-c")
    script = script.replace('os.execvp("keil", ', 'os.execvp("echo", ')
    told: list[str] = []
    for number in range(spec["replicas"]):
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={"PATH": "/usr/bin:/bin", "POD_INDEX": str(number), **data},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.startswith("run --shards ")
        told.append(done.stdout.split()[-1])
    shards_of(told)


def test_one_pod_at_a_time_is_taken_away_and_few_reach_it() -> None:
    found = objects()
    labels = found["StatefulSet"]["spec"]["template"]["metadata"]["labels"]
    assert found["PodDisruptionBudget"]["spec"]["maxUnavailable"] == 1
    for kind in ("PodDisruptionBudget", "StatefulSet"):
        assert found[kind]["spec"]["selector"]["matchLabels"] == labels
    policy = found["NetworkPolicy"]["spec"]
    assert policy["podSelector"]["matchLabels"] == labels
    assert sorted(policy["policyTypes"]) == ["Egress", "Ingress"]


def test_the_example_of_a_secret_holds_none() -> None:
    assert set(objects()["Secret"]["stringData"].values()) == {""}
