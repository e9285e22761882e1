# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test clean

play: $(VENV)/.play
	$(BIN)/python -m host_sim

test: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 --dist loadfile

$(VENV)/.play: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.test: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[test]"
	touch $@ $(VENV)/.play

clean:
	rm -rf $(VENV) build
