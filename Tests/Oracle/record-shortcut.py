#!/usr/bin/env python3
"""Makes the faces on which the exact short cut (Sources/Shaping/AdvanceAutomaton.swift) has gone wrong, or could, each as small as it
goes, and records what HarfBuzz measures: Tests/ShapingTests/Fixtures/Faces/Shortcut/ and Fixtures/shortcut.tsv.

HarfBuzz 6 (the system's, by ctypes) and 15 (uharfbuzz) have to agree, unless a trap is about where they do not.

Needs   PyPI: fonttools uharfbuzz
Run     python3 Tests/Oracle/record-shortcut.py
"""

import importlib.util
import json
import struct
from pathlib import Path

import uharfbuzz as hb
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "ShapingTests/Fixtures"

module = importlib.util.spec_from_file_location("attack", HERE / "attack-shortcut.py")
attack = importlib.util.module_from_spec(module)
module.loader.exec_module(attack)


def rule(back, given, look, *applied):
    """A rule by a coverage for each place; without lookups that it applies it keeps those after it from acting."""
    return {"kind": "context", "form": 3, "chained": True, "classes": [], "coverage": [],
            "rules": [[[[g] for g in reversed(back)], [[g] for g in given], [[g] for g in look], [list(a) for a in applied]]]}


def rules_by_class(classes, coverage, *rules):
    return {"kind": "context", "form": 2, "chained": True, "classes": classes, "coverage": coverage, "rules": [list(r) for r in rules]}


def single(**replaced):
    return {"kind": "single", "map": replaced}


def ligature(*parts, whole="x1"):
    return {"kind": "ligature", "ligatures": [[list(parts), whole]]}


def adjust(**values):
    return {"kind": "adjust", "map": values, "same": False}


def pair(first, second, value):
    return {"kind": "pairs", "format1": 4, "second": False, "pairs": [[first, second, value, 0]]}


def lookup(*subtables, flag=0):
    return {"flag": flag, "set": None, "extension": False, "subtables": list(subtables)}


IGNORES_MARKS = 8


def face(gsub=(), gpos=(), active=(0,), also=(), without=(), marks=(), texts=()):
    """A font of what its rules and texts need."""
    named = json.dumps([gsub, gpos])
    glyphs = [".notdef"] + [
        g for g in list(attack.CHARACTERS) + attack.UNENCODED
        if g not in without and (f'"{g}"' in named or g in also or any(attack.CHARACTERS.get(g, "\0") in text for text in texts))]
    classes = {g: 3 if g in attack.MARKS or g in marks else 1 for g in glyphs if g != ".notdef" or g in marks}
    return {
        "glyphs": glyphs, "advances": {g: {"x1": 700, "x2": 640, "ocirc": 560}.get(g, 500) for g in glyphs},
        "gdef": {"classes": classes, "attach": {}, "sets": []},
        "gsub": list(gsub), "gpos": list(gpos), "gsubFeatures": [["calt", i, None] for i in active if i < len(gsub)],
        "gposFeatures": [["kern", i, None] for i in active if i < len(gpos)],
        "kern": [], "variable": None, "features": [], "language": None, "axes": [], "spacing": 0,
    }


def many_states():
    """Sequences of more places than the automaton has states; the test makes the same."""
    return ["".join("abcdefgh"[number * 10368889 % 8**8 >> 3 * place & 7] for place in range(8)) for number in range(420)]


STATES = many_states()
# Some GPOS table: without one HarfBuzz itself puts marks in their places.
POSITIONED = [lookup(pair("c", "d", -1), flag=IGNORES_MARKS)]

# Name, what stands to trial, texts, arguments of face.
TRAPS = [
    ("PreventedSingle", "a rule for one glyph, prevented before another", ["ab", "aab", "caba"],
     {"gsub": [lookup(rule("", "a", "b"), rule("", "a", "", (0, 1))), lookup(single(a="x1"))]}),
    ("PreventedAfter", "a rule for one glyph, prevented after another", ["ba", "bba", "baab"],
     {"gsub": [lookup(rule("b", "a", ""), rule("", "a", "", (0, 1))), lookup(single(a="x1"))]}),
    ("PreventedAdjustment", "the same of positions", ["ab", "aab"],
     {"gpos": [lookup(rule("", "a", "b"), rule("", "a", "", (0, 1))), lookup(adjust(a=-100))]}),
    ("PreventedInCluster", "a rule for a letter and its mark, prevented before another", ["a\u0308b", "ca\u0308bc"],
     {"gsub": [lookup(rule("", ["a", "dieresis"], "b"), rule("", ["a", "dieresis"], "", (0, 1))),
               lookup(ligature("a", "dieresis"))]}),
    ("PreventedOnwards", "a prevention prevented by one farther off, since it passes over its glyphs", ["abcdef", "gabcdefg", "cdef", "ef"],
     {"gsub": [lookup(rule("", "abc", ""), rule("", "cde", ""), rule("", "ef", "", (0, 1))), lookup(single(e="x1"))]}),
    ("MarkMade", "a ligature that is a mark, passed over by a rule", ["cabde", "ccabdee", "cabd"],
     {"gsub": [lookup(ligature("a", "b", whole="m1")), lookup(rule("", "cde", "", (0, 2)), flag=IGNORES_MARKS), lookup(single(c="x1"))],
      "active": (0, 1), "marks": ["m1"]}),
    ("MarkMadeOfOne", "a ligature of one part that is a mark", ["abc", "ac"],
     {"gsub": [lookup(ligature("b", whole="m1")), lookup(rule("", "ac", "", (0, 2)), flag=IGNORES_MARKS), lookup(single(a="x1"))],
      "active": (0, 1), "marks": ["m1"]}),
    ("MarkMadeThere", "the same by a rule, of zero advance", ["cab", "cabd"],
     {"gsub": [lookup(rule("", "a", "b", (0, 1))), lookup(ligature("a", whole="m1"))],
      "gpos": [lookup(pair("c", "b", -100), flag=IGNORES_MARKS)], "marks": ["m1"]}),
    ("MarkMissing", "a missing-glyph box that is a mark", ["a\u1E00b", "\u1E00"],
     {"gsub": [lookup(rule("", "ab", "", (0, 1)), flag=IGNORES_MARKS), lookup(single(a="x1"))], "marks": [".notdef"]}),
    ("MarkLeft", "a mark that a ligature leaves behind, before what follows", ["a\u0308bcd", "da\u0308bcda"],
     {"gsub": [lookup(ligature("a", "b"), flag=IGNORES_MARKS), lookup(rule(["dieresis"], "c", "d", (0, 2))), lookup(single(c="x2"))],
      "active": (0, 1)}),
    ("MarkReplaced", "a mark replaced as its letter is", ["(\u0308a", "(\u0308aa"],
     {"gsub": [lookup(rule("", ["dieresis"], "a", (0, 1)), rule("", ["parenleft"], "", (0, 2))), lookup(single(dieresis="x1")),
               lookup(single(parenleft="x1"))], "gpos": POSITIONED}),
    ("MarkLigated", "a mark replaced by a ligature of one part", ["a\u03081", "a\u0308"],
     {"gsub": [lookup(rule("", ["dieresis"], ["one"], (0, 1))), lookup(ligature("dieresis", whole="x1"))],
      "gpos": POSITIONED}),
    ("MarkAttached", "a letter attached to its mark, which undoes what the letter makes with what comes after", ["a\u0308d", "ba\u0308db"],
     {"gpos": [lookup(pair("a", "d", -100), flag=IGNORES_MARKS), lookup({"kind": "cursive", "map": {"a": [None, 453], "dieresis": [30, 475]}})],
      "active": (0, 1)}),
    ("PartedInThree", "a character parted in three, of which two are joined where others have marks",
     ["\u1ED9", "\u1ED9a\u0308", "a\u0308\u1ED9\u1ED9"], {"also": ["o", "ocirc", "circ", "dotbelow", "a", "dieresis"]}),
    ("MadeUpBase", "a mark on a made-up space, which a rule asks for", ["ba\u2009\u0308", "ba\u2009"],
     {"gsub": [lookup(rule("ba", ["space"], "", (0, 1))), lookup(single(space="x1")), lookup(single(space="x2"))],
      "gpos": [lookup(pair("a", "x1", -100), flag=IGNORES_MARKS)], "active": (0, 2), "also": ["space", "dieresis"], "without": ["thin"]}),
    ("MixedClasses", "classes of the backtrack that are the input's: HarfBuzz 6 mistakes the lookahead's for them", ["BBBa", "BBa", "cBBac"],
     {"gpos": [lookup(rules_by_class([{"B": 1, "a": 1}, {"B": 1, "a": 1}, {"B": 3}], ["B", "a"],
                                     [[], [1], [1], []], [[3, 1], [1], [], [[0, 1]]])), lookup(adjust(a=-20))], "also": ["c"]}),
    ("AppliesItself", "a lookup that applies itself, until the shaper gives up", ["ab", "abab", "aaab"],
     {"gpos": [lookup(rule("", "a", "", (0, 0), (0, 0)), rule("", "b", "", (0, 1))), lookup(adjust(b=-80))]}),
    ("ManyStates", "more sequences than the automaton has states", STATES + [s[:7] for s in STATES[::9]],
     {"gsub": [lookup({"kind": "ligature", "ligatures": [[list(s), "x1"] for s in STATES]})]}),
]
# HarfBuzz 15 measures otherwise.
DIFFERING = {"MixedClasses", "AppliesItself"}


def damaged(path: Path):
    """Kerning of classes of which the table says more than it has: HarfBuzz leaves the subtable out."""
    spec = face(gpos=[lookup(pair("a", "b", -50)), lookup({
        "kind": "classes", "format1": 4, "second": False, "coverage": ["a", "b"], "first": {"a": 1}, "other": {"b": 1},
        "values": [[[0, 0], [0, 0]], [[-100, 0], [-200, 0]]]})], active=(0, 1))
    attack.build(spec, str(path), names=False)
    font = TTFont(path, recalcTimestamp=False)
    data = bytearray(font.reader["GPOS"])

    def short(offset):
        return struct.unpack_from(">H", data, offset)[0]
    lookups = short(8)
    second = lookups + short(lookups + 4)
    struct.pack_into(">H", data, second + short(second + 6) + 12, 1000)
    table = DefaultTable("GPOS")
    table.data = bytes(data)
    font["GPOS"] = table
    font.save(path)


def newest(path: Path, text: str) -> int:
    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(path))))
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font, buffer)
    return sum(position.x_advance for position in buffer.glyph_positions)


def main():
    faces = FIXTURES / "Faces/Shortcut"
    faces.mkdir(exist_ok=True)
    lines = ["# Made by Tests/Oracle/record-shortcut.py: face, text, units by HarfBuzz 6 and 15; \"-\" where they differ."]
    for name, what, texts, arguments in TRAPS:
        path = faces / f"{name}.ttf"
        attack.build(face(texts=texts, **arguments), str(path), names=False)
        raw = attack.HarfBuzz(path)
        lines.append(f"# {name}: {what}")
        for text in texts:
            units = f"{raw.units(text):g}"
            if name in DIFFERING:
                units = "-"
            else:
                assert float(units) == newest(path, text), (name, text, units)
            if name != "ManyStates" or text in texts[:: len(texts) // 8]:
                lines.append("\t".join([name, " ".join(f"{ord(c):04X}" for c in text), units]))
    (FIXTURES / "shortcut.tsv").write_text("\n".join(lines) + "\n")
    damaged(faces / "Damaged.ttf")


if __name__ == "__main__":
    main()
