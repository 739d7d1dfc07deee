#!/usr/bin/env python3
"""Makes the seeds of the fuzz targets: one small input for each thing that the targets read.

The fonts are those of Tests/ShapingTests/Fixtures/Faces, the drawn ones as they are, the subsets of free faces cut down to a
few glyphs; their licences stand beside those.

Needs   PyPI: fonttools brotli (in a virtual environment)

Run     python3 Fuzz/make-seeds.py FOLDER
"""

import argparse
import io
import struct
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable

FACES = Path(__file__).resolve().parent.parent / "Tests" / "ShapingTests" / "Fixtures" / "Faces"

# Drawn by Tests/Oracle/make-fixtures.py.
WHOLE = ["Kern.ttf", "LegacyKern.ttf", "SpaceKern.ttf", "SpaceKern.woff", "SpaceKern.woff2", "Coprime.ttf", "Variable.ttf",
         "BitmapOnly.ttf", "InkyJoiner.ttf", "NoSpaces.ttf", "NoCmap.ttf", "ZeroUnits.ttf", "Type1.pfa", "Bitmap.bdf"]

# Subsets of subsets: face, characters.
SUBSETS = [
    ("DejaVuSans.ttf", "fil \u200A\u0301"),
    ("NotoSansHebrew.ttf", "\u05E9\u05DC\u05B7\u05BC ("),
    ("NotoSansArabic.ttf", "\u0644\u0627\u0645\u064E\u0651 "),
    ("NotoSansDevanagari.ttf", "\u0915\u094D\u093F\u0902 "),
    ("Cantarell.otf", "fil \u0301\u200A"),
    ("InterBeta.ttf", "AV-> \u200A\u2003"),
    ("NotoSansCJKjp.otf", "i "),
]

# Track 0 at 12 and 18 pt: -10 and 20 units.
TRAK = struct.pack(">IHHHH HHI iHH ii hh", 0x10000, 0, 12, 0, 0, 1, 2, 28, 0, 256, 36, 12 << 16, 18 << 16, -10, 20)

# A line a command; the words stand between bars.
COMMANDS = """\
pad|74
pad|74|80.5|--kit|row-action|--escape|swift|-j
pad|60|-ktext|-mrepeat|--spaces|U+2009|--tolerance|0.5
pad|120|--title=Delete|--align|center|--spaces=hair|--max-characters|40
pad|90|--kit|article|--minimum-width|15|--shift-factor|1.25|-q
measure|Delete|-s18|--json|--tracking|sf-pro|--letter-spacing|-0.2
measure|--unicodes|0041 200A|--feature|kern=0|--feature|-liga|--language|de
measure|-f|Inter Medium|--axis|opsz=20|--instance|Bold|--|-x
measure|-f|Variable.ttf|--axis|wght=650|--fallback|Kern.ttf|A
measure|-f|-|--face-index|0|AVA
measure|--tracking|-12.5|--feature|ss01=2|a\tb
spaces|--spaces|fixed|--font|SpaceKern.ttf|-j
spaces|--spaces|non-breaking|--tracking|none|--size|1e2
spaces|--font|Inter Nothing
fonts|Variable.ttf|NotoSansCJK.ttc|--json
pad|100|--kit|contextual-action|--guard|--maximum|110|-j
pad|84|--kit=bg-row-action|--fitted|--title|Flag
pad|90|--kit|mgswipe|--icon-width|12.5|--padding|0|--button-width|90
equalize|Delete|Archive|-w|120|--align|trailing|-e|json
buttons|Delete|Move to Archive|--kit|swipecellkit|--row-width|230|-j
buttons|A|B|--kit|all|--icon-width|1|--icon-width|2|--spacing|3
buttons|A|--kit|listable|--equal-widths|yes|--minimum|80
fit|README.md|--robust|--level|90|--rounding|up
spaces|--spaces|@README.md
help|pad
measure|-h
--version
--help
""".replace("\\t", "\t")

# Each stands in three inputs, whose first characters are the text target's options.
TEXTS = [
    "Delete\nL\u00F6schen\r\nx\t y \u200A\u2003\r\n", "\u05E9\u05B7\u05BC\u05DC\u05D5\u05DD (a) 12", "\u0644\u0627\u0645\u0651 x\u0301 \u2066a\u2069",
    "\u0915\u094D\u0937\u093F\u0964 ffi \u0431", "a \u00A0\u2028b\u0085c", "\uFEFFBOM", "U+0041 200A,u+1F600",
    "\"\\&<>'?\x00\x07\u0080\uFFFE\U0001F468\u200D\U0001F469", "a\u0301\u034F\u0301\u200B(\u4E2D\u3042)\u00B7\u2053", "e\u0301" * 40,
]

# What other files have: rows of CSV, samples, characters with their advances.
FILES = {
    "rows": ("1", ["a,b\r\n\"c,\"\"d\n\",\n\n,\r\n", "\uFEFFtitle,width\nDelete,81.5", "\"open", "a\"b", "a\rb\r", "\"a\"b,\u00E9"]),
    "samples": ("2", [
        "title,width\nA,41\nDelete,83.5\nMove to,97\n\"x, y\",60\n",
        "character,count,width,size,font\nU+200A,10,40,18,\nU+200A,40,70,14,Inter Medium\nU+2003,3,99,,Kern.ttf\n",
        "title,width\nA,1e2\nA,-1\n",
    ]),
    "characters": ("3", ["# pack\nU+E001 -1.5\nU+E002 0.001 # fine\nU+2003\n", "U+F801 -1\nU+F802 -2\nU+F821 4\n", "u+41\t2.25\nU+D800", "U+2009\nU+200A"]),
}


def trak(path: Path) -> bytes:
    font = TTFont(path, recalcTimestamp=False)
    font["trak"] = DefaultTable("trak")
    font["trak"].data = TRAK
    return saved(font)


def saved(font) -> bytes:
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def cut(path: Path, characters: str) -> TTFont:
    options = subset.Options(layout_features=["*"], notdef_outline=False, name_IDs=[1, 2, 16, 17], hinting=False)
    font = TTFont(path, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(text=characters)
    cutter.subset(font)
    return font


def stored_woff(path: Path) -> bytes:
    """A WOFF file whose tables are not compressed, so that what is mutated in them is read."""
    plain = path.read_bytes()
    count = struct.unpack(">H", plain[4:6])[0]
    directory, body = b"", b""
    for index in range(count):
        tag, checksum, offset, length = struct.unpack(">4sIII", plain[12 + 16 * index:28 + 16 * index])
        directory += struct.pack(">4sIIII", tag, 44 + 20 * count + len(body), length, length, checksum)
        body += plain[offset:offset + length] + bytes(-length % 4)
    header = struct.pack(">4s4sIHHIHHIIIII", b"wOFF", plain[:4], 44 + len(directory) + len(body), count, 0,
                         len(plain), 1, 0, 0, 0, 0, 0, 0)
    return header + directory + body


def seeds():
    for name in WHOLE:
        yield "font", name, (FACES / name).read_bytes()
    for name, characters in SUBSETS:
        font = cut(FACES / name, characters)
        yield "font", f"cut-{name}", saved(font)
        if name in ["InterBeta.ttf", "DejaVuSans.ttf"]:
            font.flavor = "woff2"
            yield "font", f"cut-{name}.woff2", saved(font)
    collection = TTCollection()
    collection.fonts = [TTFont(FACES / name, recalcTimestamp=False) for name in ["Coprime.ttf", "Variable.ttf"]]
    yield "font", "collection.ttc", saved(collection)
    yield "font", "trak.ttf", trak(FACES / "SpaceKern.ttf")
    yield "font", "stored.woff", stored_woff(FACES / "SpaceKern.ttf")
    yield "trak", "one", TRAK
    for index, line in enumerate(COMMANDS.splitlines()):
        yield "arguments", f"{index:02}", line.replace("|", "\0").encode()
    for index, text in enumerate(TEXTS):
        for kind, options in [("lines", "0"), ("escapes", "4"), ("measure", "89:;"[index % 4])]:
            yield "text", f"{kind}-{index:02}", (options + text).encode()
    for kind, (options, files) in FILES.items():
        for index, text in enumerate(files):
            yield "text", f"{kind}-{index:02}", (options + text).encode()
    yield "text", "malformed", b"0a\xFF\xC3(\xE2\x82\xF0\x9F\x98\xED\xA0\x80\n\xC3"
    yield "text", "utf16", b"0\xFF\xFEa\x00"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    for target, name, content in seeds():
        (folder / target).mkdir(parents=True, exist_ok=True)
        (folder / target / name).write_bytes(content)


main()
