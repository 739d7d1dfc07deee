#!/usr/bin/env bash
# Fails when measuring takes more instructions than it should, under valgrind's callgrind: counts, unlike times, are the same on any
# machine. The tests' UI strings in the bundled face, the library's instructions as parts of raw HarfBuzz's in the same run.
#
# Needs   valgrind, and hairspace-benchmark and hairspace as `make instructions` builds them
set -euo pipefail
cd "$(dirname "$0")/.."

# The most that is let through, in thousandths of what the raw loop takes, a fifth and more above what was measured (see
# RESEARCH.md). The first pass of so few strings is spent on learning the face's rules, for three scripts.
most_first=550 most_second=12 most_batch=50
# The most for `pad 74`, in instructions.
most_pad=9000000

benchmark=${BENCHMARK:-.build/benchmarks/release/hairspace-benchmark}
command=${COMMAND:-.build/release/hairspace}
corpora=$(mktemp -d)
trap 'rm -rf "$corpora"' EXIT
# The corpus of the row `ui` goes by this name.
grep -v '^#' Tests/ShapingTests/Fixtures/ui-strings.tsv | cut -f 1 >"$corpora/ui-20000.txt"

# count WORD...: the instructions that a command takes. Swift seeds its hashes anew in each process otherwise.
count() {
  SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
    sed -nE 's/.*Collected : ([0-9]+).*/\1/p'
}

passes() { # passes SIDE NUMBER
  count "$benchmark" --side "$1" --font Fonts/InterVariable.ttf --rows ui --corpora "$corpora" --passes "$2"
}

failed=0
check() { # check NAME COUNT MOST
  echo "$1: $2, at most $3"
  if [ "$2" -gt "$3" ]; then
    echo "too many instructions: $1" >&2
    failed=1
  fi
}

raw=$(($(passes baseline 2) - $(passes baseline 1)))
none=$(passes library 0)
one=$(passes library 1)
two=$(passes library 2)
check "first pass, thousandths of raw HarfBuzz" $((1000 * (one - none) / raw)) $most_first
check "second pass, thousandths of raw HarfBuzz" $((1000 * (two - one) / raw)) $most_second

ten=$corpora/ten.txt twenty=$corpora/twenty.txt
for _ in {1..10}; do cat "$corpora/ui-20000.txt"; done >"$ten"
cat "$ten" "$ten" >"$twenty"
lines=$(($(count "$command" measure --quiet --file "$twenty") - $(count "$command" measure --quiet --file "$ten")))
check "measure --file, when warm, thousandths of raw HarfBuzz" $((100 * lines / raw)) $most_batch

check "pad 74, instructions" "$(count "$command" pad 74)" $most_pad
exit $failed
