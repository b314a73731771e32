"""Image, compose files, units, Kubernetes manifests: well-formed, hardened, with real settings."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import yaml

from bot.cli.exits import BAD_CONFIGURATION
from bot.settings import Settings
from tests import postgresql
from tests.contract import ROOT

DEPLOY = ROOT / "deploy"
COMPOSE = [DEPLOY / "compose.yaml", DEPLOY / "compose.shards.yaml"]
KUBERNETES = [DEPLOY / "kubernetes" / name for name in ("keil.yaml", "backup.yaml", "restore.yaml")]
"""Without monitoring.yaml, whose kind only clusters with the Prometheus operator know."""
UNITS = [DEPLOY / "keil.service", DEPLOY / "keil@.service"]
USER = 10001
LONGEST_END = 15
"""Seconds that a process takes to end at most: ten to answer people, three for posts."""
NAMES = {name.upper() for name in Settings.model_fields}
OF_OTHERS = {"PGPASSFILE", "SHARD_COUNT", "SHARDS_EACH", "POD_INDEX", "BACKUP"}
LOGINS_A_DAY = 1000
"""After so many Discord takes a token away."""
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
        assert service["pids_limit"] <= 200 and re.fullmatch(r"[0-9]+[gm]", service["mem_limit"])
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
    for source in sources - {"./backups"}:
        assert not source.startswith(".") or (DEPLOY / source).exists(), source
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert {"deploy/secrets/", "deploy/backups/"} <= {*ignored}, (
        "no secret gets into the repository"
    )


@pytest.mark.parametrize("path", COMPOSE, ids=lambda path: path.name)
def test_backups_get_out_of_a_container_by_a_folder_of_the_machine(path: Path) -> None:
    """`docker cp` reads no tmpfs, and /tmp is small."""
    for service in load(path)[0]["services"].values():
        if service.get("image") == "keil":
            assert "./backups:/backups" in service["volumes"]


def test_only_the_bot_reaches_the_database_and_only_prometheus_the_bot() -> None:
    read = load(DEPLOY / "compose.shards.yaml")[0]
    members: dict[str, set[str]] = {name: set() for name in read["networks"]}
    for name, service in read["services"].items():
        for network in service["networks"]:
            members[network].add(name)
    bots = {name for name in read["services"] if name.startswith("keil-")}
    assert members == {
        "database": {*bots, "migrate", "postgresql"},
        "discord": bots,
        "metrics": {*bots, "prometheus"},
        "dashboard": {"grafana", "prometheus"},
    }
    closed = {name for name, network in read["networks"].items() if network}
    assert closed == {"database", "metrics"}
    assert all(read["networks"][name] == {"internal": True} for name in closed)


@pytest.mark.slow
@pytest.mark.skipif(
    postgresql.programs() is None or shutil.which("psql") is None,
    reason="NOT TESTED: PostgreSQL. It is not installed: apt-get install postgresql",
)
def test_the_bot_owns_its_database_and_has_no_other_rights(tmp_path: Path) -> None:
    """The script that the image of PostgreSQL runs, on a server of the tests."""
    read = load(DEPLOY / "compose.shards.yaml")[0]["services"]["postgresql"]
    (mount,) = [m for m in read["volumes"] if "initdb.d" in m]
    (tmp_path / "password").write_text("it's secret\n")
    script = (DEPLOY / mount.split(":")[0]).read_text("utf-8")
    script = script.replace("/run/secrets/postgresql-password", str(tmp_path / "password"))
    cluster = postgresql.Cluster()

    def asked(user: str, statement: str) -> list[Any]:
        url = cluster.url("postgres").replace("keil@", f"{user}@")
        engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            done = connection.exec_driver_sql(statement)
            rows = [tuple(row) for row in done] if done.returns_rows else []
        engine.dispose()
        return rows

    try:
        asked("keil", "CREATE ROLE postgres SUPERUSER LOGIN")
        asked("postgres", "ALTER ROLE keil RENAME TO somebody")
        where = {"PGHOST": "127.0.0.1", "PGPORT": str(cluster.port)}
        done = subprocess.run(
            ["/bin/sh", "-c", script],
            env={"PATH": os.environ["PATH"], **where},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        rights = "rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls"
        (has,) = asked("postgres", f"SELECT {rights} FROM pg_roles WHERE rolname = 'keil'")
        assert not any(has)
        with_passwords = "SELECT rolname FROM pg_authid WHERE rolpassword IS NOT NULL"
        assert asked("postgres", with_passwords) == [("keil",)]
        migrated = subprocess.run(
            [sys.executable, "-m", "bot", "admin", "migrate"],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT), "DATABASE_URL": cluster.url("keil")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert migrated.returncode == 0, migrated.stderr
    finally:
        cluster.remove()


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
        "RestartPreventExitStatus": str(BAD_CONFIGURATION),
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
    assert have["Documentation"] == ["file:/opt/keil/RUNBOOK.md"]
    assert "LOG_FORMAT=json" in have["Environment"], "a traceback is one line of the journal"
    assert have["LoadCredential"] == ["discord-token:/etc/keil/discord-token"]
    assert int(have["TimeoutStopSec"][0]) >= LONGEST_END
    named = [value.split("=")[0] for value in have["Environment"]]
    assert [name for name in named if not is_setting(name)] == []


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_never_gives_up_and_never_logs_in_too_often(unit: Path) -> None:
    """A database that is away for an hour is no reason to stay away for ever."""
    have = settings_of(unit)
    assert have["StartLimitIntervalSec"] == ["0"] and "StartLimitBurst" not in have
    (pause,) = have["RestartSec"]
    assert 24 * 60 * 60 / int(pause) < LOGINS_A_DAY


def test_a_backup_is_made_every_day_as_the_bot_is_run() -> None:
    bot, backup = settings_of(UNITS[0]), settings_of(DEPLOY / "keil-backup.service")
    own = ("Type", "StateDirectory", "Environment", "SystemCallFilter", "AmbientCapabilities")
    starting = ("Restart", "Timeout", "Watchdog", "Kill", "Exec", "Load", "StartLimit")
    unlike = [
        key
        for key, values in bot.items()
        if not key.startswith(starting)
        and key not in (*own, "Description", "WantedBy")
        and backup.get(key) != values
    ]
    assert unlike == []
    assert backup["User"] == [UNITS[0].stem], "the name that DynamicUser= gives the bot's"
    assert set(backup["Environment"]) < set(bot["Environment"])
    assert settings_of(DEPLOY / "keil-backup.timer")["Persistent"] == ["true"]


@pytest.mark.slow
def test_a_backup_is_made_twice_a_day_and_old_ones_are_deleted(tmp_path: Path) -> None:
    """The unit's own commands, with the program of these tests."""
    unit = settings_of(DEPLOY / "keil-backup.service")
    keil = tmp_path / "keil"
    keil.write_text(f'#!/bin/sh\nexec {sys.executable} -m bot "$@"\n')
    keil.chmod(0o755)
    backups = tmp_path / "backups"
    backups.mkdir()
    for name in ("keil-2020-01-01.db", "other.db"):
        (backups / name).touch()
        os.utime(backups / name, (0, 0))
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": f"sqlite:///{tmp_path}/keil.db",
    }

    def run(*command: str) -> None:
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    run(str(keil), "admin", "migrate")
    for _ in range(2):
        for line in (*unit["ExecStart"], *unit["ExecStartPost"]):
            run(*shlex.split(line.replace("/opt/keil/bin/keil", str(keil)).replace("%%", "%")))
    left = sorted(path.name for path in backups.iterdir())
    assert len(left) == 2 and left[1] == "other.db"
    assert re.fullmatch(r"keil-\d{4}-\d\d-\d\d\.db", left[0]) and left[0] > "keil-2020-01-01.db"


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("NOT TESTED: systemd-analyze is not installed: apt-get install systemd")
    plain = ("keil.service", "keil.target", "keil-backup.service", "keil-backup.timer")
    for name in (*plain, "keil@.service"):
        text = (DEPLOY / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("/opt/keil/bin/keil", "/bin/true"))
    shutil.copy(tmp_path / "keil@.service", tmp_path / "keil@0-3.service")
    checked = [tmp_path / name for name in (*plain, "keil@0-3.service")]
    assert said(analyze, "verify", *checked) == ""
    for name in ("keil.service", "keil@0-3.service", "keil-backup.service"):
        exposed = said(analyze, "security", "--offline=yes", "--threshold=20", tmp_path / name)
        assert "Overall exposure level" in exposed


# --- Kubernetes ---


def objects(name: str = "keil.yaml") -> dict[str, Any]:
    """The objects of a manifest, by their kinds."""
    return {read["kind"]: read for read in load(DEPLOY / "kubernetes" / name)}


def pods() -> list[dict[str, Any]]:
    """What the pods are made from: the bot's, and those that back up and restore."""
    return [
        objects()["StatefulSet"]["spec"]["template"],
        objects("backup.yaml")["CronJob"]["spec"]["jobTemplate"]["spec"]["template"],
        objects("restore.yaml")["Job"]["spec"]["template"],
    ]


def test_kubernetes_accepts_the_manifests() -> None:
    validate = installed("kubernetes-validate")
    if validate is None:
        pytest.skip("NOT TESTED: kubernetes-validate is not installed: make deploy-tools")
    told = said(validate, "--strict", *KUBERNETES)
    assert told.count("passed for resource") == sum(len(load(path)) for path in KUBERNETES)


def test_pods_are_hardened() -> None:
    images: set[str] = set()
    for template in pods():
        pod = template["spec"]
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsUser"] == USER
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        (container,) = pod["containers"]
        images.add(container["image"])
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "runAsNonRoot": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"]["limits"]["memory"] == "1Gi"
        named = [one["name"] for one in container["env"]]
        assert [name for name in named if not is_setting(name)] == []
    assert len(images) == 1
    assert [name for name in objects()["ConfigMap"]["data"] if not is_setting(name)] == []


def test_a_pod_has_time_to_end_and_says_how_it_is() -> None:
    pod = pods()[0]["spec"]
    assert pod["terminationGracePeriodSeconds"] >= LONGEST_END
    (container,) = pod["containers"]
    paths = [container[f"{probe}Probe"]["httpGet"]["path"] for probe in ("liveness", "readiness")]
    assert paths == ["/healthz", "/readyz"]


def test_the_pods_that_back_up_and_restore_share_a_volume_and_reach_the_database_only() -> None:
    kinds = objects("backup.yaml")
    claim = kinds["PersistentVolumeClaim"]["metadata"]["name"]
    policy = kinds["NetworkPolicy"]["spec"]
    ports = {port["port"] for rule in policy["egress"] for port in rule["ports"]}
    assert ports == {53, 5432} and "ingress" not in policy
    bots = objects()["StatefulSet"]["spec"]["selector"]["matchLabels"]
    for template in pods()[1:]:
        assert template["metadata"]["labels"] == policy["podSelector"]["matchLabels"] != bots
        claims = [v.get("persistentVolumeClaim") for v in template["spec"]["volumes"]]
        assert {"claimName": claim} in claims


def test_the_job_of_the_metrics_has_the_name_that_the_alerts_expect() -> None:
    monitor = objects("monitoring.yaml")["PodMonitor"]["spec"]
    labels = pods()[0]["metadata"]["labels"]
    (port,) = [port["name"] for port in pods()[0]["spec"]["containers"][0]["ports"]]
    assert monitor["selector"]["matchLabels"] == labels
    assert labels[monitor["jobLabel"]] == "keil"
    assert [(end["port"], end["path"]) for end in monitor["podMetricsEndpoints"]] == [
        (port, "/metrics")
    ]
    assert load(DEPLOY / "prometheus.yml")[0]["scrape_configs"][0]["job_name"] == "keil"
    for job in re.findall(r'job="([^"]*)"', (DEPLOY / "alerts.yml").read_text("utf-8")):
        assert job == "keil"


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
