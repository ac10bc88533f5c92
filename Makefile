# `make demo` and `make test` are all a newcomer needs; both install what they need into .venv, once.

PYTHON ?= python3
BIN := .venv/bin
# From npm, for the page's scripts; Node itself comes with the extra dev.
ESLINT := 9.39.5
GPU_PYTHON ?= $(BIN)/python
# Neighboring tests share compiled code: a process gets a run of them, and takes from others when it is done.
ON_EVERY_CORE := -n auto --maxprocesses 8 --dist worksteal

.PHONY: demo test soak fuzz test-networkx test-gpu check docs outdated benchmark clean
.DELETE_ON_ERROR:

demo: .venv/core
	@mkdir -p demo
	$(BIN)/wavefront generate kronecker --scale 18 demo/kronecker.npy
	$(BIN)/wavefront bfs demo/kronecker.npy --source 2 --target 11

# Once on the CPU, and once in the CUDA simulator, on every core.
test: .venv/test
	$(BIN)/python -m pytest $(ON_EVERY_CORE)
	NUMBA_ENABLE_CUDASIM=1 $(BIN)/python -m pytest -q $(ON_EVERY_CORE) -m "on_devices and not soak"

# What takes longer: sweeps of memory limits, threads and processes, long fuzzing.
soak: .venv/test
	$(BIN)/python -m pytest $(ON_EVERY_CORE) -m soak -o faulthandler_timeout=7200
	$(MAKE) test-networkx FALLBACK=

# Damaged files of every format, and random graphs against the reference, in one process. Faults are kept in a
# folder, and make the exit status 1.
MINUTES ?= 10
fuzz: .venv/test
	PYTHONPATH=tests NUMBA_NUM_THREADS=1 $(BIN)/python -X faulthandler -m fuzz.run --minutes $(MINUTES)

# The backend's tests on the older versions of NetworkX that it supports; then NetworkX's own tests with its
# calls handed to Wavefront, and with NetworkX for what Wavefront lacks. Prints how often each function ran on
# Wavefront, and fails if one never did. With FALLBACK= nothing is left to NetworkX: most tests then can't build
# their graphs, which NetworkX expects.
FALLBACK ?= --fallback-to-nx
OLDER_NETWORKX := 3.4.2 3.5
test-networkx: .venv/test $(OLDER_NETWORKX:%=.venv/networkx-%/installed)
	for version in $(OLDER_NETWORKX); do \
	  PYTHONPATH=.venv/networkx-$$version $(BIN)/python -m pytest -q $(ON_EVERY_CORE) tests/networkx_backend || exit 1; \
	done
	PYTHONPATH=tests $(BIN)/python -m pytest -c tests/networkx_suite.ini -p networkx_suite -p no:cacheprovider -q $(ON_EVERY_CORE) \
	  --backend wavefront $(FALLBACK) $$($(BIN)/python -c "import networkx; print(*networkx.__path__)")

# On a machine with an NVIDIA GPU and compute-sanitizer, in an environment that has the extra cuda13 or
# cuda12: make test-gpu GPU_PYTHON=python
# CuPy's own kernels are not watched for races: racecheck warns of some that are meant.
test-gpu:
	$(GPU_PYTHON) -m pytest -m "on_devices and not soak" -k "gpu or any_graph" -q
	$(GPU_PYTHON) -m pytest -q \
	  tests/strategies/fused tests/intrinsics tests/compiler tests/device tests/graph tests/test_generators.py
	for tool in memcheck synccheck initcheck "racecheck --kernel-name-exclude kns=cupy_"; do \
	  compute-sanitizer --tool $$tool --report-api-errors no --error-exitcode 1 $(GPU_PYTHON) tests/gpu/sanitized.py || exit 1; \
	done

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	NODE_EXTRA_CA_CERTS=$${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt} $(BIN)/npx --yes eslint@$(ESLINT) --config .ci/eslint.config.mjs src/wavefront/looking/page

# The pages under docs as a site in site/; a warning is an error (with --quiet it would not be).
docs: .venv/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Prints which packages have newer versions on the package index than were tested.
outdated: .venv/dev
	@$(BIN)/python .ci/outdated.py

benchmark: .venv/test
	$(BIN)/python benchmarks/csr_build.py
	$(BIN)/python benchmarks/memory.py
	$(BIN)/python benchmarks/readers.py
	$(BIN)/python benchmarks/strategies.py --scale 14
	$(BIN)/python benchmarks/algorithms.py --scale 14
	$(BIN)/python benchmarks/against_peers.py --scale 14
	$(BIN)/python benchmarks/fused.py --prepare
	$(BIN)/python benchmarks/maze.py
	$(BIN)/python benchmarks/busy.py --exponents 1 3 5

clean:
	rm -rf .venv demo dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/core: .venv/bin/python pyproject.toml
	@echo "Installing Wavefront into .venv (about half a minute, once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/test: .venv/bin/python pyproject.toml
	@echo "Installing Wavefront and what its tests need into .venv (about a minute, once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ .venv/core

.venv/dev: .venv/bin/python pyproject.toml
	@echo "Installing Wavefront and its development tools into .venv (about a minute, once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/core .venv/test

.venv/networkx-%/installed: .venv/test
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $(@D) networkx==$*
	@touch $@

.venv/docs: .venv/bin/python pyproject.toml
	@echo "Installing Wavefront and what its site is made with into .venv (about a minute, once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@ .venv/core
