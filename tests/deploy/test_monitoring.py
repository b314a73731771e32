"""Alerts and the dashboard name metrics that exist, and every alert tells what to do."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.metrics import REGISTRY
from tests.contract import ROOT

DEPLOY = ROOT / "deploy"
DASHBOARD = DEPLOY / "grafana" / "dashboards" / "keil.json"
OF_PROMETHEUS = {"up": set[str]()}
EVERYWHERE = {"le", "job", "instance"}
"""Labels that Prometheus gives."""


def known_metrics() -> dict[str, set[str]]:
    """The labels of every sample that a process can write, by its name."""
    found: dict[str, set[str]] = {**OF_PROMETHEUS}
    collectors: dict[str, Any] = REGISTRY._names_to_collectors
    for name, collector in collectors.items():
        labels: set[str] = set(getattr(collector, "_labelnames", ()))
        if name.endswith("_info"):
            labels |= set(collector._value)
        found[name] = labels
    for family in REGISTRY.collect():  # of the library's own, which name no samples beforehand
        for sample in family.samples:
            found.setdefault(sample.name, set(sample.labels))
    return found


def alerts() -> list[dict[str, Any]]:
    read: Any = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    return [rule for group in read["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    return json.loads(DASHBOARD.read_text("utf-8"))["panels"]


def expressions() -> Iterator[tuple[str, str, str]]:
    """Where each expression stands, the expression, and the text for people beside it."""
    for rule in alerts():
        yield rule["alert"], rule["expr"], rule["annotations"]["summary"]
    for panel in panels():
        for target in panel["targets"]:
            yield panel["title"], target["expr"], target["legendFormat"]


EXPRESSIONS = [*expressions()]


@pytest.mark.parametrize(("where", "expression", "text"), EXPRESSIONS)
def test_metrics_and_labels_exist(where: str, expression: str, text: str) -> None:
    known = known_metrics()
    bare = re.sub(r'"[^"]*"', "", expression)
    names = re.findall(r"\b(?:keil|process|python)_\w+|\bup\b", bare)
    assert names, where
    assert [name for name in names if name not in known] == [], where
    labels = set(re.findall(r"[{,]\s*(\w+)\s*[=!]", bare))
    for group in re.findall(r"\bby \(([^)]*)\)", bare):
        labels |= {label.strip() for label in group.split(",")}
    labels |= set(re.findall(r"{{\s*(?:\$labels\.)?(\w+)\s*}}", text))
    allowed = EVERYWHERE.union(*(known[name] for name in names))
    assert labels <= allowed, where


def test_every_metric_of_ours_is_on_the_dashboard_or_in_an_alert() -> None:
    shown = " ".join(expression for _, expression, _ in EXPRESSIONS)
    families = [family for family in REGISTRY.collect() if family.name.startswith("keil_")]
    assert len(families) > 20
    assert [family.name for family in families if family.name not in shown] == []


def test_no_metric_has_a_label_for_people_or_places() -> None:
    labels = set[str]().union(*known_metrics().values())
    assert not labels & {"user", "channel", "guild", "server", "match", "message", "player"}


def test_every_alert_has_its_entry_in_the_runbook() -> None:
    runbook = (DEPLOY / "RUNBOOK.md").read_text("utf-8")
    entries = re.findall(r"^### (Keil\w+)\n\n\S", runbook, re.M)
    assert entries == [*dict.fromkeys(entries)]
    assert sorted(entries) == sorted(rule["alert"] for rule in alerts())


def test_every_alert_says_how_urgent_it_is() -> None:
    assert {rule["labels"]["severity"] for rule in alerts()} == {"page", "ticket"}


def test_panels_lie_beside_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in panels():
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not cells & taken and at["x"] + at["w"] <= 24, panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in panels()}) == len(panels())


def test_prometheus_accepts_rules_and_settings(tmp_path: Path) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("NOT TESTED: promtool is not installed: apt-get install prometheus")
    settings = (DEPLOY / "prometheus.yml").read_text("utf-8")
    (tmp_path / "prometheus.yml").write_text(settings.replace("/etc/prometheus/", ""))
    shutil.copy(DEPLOY / "alerts.yml", tmp_path)
    command = [promtool, "check", "config", tmp_path / "prometheus.yml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(alerts())} rules found" in done.stdout


@pytest.mark.parametrize(
    ("up", "told"),
    [
        ({'up{job="keil",instance="keil-0:9090"}': "1x9"}, []),
        ({'up{job="keil",instance="keil-0:9090"}': "0x9"}, ["keil-0:9090 does not answer"]),
        ({'up{job="other"}': "1x9"}, ["No process at all does not answer"]),
    ],
)
def test_prometheus_says_that_the_bot_is_down_and_that_it_asks_none(
    up: dict[str, str], told: list[str], tmp_path: Path
) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("NOT TESTED: promtool is not installed: apt-get install prometheus")
    labels = {"severity": "page", "job": "keil"}
    found = [
        {
            "exp_labels": labels | ({"instance": "keil-0:9090"} if "keil-0" in text else {}),
            "exp_annotations": {"summary": text},
        }
        for text in told
    ]
    tests = {
        "rule_files": [str(DEPLOY / "alerts.yml")],
        "tests": [
            {
                "interval": "1m",
                "input_series": [{"series": name, "values": v} for name, v in up.items()],
                "alert_rule_test": [
                    {"eval_time": "5m", "alertname": "KeilDown", "exp_alerts": found}
                ],
            }
        ],
    }
    (tmp_path / "tests.yml").write_text(yaml.safe_dump(tests))
    command = [promtool, "test", "rules", tmp_path / "tests.yml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
