"""Compiles the core: ``python -m tests.core.build`` writes ``engine/ai/core/core.wasm``.

The same sources give the same bytes, whatever the machine and the folder, and a test says so.
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "engine" / "ai" / "core"
CORE = SOURCES / "core.wasm"
COMPILER = "ziglang"
FLAGS = (
    *("-target", "wasm32-freestanding", "-std=gnu99", "-O3", "-s", "-nostdlib", "-mbulk-memory"),
    "-msimd128",
    *("-Wall", "-Wextra", "-Werror", "-Wl,--no-entry", "-Wl,--export-memory"),
)


def can_build() -> bool:
    """Whether the compiler is installed."""
    return find_spec(COMPILER) is not None


def build(sources: Path, target: Path, cache: Path | None = None) -> None:
    """Compile the core; raises `subprocess.CalledProcessError` with the compiler's words shown."""
    subprocess.run(
        [sys.executable, "-m", COMPILER, "cc", *FLAGS, "-o", str(target), "core.c"],
        cwd=sources,
        check=True,
        env=None
        if cache is None
        else {"ZIG_GLOBAL_CACHE_DIR": str(cache), "PATH": "/usr/bin:/bin"},
    )
    target.chmod(0o644)


if __name__ == "__main__":
    if not can_build():
        sys.exit(f"{COMPILER} is not installed: make core-tools")
    build(SOURCES, CORE)
    print(f"{CORE.name}: {CORE.stat().st_size} bytes")
