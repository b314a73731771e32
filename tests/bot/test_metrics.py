"""The functions of the metrics, by what Prometheus then reads."""

from datetime import UTC, datetime, timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.service.refusals import RefusedError, ServiceRefusal, reason_of
from engine.game import OptionError, OptionProblem
from engine.position import IllegalMoveError, IllegalReason, MoveError, OutOfTurn, OutOfTurnError
from engine.turns import RequestRefusal, RequestRefusedError


def read(name: str, **labels: str) -> float:
    """The sample with this name, zero if there is none yet."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


def test_requests_are_counted_by_kind_and_status() -> None:
    before = read("keil_requests_total", kind="token", status="429")
    metrics.request_done("token", 429)
    metrics.request_done("exempt", 200)
    assert read("keil_requests_total", kind="token", status="429") == before + 1


def test_waits_for_the_budget_are_measured() -> None:
    before = read("keil_request_budget_wait_seconds_sum")
    metrics.waited_for_budget(1.5)
    assert read("keil_request_budget_wait_seconds_sum") == pytest.approx(before + 1.5)


def test_a_clock_that_is_behind_discords_makes_no_negative_times() -> None:
    before = read("keil_acknowledgement_seconds_sum")
    metrics.acknowledged(datetime.now(UTC) + timedelta(hours=1))
    assert read("keil_acknowledgement_seconds_sum") == before


@pytest.mark.parametrize(
    ("sqlstate", "shown"), [("40001", "40"), ("40P01", "40"), ("57P01", "57"), (None, "08")]
)
def test_retries_are_counted_by_the_class_of_their_code(sqlstate: str | None, shown: str) -> None:
    before = read("keil_transaction_retries_total", sqlstate=shown)
    metrics.transaction_retried(sqlstate)
    assert read("keil_transaction_retries_total", sqlstate=shown) == before + 1


def test_a_transaction_that_fails_is_measured_too() -> None:
    before = read("keil_transaction_seconds_count", access="write")
    with pytest.raises(ValueError), metrics.transaction("write"):
        raise ValueError
    assert read("keil_transaction_seconds_count", access="write") == before + 1


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (RefusedError(ServiceRefusal.OLD_BOARD), "old board"),
        (RequestRefusedError(RequestRefusal.TOO_LATE), "too late"),
        (IllegalMoveError(IllegalReason.SUICIDE), "suicide"),
        (OptionError("size", OptionProblem.UNKNOWN), OptionProblem.UNKNOWN.value),
        (OutOfTurnError(OutOfTurn.OVER), "over"),
        (MoveError("x"), "MoveError"),
    ],
)
def test_every_refusal_has_a_reason_with_a_bound(error: Exception, reason: str) -> None:
    assert reason_of(error) == reason


def test_prometheus_can_read_all_of_it() -> None:
    families = list(text_string_to_metric_families(metrics.text().decode()))
    assert len(families) > 30
    assert all(family.documentation for family in families)
