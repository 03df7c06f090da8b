# SPDX-License-Identifier: MIT
#
# A front door: each target is one line that calls what does the work. CMake
# builds, CTest tests, the scripts in tools/ do the rest.

BUILD_DIR  = build
PREFIX     = /usr/local
DESTDIR    =
JOBS      := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

# The makefiles that CMake writes get their own number of jobs and none of this
# one's variables.
run = env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help build demo check lint install uninstall fuzz check-slow \
	check-cross check-portability check-sanitizers clean configure-tests peers

help:
	@echo 'make build             the command and the libraries, in $(BUILD_DIR)/'
	@echo 'make demo              build, then hash, check, damage and find'
	@echo 'make check             every test but the slow ones'
	@echo 'make lint              layout and static checks'
	@echo 'make install           PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)'
	@echo 'make uninstall         with the same PREFIX and DESTDIR'
	@echo 'make fuzz              each fuzzer for FUZZ_SECONDS=60'
	@echo
	@echo 'make check-slow        tests that need minutes'
	@echo 'make check-cross       other machines and lesser CPUs, emulated'
	@echo 'make check-portability compile for other systems'
	@echo 'make check-sanitizers  unit tests under ASan, UBSan and TSan'
	@echo 'make peers             measure beside other programs, minutes'
	@echo 'make clean             remove what was built'

build:
	@tools/setup build
	@test $(BUILD_DIR) != build -o -f build/Makefile || \
		$(run) cmake --preset release
	@$(run) cmake --build $(BUILD_DIR) --parallel $(JOBS) --target product

configure-tests:
	@tools/setup test
	@$(run) cmake --preset release -DASSAY_TESTS=ON
	@$(run) cmake --build build --parallel $(JOBS)

demo: build
	@tools/demo $(BUILD_DIR)/assay

check: configure-tests
	@$(run) ctest --preset release --parallel $(JOBS)

check-slow: configure-tests
	@$(run) ctest --preset slow

check-cross:
	@tools/setup cross
	@tests/cross/run $$(tests/cross/run --list)

check-portability:
	@tools/setup portability
	@$(run) tools/portability $(JOBS)

check-sanitizers:
	@tools/setup test
	@$(run) tools/sanitizers $(JOBS)

lint:
	@tools/setup lint
	@$(run) tools/lint $(JOBS)

fuzz:
	@tools/setup fuzz
	@$(run) tools/fuzz $(JOBS)

peers: build
	@$(run) peers/run $(BUILD_DIR)/assay build-peers

install: build
	@tools/install install '$(BUILD_DIR)' '$(PREFIX)' '$(DESTDIR)'

uninstall: build
	@tools/install uninstall '$(BUILD_DIR)' '$(PREFIX)' '$(DESTDIR)'

clean:
	rm -rf build build-*
