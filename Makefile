# Hairspace: two commands do all the set-up on a fresh machine that has only Swift.
#   make pad WIDTH=74     installs what is missing, builds, prints the title
#   make test             the same for the tests

WIDTH ?= 74
ARGUMENTS ?=
PREFIX ?= /usr/local
DESTDIR ?=

SYSTEM := $(shell uname -s)
RELEASE := .build/release/hairspace

.PHONY: pad build test sanitize fuzz fuzz-corpus fuzz-merge fuzz-build mutated-fonts benchmark instructions install uninstall packages clean

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

# Each fuzz target for SECONDS, from the checked-in corpus on, under the address sanitizer; see Fuzz/README.md. What is found is
# kept in .build/fuzz-found, so that the next run goes on from there.
FUZZ_TARGETS ?= arguments text font trak
SECONDS ?= 60
FUZZ_OPTIONS ?=
FUZZ_FOUND := $(CURDIR)/.build/fuzz-found
# The working folder has faces for the command lines to name, fontconfig has none; leaks are told of, as the tests' are.
FUZZ_RUN = cd Tests/ShapingTests/Fixtures/Faces && env SWIFT_BACKTRACE=enable=no \
  FONTCONFIG_SYSROOT=$(CURDIR)/Fuzz FONTCONFIG_FILE=/fonts.conf LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.txt \
  $(CURDIR)/.build/fuzz/release/$$target -rss_limit_mb=4096 -timeout=20 -artifact_prefix=$(FUZZ_FOUND)/$$target-

fuzz: fuzz-build
	@set -e; for target in $(FUZZ_TARGETS); do \
	  echo "== $$target, $(SECONDS) seconds"; mkdir -p $(FUZZ_FOUND)/$$target; \
	  ($(FUZZ_RUN) -max_len=8192 -max_total_time=$(SECONDS) -print_final_stats=1 $(FUZZ_OPTIONS) \
	    $(FUZZ_FOUND)/$$target $(CURDIR)/Fuzz/Corpus/$$target); \
	done

# The checked-in corpus alone, in seconds.
fuzz-corpus: fuzz-build
	@set -e; mkdir -p $(FUZZ_FOUND); for target in $(FUZZ_TARGETS); do \
	  echo "== $$target"; ($(FUZZ_RUN) -runs=0 $(CURDIR)/Fuzz/Corpus/$$target); \
	done

# Takes into the checked-in corpus what reaches code that nothing there reaches, as few and as small inputs as will do.
fuzz-merge: fuzz-build
	@set -e; for target in $(FUZZ_TARGETS); do \
	  mkdir -p $(FUZZ_FOUND)/$$target; \
	  ($(FUZZ_RUN) -set_cover_merge=1 -use_counters=0 -max_len=3000 $(CURDIR)/Fuzz/Corpus/$$target $(FUZZ_FOUND)/$$target); \
	done

# Measures with COUNT damaged copies of the tests' faces: each has to measure as the sound one, or be refused.
COUNT ?= 100000
SEED ?= 2027
MUTATED := EBGaramond.otf NotoSans.ttf LegacyKern.ttf Kern.ttf Variable.ttf InterBeta.ttf NotoSansCJK.ttc SpaceKern.woff SpaceKern.woff2 \
  NotoSansArabic.ttf NotoSansDevanagari.ttf Cantarell.otf DejaVuSans.ttf Roboto.ttf

mutated-fonts: build
	@swift build --package-path Fuzz --scratch-path .build/mutated -c release --product mutated-fonts >&2
	@.build/mutated/release/mutated-fonts --command $(CURDIR)/$(RELEASE) --count $(COUNT) --seed $(SEED) \
	  $(addprefix Tests/ShapingTests/Fixtures/Faces/,$(MUTATED))

# SwiftPM's two options alone leave out the instruments of the first; @testable needs the last.
fuzz-build: packages
	@set -e; for target in $(FUZZ_TARGETS); do \
	  swift build --package-path Fuzz --scratch-path .build/fuzz -c release --product $$target --sanitize=fuzzer \
	    --sanitize=address -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing; \
	done

# The library against the installed HarfBuzz, as tables for RESEARCH.md; see Benchmarks/README.md. Installs nothing: what is missing is
# said. PEERS=1 times what else measures text, too.
PYTHON ?= python3
ROUNDS ?= 5
PEERS ?=
BENCHMARK_OPTIONS ?=
BENCHMARK = .build/benchmarks/release/hairspace-benchmark
# Linked as the command is. Without debug information, which valgrind cannot read in a file so linked.
ifeq ($(SYSTEM),Linux)
BENCHMARK_LINK = -debug-info-format none --static-swift-stdlib -Xlinker -L$(CURDIR)/.build/static
endif

benchmark:
	@command -v swift >/dev/null || { echo "make: Swift 6.2 or later is needed: https://www.swift.org/install" >&2; exit 1; }
	@missing=$$($(MISSING)); [ -z "$$missing" ] || { echo "make: missing:$$missing (make packages installs them)" >&2; exit 1; }
	@test -f Benchmarks/.corpora/latin-390000.txt || $(PYTHON) Benchmarks/make-corpora.py >&2
	@command -v hb-shape >/dev/null || echo "make: without hb-shape a row is missing: apt install libharfbuzz-bin" >&2
	@$(MAKE) --no-print-directory build
	@swift build --package-path Benchmarks --scratch-path .build/benchmarks -c release $(BENCHMARK_LINK) >&2
	@$(BENCHMARK) --rounds $(ROUNDS) $(BENCHMARK_OPTIONS)
	@echo; $(PYTHON) Benchmarks/count.py
ifneq ($(PEERS),)
	@echo; $(PYTHON) Benchmarks/peers.py --rounds $(ROUNDS)
endif

# Fails when measuring takes more instructions than it should; see Benchmarks/guard.sh.
instructions: packages
ifeq ($(SYSTEM),Linux)
	@command -v valgrind >/dev/null || { sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$sudo apt-get update >&2 && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends valgrind >&2; }
endif
	@$(MAKE) --no-print-directory build
	@swift build --package-path Benchmarks --scratch-path .build/benchmarks -c release $(BENCHMARK_LINK) >&2
	@Benchmarks/guard.sh

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(RELEASE) "$(DESTDIR)$(PREFIX)/bin/hairspace"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/hairspace"

# Prints the packages that are missing, each after a space.
ifeq ($(SYSTEM),Linux)
MISSING = for package in libharfbuzz-dev libfreetype-dev libfribidi0 libfontconfig1 pkg-config; do \
	    dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || printf ' %s' $$package; \
	  done
else
MISSING = for package in harfbuzz freetype fribidi fontconfig pkgconf; do \
	    brew list $$package >/dev/null 2>&1 || printf ' %s' $$package; \
	  done
endif

# Installs the packages that are missing, and does nothing when none is.
packages:
ifeq ($(SYSTEM),Linux)
	@command -v swift >/dev/null || { echo "make: Swift 6.2 or later is needed: https://www.swift.org/install" >&2; exit 1; }
	@missing=$$($(MISSING)); \
	if [ -n "$$missing" ]; then \
	  sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$sudo apt-get update >&2 && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$missing >&2; \
	fi
else
	@missing=$$($(MISSING)); [ -z "$$missing" ] || brew install $$missing >&2
endif

clean:
	swift package clean
