# The companion in two commands: `make run` starts it, `make test` tests it.
# All that is needed is Python 3.11 or later and make; another Python: make run PYTHON=python3.13
# Where Node.js 18 or later is, the pages' JavaScript is checked and tested, too; nobody needs it to run.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
NODE_STAMP := node_modules/.installed
HAS_NODE := command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'
PACKAGES := rules vision calibration companion training
ARGS ?=

.DELETE_ON_ERROR:
.PHONY: help run test test-fast test-javascript lint lint-javascript has-node install install-dev screenshots \
	gallery accuracy campaign dist clean

help:
	@echo "make run          start the companion and print its address (ARGS='--port 9000' passes options on)"
	@echo "make test         run all tests (ARGS='-k board' picks some)"
	@echo "make test-fast    run the tests of the rules and of what needs no camera, server or browser"
	@echo "make lint         check style, imports and types"
	@echo "make test-javascript, make lint-javascript   the same of the pages' JavaScript alone"
	@echo "make screenshots  take the pictures of the page that docs/ and the README show (needs Chromium)"
	@echo "make gallery      take pictures of every page in every size, theme and language, into build/gallery"
	@echo "make accuracy     read labelled photos anew and write the figures of docs/ and the README (PHOTOS=DIR)"
	@echo "make campaign     kill it, damage its record, have its disk fail, feed it nonsense, besiege it (5 h)"
	@echo "make dist         build the wheel in dist/ and try it in bare environments (PYTHONS='python3.11 python3.13')"
	@echo "make clean        remove the environment and what the tools left"

run: $(RUN_STAMP)
	@$(BIN)/palago serve $(ARGS)

# Three processes for two cores, since films and browsers make tests wait; whole files each, in order, the
# longest not last. Tests start many processes, so what Python compiled is kept; and many threads, for
# each of which that ever ran glibc would keep memory. What a picture took it keeps for the next one.
# OpenCV's threads, one for each core in each process, would wait for each other.
PYTEST := PYTHONDONTWRITEBYTECODE= MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=268435456 \
	MALLOC_MMAP_THRESHOLD_=67108864 OPENCV_FOR_THREADS_NUM=1 $(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder
FAST := tests/architecture tests/rules $(addprefix tests/companion/,drawing record referee showing words) \
	$(addprefix tests/vision/,drawing evaluation lattice pictures profiles)

test: $(DEV_STAMP)
	@if $(HAS_NODE); then $(MAKE) --no-print-directory test-javascript; \
	  else echo "There is no Node.js 18 or later with npm here: the JavaScript is not tested." >&2; fi
	@$(BIN)/python -m compileall -q $(PACKAGES)
	$(PYTEST) $(ARGS)

test-fast: $(DEV_STAMP)
	$(PYTEST) $(FAST) $(ARGS)

test-javascript:
	node --test --test-reporter=spec tests/javascript/*.test.js

lint: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy --strict $(addprefix -p ,$(PACKAGES))
	@if $(HAS_NODE); then $(MAKE) --no-print-directory lint-javascript; \
	  else echo "There is no Node.js 18 or later with npm here: the JavaScript is not checked." >&2; fi

lint-javascript: $(NODE_STAMP)
	node_modules/.bin/eslint --max-warnings 0 companion tests eslint.config.js
	node_modules/.bin/tsc

has-node:
	@$(HAS_NODE) || { echo "There is no Node.js 18 or later with npm here; install both." >&2; exit 1; }

screenshots: $(DEV_STAMP)
	$(BIN)/python docs/screenshots.py

gallery: $(DEV_STAMP)
	$(BIN)/python docs/screenshots.py --all build/gallery

# Goes on where it stopped; what is proven already is not searched again.
openings: $(DEV_STAMP)
	$(BIN)/palago openings --folder docs/openings --page docs/openings.md $(ARGS)

# What is too long for `make test`; docs/reliability.md holds the figures.
campaign: $(DEV_STAMP)
	PALAGO_THOROUGH=all PALAGO_RANDOM_GAMES=1000 $(PYTEST)
	PALAGO_FLIPS=1000 PALAGO_KILL_ROUNDS=2000 $(BIN)/python -m pytest tests/companion/record/test_damage.py \
	  tests/companion/record/test_killed.py
	PALAGO_WATCH_KILLS=200 $(BIN)/python -m pytest tests/companion/live/test_killed_watch.py
	PALAGO_FAULTS=all PALAGO_TORN=500 $(BIN)/python -m pytest tests/end_to_end/test_faulty_disk.py \
	  tests/end_to_end/test_torn_writes.py
	PALAGO_FUZZ=100000 $(BIN)/python -m pytest tests/fuzzing
	PALAGO_LANGUAGES=all PALAGO_DEVICES=all $(BIN)/python -m pytest tests/browser/test_for_everybody.py \
	  tests/browser/test_whole_games.py
	PALAGO_PROOFS=all PALAGO_MUTATIONS=1000 $(BIN)/python -m pytest tests/rules/proofs
	PALAGO_SILENCE_SECONDS=600 $(BIN)/python -m pytest tests/end_to_end/test_silence.py
	$(BIN)/python -m benchmarks.siege --seconds 120
	$(BIN)/python -m benchmarks.viewers --seconds 600
	$(BIN)/python -m benchmarks.soak --minutes 120

accuracy: $(RUN_STAMP)
	@test -n "$(PHOTOS)" || { echo "Name the folder of labelled photos: make accuracy PHOTOS=DIR" >&2; exit 1; }
	$(BIN)/palago evaluate $(PHOTOS) --report docs/accuracy.md --pictures docs/pictures/accuracy --figures README.md

install: $(RUN_STAMP)

install-dev: $(DEV_STAMP)

# The environment is built once; it is brought up to date when the lists of requirements change.
$(VENV)/pyvenv.cfg:
	@command -v $(PYTHON) >/dev/null 2>&1 \
	  || { echo "There is no '$(PYTHON)' here: install Python 3.11 or later, or name yours with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "'$(PYTHON)' is $$($(PYTHON) --version 2>&1), but the companion needs 3.11 or later: name a newer one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "'$(PYTHON)' cannot make environments: install its venv module (on Debian and Ubuntu the package python3-venv)." >&2; exit 1; }
	@echo "Setting up an environment in $(VENV) (once; this takes a minute) ..." >&2
	@$(PYTHON) -m venv --clear $(VENV)

$(RUN_STAMP): $(VENV)/pyvenv.cfg requirements.txt pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_STAMP): $(RUN_STAMP) requirements-dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

$(NODE_STAMP): package.json package-lock.json
	@npm ci --loglevel error
	@touch $@

# The wheel has what is played with, and no training, test or made-up picture but the samples.
PYTHONS ?= $(PYTHON)
dist: $(RUN_STAMP)
	rm -rf build dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	rm -rf build
	.ci/bare dist/palago-*.whl $(PYTHONS)

clean:
	rm -rf $(VENV) node_modules build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
