#!/usr/bin/env python3
"""Records Tests/ShapingTests/Fixtures/advances.tsv: what texts measure, by HarfBuzz, in font units.

Each value is measured four ways, by uharfbuzz and by hb-shape, with the fixture face and with the whole face it is cut
from; the script fails when two of them differ, or when a value differs from the one known beforehand.

Needs   what make-fixtures.py needs; Debian's libharfbuzz-bin (hb-shape); fonts-liberation 1.07.4 (for Kern.ttf's values)
Run     python3 Tests/Oracle/record-advances.py [--fonts /usr/share/fonts] [--check]

Rules: shaping.py. A line end splits, the width is the widest line. TAB measures as U+0020.
"""

import argparse
import sys
from functools import cache
from pathlib import Path

import uharfbuzz as hb

from shaping import Answer, Face, command_version, lines_of

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "ShapingTests" / "Fixtures"
BUNDLED = HERE.parent.parent / "Fonts" / "InterVariable.ttf"

# fixture: the whole face under the fonts folder
WHOLE = {
    "DejaVuSans.ttf": "truetype/dejavu/DejaVuSans.ttf",
    "DejaVuSansMono.ttf": "truetype/dejavu/DejaVuSansMono.ttf",
    "NotoSans.ttf": "truetype/noto/NotoSans-Regular.ttf",
    "NotoSansArabic.ttf": "truetype/noto/NotoSansArabic-Regular.ttf",
    "Cantarell.otf": "opentype/cantarell/Cantarell-Regular.otf",
    "Roboto.ttf": "truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
    "InterBeta.ttf": "truetype/inter-vf/Inter.var.ttf",
    "EBGaramond.otf": "opentype/ebgaramond/EBGaramond12-Regular.otf",
    "NotoColorEmoji.ttf": "truetype/noto/NotoColorEmoji.ttf",
    "NotoSansCJK.ttc": "opentype/noto/NotoSansCJK-Regular.ttc",
    # Not cut from it, but drawn with its advances and kerning.
    "Kern.ttf": "truetype/liberation/LiberationSans-Regular.ttf",
    "LegacyKern.ttf": "truetype/liberation/LiberationSans-Regular.ttf",
}

DEJAVU, MONO, NOTO, ARABIC, CANTARELL, ROBOTO = "DejaVuSans.ttf", "DejaVuSansMono.ttf", "NotoSans.ttf", "NotoSansArabic.ttf", "Cantarell.otf", "Roboto.ttf"
BETA, GARAMOND, EMOJI, CJK, KERN, LEGACY, INTER = "InterBeta.ttf", "EBGaramond.otf", "NotoColorEmoji.ttf", "NotoSansCJK.ttc", "Kern.ttf", "LegacyKern.ttf", "bundled"
TAB_NOTE = "TAB measures as U+0020 (the shaper alone would say {})"
FAMILY = "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466"
FLAG = "\U0001F1EF\U0001F1F5"

# id, face, index, text, options, known value or None, note
CASES: list[tuple[str, str, int, str, str, str | None, str]] = []


def case(id: str, face: str, text: str, known: int | str | None = None, note: str = "", *, options: str = "-", index: int = 0) -> None:
    CASES.append((id, face, index, text, options, None if known is None else str(known), note))


def known_cases() -> None:
    """Cases collected from reports about other programs; their ids are kept."""
    case("B01a", DEJAVU, "AV", 2671, "kerning: whole < sum (1401+1401)")
    case("B01b", DEJAVU, "AV", 2802, "same, kerning off = sum", options="kern=0")
    case("B03a", DEJAVU, "foo", 3227, "base")
    case("B03b", DEJAVU, "foo  ", 4529, "trailing spaces count: base + 2*651")
    case("B04a", DEJAVU, " ", 651, "lone space > 0")
    case("B05", KERN, "A ", 1822, "trailing space after A adds 456, not 569")
    case("B07a", KERN, "AA", 2732, "base")
    case("B07b", KERN, "A\u200AA", 2634, "narrower than AA by 98: the synthesised hair space takes the space glyph's kerning")
    case("B08", KERN, "\u200A", 128, "synthesised: 1/16 em")
    case("B08b", KERN, "\u2009", 410, "synthesised: 1/5 em")
    case("B08d", KERN, "\u2007", 1139, "synthesised: a digit")
    case("B08f", KERN, "\u205F", 455, "synthesised: 4/18 em")
    case("B08g", KERN, "\u3000", 2048, "synthesised: 1 em")
    case("B09", KERN, "\u1680", 748, "ogham space mark has ink: never synthesised, .notdef")
    case("B11a", DEJAVU, "\u200A", 204, "real glyph wins: 204, not 1/16 em")
    case("B11b", NOTO, "\u200A", 100, "0.1 em")
    case("B12", MONO, "\u200A", 1233, "monospaced: hair space is a full cell")
    case("B13", CANTARELL, "\u2005", 150, "0.15 em where the name says 1/4: believe the glyph")
    case("B14b", BETA, "\u2002", 1408, "EN SPACE, though NFC maps U+2000 to U+2002")
    case("B15b", NOTO, "ab", 1176, "base")
    case("B16", NOTO, "a\u2060b", 1176, "WORD JOINER adds 0 though hmtx says 600")
    case("B18", DEJAVU, "\uFEFFab", 2555, "BOM adds 0")
    case("B20a", DEJAVU, "ffi", 1980, "ligature")
    case("B21a", DEJAVU, "x\u0301", 1212, "combining acute adds 0")
    case("B21c", KERN, "e\u0301", 1139, "composes to U+00E9, nothing missing")
    case("B22", DEJAVU, "\u2764\uFE0F", 1716, "VS16 adds 0")
    case("B23b", NOTO, FAMILY, 2400, "no coverage: 4 .notdef, 0 for ZWJ; report missing")
    case("B24", EMOJI, FLAG, 2550, "flag = one glyph, as wide as one half")
    case("B26b", ARABIC, "\u064A\u0633\u0627\u0631", 1807, "joined 1807 < isolated sum 2574")
    case("B26c", ARABIC, "\u064A\u0645\u064A\u0646", 1980, "joined 1980 < isolated sum 2689")
    case("B27a", DEJAVU, "a\tb", None, TAB_NOTE.format("3784, by .notdef"))
    case("B27b", NOTO, "a\r\nb", None, "a line end splits: the widest line, b (the shaper alone would say 2036)")
    case("B27c", ROBOTO, "a\tb", None, TAB_NOTE.format("2772, by a glyph"))
    case("B29", DEJAVU, "a\uFFFDb", 4655, "what an invalid byte becomes: one U+FFFD (2100)")
    case("B30a", BETA, "Delete", 8620, "default instance (wght 400)")
    case("B30c", BETA, "\u200A", 224, "spaces vary: 256 at 400, 224 at 650", options="wght=650")
    case("B31a", CJK, "\u201C", 474, "collection, index 0 (JP)")
    case("B31c", CJK, "iii", 1500, "collection, index 5 (Mono JP): 1500 against 825 at index 0", index=5)
    case("B33", BETA, "->", 2688, "becomes an arrow: 2688, sum of the parts 3152")
    case("B34", DEJAVU, "", 0, "empty text: 0, no error")


SPACE_NAMES = {
    0x20: "SPACE", 0xA0: "NO-BREAK SPACE", 0x2000: "EN QUAD: 1/2 em", 0x2001: "EM QUAD: 1 em", 0x2002: "EN SPACE: 1/2 em", 0x2003: "EM SPACE: 1 em",
    0x2004: "THREE-PER-EM SPACE", 0x2005: "FOUR-PER-EM SPACE", 0x2006: "SIX-PER-EM SPACE", 0x2007: "FIGURE SPACE: a digit",
    0x2008: "PUNCTUATION SPACE: a full stop", 0x2009: "THIN SPACE: 1/5 em", 0x200A: "HAIR SPACE: 1/16 em", 0x202F: "NARROW NO-BREAK SPACE: half of U+0020",
    0x205F: "MEDIUM MATHEMATICAL SPACE: 4/18 em", 0x3000: "IDEOGRAPHIC SPACE: 1 em",
}
IGNORABLES = {0xAD: "SOFT HYPHEN", 0x34F: "COMBINING GRAPHEME JOINER", 0x200B: "ZERO WIDTH SPACE", 0x200C: "ZWNJ", 0x200D: "ZWJ",
              0x200E: "LRM", 0x200F: "RLM", 0x2060: "WORD JOINER", 0x2066: "LRI", 0xFE00: "VS1", 0xFE0F: "VS16", 0xFEFF: "BOM"}


def more_cases() -> None:
    # Spaces: synthesised, alone and between letters that kern with U+0020.
    for code, name in SPACE_NAMES.items():
        case(f"space-kern-{code:04X}", KERN, chr(code), None, f"synthesised {name}" if code != 0x20 else "the glyph all others are made from")
        case(f"space-between-{code:04X}", KERN, f"A{chr(code)}A", None, "takes the kerning of U+0020 on both sides")
    for code in (0x2009, 0x200A, 0x202F):
        case(f"space-legacy-{code:04X}", LEGACY, f"A{chr(code)}A", None, "synthesised, kerned by a `kern` table")
    for code in SPACE_NAMES:
        if code not in (0x20,):
            case(f"space-inter-{code:04X}", INTER, chr(code), None, "own glyph" if code != 0x3000 else "synthesised")
    for code in (0x2001, 0x2003, 0x2007, 0x2008, 0x2009, 0x200A, 0x202F, 0x205F, 0x3000):
        case(f"space-roboto-{code:04X}", ROBOTO, chr(code), None, "synthesised" if code == 0x3000 else "own glyph; the em space is 2089 of 2048")
    for code in (0x2004, 0x2006, 0x2009, 0x202F, 0x205F, 0x3000):
        case(f"space-cantarell-{code:04X}", CANTARELL, chr(code), None, "synthesised" if code >= 0x202F else "own glyph")
    for code in (0x2003, 0x2009, 0x202F, 0x205F, 0x3000):
        case(f"space-mono-{code:04X}", MONO, chr(code), None, "synthesised from the cell" if code == 0x3000 else "a full cell")
    case("space-arabic-200A", ARABIC, "\u200A", None, "synthesised: 62.5 units become 63")
    case("space-arabic-2004", ARABIC, "\u2004", None, "synthesised: 333 1/3 units")
    case("space-dejavu-1680", DEJAVU, "\u1680", 977, "a face that has it: its own glyph")
    case("space-kern-three-200A", KERN, "\u200A\u200A\u200A", 384, "three synthesised hair spaces: three times one")
    case("space-nospaces-0020", "NoSpaces.ttf", " ", 500, "no U+0020: .notdef")
    case("space-nospaces-200A", "NoSpaces.ttf", "A\u200AA", 1700, "no U+0020: nothing is synthesised")
    case("space-nospaces-A0-3000", "NoSpaces.ttf", "\u00A0\u3000", 1000, "two missing characters")
    case("space-coprime", "Coprime.ttf", "\u2002\u200A\u200A", 322, "144 + 2*89")
    case("space-coprime-missing", "Coprime.ttf", "\u2003", 500, "no U+0020: nothing is synthesised")
    case("space-zero-hair", "ZeroHair.ttf", "A\u200A\u200AA", 1200, "a hair space of advance 0")
    case("space-kerned", "SpaceKern.ttf", "\u2003\u200A", 1060, "a space kerned with a space: 1000 + 100 - 40")
    case("space-kerned-twice", "SpaceKern.ttf", "\u2003\u200A\u2003\u200A", 2120, "no pair the other way round")
    case("space-kerned-off", "SpaceKern.ttf", "\u2003\u200A", 1100, "the sum", options="kern=0")
    case("space-kerned-other", "SpaceKern.ttf", "\u200A\u2003", 1100, "no such pair")
    case("bitmap-only", "BitmapOnly.ttf", "A\u200A A", 3050, "no outline tables: hmtx counts, 2000 units per em")
    case("bitmap-only-2003", "BitmapOnly.ttf", "\u2003", 2000, "synthesised from head's units per em")

    # Kerning.
    for id, text, note in (("P.", "P.", "P period"), ("To", "To", "T o"), ("LT", "LT", "L T"), ("L-space-T", "L T", "two pairs with U+0020"),
                           ("Y-space", "Y ", "letter, then a trailing space"), ("space-A", " A", "leading space"), ("words", "A Vow To Try A Way", "a title")):
        case(f"kern-{id}", KERN, text, None, note)
        case(f"kern-{id}-off", KERN, text, None, "kerning off: the sum", options="kern=0")
        case(f"kern-{id}-legacy", LEGACY, text, None, "the same by a `kern` table")
    case("kern-A-nbsp-A", KERN, "A\u00A0A", 3075, "U+00A0 is the space glyph: kerned as U+0020")
    case("kern-through-zwsp", KERN, "A\u200BV", None, "a default ignorable between two letters of a pair")
    case("kern-roboto", ROBOTO, "T A", None, "kerning across U+0020")
    case("kern-roboto-off", ROBOTO, "T A", None, "the same without", options="kern=0")
    case("kern-roboto-P", ROBOTO, "P A V", None, "kerning across U+0020")
    case("kern-noto", NOTO, "AVA", None, "kerning")
    case("kern-garamond", GARAMOND, "AVAT", None, "kerning, CFF outlines")
    case("kern-cantarell", CANTARELL, "AVA", None, "CFF outlines, no kerning in the face")
    case("kern-inter", INTER, "Avocado To", None, "kerning in the bundled face")
    case("kern-inter-off", INTER, "Avocado To", None, "kerning off", options="kern=0")

    # Ligatures, contextual forms, parts.
    case("liga-ffi-zwnj", DEJAVU, "f\u200Cf\u200Ci", None, "ZWNJ breaks the ligature")
    case("liga-f-zwnj-fi", DEJAVU, "f\u200Cfi", None, "ZWNJ breaks part of it")
    case("liga-fi", DEJAVU, "fi", None, "ligature")
    case("liga-fi-zwnj", DEJAVU, "f\u200Ci", None, "two letters")
    case("liga-ffi-off", DEJAVU, "ffi", None, "ligatures off", options="liga=0")
    case("liga-ffi-kern-off", DEJAVU, "ffi", None, "ligature stays without kerning", options="kern=0")
    case("liga-roboto-fi", ROBOTO, "fi", None, "ligature")
    case("liga-noto-fi", NOTO, "ffi", None, "no ligature of another width in this face")
    case("liga-mono-fi", MONO, "ffi", 3699, "three cells")
    case("liga-cantarell-fi", CANTARELL, "fi", None, "ligature")
    for text in ("fi", "ffi", "ff", "fl", "Th", "Qu", "ct", "fb", "ffh"):
        case(f"liga-garamond-{text}", GARAMOND, text, None, f"{text}, by default")
    case("liga-garamond-off", GARAMOND, "ffi", None, "ligatures off", options="liga=0")
    case("liga-garamond-dlig", GARAMOND, "Th", 1041, "an optional ligature, asked for", options="dlig=1")
    case("liga-garamond-hlig", GARAMOND, "ct", 681, "another", options="hlig=1")
    case("liga-garamond-smcp", GARAMOND, "abfhilt", None, "small capitals", options="smcp=1")
    case("liga-garamond-onum", GARAMOND, "0123456789", None, "old-style figures", options="onum=1")
    case("parts-arrow-1", BETA, "-", None, "a part of the arrow")
    case("parts-arrow-2", BETA, ">", None, "the other part")
    case("parts-arrow-off", BETA, "->", 3152, "contextual forms off: the sum of the parts", options="calt=0")
    case("parts-arrow-inter", INTER, "->", None, "arrow in the bundled face")
    case("parts-arrow-inter-off", INTER, "->", None, "contextual forms off", options="calt=0")
    case("calt-0x0", INTER, "0 x 0", None, "x becomes a multiplication sign across U+0020")
    case("calt-0x0-off", INTER, "0 x 0", None, "contextual forms off", options="calt=0")
    case("calt-0x0-hair", INTER, "0\u200Ax\u200A0", None, "and across hair spaces")
    case("calt-0x0-hair-off", INTER, "0\u200Ax\u200A0", None, "contextual forms off", options="calt=0")
    case("calt-0x0-hairs", INTER, "0\u200A\u200Ax\u200A\u200A0", None, "two hair spaces on each side")
    case("calt-0x0-beta", BETA, "0 x 0", None, "the older Inter")
    case("calt-case-colon", INTER, "12:30", None, "a colon between figures")
    case("calt-case-parens", INTER, "(A) (a)", None, "parentheses rise beside capitals")

    # Features of the bundled face.
    for feature in ("ss01", "ss02", "tnum", "zero", "cv11", "frac", "sups", "cpsp", "case", "dlig"):
        case(f"feature-{feature}", INTER, "10/47 agI0 (A-B)", None, f"{feature} on", options=f"{feature}=1")
    case("feature-none", INTER, "10/47 agI0 (A-B)", None, "no feature: the base of the above")
    case("feature-tnum-111", INTER, "1111", None, "tabular figures: four times one width", options="tnum=1")
    case("feature-pnum-111", INTER, "1111", None, "proportional figures")
    case("feature-two", INTER, "10/47 agI0 (A-B)", None, "two features", options="tnum=1,kern=0")
    case("feature-unknown", INTER, "Delete", 6206, "a feature the face lacks changes nothing", options="xxxx=1")

    # Default ignorables: 0 in faces with the glyph, without it, and whatever hmtx says.
    for code, name in IGNORABLES.items():
        for face, label in ((DEJAVU, "dejavu"), (KERN, "kern"), (INTER, "inter")):
            case(f"ignorable-{label}-{code:04X}", face, f"x{chr(code)}o", None, f"{name} adds 0")
    for code in (0x200B, 0x2060, 0xFE0F, 0xFEFF):
        case(f"ignorable-inky-{code:04X}", "InkyJoiner.ttf", f"a{chr(code)}A", 1100, "ink and an advance in the face, yet 0")
    case("ignorable-inky-alone", "InkyJoiner.ttf", "\u2060", 0, "alone")
    case("ignorable-inky-many", "InkyJoiner.ttf", "\u2060\uFEFF\u200B\uFE0F", 0, "nothing but default ignorables")
    case("ignorable-noto-2060", NOTO, "\u2060", 0, "alone, hmtx says 600")
    case("ignorable-mono-FEFF", MONO, "a\uFEFFb", 2466, "hmtx says a cell")
    case("ignorable-mono-00AD", MONO, "a\u00ADb", 2466, "hmtx says a cell")
    case("ignorable-garamond-200E", GARAMOND, "a\u200Eb", None, "hmtx says 333")
    case("ignorable-nospaces-2060", "NoSpaces.ttf", "A\u2060x", 1100, "no glyph for it and no space glyph to hide behind")
    case("ignorable-cantarell-00AD", CANTARELL, "a\u00ADb", None, "soft hyphen adds 0 though the face draws one")
    case("ignorable-arabic-061C", ARABIC, "\u0633\u061C\u0627", None, "ARABIC LETTER MARK adds 0")
    case("ignorable-guards", INTER, "\u2060 \u200A \u2060", None, "guarded spaces")

    # Marks.
    case("mark-kern-missing", KERN, "x\u0301", 1772, "no x with acute, no U+0301: .notdef with its width, to be reported")
    case("mark-kern-precomposed", KERN, "\u00E9", 1139, "precomposed")
    case("mark-dejavu-compose", DEJAVU, "e\u0301", None, "composes to U+00E9")
    case("mark-dejavu-two", DEJAVU, "x\u0301\u0301", 1212, "two marks on one letter")
    case("mark-dejavu-alone", DEJAVU, "\u0301", None, "a mark without a letter")
    case("mark-mono", MONO, "x\u0301", None, "hmtx says a cell; a mark adds what the shaper says")
    case("mark-noto", NOTO, "x\u0301o\u0308", None, "marks add 0")
    case("mark-inter", INTER, "x\u0301", None, "mark in the bundled face")
    case("mark-inter-compose", INTER, "e\u0301", None, "composes")
    case("mark-decompose", INTER, "\u1E9B\u0323", None, "order and composition are the shaper's")
    case("mark-arabic", ARABIC, "\u0645\u064E\u0651", None, "Arabic vowel signs add 0")
    case("mark-cantarell", CANTARELL, "x\u0301", None, "mark in a CFF face")
    case("mark-nospaces", "NoSpaces.ttf", "x\u0301A\u0308", 1100, "two missing marks; without GDEF their .notdef are marks and add 0")

    # Joining.
    for code, name in ((0x64A, "yeh"), (0x633, "seen"), (0x627, "alef"), (0x631, "reh"), (0x645, "meem"), (0x646, "noon")):
        case(f"arabic-isolated-{code:04X}", ARABIC, chr(code), None, f"{name}, isolated")
    case("arabic-zwnj", ARABIC, "\u064A\u200C\u0633\u200C\u0627\u200C\u0631", 2574, "ZWNJ keeps the letters apart: the isolated sum")
    case("arabic-zwj", ARABIC, "\u0633\u200D", None, "ZWJ alone makes the initial form")
    case("arabic-lam-alef", ARABIC, "\u0644\u0627", None, "lam-alef ligature")
    case("arabic-two-words", ARABIC, "\u064A\u0633\u0627\u0631 \u064A\u0645\u064A\u0646", None, "two words and a space, one run")

    # Emoji.
    case("emoji-half-flag", EMOJI, "\U0001F1EF", None, "one half of a flag")
    case("emoji-two-flags", EMOJI, FLAG * 2, 5100, "two flags")
    case("emoji-family", EMOJI, FAMILY, 2550, "a family joined by ZWJ is one glyph")
    case("emoji-family-apart", EMOJI, FAMILY.replace("\u200D", ""), 10200, "four people")
    case("emoji-missing", EMOJI, "\U0001F468x", None, "a letter the face lacks")
    case("emoji-in-dejavu", DEJAVU, FLAG, None, "as the whole face lacks it, so is it missing")
    case("emoji-in-inter", INTER, "Delete \U0001F5D1\uFE0F", None, "missing, but VS16 is not")
    case("emoji-heart-text", DEJAVU, "\u2764\uFE0E", 1716, "VS15 adds 0")

    # Variable instances.
    for weight in ("100", "200", "300", "300.5", "400", "500", "600", "650", "700", "800", "900"):
        for code in (0x20, 0x2003, 0x200A):
            case(f"wght-{weight}-{code:04X}", INTER, chr(code), None, f"at weight {weight}", options=f"wght={weight}")
        case(f"wght-{weight}-text", INTER, "Avocado To Delete", None, f"at weight {weight}; kerning varies too, in fractions of a unit", options=f"wght={weight}")
    for weight in ("100", "300.5", "650", "900"):
        case(f"wght-beta-{weight}", BETA, "Delete", None, "Inter beta", options=f"wght={weight}")
        case(f"wght-beta-{weight}-200A", BETA, "\u200A", None, "Inter beta", options=f"wght={weight}")
        case(f"wght-{weight}-0x0", INTER, "0 x 0", None, "contextual form at an instance", options=f"wght={weight}")
    case("wght-beta-slnt", BETA, "Delete", None, "two axes", options="wght=650,slnt=-10")
    case("wght-clamped-high", INTER, "Delete", None, "out of range: clamps to 900", options="wght=1000")
    case("wght-clamped-low", INTER, "Delete", None, "out of range: clamps to 100", options="wght=1")
    case("wght-700-kern-off", INTER, "Avocado To", None, "kerning off at an instance", options="wght=700,kern=0")
    case("wght-700-space-kern", INTER, "T A V", None, "kerning across U+0020 at a bold weight", options="wght=700")
    case("wght-700-synthesised", INTER, "\u3000", 2048, "synthesised at an instance", options="wght=700")
    case("opsz-32", INTER, "Delete", None, "optical size", options="opsz=32")
    case("opsz-32-200A", INTER, "\u200A", None, "optical size changes spaces", options="opsz=32")
    case("opsz-20-wght-650", INTER, "Avocado To", None, "two axes", options="opsz=20,wght=650")
    case("opsz-14", INTER, "Delete", 6206, "the default, said aloud: the default instance", options="opsz=14,wght=400")
    for weight, known in (("100", "220"), ("300", None), ("300.5", None), ("400", "200"), ("650", "175"), ("700", "170"), ("900", "150")):
        case(f"variable-{weight}-200A", "Variable.ttf", "\u200A", known, "hair space 220, 200, 150 at 100, 400, 900; HarfBuzz rounds a varied advance to a unit at any scale", options=f"wght={weight}")
        case(f"variable-{weight}-2003", "Variable.ttf", "\u2003", 1000, "the em space does not vary", options=f"wght={weight}")
        case(f"variable-{weight}-text", "Variable.ttf", "AeV e", None, "letters vary", options=f"wght={weight}")
    case("variable-650-3000", "Variable.ttf", "\u3000", 1000, "synthesised at an instance", options="wght=650")
    case("variable-650-202F", "Variable.ttf", "\u202F", None, "synthesised from a space that varies", options="wght=650")

    # Language.
    case("language-roboto", ROBOTO, "fi", None, "no fi ligature in Turkish", options="language=tr")
    case("language-cantarell-none", CANTARELL, "l\u00B7l", None, "without a language")
    case("language-cantarell-ca", CANTARELL, "l\u00B7l", None, "Catalan l with dot", options="language=ca")
    case("language-garamond", GARAMOND, "fi", None, "no fi ligature in Turkish", options="language=tr")
    case("language-garamond-ca", GARAMOND, "l\u00B7l", None, "Catalan l with dot", options="language=ca")
    case("language-garamond-none", GARAMOND, "l\u00B7l", None, "the same without a language")
    case("language-inter-none", INTER, "l\u00B7l", None, "without a language")
    case("language-inter-ca", INTER, "l\u00B7l", None, "Catalan l with dot", options="language=ca")
    case("language-inter-ca-650", INTER, "l\u00B7l", None, "Catalan at an instance", options="language=ca,wght=650")
    case("language-noto-none", NOTO, "\u0431", None, "without a language")
    case("language-noto-sr", NOTO, "\u0431", None, "Serbian form", options="language=sr")
    case("language-noto-none-l", NOTO, "l\u00B7l", None, "without a language")
    case("language-noto-ca", NOTO, "l\u00B7l", None, "Catalan l with dot", options="language=ca")
    case("language-dejavu-none", DEJAVU, "\u0431\u0433\u0434", None, "without a language")
    case("language-dejavu-sr", DEJAVU, "\u0431\u0433\u0434", None, "Serbian forms", options="language=sr")
    case("language-inter-de", INTER, "Delete", 6206, "a language without forms of its own", options="language=de")

    # NUL, TAB, line ends.
    case("nul-dejavu", DEJAVU, "a\u0000b", None, "NUL does not end a string; the face lacks it")
    case("nul-noto", NOTO, "a\u0000b", None, "the face has a glyph for NUL")
    case("nul-inter", INTER, "a\u0000b", None, "the face has a glyph for NUL")
    case("nul-kern", KERN, "A\u0000A", None, ".notdef for NUL")
    case("nul-alone", KERN, "\u0000", 748, "NUL alone is a text of one character")
    case("tab-kern", KERN, "A\tA", None, "TAB measures as U+0020, kerning and all")
    case("tab-inter", INTER, "0\tx\t0", None, "TAB measures as U+0020, contextual forms and all")
    case("tab-nospaces", "NoSpaces.ttf", "A\tx", 1600, "TAB measures as U+0020, which this face lacks")
    for code in (0x0A, 0x0D, 0x85, 0x2028, 0x2029):
        case(f"line-{code:04X}", DEJAVU, f"foo{chr(code)}AV", 3227, "a line end splits: the widest line")
    case("line-trailing", DEJAVU, "foo\n", 3227, "a line end at the end adds an empty line")
    case("line-three", DEJAVU, "a\n\nfoo\r\nAV ", 3322, "the widest of four lines, its trailing space counted")
    case("line-alone", DEJAVU, "\n", 0, "two empty lines")
    case("line-vt", DEJAVU, "a\u000Bb", None, "U+000B is no line end: missing")

    # Collections.
    for index in range(6):
        case(f"ttc-{index}-201C", CJK, "\u201C", None, f"collection, index {index}", index=index)
        case(f"ttc-{index}-iii", CJK, "iii", None, f"collection, index {index}", index=index)
    case("ttc-0-200A", CJK, "\u200A", None, "synthesised: 62.5 units become 63")
    case("ttc-5-200A", CJK, "\u200A", None, "synthesised", index=5)
    case("ttc-0-spaces", CJK, "i i ", None, "trailing space counts")

    # Trailing spaces, scripts, lengths.
    case("trailing-inter", INTER, "Delete   ", None, "trailing spaces count")
    case("trailing-inter-200A", INTER, "Delete\u200A\u200A", None, "trailing hair spaces count")
    case("trailing-leading", INTER, "  Delete", None, "leading spaces too")
    case("script-greek", INTER, "\u0394\u03B9\u03B1\u03B3\u03C1\u03B1\u03C6\u03AE", None, "Greek")
    case("script-cyrillic", INTER, "\u0423\u0434\u0430\u043B\u0438\u0442\u044C", None, "Cyrillic")
    case("script-latin", INTER, "L\u00F6schen", None, "Latin")
    case("script-none", INTER, "12:30 \u2013 45%", None, "no strong script")
    case("script-missing", INTER, "\u05D0\u05D1", None, "Hebrew, which the face lacks: right to left, both missing")
    case("script-missing-twice", INTER, "\u4E00\u4E00", None, "one missing character twice: named once")
    case("many-200A", INTER, "\u200A" * 1000, 186000, "1000 hair spaces: a thousand times one")
    case("many-W", INTER, "W" * 1000, 999 * 2068 + 2018, "1000 letters; W kerns with itself by 50, so 999 * 2068 + 2018")
    case("many-n", INTER, "n" * 1000, None, "1000 letters that do not kern")
    case("many-kern-200A", KERN, "\u200A" * 1000, 128000, "1000 synthesised hair spaces")
    case("many-500", INTER, "\u200A" * 1000, None, "1000 hair spaces at weight 500", options="wght=500")
    case("many-mixed", INTER, "\u2003\u2009\u200A" * 40, None, "a title of three spaces")


@cache
def face(path: Path, index: int) -> Face:
    return Face(path, index)


def measure(face: Face, text: str, options: str, by_command: bool) -> Answer:
    """By the rules for whole texts: lines, TAB."""
    chosen = face.parse(options)
    measured = [face.command_shape(line, chosen) if by_command else face.shape(line, chosen) for line in lines_of(text.replace("\t", " "))]
    missing = dict.fromkeys(name for line in measured for name in line.missing)
    return Answer(max(line.ticks for line in measured), measured[0].finer, tuple(missing))


def record(fonts: Path) -> tuple[list[str], list[str]]:
    rows, complaints, seen = [], [], set()
    for id, file, index, text, options, known, note in CASES:
        if id in seen:
            complaints.append(f"{id}: twice")
        seen.add(id)
        fixture = face(BUNDLED if file == "bundled" else FIXTURES / "Faces" / file, index)
        answers = {"uharfbuzz": measure(fixture, text, options, False), "hb-shape": measure(fixture, text, options, True)}
        if file in WHOLE:
            whole = face(fonts / WHOLE[file], index)
            # A character that the whole face has and the subset lacks is a fault of this script, but for a face that was drawn.
            if file not in (KERN, LEGACY):
                lost = sorted({f"U+{ord(c):04X}" for c in "".join(lines_of(text)) if ord(c) in whole.characters and ord(c) not in fixture.characters})
                if lost:
                    complaints.append(f"{id}: {file} lacks {lost}")
            answers["uharfbuzz, whole face"] = measure(whole, text, options, False)
            answers["hb-shape, whole face"] = measure(whole, text, options, True)
        if len(set(answers.values())) != 1:
            complaints.append(f"{id}: " + "; ".join(f"{who} {a.units} {list(a.missing)}" for who, a in answers.items()))
        answer = answers["uharfbuzz"]
        if known is not None and answer.units != known:
            complaints.append(f"{id}: {answer.units}, but {known} was known")
        codes = " ".join(f"{ord(c):04X}" for c in text)
        rows.append("\t".join([id, file, str(index), codes, options, answer.units, ",".join(answer.missing) or "-", note]))
    return rows, complaints


def main() -> int:
    parser = argparse.ArgumentParser(description="Records advances.tsv.")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"), help="where Debian's fonts are")
    parser.add_argument("--check", action="store_true", help="compare with the file there is, write nothing")
    arguments = parser.parse_args()
    known_cases()
    more_cases()
    rows, complaints = record(arguments.fonts)
    header = [
        f"# Made by Tests/Oracle/record-advances.py with uharfbuzz {hb.__version__} (HarfBuzz {hb.version_string()}) and hb-shape (HarfBuzz {command_version()}); do not edit.",
        "# Advances in font units, exact. Static faces and default instances are shaped at scale = units per em; other instances at 1024 times that.",
        "# One script a text, no language unless given; TAB measures as U+0020; a line end splits, the width is the widest line.",
        "# id\tface\tindex\tcode points\toptions\tadvance\tmissing\tnote",
    ]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    text = "\n".join(header + rows) + "\n"
    path = FIXTURES / "advances.tsv"
    if arguments.check:
        same = path.read_text(encoding="utf-8") == text
        print("same" if same else "differs")
        return 0 if same and not complaints else 1
    if not complaints:
        path.write_text(text, encoding="utf-8")
    print(f"{len(rows)} cases, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
