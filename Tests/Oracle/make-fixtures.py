#!/usr/bin/env python3
"""Makes the small faces that the shaping tests read: Tests/ShapingTests/Fixtures/Faces/.

Two kinds: subsets of free faces of Debian 12, with every layout feature kept, and faces drawn here, out of
rectangles, each with one oddity. The same packages give the same bytes, on any day.

Needs   Debian: fonts-dejavu-core fonts-noto-core fonts-cantarell fonts-roboto-unhinted fonts-inter-variable
                fonts-noto-color-emoji fonts-noto-cjk fonts-ebgaramond
        PyPI:   fonttools brotli uharfbuzz (in a virtual environment)

Run     python3 Tests/Oracle/make-fixtures.py [--fonts /usr/share/fonts] [--output FOLDER]

README.md and LICENSES/ are made too (LICENSES/Unicode.txt by record-ui-strings.py). Then run record-advances.py.
"""

import argparse
import logging
import struct
from pathlib import Path

import uharfbuzz as hb
from fontTools import subset
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.misc import eexec
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont, newTable
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.hvar import add_HVAR

HERE = Path(__file__).resolve().parent
DEFAULT_OUTPUT = HERE.parent / "ShapingTests" / "Fixtures" / "Faces"
COMMON_LICENSES = Path("/usr/share/common-licenses")

ASCII_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
SPACES = " \u00A0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u202F\u205F\u3000"
IGNORABLES = "\u00AD\u034F\u061C\u200B\u200C\u200D\u200E\u200F\u2060\u2066\u2069\uFE00\uFE0E\uFE0F\uFEFF"
FAMILY = "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466"
FLAG = "\U0001F1EF\U0001F1F5"

# ------------------------------------------------------------------------------------------------- subsets

# file, source, package, licence, characters, what it is there for
SUBSETS = [
    ("DejaVuSans.ttf", "truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core 2.37-6", "DejaVu",
     "AVTabcdefiloxyz" + DIGITS + ".,-\u00E9\u0301\u2764\uFFFD\u0431\u0433\u0434" + SPACES + IGNORABLES,
     "ligatures and kerning; real glyphs for nearly every space; a legacy `kern` table beside GPOS; Serbian forms"),
    ("DejaVuSansMono.ttf", "truetype/dejavu/DejaVuSansMono.ttf", "fonts-dejavu-core 2.37-6", "DejaVu",
     "abfix0" + SPACES + IGNORABLES + "\u0301",
     "every space is a full cell; a combining mark that has an advance in hmtx"),
    ("NotoSans.ttf", "truetype/noto/NotoSans-Regular.ttf", "fonts-noto-core 20201225-1", "NotoSans",
     "AVTabdefilox" + DIGITS + ".\u00B7\u00E9\u0301\u0308\u0431\u0000\r" + SPACES + IGNORABLES,
     "U+2060 has an advance in hmtx; glyphs for U+0000 and CR; Catalan and Serbian forms"),
    ("NotoSansArabic.ttf", "truetype/noto/NotoSansArabic-Regular.ttf", "fonts-noto-core 20201225-1", "NotoSansArabic",
     "\u0627\u0631\u0633\u0645\u0646\u064A\u0644\u064E\u0651" + SPACES + IGNORABLES,
     "joined forms, lam-alef, marks"),
    ("NotoSansHebrew.ttf", "truetype/noto/NotoSansHebrew-Regular.ttf", "fonts-noto-core 20201225-1", "NotoSansHebrew",
     "\u05D0\u05D1\u05D3\u05D4\u05D5\u05D9\u05DC\u05DD\u05DE\u05E9\u05B7\u05BC\u05BE ()",
     "a fallback for right-to-left runs; vowel points; brackets to mirror"),
    ("NotoSansDevanagari.ttf", "truetype/noto/NotoSansDevanagari-Regular.ttf", "fonts-noto-core 20201225-1", "NotoSansDevanagari",
     "\u0915\u0924\u0928\u092E\u092F\u0930\u0938\u093F\u093E\u094D\u0902\u0951\u0964\u0967\u0968\u25CC " + IGNORABLES,
     "a fallback for conjuncts, reordered vowel signs and the danda, which is of many scripts"),
    ("Cantarell.otf", "opentype/cantarell/Cantarell-Regular.otf", "fonts-cantarell 0.303.1-1", "Cantarell",
     "AVTabfilox" + DIGITS + ".\u00B7\u0301" + SPACES + IGNORABLES,
     "CFF outlines; spaces that are not what their names say; Turkish and Catalan forms"),
    ("Roboto.ttf", "truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf", "fonts-roboto-unhinted 2:0~20170802-3", "Roboto",
     "AVTLYPabefilox" + DIGITS + ".\u0301\t\r\u0000" + SPACES + IGNORABLES,
     "em space 2089 of 2048; a glyph for TAB; kerning across spaces; Turkish forms"),
    ("InterBeta.ttf", "truetype/inter-vf/Inter.var.ttf", "fonts-inter-variable 4.0~beta7+ds-1", "InterBeta",
     "DTVadeltox0->" + SPACES + IGNORABLES + "\u0301",
     "variable (wght, slnt), 2816 units per em, spaces that vary, no avar; `->` becomes an arrow"),
    ("EBGaramond.otf", "opentype/ebgaramond/EBGaramond12-Regular.otf", "fonts-ebgaramond 0.016+git20210310.42d4f9f2-1", "EBGaramond",
     "ABQTVabcfhiltu\u00B7" + DIGITS + SPACES + IGNORABLES,
     "CFF outlines, many ligatures, optional ones too; Turkish and Catalan forms"),
]

EMOJI = ("NotoColorEmoji.ttf", "truetype/noto/NotoColorEmoji.ttf", "fonts-noto-color-emoji 2.042-0+deb12u1", "NotoColorEmoji",
         "bitmaps only (CBDT): no outline table, units per em stand in `head` alone; a flag and a family")
CJK = ("NotoSansCJK.ttc", "opentype/noto/NotoSansCJK-Regular.ttc", "fonts-noto-cjk 1:20220127+repack1-1", "NotoSansCJK",
       "a collection of six faces (JP KR SC TC HK, Mono JP), each with U+0020, `i` and U+201C")
CJK_JP = ("NotoSansCJKjp.otf", CJK[1], CJK[2], "NotoSansCJK", "the first face of the collection, alone: a fallback for Han and kana")
JAPANESE = " \u6F22\u5B57\u3005\u304B\u306A\u30AB\u30CA\u30FC\u3099\u3000\u3001\u3002\u300C\u300D\u30FB\uFF08\uFF09"


def options(**changes) -> subset.Options:
    """Every feature, the names that tell a family, no hints, and the legacy kern table."""
    result = subset.Options()
    result.layout_features = ["*"]
    result.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 16, 17]
    result.hinting = False
    result.legacy_kern = True
    result.notdef_outline = True
    result.drop_tables += ["MATH", "DSIG", "FFTM", "JSTF", "gasp"]
    for name, value in changes.items():
        setattr(result, name, value)
    return result


def shorten_licence(font: TTFont) -> None:
    """Name 13 of some faces holds the whole licence, which stands in LICENSES/ anyway."""
    font["name"].names = [n for n in font["name"].names if n.nameID != 13 or len(n.toUnicode()) < 1000]


def cut(font: TTFont, text: str, glyphs=(), **changes) -> TTFont:
    subsetter = subset.Subsetter(options=options(**changes))
    # A character that the face lacks is simply not there.
    subsetter.populate(unicodes=[ord(c) for c in text], glyphs=glyphs)
    shorten_licence(font)
    subsetter.subset(font)
    return font


def make_subsets(fonts: Path, output: Path) -> None:
    for file, source, _, _, text, _ in SUBSETS:
        cut(TTFont(fonts / source, recalcTimestamp=False), text).save(output / file)

    # The emoji: no closure over GSUB, else every family there is comes along.
    path = fonts / EMOJI[1]
    font = TTFont(path, recalcTimestamp=False)
    shaper = hb.Font(hb.Face(hb.Blob.from_file_path(str(path))))
    wanted = [font.getGlyphName(g) for text in (FLAG, FAMILY) for g in shaped_glyphs(shaper, text)]
    cut(font, FLAG + FAMILY, glyphs=wanted, layout_closure=False).save(output / EMOJI[0])

    collection = TTCollection()
    collection.fonts = [cut(TTFont(fonts / CJK[1], fontNumber=index, recalcTimestamp=False), " i\u201C") for index in range(6)]
    collection.save(str(output / CJK[0]), shareTables=True)
    cut(TTFont(fonts / CJK[1], fontNumber=0, recalcTimestamp=False), JAPANESE).save(output / CJK_JP[0])


def shaped_glyphs(font: hb.Font, text: str) -> list[int]:
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.direction = "ltr"
    hb.shape(font, buffer, {})
    return [info.codepoint for info in buffer.glyph_infos]


# ------------------------------------------------------------------------------------- faces drawn here

COPYRIGHT = "Drawn by make-fixtures.py of Hairspace; rectangles only. Under Hairspace's own licence."
EPOCH = 2082844800 + 1704067200  # 2024-01-01 in seconds since 1904, so that every run gives the same bytes


def rectangle(advance: int, height: int):
    """A box with side bearings, or nothing."""
    pen = TTGlyphPen(None)
    if height and advance > 20:
        left, right = advance // 10, advance - advance // 10
        pen.moveTo((left, 0))
        pen.lineTo((left, height))
        pen.lineTo((right, height))
        pen.lineTo((right, 0))
        pen.closePath()
    return pen.glyph()


def glyph_name(character: str) -> str:
    return f"uni{ord(character):04X}"


def draw(family: str, advances: dict[str, int], *, units: int = 1000, notdef: int = 500, inked: str = "", features: str = "") -> FontBuilder:
    """A TrueType face: one box a character, none for spaces, but `inked` ones."""
    builder = FontBuilder(units, isTTF=True)
    names = [".notdef"] + [glyph_name(c) for c in advances]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(c): glyph_name(c) for c in advances})
    outlines = {".notdef": rectangle(notdef, units * 7 // 10)}
    metrics = {".notdef": (notdef, notdef // 10)}
    for character, advance in advances.items():
        blank = character not in inked and (character in SPACES or character in IGNORABLES)
        outlines[glyph_name(character)] = rectangle(advance, 0 if blank else units // 2)
        metrics[glyph_name(character)] = (advance, 0 if blank else advance // 10)
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=units * 8 // 10, descent=-units // 5)
    builder.setupNameTable({
        "copyright": COPYRIGHT, "familyName": family, "styleName": "Regular", "uniqueFontIdentifier": family,
        "fullName": family, "psName": family.replace(" ", ""), "version": "Version 1.000",
    }, mac=False)
    builder.setupOS2(sTypoAscender=units * 8 // 10, sTypoDescender=-units // 5, usWinAscent=units, usWinDescent=units // 5)
    builder.setupPost()
    builder.updateHead(created=EPOCH, modified=EPOCH)
    builder.font.recalcTimestamp = False
    if features:
        addOpenTypeFeaturesFromString(builder.font, features)
    return builder


# The advances and pairs of Liberation Sans 1.07.4 (which is GPL, so that no outline of it is here): facts, not a font.
LIBERATION_ADVANCES = {
    455: "ijl", 569: " .,ft", 682: "-r", 1024: "cksvxyz", 1139: "0123456789Labdeghnopqu\u00E9", 1251: "FT", 1366: "APVY", 1479: "Dw",
    1706: "m", 1933: "W",
}
LIBERATION_PAIRS = [
    (" ", -113, "A"), (" ", -37, "TY"), ("A", -113, " "), ("A", -152, "TVY"), ("A", -76, "W"), ("A", -37, "vwy"), ("F", -227, ".,"),
    ("F", -113, "A"), ("L", -76, " y"), ("L", -152, "TVWY"), ("P", -37, " "), ("P", -264, ".,"), ("P", -152, "A"), ("T", -37, " "),
    ("T", -227, ".,aceos"), ("T", -113, "-wy"), ("T", -152, "A"), ("T", -76, "iru"), ("V", -188, ".,"), ("V", -113, "-eo"), ("V", -152, "Aa"),
    ("V", -37, "i"), ("V", -76, "ruy"), ("W", -113, ".,"), ("W", -37, "-eoru"), ("W", -76, "Aa"), ("W", -18, "y"), ("Y", -37, " "),
    ("Y", -264, ".,"), ("Y", -188, "-eoq"), ("Y", -152, "Aap"), ("Y", -76, "i"), ("Y", -113, "uv"), ("f", -37, "f"), ("r", -113, ".,"),
    ("v", -152, ".,"), ("w", -113, ".,"), ("y", -152, ".,"),
]

LANGUAGE_SYSTEMS = "languagesystem DFLT dflt; languagesystem latn dflt;\n"


def kern_feature(pairs) -> str:
    rules = "".join(f"  pos {glyph_name(a)} {glyph_name(b)} {value};\n" for a, value, seconds in pairs for b in seconds)
    return LANGUAGE_SYSTEMS + "feature kern {\n" + rules + "} kern;\n"


def draw_kern(family: str, features: str) -> FontBuilder:
    advances = {c: advance for advance, characters in LIBERATION_ADVANCES.items() for c in characters}
    advances = dict(sorted(advances.items()))
    return draw(family, advances, units=2048, notdef=748, features=features)


def make_drawn(output: Path) -> None:
    # GDEF says that .notdef is no mark, as Liberation's does: a missing mark then keeps its width.
    classes = "table GDEF {\n  GlyphClassDef [" + " ".join(glyph_name(c) for text in LIBERATION_ADVANCES.values() for c in text) + "],,,;\n} GDEF;\n"
    kern = draw_kern("Hairspace Test Kern", kern_feature(LIBERATION_PAIRS) + classes)
    kern.save(output / "Kern.ttf")

    legacy = draw_kern("Hairspace Test Legacy Kern", classes)
    table = newTable("kern")
    table.version = 0
    subtable = KernTable_format_0()
    subtable.version, subtable.coverage, subtable.apple = 0, 1, False
    subtable.kernTable = {(glyph_name(a), glyph_name(b)): value for a, value, seconds in LIBERATION_PAIRS for b in seconds}
    table.kernTables = [subtable]
    legacy.font["kern"] = table
    legacy.save(output / "LegacyKern.ttf")

    draw("Hairspace Test No Spaces", {"A": 600, "x": 500, "0": 550, ".": 250}).save(output / "NoSpaces.ttf")

    bare = draw("Hairspace Test No Cmap", {" ": 250, "A": 600})
    del bare.font["cmap"]
    bare.save(output / "NoCmap.ttf")

    zero = draw("Hairspace Test Zero Units", {" ": 250, "A": 600})
    zero.font["head"].unitsPerEm = 0
    zero.save(output / "ZeroUnits.ttf")

    draw("Hairspace Test Inky Joiner", {" ": 250, "A": 600, "a": 500, "\u2060": 300, "\u200B": 200, "\uFEFF": 150, "\uFE0F": 400},
         inked="\u2060\u200B\uFEFF\uFE0F").save(output / "InkyJoiner.ttf")

    draw("Hairspace Test Space Kern", {" ": 250, "A": 600, "\u2003": 1000, "\u2002": 500, "\u2009": 200, "\u200A": 100},
         features=kern_feature([("\u2003", -40, "\u200A")])).save(output / "SpaceKern.ttf")

    draw("Hairspace Test Coprime", {"A": 600, "\u2002": 144, "\u200A": 89}).save(output / "Coprime.ttf")

    draw("Hairspace Test Zero Hair", {" ": 250, "A": 600, "\u2003": 1000, "\u2009": 200, "\u200A": 0}).save(output / "ZeroHair.ttf")

    draw_variable().save(output / "Variable.ttf")

    draw_bitmap().save(output / "BitmapOnly.ttf")

    for flavor in ("woff", "woff2"):
        font = TTFont(output / "SpaceKern.ttf", recalcTimestamp=False)
        font.flavor = flavor
        font.save(output / f"SpaceKern.{flavor}")

    (output / "Type1.pfa").write_text(type1(), encoding="ascii")
    (output / "Bitmap.bdf").write_text(BDF, encoding="ascii")


def draw_bitmap() -> FontBuilder:
    """A face without outlines: one strike of 8 pixels in EBDT, advances in hmtx."""
    builder = draw("Hairspace Test Bitmap Only", {" ": 500, "A": 1200, "\u200A": 150}, units=2000, notdef=1000)
    font = builder.font
    count = len(font.getGlyphOrder())
    for tag in ("glyf", "loca", "maxp"):
        del font[tag]
    font["maxp"] = newTable("maxp")
    font["maxp"].tableVersion, font["maxp"].numGlyphs = 0x00005000, count
    head, hhea = font["head"], font["hhea"]
    head.xMin = head.yMin = head.xMax = head.yMax = 0
    hhea.advanceWidthMax, hhea.minLeftSideBearing, hhea.minRightSideBearing, hhea.xMaxExtent = 1200, 0, 0, 0
    font.recalcBBoxes = False

    # Index format 2 and image format 5: every glyph 8 by 8 pixels, bit-aligned, one set of metrics.
    metrics = bytes([8, 8, 0, 8, 8, 0, 0, 8])
    data = DefaultTable("EBDT")
    data.data = struct.pack(">L", 0x00020000) + bytes([0x18, 0x24, 0x42, 0x42, 0x7E, 0x42, 0x42, 0x00]) * count
    index = struct.pack(">HHL", 2, 5, 4) + struct.pack(">L", 8) + metrics
    subtable_list = struct.pack(">HHL", 0, count - 1, 8) + index
    line = struct.pack(">bbBbbbbbbbbb", 8, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    size = struct.pack(">LLLL", 56, len(subtable_list), 1, 0) + line * 2 + struct.pack(">HHBBBb", 0, count - 1, 8, 8, 1, 1)
    locations = DefaultTable("EBLC")
    locations.data = struct.pack(">LL", 0x00020000, 1) + size + subtable_list
    font["EBDT"], font["EBLC"] = data, locations
    return builder


def draw_variable() -> FontBuilder:
    """Weights 100 to 900, 400 by default. All that varies does so in a straight line on each side of 400."""
    # character: at 100, at 400, at 900
    widths = {" ": (260, 250, 230), "A": (560, 600, 701), "V": (540, 580, 690), "e": (480, 500, 555), "\u2003": (1000, 1000, 1000),
              "\u2009": (210, 200, 175), "\u200A": (220, 200, 150)}
    builder = draw("Hairspace Test Variable", {c: w[1] for c, w in widths.items()})
    builder.setupFvar([("wght", 100, 400, 900, "Weight")], [
        {"location": {"wght": 300}, "stylename": "Light"},
        {"location": {"wght": 400}, "stylename": "Regular"},
        {"location": {"wght": 700}, "stylename": "Bold"},
    ])
    variations = {".notdef": []}
    for character, (light, normal, black) in widths.items():
        glyph = builder.font["glyf"][glyph_name(character)]
        points = len(glyph.coordinates) if glyph.numberOfContours > 0 else 0
        tuples = []
        for axes, delta in (({"wght": (-1.0, -1.0, 0)}, light - normal), ({"wght": (0, 1.0, 1.0)}, black - normal)):
            if delta:
                # The right edge of the box and the right phantom point move, nothing else.
                moves = [(delta if 2 <= i < 4 else 0, 0) for i in range(points)] + [(0, 0), (delta, 0), (0, 0), (0, 0)]
                tuples.append(TupleVariation(axes, moves))
        variations[glyph_name(character)] = tuples
    builder.setupGvar(variations)
    builder.setupStat([{"tag": "wght", "name": "Weight", "values": [
        {"value": 300, "name": "Light"}, {"value": 400, "name": "Regular", "flags": 2}, {"value": 700, "name": "Bold"}]}])
    add_HVAR(builder.font)
    return builder


# ------------------------------------------------------------------- formats that are refused or read by FreeType

def type1() -> str:
    """A Type 1 face of a space (250) and an A (600), written out as the format's book has it."""
    def number(value: int) -> bytes:
        if -107 <= value <= 107:
            return bytes([value + 139])
        if 108 <= value <= 1131:
            return bytes([(value - 108) // 256 + 247, (value - 108) % 256])
        if -1131 <= value <= -108:
            return bytes([(-value - 108) // 256 + 251, (-value - 108) % 256])
        raise ValueError(value)

    def charstring(*items) -> bytes:
        operators = {"hsbw": b"\x0d", "rmoveto": b"\x15", "rlineto": b"\x05", "closepath": b"\x09", "endchar": b"\x0e"}
        code = b"".join(number(i) if isinstance(i, int) else operators[i] for i in items)
        return eexec.encrypt(bytes(4) + code, 4330)[0]

    box = (0, 0, "rmoveto", 0, 500, "rlineto", 400, 0, "rlineto", 0, -500, "rlineto", "closepath", "endchar")
    glyphs = {".notdef": charstring(50, 500, "hsbw", *box), "space": charstring(0, 250, "hsbw", "endchar"), "A": charstring(100, 600, "hsbw", *box)}
    private = b"dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n"
    private += b"/ND {noaccess def} executeonly def\n/NP {noaccess put} executeonly def\n/BlueValues [] def\n/MinFeature {16 16} def\n"
    private += b"/password 5839 def\n/lenIV 4 def\n/Subrs 0 array\n2 index /CharStrings %d dict dup begin\n" % len(glyphs)
    for name, code in glyphs.items():
        private += b"/%s %d RD " % (name.encode(), len(code)) + code + b" ND\n"
    private += b"end\nend\nreadonly put\nnoaccess put\ndup /FontName get exch definefont pop\nmark currentfile closefile\n"
    secret = eexec.encrypt(b"\0\0\0\0" + private, 55665)[0].hex().upper()
    head = """%!PS-AdobeFont-1.0: HairspaceTestType1 001.000
12 dict begin
/FontInfo 4 dict dup begin
/version (001.000) readonly def
/FullName (Hairspace Test Type 1) readonly def
/FamilyName (Hairspace Test Type 1) readonly def
/Weight (Regular) readonly def
end readonly def
/FontName /HairspaceTestType1 def
/PaintType 0 def
/FontType 1 def
/FontMatrix [0.001 0 0 0.001 0 0] readonly def
/Encoding StandardEncoding def
/FontBBox {0 0 600 500} readonly def
currentdict end
currentfile eexec
"""
    lines = [secret[i:i + 64] for i in range(0, len(secret), 64)]
    return head + "\n".join(lines) + "\n" + ("0" * 64 + "\n") * 8 + "cleartomark\n"


BDF = """STARTFONT 2.1
FONT -Hairspace-Hairspace Test Bitmap-Medium-R-Normal--8-80-72-72-C-80-ISO10646-1
SIZE 8 72 72
FONTBOUNDINGBOX 8 8 0 0
STARTPROPERTIES 4
FONT_ASCENT 8
FONT_DESCENT 0
CHARSET_REGISTRY "ISO10646"
CHARSET_ENCODING "1"
ENDPROPERTIES
CHARS 2
STARTCHAR space
ENCODING 32
SWIDTH 500 0
DWIDTH 4 0
BBX 1 1 0 0
BITMAP
00
ENDCHAR
STARTCHAR A
ENCODING 65
SWIDTH 1000 0
DWIDTH 8 0
BBX 8 8 0 0
BITMAP
18
24
42
42
7E
42
42
00
ENDCHAR
ENDFONT
"""

DRAWN_TABLE = [
    ("Kern.ttf", "the advances and kerning of Liberation Sans 1.07.4 at 2048 units per em: spaces kern with letters; of the spaces only U+0020, so that the shaper synthesises the rest; no U+0301; GDEF keeps .notdef from counting as a mark"),
    ("LegacyKern.ttf", "the same, kerned by a `kern` table instead of GPOS"),
    ("NoSpaces.ttf", "no U+0020 and no other space: nothing is synthesised, every space is .notdef; no GDEF, so that a missing mark adds 0"),
    ("NoCmap.ttf", "a space glyph but no cmap table: to be refused (FreeType would make one up from the glyph names)"),
    ("ZeroUnits.ttf", "head says 0 units per em"),
    ("InkyJoiner.ttf", "U+2060, U+200B, U+FEFF and U+FE0F have ink and an advance, yet add 0"),
    ("SpaceKern.ttf", "U+2003 U+200A is kerned by -40, so that the whole is not the sum"),
    ("Coprime.ttf", "two spaces alone, U+2002 of 144 and U+200A of 89 units; no U+0020"),
    ("ZeroHair.ttf", "the hair space has advance 0"),
    ("Variable.ttf", "one axis (wght 100, 400, 900), instances Light, Regular, Bold, HVAR, no avar; hair space 220, 200, 150; em space always 1000"),
    ("BitmapOnly.ttf", "bitmaps only (EBDT): no glyf, no loca; advances in hmtx, 2000 units per em"),
    ("SpaceKern.woff", "a WOFF file: HarfBuzz takes it for a face of 0 glyphs"),
    ("SpaceKern.woff2", "a WOFF2 file: likewise"),
    ("Type1.pfa", "a Type 1 face, hexadecimal form: no sfnt"),
    ("Bitmap.bdf", "a BDF face: no sfnt, no outlines"),
]


# ------------------------------------------------------------------------------------------- licences, README

def clean(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").strip().split("\n")) + "\n"


def make_licences(fonts: Path, output: Path) -> None:
    def names(source: str, number: int = -1) -> tuple[str, str]:
        table = TTFont(fonts / source, fontNumber=number)["name"]
        return clean(table.getDebugName(0)), clean(table.getDebugName(13))

    folder = output / "LICENSES"
    folder.mkdir(exist_ok=True)
    # The first face of each: DejaVu Sans has the notice of Arev too.
    sources = {licence: source for _, source, _, licence, *_ in reversed([*SUBSETS, EMOJI, CJK])}
    garamond = names(sources["EBGaramond"])[1]
    ofl = garamond[garamond.index("-----"):]
    # Both faces hold their licence whole.
    (folder / "DejaVu.txt").write_text("\n".join(names(sources["DejaVu"])), encoding="utf-8")
    (folder / "EBGaramond.txt").write_text(garamond, encoding="utf-8")
    for licence in ("NotoSans", "NotoSansArabic", "NotoSansHebrew", "NotoSansDevanagari", "Cantarell", "InterBeta", "NotoColorEmoji", "NotoSansCJK"):
        copyright, notice = names(sources[licence], 0 if licence == "NotoSansCJK" else -1)
        (folder / f"{licence}.txt").write_text("\n".join([copyright, notice, ofl]), encoding="utf-8")
    apache = (COMMON_LICENSES / "Apache-2.0").read_text(encoding="utf-8")
    copyright, notice = names(sources["Roboto"])
    changed = "Changed: Roboto.ttf in this folder is a subset made by make-fixtures.py.\n"
    (folder / "Roboto.txt").write_text("\n".join([copyright, notice, changed, clean(apache)]), encoding="utf-8")


LICENCE_NAMES = {"DejaVu": "Bitstream Vera, Arev; changes public domain", "Roboto": "Apache 2.0"}


def readme() -> str:
    rows = [(file, source.split("/")[-1], package, licence, purpose) for file, source, package, licence, _, purpose in SUBSETS]
    rows += [(file, source.split("/")[-1], package, licence, purpose) for file, source, package, licence, purpose in (EMOJI, CJK, CJK_JP)]
    lines = [
        "# Faces for the shaping tests", "",
        "Made by `Tests/Oracle/make-fixtures.py`; do not edit. Every subset keeps all layout features of its source, without hints, and",
        "measures as its source does for the texts of `../advances.tsv` and `../runs.tsv` (the recording scripts check it).", "",
        "None of the licences here reserves a font name, so the subsets keep theirs. The faces under the Open Font License stay under it.", "",
        "## Subsets", "", "| file | from | package | licence | there for |", "|---|---|---|---|---|",
    ]
    for file, source, package, licence, purpose in rows:
        name = LICENCE_NAMES.get(licence, "OFL 1.1")
        lines.append(f"| {file} | {source} | {package} | [{name}](LICENSES/{licence}.txt) | {purpose} |")
    lines += ["", "## Drawn by the script", "", "Rectangles only, family names beginning with `Hairspace Test`, under Hairspace's own licence.", "",
              "| file | there for |", "|---|---|"]
    lines += [f"| {file} | {purpose} |" for file, purpose in DRAWN_TABLE]
    lines += ["", "Those in `Shortcut/` are made by `Tests/Oracle/record-shortcut.py`, which says what each is there for; under Hairspace's own licence, too.",
              "", "Besides: the words in `../ui-strings.tsv` and some in `../runs.tsv` are from CLDR, under the [Unicode License v3](LICENSES/Unicode.txt)."]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes the fixture faces.")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"), help="where Debian's fonts are")
    parser.add_argument("--output", type=Path, default=DEFAULT_OUTPUT)
    arguments = parser.parse_args()
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    output: Path = arguments.output
    output.mkdir(parents=True, exist_ok=True)
    make_subsets(arguments.fonts, output)
    make_drawn(output)
    make_licences(arguments.fonts, output)
    (output / "README.md").write_text(readme(), encoding="utf-8")
    for path in sorted(output.iterdir()):
        if path.is_file():
            print(f"{path.stat().st_size:>8}  {path.name}")


if __name__ == "__main__":
    main()
