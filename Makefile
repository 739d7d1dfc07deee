# Hairspace: two commands do all the set-up on a fresh machine that has only Swift.
#   make pad WIDTH=74     installs what is missing, builds, prints the title
#   make test             the same for the tests

WIDTH ?= 74
ARGUMENTS ?=
PREFIX ?= /usr/local
DESTDIR ?=

SYSTEM := $(shell uname -s)
RELEASE := .build/release/hairspace

.PHONY: pad build test sanitize install uninstall packages clean

# Standard output carries the title alone.
pad: build
	@$(RELEASE) pad $(WIDTH) $(ARGUMENTS)

# The Swift runtime is linked statically, so that the command runs where there is no Swift. So is libstdc++, which
# that runtime needs: loading it would take a third of the time of a short run. Fontconfig is loaded when it is needed.
build: packages
ifeq ($(SYSTEM),Linux)
	@mkdir -p .build/static
	@library=$$(clang -print-file-name=libstdc++.a 2>/dev/null); \
	  test -f "$$library" && ln -sf "$$library" .build/static/ || true
	@swift build -c release --product hairspace --static-swift-stdlib -Xlinker -L.build/static >&2
else
	@swift build -c release --product hairspace >&2
endif

test: packages
	swift test --disable-xctest

# The whole suite under the address and the thread sanitizer.
sanitize: packages
	LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.txt \
	  swift test --disable-xctest --sanitize=address --scratch-path .build/address
	swift test --disable-xctest --sanitize=thread --scratch-path .build/thread

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(RELEASE) "$(DESTDIR)$(PREFIX)/bin/hairspace"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/hairspace"

# Installs the packages that are missing, and does nothing when none is.
packages:
ifeq ($(SYSTEM),Linux)
	@command -v swift >/dev/null || { echo "make: Swift 6.2 or later is needed: https://www.swift.org/install" >&2; exit 1; }
	@missing=; \
	for package in libharfbuzz-dev libfreetype-dev libfribidi0 libfontconfig1 pkg-config; do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$sudo apt-get update >&2 && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$missing >&2; \
	fi
else
	@for package in harfbuzz freetype fribidi fontconfig pkgconf; do \
	  brew list $$package >/dev/null 2>&1 || brew install $$package >&2; \
	done
endif

clean:
	swift package clean
