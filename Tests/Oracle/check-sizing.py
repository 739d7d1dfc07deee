#!/usr/bin/env python3
"""Compares every title `hairspace pad --kit text` makes with an independent search.

For each face and size, each target from 1 pt to the limit in steps is asked of the command, by method exact with the alphabet
`fixed` and by method repeat with hair spaces, and compared with the best list found by plain dynamic programming over font units
(oracle.py): title, deviation, width, number of characters, composition. Targets are exact decimals and are compared as fractions,
so that a target half way between two sums is decided by arithmetic and not by rounding. Then a table in Markdown says how near
exact, hair spaces alone and greedy filling come.

Exit status 1 if anything differs; the first 20 differences are printed.
Needs Python 3.9, uharfbuzz and numpy: python3 -m pip install uharfbuzz numpy
"""

import argparse
import json
import statistics
import subprocess
import sys
from fractions import Fraction

from oracle import FACES, HAIR, Table, choose_faces, find_command, greedy, measure_spaces, repeat, steps, text_of

CHUNK = 2000


class Differences:
    def __init__(self):
        self.count = 0
        self.checked = 0

    def add(self, message):
        self.count += 1
        if self.count <= 20:
            print("differs:", message, file=sys.stderr)


def ask(command, face, size, method, targets):
    """The command's answers, one for each target, or a message saying why there are none."""
    options = ["--method", "repeat", "--spaces", "hair"] if method == "repeat" else []
    answers = []
    for start in range(0, len(targets), CHUNK):
        chunk = [text for text, _ in targets[start:start + CHUNK]]
        run = subprocess.run(
            [command, "pad", "--kit", "text", "--json", "--quiet", *face.arguments(), "--size", size, *options, *chunk],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if run.returncode:
            return f"exit status {run.returncode}: {run.stderr.decode(errors='replace').strip()[:300]}"
        try:
            objects = [json.loads(line) for line in run.stdout.decode().split("\n")[:-1]]
        except ValueError as error:
            return f"unreadable answer: {error}"
        if len(objects) != len(chunk):
            return f"{len(objects)} answers to {len(chunk)} targets"
        answers += objects
    return answers


def compare(where, answer, mix, sources, total, unit, target, differences):
    differences.checked += 1
    reached = total * unit
    expected = {
        "title": text_of(mix),
        "characters": sum(count for *_, count in mix),
        "composition": [(f"U+{character:04X}", count, sources[character]) for character, _, count in mix],
        "target": target, "width": reached, "textAdvance": reached, "deviation": reached - target,
    }
    wrong = []
    for key, value in expected.items():
        got = answer.get(key)
        if key == "composition":
            got = [(c.get("character"), c.get("count"), c.get("source")) for c in got or []]
            same = got == value
        elif isinstance(value, Fraction):
            same = isinstance(got, (int, float)) and abs(Fraction(got) - value) <= Fraction(1, 10 ** 9)
            value = float(value)
        else:
            same = got == value and isinstance(got, type(value))
        if not same:
            wrong.append(f"{key} is {got!a}, not {value!a}")
    if wrong:
        differences.add(f"{where}: " + "; ".join(wrong))


def summary(deviations, targets):
    """Largest |deviation| from 25 pt and where, below 25 pt and where, and the median of all."""
    sizes = [abs(d) for d in deviations]
    cells = []
    for part in ([i for i, (_, w) in enumerate(targets) if w >= 25], [i for i, (_, w) in enumerate(targets) if w < 25]):
        if part:
            worst = max(part, key=lambda i: sizes[i])
            cells += [f"{float(sizes[worst]):.4f}", targets[worst][0]]
        else:
            cells += ["", ""]
    return [*cells, f"{float(statistics.median(sizes)):.4f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--command", help="the hairspace command (default: the one built here)")
    parser.add_argument("--fonts", nargs="+", help="font files, or of: " + " ".join(f.key for f in FACES))
    parser.add_argument("--inter", help="where the bundled face's file lies, if not in Fonts/")
    parser.add_argument("--sizes", default="14,15,17,18")
    parser.add_argument("--step", default="0.05")
    parser.add_argument("--limit", default="300")
    parser.add_argument("--table-only", action="store_true", help="ask the command nothing, print the table")
    arguments = parser.parse_args()
    command = None if arguments.table_only else find_command(arguments.command)
    targets = list(steps("1", arguments.limit, arguments.step))
    differences = Differences()
    rows = []

    for face in choose_faces(arguments.fonts, arguments.inter):
        units_per_em, spaces = measure_spaces(face.path)
        sources = {space.character: space.source for space in spaces}
        pairs = [(space.character, space.advance) for space in spaces]
        hair = dict(pairs).get(HAIR)
        sizes = arguments.sizes.split(",")
        table = Table(pairs, max(Fraction(arguments.limit) * units_per_em / Fraction(size) for size in sizes))
        for size in sizes:
            unit = Fraction(size) / units_per_em
            sums = {"exact": [table.nearest(w / unit) for _, w in targets]}
            if hair:
                sums["repeat"] = [repeat(hair, w / unit) for _, w in targets]
            if command:
                for method, totals in sums.items():
                    answers = ask(command, face, size, method, targets)
                    if isinstance(answers, str):
                        differences.add(f"{face.label}, {size} pt, {method}: {answers}")
                        continue
                    for (text, target), total, answer in zip(targets, totals, answers):
                        mix = table.mix(total) if method == "exact" else [(HAIR, hair, total // hair)] if total else []
                        compare(f"{face.label}, {size} pt, {method}, {text}", answer, mix, sources, total, unit, target, differences)
            sums["greedy"] = [greedy(table.advances, w / unit) for _, w in targets]
            cells = [face.label, size]
            for method in ("exact", "repeat", "greedy"):
                totals = sums.get(method)
                cells += summary([s * unit - w for s, (_, w) in zip(totals, targets)], targets) if totals else [""] * 5
            rows.append(cells)

    print("Largest |deviation| in points, with the target where it occurs (the first, if several), and the median over all targets "
          f"(1 to {arguments.limit} pt, step {arguments.step}).")
    print("Greedy: largest first, never past the target, then one more of the narrowest if that is nearer.\n")
    columns = [f"{method}, {part}" for method in ("exact", "hair", "greedy") for part in
               ("from 25 pt", "at", "below 25 pt", "at", "median")]
    print("| face | size | " + " | ".join(columns) + " |")
    print("|---|--:|" + "--:|" * len(columns))
    for cells in rows:
        print("| " + " | ".join(cells) + " |")
    if command:
        print(f"\n{differences.checked} titles compared, {differences.count} differences")
    return 1 if differences.count else 0


if __name__ == "__main__":
    sys.exit(main())
