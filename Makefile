# The commands of this repository; `make` alone lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo serve test test-models lint types bench schema lock clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/installed ## Set everything up and watch a bilingual assistant remember.
	@$(BIN)/graphmem demo $(DEMO)

serve: $(VENV)/installed ## Run the service on a local Neo4j.
	@$(BIN)/graphmem serve

test: $(VENV)/installed-dev ## Set everything up, then run every check and test.
	@echo "== lint and types"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports
	@$(BIN)/pyright
	@echo "== tests, on a real Neo4j"
	@$(BIN)/pytest $(TESTS)

lint: $(VENV)/installed-dev ## Format and lint.
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: $(VENV)/installed-dev ## Measure this machine: 10,000 and 100,000 memories (BENCH="--memories 10000" for one size).
	@$(BIN)/python -m tests.benchmarks.bench $(or $(BENCH),--memories 10000 --users 100 --out bench-10k.json)
	@$(if $(BENCH),true,$(BIN)/python -m tests.benchmarks.bench --memories 100000 --users 1000 --largest 20000 --out bench-100k.json)

test-models: $(VENV)/installed-dev ## Test the sentence-transformers adapter with a real model (torch: 5 GB).
	@$(BIN)/pip install --disable-pip-version-check -q --progress-bar on -e '.[test-models]'
	@$(BIN)/pytest tests/models

schema: $(VENV)/installed ## Write schema.graphql from the code.
	@$(BIN)/graphmem schema --write schema.graphql

lock: $(VENV)/installed ## Make the lock of Neo4j's jars anew.
	@$(BIN)/pip install --disable-pip-version-check -q -e '.[lock]'
	@$(BIN)/python -m graphmem.local_neo4j.make_lock

clean: ## Remove the virtual environment and caches of the tools.
	@rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache

types: $(VENV)/installed-dev ## Check types.
	@$(BIN)/pyright

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "graphmem needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.12 …"; exit 1; }
	@echo "== making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV) || \
	  { echo "Python's venv module is missing; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@touch $@

$(VENV)/installed: $(VENV)/python pyproject.toml
	@echo "== installing graphmem and what it needs (about 200 MB, one minute)"
	@$(BIN)/pip install --disable-pip-version-check -q --progress-bar on -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/python pyproject.toml
	@echo "== installing graphmem with its test tools (about 300 MB, one minute)"
	@$(BIN)/pip install --disable-pip-version-check -q --progress-bar on -e '.[dev]'
	@touch $@ $(VENV)/installed
