# make play   install into .venv, serve the page and print its address; compiles the engine in the background
# make wheels  the package for this Python, in dist/
# make test-install  every way to install it (some minutes)
# make test   all tests (as root it installs Debian's Chromium, PostgreSQL and Redis if they are missing)
# make check  what a change may have broken: lint, types, and the tests of what changed (a minute)
# make prove  the tests in ten different environments (two hours, as root)
# make bench  speed, compared with other simulators
# make bench-bots  strength of the bots, against each other: plays what is missing (days; see benchmarks/README.md)
# make bench-research  speed and memory of the research interfaces, compared with others (five minutes)
# make bench-baselines  PPO and a small AlphaZero, from scratch, on each game
# make train-smoke  a minute of training, killed and resumed, and its tests (installs PyTorch if it is missing)
# make datasets  a small dataset of each game, with a card that describes it
# make bench-faults  kill every part of a server again and again while people play (a quarter of an hour)
# make bench-page  weight and speed of the table page
# make bench-review  how long the review of a game takes, and how large its page is (a few minutes)
# make bench-capacity  what a core, a gigabyte and a disk can carry (six minutes)
# make audit  known vulnerabilities of all dependencies
# make fuzz   coverage-guided fuzzing (a minute for each target)
# make mutation  mutation testing of the server (hours; MODULES="limits clocks": only some)
# make mutation-sample  the same with a few faults in each module (an hour; needs no mutmut)
# make bench-load  choices and viewers one server can carry, compared with boardgame.io's (a quarter of an hour)
# make bench-starve  how soon bots answer while one guest asks for too much (a minute and a half)
# make bench-soak MINUTES=60  whether a server's memory stays flat over many games
# make docs   the documentation as pages in build/docs
# make lock   pin the newest versions of all dependencies

PYTHON ?= python3
BIN := .venv/bin
# Always cache bytecode, whatever the environment says, in a folder apart from the sources.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/pycache
SEED ?= $(shell date +%s)
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --root-user-action=ignore
SOURCES := pyproject.toml setup.py $(shell find serai -name '*.py' -o -name '*.c')

.PHONY: play wheels test-install test test-everything test-postgresql test-long check prove lint browser bench bench-bots bench-faults bench-page bench-research bench-baselines datasets docs lock clean assets databases bench-capacity audit fuzz bench-load bench-starve bench-soak bench-review mutation mutation-sample train-smoke

# Serves at once; compiles what is missing in the background, which then takes over.
play: .venv/serai.done
	@if $(MAKE) -s -q .venv/build.done; then exec $(BIN)/serai serve; \
	else exec $(BIN)/python tools/play.py; fi

test: .venv/all.done browser databases
	@$(MAKE) -j 2 lint .venv/build.done
	@$(MAKE) -k -j 2 test-everything test-postgresql

test-everything:
	$(BIN)/pytest -n 3 --dist worksteal

# Beside the others, and shown when it is done.
test-postgresql:
	@mkdir -p build
	@$(BIN)/pytest -n 1 --database postgresql tests/server >build/postgresql.log 2>&1; \
	result=$$?; echo; cat build/postgresql.log; exit $$result

# From the sources, so that nothing need be compiled, with few random games.
check: lint .venv/serai.done
	@tests=$$($(BIN)/python tools/changed.py); test -z "$$tests" || \
	  SERAI_INTERPRETED=1 $(BIN)/pytest -n 3 --dist worksteal --games 5 $$tests

prove:
	$(PYTHON) tools/prove_tests.py

test-long: .venv/test.done .venv/build.done node_modules browser
	$(BIN)/pytest -n 3 --dist worksteal --long --seed $(SEED) --hypothesis-seed $(SEED)

# In environments of their own: neither is needed for anything else.
audit: node_modules
	@$(MAKE) -s .venv-audit/audit.done || echo "pip-audit could not be installed"
	@.venv-audit/bin/python tools/audit.py requirements/*.txt

mutation: .venv/mutation.done .venv/test.done .venv/build.done
	$(BIN)/python tools/mutation.py $(MODULES)

mutation-sample: .venv/test.done .venv/build.done
	$(BIN)/python tools/plant_faults.py $(MODULES)

fuzz: .venv/fuzz.done .venv/build.done
	$(BIN)/python tools/fuzz.py record notation form names headers thing --seconds 60

.venv-audit/audit.done: requirements/audit.txt
	@test -x .venv-audit/bin/python || $(PYTHON) -m venv .venv-audit
	.venv-audit/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r $<
	@touch $@

lint: .venv/test.done node_modules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy --cache-dir .mypy_cache/lint
	@! command -v npm >/dev/null || node_modules/.bin/tsc -p jsconfig.json

bench: .venv/bench.done .venv/build.done
	$(BIN)/serai bench --json benchmarks/results.json

bench-page: .venv/test.done .venv/build.done browser
	$(BIN)/python benchmarks/page.py --lighthouse --json benchmarks/page.json

bench-capacity: .venv/test.done .venv/build.done databases
	$(BIN)/python -m benchmarks.capacity --json benchmarks/capacity.json --page docs/explanation/capacity.md

bench-review: .venv/test.done .venv/build.done
	$(BIN)/python -m benchmarks.review --json benchmarks/review.json --page docs/explanation/reports/review.md

# Other batches stand beside ours where they can be installed.
bench-research: .venv/bench.done .venv/build.done
	@for other in pgx envpool; do $(BIN)/python -c "import $$other" 2>/dev/null || $(PIP) $$other \
	  || echo "$$other could not be installed"; done
	$(BIN)/python benchmarks/research.py

bench-baselines: .venv/all.done .venv/build.done
	@$(BIN)/python -c "import jax, optax" 2>/dev/null || $(PIP) "jax>=0.9" "optax>=0.2.6"
	$(BIN)/python benchmarks/baselines.py

datasets: .venv/all.done .venv/build.done
	@for game in yspahan istanbul morgenland; do \
	  $(BIN)/serai dataset $$game --bots net,level1,level2 --games 10 --part 10 --seed 1 --search 20 --net \
	    --out build/datasets/$$game || exit 1; done

bench-load: .venv/test.done .venv/build.done benchmarks/boardgameio/node_modules databases
	$(BIN)/python benchmarks/load.py

bench-starve: .venv/test.done .venv/build.done databases
	$(BIN)/python benchmarks/starve.py --json benchmarks/starve.json

bench-soak: .venv/test.done .venv/build.done
	$(BIN)/python -m benchmarks.soak --minutes $(or $(MINUTES),60)

benchmarks/boardgameio/node_modules: benchmarks/boardgameio/package-lock.json
	cd benchmarks/boardgameio && npm ci --ignore-scripts --no-audit --no-fund && touch node_modules

bench-bots: .venv/all.done .venv/build.done
	$(BIN)/python benchmarks/bots.py --json benchmarks/bots.json --page docs/explanation/reports/bots.md

train-smoke: .venv/test.done .venv/build.done
	@$(BIN)/python -c "import torch" 2>/dev/null || $(PIP) "torch>=2.6"
	$(BIN)/pytest tests/research/train_smoke.py tests/research/test_training.py

bench-faults: .venv/test.done .venv/build.done databases
	$(BIN)/python benchmarks/faults.py --json benchmarks/faults.json --page docs/explanation/reports/faults.md

docs: .venv/docs.done .venv/build.done
	SERAI_INTERPRETED=1 $(BIN)/sphinx-build -q -W -b html docs build/docs
	@echo "build/docs/index.html"

# Pinned dependencies, one stamp a set; each set can be added to the others. What serves the page is compiled to
# bytecode as it is imported, so that it serves at once.
.venv/%.done: requirements/%.txt
	@test -x $(BIN)/python || { echo "Making .venv …"; $(PYTHON) -m venv .venv; }
	@echo "Installing packages (requirements/$*.txt) …"
	@$(PIP) --no-compile --require-hashes -r $<
	@test $* = all || $(BIN)/python -m compileall -q -j 0 .venv/lib >/dev/null || true
	@touch $@

# The package itself: the files of this folder, not compiled.
.venv/serai.done: pyproject.toml serai/_version.py | .venv/all.done
	@echo "Installing serai …"
	@SERAI_COMPILE=0 $(PIP) --no-deps --no-build-isolation -e .
	@touch $@

# Compiled where there is a C compiler: what has changed since the last time, and what depends on it.
.venv/build.done: $(SOURCES) requirements/all.txt | .venv/serai.done
	@echo "Compiling the engine …"
	@mkdir -p build
	@$(BIN)/python setup.py -q build_ext --inplace >build/compile.log 2>&1 || { cat build/compile.log; false; }
	@SERAI_INTERPRETED=0 $(BIN)/serai info | grep -q ' compiled$$' || echo "It runs interpreted: build/compile.log says why."
	@touch $@

# For this Python, into dist/; tried in an empty environment, with no compiler.
wheels: .venv/all.done
	@echo "Building the package …"
	@rm -rf dist
	@$(BIN)/python -c "from setuptools import build_meta; build_meta.build_sdist('dist')" >/dev/null
	@$(BIN)/python -m pip wheel -q --no-deps --wheel-dir dist dist/*.tar.gz
	@$(BIN)/python tools/try_wheel.py dist/*.whl

# Every way to install it.
test-install: .venv/test.done
	$(BIN)/pytest tests/test_install.py --long

# Fonts and icons, from npm packages; what they give is committed. The scripts' types and axe come from there.
assets: node_modules
	$(PYTHON) tools/collect_assets.py

node_modules: package-lock.json
	@if command -v npm >/dev/null; then echo "Installing packages (npm) …"; \
	  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null && touch $@; \
	else echo "No npm here (apt-get install npm): types of the scripts and accessibility are not checked."; fi

# A Chromium for the tests in a browser: Debian's, where it may be installed. The one without a window is smaller
# and opens pages in a third of the time.
browser:
	@command -v chromium-headless-shell >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
	      chromium-headless-shell >/dev/null; \
	  else false; fi; \
	} || command -v chromium >/dev/null || \
	  echo "No Chromium here (apt-get install chromium-headless-shell, as root): tests in the browser are skipped."

# PostgreSQL and Redis (or Valkey), which the tests start themselves: Debian's, where they may be installed.
databases:
	@{ ls /usr/lib/postgresql/*/bin/initdb || command -v initdb; } >/dev/null 2>&1 \
	&& { command -v redis-server || command -v valkey-server; } >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
	      postgresql redis-server >/dev/null; \
	  else false; fi; \
	} || echo "No PostgreSQL or Redis here (apt-get install postgresql redis-server, as root): tests on them are skipped."

lock:
	@for set in all test bench docs fuzz; do \
	  uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header --no-annotate \
	    --python-version 3.11 --extra build --extra $$set -o requirements/$$set.txt --upgrade pyproject.toml; \
	done
	@echo pip-audit | uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  --python-version 3.11 -o requirements/audit.txt --upgrade -
	@echo mutmut | uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  --python-version 3.11 -c requirements/test.txt -o requirements/mutation.txt --upgrade -

clean:
	rm -rf .venv .venv-audit build dist ./*.egg-info
	find serai -name '*.so' -delete
