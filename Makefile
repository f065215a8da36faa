# getdocs. Two commands do everything on a fresh machine: `make demo` and `make test`.

PY := .venv/bin/python
INSTALLED := .venv/installed
# Four processes even on two cores: most of the time is spent waiting for servers and pages.
PYTEST := -m pytest -n 4 --dist loadfile
COVERED_BY_ALL := 90
E2E := $(PYTEST) --no-loadscope-reorder tests/e2e

.PHONY: help demo test coverage setup lint lock clean

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1@/p' $(MAKEFILE_LIST) | awk -F@ '{ printf "%-15s %s\n", $$1, $$2 }'

demo: setup ## crawl the bundled sample documentation into ./out; URL=https://… crawls that instead
	@$(PY) scripts/demo.py "$$URL"

test: setup lint ## lint, unit tests with their coverage, end-to-end tests
	$(PY) -m coverage erase
	$(PY) -m coverage run $(PYTEST) tests/unit
	$(PY) -m coverage combine --quiet
	$(PY) -m coverage report
	$(PY) $(E2E)

coverage: setup ## the same tests, and what both kinds cover: more than twice as slow
	$(PY) -m coverage erase
	$(PY) -m coverage run $(PYTEST) tests/unit
	$(PY) -m coverage run $(E2E)
	$(PY) -m coverage combine --quiet
	$(PY) -m coverage report --fail-under=$(COVERED_BY_ALL)

setup: $(INSTALLED) ## virtual environment, locked dependencies, Chromium; quick when nothing changed
	@$(PY) scripts/chromium.py

lint: $(INSTALLED) ## formatting, lint rules, types, layers
	.venv/bin/ruff format --check --quiet
	.venv/bin/ruff check --quiet
	.venv/bin/mypy
	.venv/bin/lint-imports

lock: ## write requirements.lock from pyproject.toml (needs uv); LOCK_FLAGS=--upgrade moves every pin
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --only-binary :all: \
	  --generate-hashes --no-emit-index-url --custom-compile-command "make lock" --quiet $(LOCK_FLAGS) -o requirements.lock

clean: ## remove what the other commands made, except ./out
	rm -rf .venv .coverage .coverage.* .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# make compares times only: the stamp is as new as the lock and the metadata it was installed from
$(INSTALLED): requirements.lock pyproject.toml scripts/setup
	@scripts/setup
	@touch $@
