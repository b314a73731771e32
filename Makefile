# Thin names for the commands behind them. `make setup` is all that a new clone needs.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready
PLAYABLE := .venv/.playable
OTHERS := tests/others/node_modules/.ready
SDK := bot/web/discord_sdk.js
CHECKED := engine render bot tests

PYTEST = $(BIN)/python -m pytest -q -n auto --dist worksteal
COVER = $(PYTEST) tests/engine --cov=engine --cov-branch --cov-fail-under=100 \
	--cov-report=term-missing:skip-covered
ON_POSTGRESQL = $(PYTEST) --store=postgresql --as-needed -m 'not slow or storage' tests/bot tests/features tests/crash
# Types are checked beside the tests: their lines appear together, at their end. Those of the tests,
# which begin with +, appear at once.
BESIDE = $(MAKE) --no-print-directory --jobs=2 \
	$(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# Tests of the bot wait as often as they compute: one process more than there are cores.
export PYTEST_XDIST_AUTO_NUM_WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

# Files of tests lie in memory if it has room: writing to disk for sure takes most of a small test.
ifndef PYTEST_DEBUG_TEMPROOT
export PYTEST_DEBUG_TEMPROOT := $(shell test "$$(df --output=avail -m /dev/shm 2>/dev/null | tail -n 1)" -gt 6000 2>/dev/null && echo /dev/shm)
endif

# If this is set, every process of a test run compiles all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup play check style types quick cover all-tests test test-postgresql campaign simulate bench gallery puzzles
.PHONY: format commands lock core web weights ratings strength core-tools
.PHONY: update deploy-tools sbom licences audit image-check clean

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@echo "Setting up .venv, which takes a minute or two the first time."
	$(VENV)
	@$(BIN)/python deploy/install.py requirements.lock
	$(ITSELF)
	@touch $(PLAYABLE) $@

# What playing needs: half of the packages. `make setup` adds the others.
$(PLAYABLE): deploy/requirements.lock deploy/build.lock pyproject.toml
	$(VENV)
	@$(BIN)/python deploy/install.py deploy/requirements.lock deploy/build.lock
	$(ITSELF)
	@touch $@

define VENV
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Keil needs Python 3.11 or newer: make PYTHON=python3.11")'
@test -x $(BIN)/python || { echo "Making .venv ..."; $(PYTHON) -m venv .venv; }
@echo "Installing packages ..."
endef

define ITSELF
@echo "Installing Keil itself ..."
@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --no-index --editable .
endef

# On Discord where a token is set, else on a page of this machine.
play: $(PLAYABLE) $(SDK)
	@$(BIN)/keil play

check: style
	@$(BESIDE) types quick

# All tests, those of the engine with their coverage, then on PostgreSQL what differs there.
test: style deploy-tools core-tools
	@$(BESIDE) types all-tests
	$(ON_POSTGRESQL)
	$(BIN)/python -m tests.contract_report

# Every statement on PostgreSQL (see tests/on_both.py), and the bot killed at each point of a game.
# Without PostgreSQL they say that they did not run.
test-postgresql: setup
	$(ON_POSTGRESQL)

cover: setup
	$(COVER)

style: setup $(OTHERS)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/ruff check $(CHECKED)

types: setup
	$(BIN)/pyright
	$(BIN)/lint-imports --no-cache

quick: setup $(OTHERS) $(SDK)
	+$(PYTEST) --quick

all-tests: setup $(OTHERS) $(SDK)
	+$(COVER)
	+$(PYTEST) --ignore=tests/engine

# Programs of others that ours is tested beside. Without them the tests say that they were skipped.
$(OTHERS): tests/others/package.json tests/others/package-lock.json tests/others/.npmrc
	@if ! command -v npm >/dev/null; then \
		echo "tests/others: there is no npm, so nothing is tested beside programs of others"; \
	elif npm ci --silent --prefix tests/others; then \
		touch $@; \
	else \
		echo "tests/others: npm could not install them, so nothing is tested beside programs of others"; \
	fi

# An hour of play in which everything breaks. Stopped and started again, it goes on where it was;
# CAMPAIGN="--new --minutes 5 --seed 7" begins another one.
campaign: setup
	$(BIN)/python -m tests.campaign $(CAMPAIGN)

# A million games on the clock over ten years, compared with counting every minute: a quarter of an
# hour. SIMULATE="--games 20000 --seed 7" plays others.
simulate: setup
	$(BIN)/python -m tests.simulation $(SIMULATE)

bench: setup .venv/.bench
	$(BIN)/python -m tests.bench

.venv/.bench: tests/bench/requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r tests/bench/requirements.lock || \
		echo "bench: open_spiel and cairosvg could not be installed; their rows will say so"
	touch $@

# The core of the computer player, from C to WebAssembly. The same bytes come out everywhere.
core: core-tools
	$(BIN)/python -m tests.core.build

core-tools: setup .venv/.core

.venv/.core: tests/core/requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r tests/core/requirements.lock && touch $@ || \
		echo "core: ziglang could not be installed, so the core is not compiled"

# Discord's package for the board in Discord's window, as one script, which is no part of the
# repository. The same bytes come out everywhere.
web: setup $(SDK)

$(SDK): tests/sdk/package.json tests/sdk/package-lock.json tests/sdk/.npmrc tests/sdk/build.py tests/sdk/entry.mjs
	@if ! command -v npm >/dev/null; then \
		echo "There is no npm, so Discord's package is not bundled, and boards do not open in Discord's window."; \
	elif npm ci --silent --prefix tests/sdk && $(BIN)/python tests/sdk/build.py; then \
		touch $@; \
	else \
		echo "npm could not get Discord's package, so boards do not open in Discord's window."; \
	fi

# What the computer player knows of each game, learned anew from games against itself: hours, and for
# the nets as many as you say; stopped and started again, they go on where they were.
# NETS="keil --hours 8 --processes 2" trains one, NETS="keil --install" takes the best so far.
weights: setup
	$(BIN)/python -m tests.strength.learn
	$(KEEPING) OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.strength.nets $(NETS)

# Without these glibc gives large arrays back at once and gets them anew: half of the time of training.
KEEPING = MALLOC_MMAP_THRESHOLD_=200000000 MALLOC_TRIM_THRESHOLD_=2000000000 MALLOC_TOP_PAD_=100000000

# Which rating system predicts best, on simulated people: two minutes.
ratings: setup .venv/.bench
	$(BIN)/python -m tests.ratings

# How strong the computer player is, and whether it keeps the rules: minutes to an hour.
# STRENGTH="speed strangers" runs parts.
strength: setup .venv/.bench
	$(BIN)/python -m tests.strength $(STRENGTH)

# One page with every picture there can be, to be looked at: build/gallery/index.html.
gallery: setup
	$(BIN)/python -m tests.gallery

# The puzzles in bot/puzzles, proved or searched; the same seed and core give the same. Many minutes.
puzzles: setup
	$(BIN)/python -m tests.puzzles

format: commands
	$(BIN)/ruff check --fix $(CHECKED)
	$(BIN)/ruff format $(CHECKED)

# The list in COMMANDS.md.
commands: setup
	$(BIN)/python -m tests.commands_page

# Versions and hashes, and no addresses: for developers, for a server, and for what few commands need.
COMPILE = $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-annotate --no-header $(UPGRADE)
lock: setup
	$(COMPILE) --extra dev -o requirements.lock pyproject.toml
	$(COMPILE) -c requirements.lock -o deploy/requirements.lock pyproject.toml
	$(COMPILE) --extra bench -c requirements.lock -o tests/bench/requirements.lock pyproject.toml
	$(COMPILE) --extra core -c requirements.lock -o tests/core/requirements.lock pyproject.toml
	$(COMPILE) --extra deploy -c requirements.lock -o deploy/tools.lock pyproject.toml
	printf 'hatchling\neditables\n' | $(COMPILE) --python-version 3.11 -c requirements.lock -o deploy/build.lock -

# Every week: the newest versions that pyproject.toml allows. Then `make test audit`, and read what changed.
update:
	$(MAKE) lock UPGRADE=--upgrade
	$(MAKE) setup licences

# --- what a server runs ---

# Programs that check what is in deploy/. Without them their tests say that they were skipped.
deploy-tools: setup .venv/.deploy

.venv/.deploy: deploy/tools.lock
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes -r deploy/tools.lock && touch $@ || \
		echo "deploy: hadolint, kubernetes-validate, cyclonedx-bom and pip-audit could not be installed"

# An environment with what a server needs and no more.
build/runtime/.ready: deploy/requirements.lock
	$(PYTHON) -m venv --clear --without-pip build/runtime
	$(BIN)/python -m pip --python build/runtime/bin/python install --quiet --no-deps --require-hashes -r deploy/requirements.lock
	touch $@

# The software bill of materials, as CycloneDX: build/sbom.json.
sbom: deploy-tools build/runtime/.ready
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-format JSON --output-file build/sbom.json build/runtime/bin/python

licences: setup
	$(BIN)/python -m tests.deploy.licences

audit: deploy-tools
	$(BIN)/python -m tests.deploy.audit

# What the Dockerfile does, without Docker: its commands are run in build/image, and the bot starts.
image-check: setup
	KEIL_BUILD_IMAGE=$(PYTHON) $(BIN)/python -m pytest -q tests/deploy/test_image.py

clean:
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis build tests/others/node_modules tests/sdk/node_modules
