"""Fixtures for every test."""

from tests.playground.fixtures import driver, playground

__all__ = ["driver", "playground"]
