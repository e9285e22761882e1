# `make play` and `make test` do everything on a fresh machine. For those who change something:
# `make quick`, `make check` and `make test-all`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Else each worker, and each command that a test runs, would compile all sources anew: 5 CPU seconds each.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal

ifdef TEST
$(error it is TESTS=$(TEST))
endif

.PHONY: play test tests quick test-all check format clean

play: $(VENV)/.play
	$(BIN)/python -m host_sim

# TESTS: more arguments for pytest, such as a folder.
test: $(VENV)/.test
	$(PYTEST) $(TESTS)

tests: test

# What the change in the working tree reaches, in about a minute; it never replaces `make test`.
quick: $(VENV)/.test
	files=$$($(BIN)/python tests/reach.py) && $(PYTEST) $$files $(TESTS)

# With the tests marked `long`, for releases and at night: more cases of the promises of `make test`, and the dearest promises.
# MARKED=long: those alone, where the others have just run.
test-all: $(VENV)/.test
	$(PYTEST) -m "$(MARKED)" $(TESTS)

check: $(VENV)/.check
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright --pythonpath $(BIN)/python

format: $(VENV)/.check
	$(BIN)/ruff format

# Under a minute, most of it downloads, so pip says how far it is.
$(VENV)/.play: pyproject.toml
	@echo "Setting up $(VENV), once; this takes up to a minute"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --disable-pip-version-check --editable .
	touch $@

$(VENV)/.test: pyproject.toml host_sim/pico/fast_engine.pyx
	@echo "Setting up $(VENV), once; this takes a minute or two"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --disable-pip-version-check --editable ".[test]"
	$(BIN)/python -m host_sim.pico.build
	touch $@ $(VENV)/.play

$(VENV)/.check: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --editable ".[test,check]"
	touch $@

clean:
	rm -rf $(VENV) build
