# The commands of this repository; `make help` lists them.
# PYTHON names the interpreter for .venv: make PYTHON=python3.12 demo

PYTHON ?= python3
BIN := $(CURDIR)/.venv/bin
SOURCES_CPP := $(wildcard cpp/*/*.cc cpp/*/*.h bench/*.cc bench/*.c rust/capi/include/*.h rust/capi/tests/*.[ch] \
  rust/capi/tests/*.cc rust/capi/tests/*/*.c examples/c/*.[ch])
STUBS := $(patsubst python/trictrac_spiel/%.pyi,trictrac_spiel.%,$(wildcard python/trictrac_spiel/_*.pyi))
export PATH := $(BIN):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-cpp test-capi test-python lint format bench perft gen ladder messages test-release docs release champion openings capi

help:  ## list the commands
	@sed -n 's/^\([a-z][a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

demo: setup  ## set everything up, then show the game, a match and a short training
	@"$(BIN)"/python scripts/demo.py

test:  ## set everything up, then run all checks and tests (what CI runs)
	@$(PYTHON) scripts/setup.py --tests
	@$(MAKE) --no-print-directory lint
	cargo test --workspace --locked --quiet
	"$(BIN)"/python bench/instructions.py --check
	@$(MAKE) --no-print-directory test-cpp test-capi test-python

test-cpp:  # the C++ tests, in the wheel's build folder
	cmake --build build/cmake --target cpp_tests
	ctest --test-dir build/cmake --output-on-failure

capi:  ## build the C interface: build/capi/include and build/capi/lib
	@command -v cmake >/dev/null || { echo "CMake is needed; make setup would install it in .venv"; exit 1; }
	@echo "==> the C interface, into build/capi/include and build/capi/lib"
	@mkdir -p build/logs
	@cmake -S rust/capi -B build/capi/cmake $(CAPI_OPTIONS) >build/logs/capi.log
	@cmake --build build/capi/cmake >>build/logs/capi.log
	@cmake --install build/capi/cmake --prefix build/capi >>build/logs/capi.log

test-capi:  # the C interface from C, C++, Python and Go, with sanitizers and valgrind
	@$(MAKE) --no-print-directory capi CAPI_OPTIONS=-DTRICTRAC_CAPI_TESTS=ON
	ctest --test-dir build/capi/cmake --output-on-failure

# From another folder, so that the installed wheel is tested and not the source tree.
test-python:
	@mkdir -p build/elsewhere
	cd build/elsewhere && "$(BIN)"/python -m pytest -c "$(CURDIR)/pyproject.toml" "$(CURDIR)/tests" $(ARGS)

bench: setup  ## measure engine and game side by side with OpenSpiel's own games
	@echo "==> the benchmark programs"
	@cmake --build build/cmake --target openspiel_bench >build/logs/openspiel_bench.log 2>&1 \
	  || { cat build/logs/openspiel_bench.log; exit 1; }
	@cargo bench --locked --quiet -p trictrac-play --bench engine --no-run
	@cargo build --release --locked --quiet -p trictrac-play --example playouts
	@"$(BIN)"/python bench/run.py $(ARGS)
	@"$(BIN)"/python bench/batched.py
	@$(MAKE) --no-print-directory capi
	@cargo build --release --locked --quiet -p trictrac-env --example random_games
	@$(CC) -O2 -Ibuild/capi/include -Iexamples/c bench/c_interface.c build/capi/lib/libtrictrac.a \
	  -lgcc_s -lm -o build/capi/c_interface_bench
	@"$(BIN)"/python bench/c_interface.py

perft:  ## count the tree of the game: make perft ARGS="--depth 3 --divide"
	cargo run --release --locked --quiet --example perft -- $(ARGS)

setup:  ## make .venv, build the wheel and install it there
	@$(PYTHON) scripts/setup.py

messages:  ## find new messages for people, and compile the catalogues
	"$(BIN)"/python scripts/messages.py

test-release:  ## the slow tests: browser, server load, sdist, torch, long fuzzing, sanitizers
	@$(PYTHON) scripts/setup.py --tests --browser --torch
	@mkdir -p build/elsewhere
	cd build/elsewhere && "$(BIN)"/python -m pytest -c "$(CURDIR)/pyproject.toml" "$(CURDIR)/tests/release" $(ARGS)
	cd build/elsewhere && ../torch/bin/python -m pytest -c "$(CURDIR)/pyproject.toml" "$(CURDIR)/tests/release/torch"
	FUZZ_TIMES=50 cargo test --release --locked --quiet -p trictrac-store --test proof fuzz
	cmake -S . -B build/sanitized -G Ninja -DTRICTRAC_PLUGIN=OFF -DTRICTRAC_TESTS=ON \
	  -DCMAKE_CXX_FLAGS="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined"
	cmake --build build/sanitized --target trictrac_test
	@# pyspiel.so is not instrumented and keeps its registries until the end.
	ASAN_OPTIONS=detect_leaks=0:detect_container_overflow=0 build/sanitized/trictrac_test

release: setup  ## build the source distribution and the wheel, and check both
	@"$(BIN)"/python scripts/release.py

docs: setup  ## build the documentation as a site in build/site
	@$(PYTHON) scripts/setup.py --docs
	@"$(BIN)"/mkdocs build --quiet --strict
	@echo "==> build/site/index.html"

lint:  ## check formats, clippy, ruff, mypy, stubs and the crates' pages
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
	"$(BIN)"/clang-format --dry-run -Werror $(SOURCES_CPP)
	"$(BIN)"/ruff check --quiet .
	"$(BIN)"/ruff format --check --quiet .
	"$(BIN)"/mypy
	PYTHONSAFEPATH=1 "$(BIN)"/stubtest --concise --mypy-config-file pyproject.toml \
	  --allowlist scripts/stubs.allow --ignore-unused-allowlist $(STUBS)
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet

format:  ## format all sources
	cargo fmt --all
	"$(BIN)"/clang-format -i $(SOURCES_CPP)
	"$(BIN)"/ruff check --quiet --fix .
	"$(BIN)"/ruff format --quiet .

gen: setup  ## make golden playthroughs and the pages made from code anew; review their diff
	"$(BIN)"/python scripts/encoding.py
	"$(BIN)"/python scripts/api.py
	"$(BIN)"/python scripts/first_hole.py
	"$(BIN)"/python scripts/notebook.py
	"$(BIN)"/python -m trictrac_spiel.run open_spiel.python.examples.playthrough \
	  --update_path=tests/data/playthroughs

ladder: setup  ## measure the players against each other and write docs/ladder.md
	"$(BIN)"/python scripts/ladder.py $(ARGS)


# For the processor at hand: it computes the same and takes half the time.
champion:  ## teach the shipped value network anew, from nothing (an hour on two cores)
	RUSTFLAGS="-C target-cpu=native" cargo run --release --locked --quiet -p spiel_bot \
	  --target-dir target/native --bin td_train -- rust/search/weights/champion.bin $(ARGS)

openings: setup  ## ask the network about openings, hold or go, the corner: docs/openings.md
	"$(BIN)"/python scripts/openings.py $(ARGS)
