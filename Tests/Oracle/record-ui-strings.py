#!/usr/bin/env python3
"""Records Tests/ShapingTests/Fixtures/ui-strings.tsv: 2,000 words of user interfaces and their advances in the bundled Inter.

The words are names of territories, languages, months, days, units and currencies in CLDR, as Babel carries it. Each is of
one script: Latin, Greek or Cyrillic. Advances: the default instance at scale = units per em, and weight 500 in 1/1024 units.
Both are measured by uharfbuzz and by hb-shape; the script fails when they differ. The choice is the same on every run.

Needs   PyPI: Babel uharfbuzz fonttools; Debian: libharfbuzz-bin
Run     python3 Tests/Oracle/record-ui-strings.py [--check]
"""

import argparse
import random
import sys
from pathlib import Path

import babel
import uharfbuzz as hb
from babel import Locale
from babel.core import get_cldr_version
from fontTools import unicodedata as ucd

from shaping import COMMON, Face, command_version

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "ShapingTests" / "Fixtures"
BUNDLED = HERE.parent.parent / "Fonts" / "InterVariable.ttf"

LOCALES = """af az be bg bs ca cs cy da de el en eo es et eu fi fil fo fr fy ga gd gl hr hu id is it kk ky lb lt lv mk mn ms mt nb nl nn pl pt
pt_PT ro ru sk sl sq sr sr_Latn sv sw tg tr tt uk uz vi yo zu""".split()
WANTED = {"Latn": 1200, "Cyrl": 500, "Grek": 300}
SEED = 14


def words(locale: Locale) -> set[str]:
    result = {*locale.territories.values(), *locale.languages.values(), *locale.currencies.values()}
    for names in (locale.months, locale.days, locale.quarters):
        for contexts in names.values():
            for form in contexts.values():
                result.update(form.values())
    for unit in locale.unit_display_names.values():
        result.update(unit.values())
    for forms in locale._data["unit_patterns"].values():
        for patterns in forms.values():
            result.update(pattern.replace("{0}", "12") for pattern in patterns.values() if isinstance(pattern, str))
    return result


def choose(face: Face) -> dict[str, list[str]]:
    """Script to texts."""
    found = {script: set() for script in WANTED}
    for name in LOCALES:
        for word in words(Locale.parse(name)):
            scripts = {ucd.script(c) for c in word} - COMMON
            if not 2 <= len(word) <= 40 or len(scripts) != 1 or not scripts <= WANTED.keys():
                continue
            if word.strip() != word or "{" in word or any(ord(c) not in face.characters or ucd.category(c) in ("Cc", "Cf", "Zl", "Zp") for c in word):
                continue
            found[scripts.pop()].add(word)
    generator = random.Random(SEED)
    return {script: sorted(generator.sample(sorted(found[script]), count)) for script, count in WANTED.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description="Records ui-strings.tsv.")
    parser.add_argument("--check", action="store_true", help="compare with the file there is, write nothing")
    arguments = parser.parse_args()
    face = Face(BUNDLED)
    rows, complaints = [], []
    default, medium = face.parse("-"), face.parse("wght=500")
    for script, texts in choose(face).items():
        columns = []
        for options in (default, medium):
            font = face.font(options)
            answers = [face.shape(text, options, font) for text in texts]
            for text, mine, theirs in zip(texts, answers, face.command_shape_lines(texts, options, script)):
                if mine != theirs or mine.missing:
                    complaints.append(f"{text}: {mine} {theirs}")
            columns.append([answer.ticks for answer in answers])
        rows += [f"{text}\t{one}\t{two}" for text, one, two in zip(texts, *columns)]
    header = [
        f"# Made by Tests/Oracle/record-ui-strings.py with uharfbuzz {hb.__version__} (HarfBuzz {hb.version_string()}) and hb-shape (HarfBuzz {command_version()}); do not edit.",
        f"# Words: CLDR {get_cldr_version()} by Babel {babel.__version__}, under the Unicode License v3 (Faces/LICENSES/Unicode.txt).",
        "# Face: the bundled Inter 4.1. One script a text: Latin, Cyrillic or Greek; no language.",
        "# text\tadvance in units, default instance\tadvance in 1/1024 units at wght=500",
    ]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    licence = (Path(babel.__file__).parent / "locale-data" / "LICENSE.unicode").read_text(encoding="utf-8")
    files = {FIXTURES / "ui-strings.tsv": "\n".join(header + rows) + "\n", FIXTURES / "Faces" / "LICENSES" / "Unicode.txt": licence}
    if arguments.check:
        same = all(path.read_text(encoding="utf-8") == text for path, text in files.items())
        print("same" if same else "differs")
        return 0 if same and not complaints else 1
    if not complaints:
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
    print(f"{len(rows)} texts, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
