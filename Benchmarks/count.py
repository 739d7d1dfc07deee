#!/usr/bin/env python3
"""Counts the instructions that a string takes, the library's and the raw loop's, with valgrind's callgrind.

2,000 UI strings at 15 pt: `hairspace-benchmark --side` runs with no pass, with one and with two, and the differences are what a pass took, the
first (with all that is made ready on demand) and the second. The counts are the same in every run of one build to a few in a thousand.

Needs   Debian: valgrind
Run     python3 Benchmarks/count.py [--benchmark PATH] [--corpora FOLDER] [--row ROW] [--strings N] [FONT...]
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FONTS = [Path("/usr/share/fonts/opentype/inter/Inter-Regular.otf"), ROOT / "Fonts" / "InterVariable.ttf"]


def count(arguments: argparse.Namespace, side: str, font: Path, passes: int) -> int:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", arguments.benchmark, "--side", side, "--font", str(font), "--rows",
               arguments.row, "--corpora", arguments.corpora, "--strings", str(arguments.strings), "--passes", str(passes)]
    # Swift seeds its hashes anew in each process otherwise.
    ran = subprocess.run(command, env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}, capture_output=True, encoding="utf-8")
    found = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode != 0 or not found:
        raise SystemExit(f"status {ran.returncode}: {' '.join(command)}\n{ran.stderr[-500:]}")
    return int(found[1])


def main() -> int:
    parser = argparse.ArgumentParser(description="Counts the instructions that a string takes.")
    parser.add_argument("--benchmark", default=str(ROOT / ".build/benchmarks/release/hairspace-benchmark"), metavar="PATH")
    parser.add_argument("--corpora", default=str(ROOT / "Benchmarks/.corpora"), metavar="FOLDER")
    parser.add_argument("--row", default="ui", help="the row of hairspace-benchmark whose strings are measured (default: %(default)s)")
    parser.add_argument("--strings", type=int, default=2000, metavar="N")
    parser.add_argument("fonts", nargs="*", type=Path, default=FONTS, metavar="FONT")
    arguments = parser.parse_args()
    if not shutil.which("valgrind"):
        print("not counted: valgrind is missing: apt install valgrind")
        return 0
    print("| instructions a string | face | raw HarfBuzz | Hairspace | ratio |\n|---|---|--:|--:|--:|")
    for font in arguments.fonts:
        if not font.exists():
            print(f"not counted: {font} is missing")
            continue
        sides = []
        for side in ("baseline", "library"):
            none, one, two = (count(arguments, side, font, passes) for passes in range(3))
            sides.append(((one - none) / arguments.strings, (two - one) / arguments.strings))
        for name, theirs, ours in zip(("first pass", "second pass"), *sides):
            print(f"| {arguments.strings:,} strings, {name} | {font.name} | {theirs:,.0f} | {ours:,.0f} | {ours / theirs:.4f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
