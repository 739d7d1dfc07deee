#!/usr/bin/env python3
"""Records Tests/ShapingTests/Fixtures/runs.tsv: texts of several directions, scripts and faces, and their advances.

The texts are the hand-made ones of traps.py, some of them again with other faces, tracking or letter-spacing, and a few of
the list of make-mixed.py. They are split by the rules of runs.py. Each run is measured by uharfbuzz and by hb-shape; the script
fails when they differ, or when a run that a subset has whole measures otherwise in the face that the subset was cut from.

Needs   PyPI: Babel uharfbuzz fonttools regex brotli; Debian: libicu72 libharfbuzz-bin fonts-dejavu-core fonts-noto-core fonts-noto-cjk
        fonts-noto-color-emoji
Run     python3 Tests/Oracle/record-runs.py [--fonts /usr/share/fonts] [--check]
"""

import argparse
import importlib.util
import random
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import babel
import uharfbuzz as hb
from babel.core import get_cldr_version
from fontTools import unicodedata as ucd

from runs import RunFace, Spacing, measure, split
from shaping import command_version, glyphs_of, lines_of, run
from traps import FAMILY, FLAG, TRAPS

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "ShapingTests" / "Fixtures"
BUNDLED = HERE.parent.parent / "Fonts" / "InterVariable.ttf"

ARABIC, HEBREW, DEVANAGARI, JAPANESE = "NotoSansArabic.ttf", "NotoSansHebrew.ttf", "NotoSansDevanagari.ttf", "NotoSansCJKjp.otf"
EMOJI, DEJAVU = "NotoColorEmoji.ttf", "DejaVuSans.ttf"
ALL = (ARABIC, HEBREW, DEVANAGARI, JAPANESE, EMOJI)
SEED = 15
LISTED = 24

MIXED = ["Delete \u0633\u0644\u0627\u0645 12", "\u05D0 (Ab) \u05D1", FAMILY + "Ab" + FLAG, "\u0633\u064E\u0651\u0645 fi", "\u0915\u094D\u0924\u093F Ab", "\u6F22\u5B57\u304B\u306ATo",
         "e\u0301\u05D0\u05B7", "\u0644\u0627 \u200B\u2060a", "\u0633\u200C\u0627", " \u05D0  ", "\u0633\nAb cd\r\n\u05D0", ""]
MARKED = ["e\u0301", "x\u0301", "\u05D0e\u0301", "a\u030A", "\u00E9 \u0633\u0301", "o\u0301x\u0323", "fi \u05D0", "\u2764\uFE0F", "\u2764\uFE0E \u0633", "AVAT \u05D0 To", "a\u0431\u0633"]

CASES = [(text, "bundled", ALL, "-", "15") for text in TRAPS]
CASES += [(text, DEJAVU, ("bundled", *ALL), "-", "15") for text in MARKED]
CASES += [(text, DEJAVU, (), "-", "15") for text in MARKED]
CASES += [(text, "bundled", (), "-", "17") for text in MIXED]
CASES += [(text, ARABIC, ("bundled", HEBREW, EMOJI), "-", "12.5") for text in MIXED]
CASES += [(text, "bundled", (EMOJI, JAPANESE, DEVANAGARI, DEJAVU, HEBREW, ARABIC), "-", "15") for text in MIXED]
CASES += [(text, "bundled", ALL, options, "15") for options in ("tracking=20", "tracking=-12.5", "letter-spacing=0.37", "letter-spacing=-0.2") for text in MIXED]
CASES += [(text, ARABIC, ("bundled", HEBREW), "tracking=33", "15") for text in MIXED[:4]]


def module(file: str):
    spec = importlib.util.spec_from_file_location(file.replace("-", "_"), HERE / f"{file}.py")
    result = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(result)
    return result


@cache
def face(name: str) -> RunFace:
    return RunFace(BUNDLED if name == "bundled" else FIXTURES / "Faces" / name)


def listed() -> list[tuple]:
    """Of the list, texts of several runs that lack least, each of scripts of its own."""
    texts = random.Random(SEED).sample(module("make-mixed").make(), 4000)
    faces = [face("bundled"), *map(face, ALL)]
    measured = [(text, measure(text, faces, Fraction(15))) for text in texts]
    several = sorted((len(m.missing), n, text) for n, (text, m) in enumerate(measured) if len(m.runs[0]) > 1)
    found = {}
    for _, _, text in several:
        found.setdefault(frozenset(ucd.script(c) for c in text), text)
    return [(text, "bundled", ALL, "-", "15") for text in list(found.values())[:LISTED]]


def spacing(options: str) -> Spacing:
    values = dict(item.split("=") for item in options.split(",")) if options != "-" else {}
    letter = values.get("letter-spacing")
    return Spacing(Fraction(values.get("tracking", 0)), None if letter is None else Fraction(letter))


def doubts(text: str, names: list[str], faces: list[RunFace], features: dict[str, int], whole: dict[str, RunFace]) -> list[str]:
    """What hb-shape or a whole face says otherwise, run by run."""
    result = []
    for line in lines_of(text):
        line = line.replace("\t", " ")
        codes = [ord(c) for c in line]
        for start, end, script, rtl, number in split(line, faces, features):
            mine = faces[number].shape(codes, start, end - start, script, rtl, features)
            command = ["hb-shape", "--no-glyph-names", "--output-format=json", "--language=und", f"--font-size={faces[number].upem}",
                       f"--direction={'rtl' if rtl else 'ltr'}", f"--text-before={line[:start]}", f"--text-after={line[end:]}"]
            if script:
                command.append(f"--script={script}")
            if features:
                command.append("--features=" + ",".join(f"{tag}={value}" for tag, value in features.items()))
            theirs = glyphs_of(run([*command, str(faces[number].path), "--unicodes=" + ",".join(f"{code:04X}" for code in codes[start:end])]))
            if [(glyph, advance) for glyph, _, advance in mine] != [(glyph, advance) for glyph, _, advance in theirs]:
                result.append(f"{line[start:end]!r}: uharfbuzz {mine}, hb-shape {theirs}")
            name = names[number]
            if name in whole and all(glyph for glyph, *_ in mine):
                large = whole[name].shape(codes, start, end - start, script, rtl, features)
                if sum(advance for *_, advance in mine) != sum(advance for *_, advance in large):
                    result.append(f"{line[start:end]!r}: {mine}, whole face {large}")
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description="Records runs.tsv.")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"), help="where Debian's fonts are")
    parser.add_argument("--check", action="store_true", help="compare with the file there is, write nothing")
    arguments = parser.parse_args()
    made = module("make-fixtures")
    whole = {file: RunFace(arguments.fonts / source) for file, source, *_ in [*made.SUBSETS, made.EMOJI, made.CJK_JP] if file in (*ALL, DEJAVU)}

    rows, complaints = [], []
    for text, first, fallbacks, options, size in dict.fromkeys([*CASES, *listed()]):
        names = [first, *fallbacks]
        faces = [face(name) for name in names]
        extra = spacing(options)
        answer = measure(text, faces, Fraction(size), extra)
        complaints += [f"{text!r} in {first}: {doubt}" for doubt in doubts(text, names, faces, extra.features, whole)]
        rows.append("\t".join([" ".join(f"{ord(c):04X}" for c in text) or "-", first, ",".join(fallbacks) or "-", options, size, str(answer.units),
                               ",".join(answer.missing) or "-"]))
    header = [
        f"# Made by Tests/Oracle/record-runs.py with uharfbuzz {hb.__version__} (HarfBuzz {hb.version_string()}) and hb-shape (HarfBuzz {command_version()}); do not edit.",
        "# Split into runs by the rules of Tests/Oracle/runs.py. Advances in units of the first face, exact: a whole number or a fraction.",
        "# Tracking in 1/1000 em and letter-spacing in points are rounded to 1/1000 of such a unit, and added to each cluster.",
        f"# Some of the last {LISTED} texts hold words of CLDR {get_cldr_version()} by Babel {babel.__version__}, under the Unicode License v3 (Faces/LICENSES/Unicode.txt).",
        "# code points\tface\tfallbacks\toptions\tsize in points\tadvance\tmissing",
    ]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    written = "\n".join(header + rows) + "\n"
    path = FIXTURES / "runs.tsv"
    if arguments.check:
        same = path.read_text(encoding="utf-8") == written
        print("same" if same else "differs")
        return 0 if same and not complaints else 1
    if not complaints:
        path.write_text(written, encoding="utf-8")
    print(f"{len(rows)} cases, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
