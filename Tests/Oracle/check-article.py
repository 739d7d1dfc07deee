#!/usr/bin/env python3
"""Checks that `hairspace pad`, as it comes, is the article's formula to the letter.

The kit `article` takes floor(max(0, W - 30) * 1.1 / advance) hair spaces at 14 pt, computed in IEEE doubles in exactly that order,
with advance = units * 14 / units per em. Widths 0, 0.1, … 1000, and each width at which the first 800 counts begin together with the
doubles beside it (there any other order of operations shows), in a face with its own hair space, another, and one whose hair space
HarfBuzz makes. Below 30 the title is empty, with a warning and status 0.

Exit status 1 if anything differs; the first 20 differences are printed.
Needs Python 3.9, uharfbuzz and numpy: python3 -m pip install uharfbuzz numpy
"""

import argparse
import json
import math
import subprocess
import sys

from oracle import FACES, HAIR, choose_faces, find_command, measure_spaces, steps

CHUNK = 2000


def expected_count(width, units, units_per_em):
    advance = units * 14.0 / units_per_em
    return math.floor(max(0.0, width - 30.0) * 1.1 / advance)


def thresholds(units, units_per_em):
    for count in range(1, 801):
        width = 30.0 + count * (units * 14.0 / units_per_em) / 1.1
        yield from map(repr, (math.nextafter(width, 0.0), width, math.nextafter(width, math.inf)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--command", help="the hairspace command (default: the one built here)")
    parser.add_argument("--fonts", nargs="+", default=["inter", "dejavu", "liberation"],
                        help="font files, or of: " + " ".join(f.key for f in FACES))
    parser.add_argument("--inter", help="where the bundled face's file lies, if not in Fonts/")
    arguments = parser.parse_args()
    command = find_command(arguments.command)
    checked, differences = 0, []

    for face in choose_faces(arguments.fonts, arguments.inter):
        units_per_em, spaces = measure_spaces(face.path, [HAIR])
        if not spaces:
            raise SystemExit(f"{face.label} has no hair space and none can be made for it")
        units, source = spaces[0].advance, spaces[0].source
        widths = [text for text, _ in steps("0", "1000", "0.1")] + list(thresholds(units, units_per_em))
        for start in range(0, len(widths), CHUNK):
            chunk = widths[start:start + CHUNK]
            run = subprocess.run([command, "pad", "--json", *face.arguments(), *chunk],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            where = f"{face.label}, {chunk[0]} to {chunk[-1]}"
            if run.returncode:
                differences.append(f"{where}: exit status {run.returncode}: {run.stderr.decode(errors='replace').strip()[:300]}")
            try:
                answers = [json.loads(line) for line in run.stdout.decode().split("\n")[:-1]]
            except ValueError as error:
                differences.append(f"{where}: unreadable answer: {error}")
                continue
            if len(answers) != len(chunk):
                differences.append(f"{where}: {len(answers)} answers to {len(chunk)} widths")
                continue
            for text, answer in zip(chunk, answers):
                checked += 1
                width = float(text)
                count = expected_count(width, units, units_per_em)
                advance = count * units * 14.0 / units_per_em
                wrong = []
                if answer.get("title") != chr(HAIR) * count:
                    wrong.append(f"title is {len(answer.get('title') or '')} characters, not {count} hair spaces")
                if answer.get("characters") != count:
                    wrong.append(f"characters is {answer.get('characters')}, not {count}")
                composition = [(c.get("character"), c.get("count"), c.get("source")) for c in answer.get("composition") or []]
                if composition != ([("U+200A", count, source)] if count else []):
                    wrong.append(f"composition is {composition}")
                for key, value in (("textAdvance", advance), ("width", 30 + advance / 1.1), ("deviation", 30 + advance / 1.1 - width)):
                    got = answer.get(key)
                    if not isinstance(got, (int, float)) or abs(got - value) > 1e-9:
                        wrong.append(f"{key} is {got}, not {value}")
                if answer.get("method") != "article" or answer.get("kit") != "article":
                    wrong.append(f"method {answer.get('method')}, kit {answer.get('kit')}")
                if width < 30 and not answer.get("warnings"):
                    wrong.append("no warning")
                if wrong:
                    differences.append(f"{face.label}, {text}: " + "; ".join(wrong))

    for difference in differences[:20]:
        print("differs:", difference, file=sys.stderr)
    print(f"{checked} titles compared, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
