#!/usr/bin/env python3
"""Compares `hairspace measure` with an independent splitter and uharfbuzz (runs.py), text by text, exactly.

Texts: the hand-made ones of traps.py; a file, one a line (make-mixed.py makes a list); random ones of troublesome characters. Faces are the
first and its fallbacks, in order; without --fonts, the bundled Inter and Debian's Noto faces.

Needs   PyPI: uharfbuzz fonttools regex; Debian: libicu72, and without --fonts: fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
Run     swift build -c release --product hairspace
        python3 Tests/Oracle/make-mixed.py mixed.txt
        python3 Tests/Oracle/check-runs.py --command .build/release/hairspace --texts mixed.txt [--random N] [--seed N]
                [--fonts FIRST FALLBACK...] [--size PT] [--tracking V] [--letter-spacing PT] [--show N]
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from fractions import Fraction
from pathlib import Path

import uharfbuzz as hb
from fontTools import unicodedata as ucd

from runs import Measured, RunFace, Spacing, age, is_strong, measure
from shaping import LINE_ENDS
from traps import TRAPS

BUNDLED = Path(__file__).resolve().parents[2] / "Fonts" / "InterVariable.ttf"
NOTO = Path("/usr/share/fonts/truetype/noto")
FALLBACKS = [*(NOTO / f"NotoSans{name}-Regular.ttf" for name in """Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam
             Sinhala Thai Lao Myanmar Georgian Armenian Ethiopic Khmer Syriac Thaana Symbols Symbols2""".split()),
             Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"), NOTO / "NotoColorEmoji.ttf"]
TOLERANCE = Fraction(1, 10**9)


def answers(command: str, options: list[str], texts: list[str]) -> list[dict]:
    """What the command says of each text: by --file, or by --unicodes where a text holds what would end or change a line of a file."""
    plain = [t for t in texts if t and not any(unicodedata.category(c) in ("Cc", "Zl", "Zp", "Cs") for c in t)]
    others = [t for t in texts if t not in set(plain)]
    found = {}
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write("".join(text + "\n" for text in plain))
        file.flush()
        batches = [(plain, [command, "measure", "--file", file.name, *options])] if plain else []
        for start in range(0, len(others), 200):
            batch = others[start:start + 200]
            batches.append((batch, [command, "measure", *options, *(f"--unicodes={' '.join(f'{ord(c):04X}' for c in text)}" for text in batch)]))
        for batch, line in batches:
            done = subprocess.run(line, capture_output=True, encoding="utf-8")
            if done.returncode != 0:
                raise SystemExit(f"status {done.returncode}: {done.stderr.strip()}")
            parsed = [json.loads(answer) for answer in done.stdout.split("\n") if answer]
            if len(parsed) != len(batch):
                raise SystemExit(f"{len(parsed)} answers for {len(batch)} texts")
            found.update(zip(batch, parsed))
    return [found[text] for text in texts]


def random_texts(count: int, seed: int) -> list[str]:
    """Of the characters of the hand-made texts and of others that have Script_Extensions, a bidi class of their own or a mate."""
    generator = random.Random(seed)
    pool = sorted({c for text in TRAPS for c in text} - set(LINE_ENDS) - {"\x0b", "\x1c"})
    # Debian's FriBidi knows Unicode 13: to it a bracket of Unicode 14 is an unassigned character, which is a strong one.
    pool += sorted(chr(c) for c in range(0x3400) if age(chr(c)) <= 13 and (len(ucd.script_extension(chr(c))) > 1 or unicodedata.category(chr(c)) in ("Ps", "Pe", "Pi", "Pf")))
    pool += list("()[]AVTabc12 .,-") * 8
    return ["".join(generator.choices(pool, k=generator.randint(1, 12))) for _ in range(count)]


def near(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) <= TOLERANCE * max(1, abs(other))


def differences(text: str, mine: Measured, theirs: dict, first: RunFace, size: Fraction) -> list[str]:
    result = []
    units = Fraction(str(theirs["advanceUnits"]))
    if not near(units, mine.units):
        result.append(f"advanceUnits {float(units)}, expected {float(mine.units)}")
    if not near(Fraction(str(theirs["advance"])), mine.units / first.upem * size):
        result.append(f"advance {theirs['advance']}, expected {float(mine.units / first.upem * size)}")
    for key, value in (("text", text), ("lines", mine.lines), ("missing", mine.missing)):
        if theirs[key] != value:
            result.append(f"{key} {theirs[key]!r}, expected {value!r}")
    return result


def label(text: str) -> str:
    found = sorted({ucd.script(c) for c in text if is_strong(ucd.script(c))})
    return found[0] if len(found) == 1 else "several" if found else "none"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares hairspace measure with uharfbuzz, split into runs independently.")
    parser.add_argument("--command", required=True)
    parser.add_argument("--texts", type=Path, help="one text a line; besides the hand-made ones")
    parser.add_argument("--random", type=int, default=0, help="how many random texts besides")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fonts", type=Path, nargs="+", default=[BUNDLED, *FALLBACKS])
    parser.add_argument("--size", default="15")
    parser.add_argument("--tracking", help="1/1000 em")
    parser.add_argument("--letter-spacing", help="points")
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    arguments = parser.parse_args()

    first, *fallbacks = arguments.fonts
    options = ["--json", "--size", arguments.size, "--font", str(first)]
    for fallback in fallbacks:
        options += ["--fallback", str(fallback)]
    if arguments.tracking is not None:
        options.append(f"--tracking={arguments.tracking}")
    if arguments.letter_spacing is not None:
        options.append(f"--letter-spacing={arguments.letter_spacing}")
    spacing = Spacing(Fraction(arguments.tracking or 0), None if arguments.letter_spacing is None else Fraction(arguments.letter_spacing))
    size = Fraction(arguments.size)

    texts = list(TRAPS)
    if arguments.texts:
        texts += arguments.texts.read_text(encoding="utf-8").rstrip("\n").split("\n")
    texts = list(dict.fromkeys(texts + random_texts(arguments.random, arguments.seed)))
    faces = [RunFace(path) for path in arguments.fonts]
    total, bad, with_runs, with_fallback = Counter(), Counter(), 0, 0
    for text, theirs in zip(texts, answers(arguments.command, options, texts)):
        mine = measure(text, faces, size, spacing)
        total[label(text)] += 1
        runs = [run for line in mine.runs for run in line]
        with_runs += len(runs) > 1
        with_fallback += any(run.face for run in runs)
        complaints = differences(text, mine, theirs, faces[0], size)
        if complaints:
            bad[label(text)] += 1
            if sum(bad.values()) <= arguments.show:
                print(f"{text!r}: {'; '.join(complaints)}")
                for line in mine.runs:
                    print("    " + " ".join(map(str, line)))
    print(f"{'script':<8}{'texts':>8}{'differ':>8}")
    for script, count in total.most_common():
        print(f"{script:<8}{count:>8}{bad[script]:>8}")
    print(f"{sum(total.values())} texts, {with_runs} of more than one run, {with_fallback} with a fallback face, HarfBuzz {hb.version_string()}: "
          f"{sum(bad.values())} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
