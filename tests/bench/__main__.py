"""``make bench``: what performance is promised, measured beside other programs in one run.

Each page of rows is measured in a process of its own. Absolute figures move with the machine; the
ratios are what to compare.
"""

import importlib
import multiprocessing
import os
import platform
from collections.abc import Mapping

PAGES = ("rules", "pictures", "pipeline", "end_to_end")


def measured(page: str) -> list[tuple[str, Mapping[str, object]]]:
    """The rows of one page; one that cannot be run says so."""
    try:
        return importlib.import_module(f"tests.bench.{page}").rows()
    except Exception as error:
        return [(page, {"NOT RUN": repr(error)})]


def shown(value: object) -> str:
    """A figure with three digits that count."""
    return f"{value:.3g}" if isinstance(value, float) and value < 1000 else str(value)


def main() -> None:
    """Print every row."""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for page, rows in zip(PAGES, pool.imap(measured, PAGES), strict=True):
            print(f"\n{page}")
            for name, figures in rows:
                print(f"  {name}")
                for key, value in figures.items():
                    print(f"      {key}: {shown(value)}")


if __name__ == "__main__":
    main()
