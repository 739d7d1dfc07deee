#!/usr/bin/env python3
"""Shows what becomes of spaces and titles where texts are trimmed, collapsed or normalised, by running the real things.

foundation.*          trimmingCharacters(in:) and the two mappings to composed characters, of the Swift toolchain's Foundation
swift.isWhitespace    characters of which Character.isWhitespace is true, dropped from both ends
python.*              str.strip and unicodedata.normalize
javascript.trim       String.prototype.trim, by node
java.trim, .strip     the two methods of java.lang.String
java.properties       the value of a line `title=…` that java.util.Properties reads
yaml.plain            the value of a line `title: …`, a plain scalar, that PyYAML reads
css.normal            what Chromium lays out under `white-space: normal`, in a face that gives every character 1 em: the characters that have
                      a width then, and those that have none under `white-space: pre` either (U+180E, U+200B, U+2060, U+FEFF)
css.innerText         the same element's innerText
css.selection         the text of a selection of it

Texts: each character of general category Zs, and four that are not drawn, at both ends of a letter and twice between letters; a last space with
something attached to it; titles by `hairspace pad`, bare and with U+2060 WORD JOINER at both ends. Besides, each trim is given every scalar of
Unicode in front of a letter and after it; which it removes is in the lines `removes`.

The record says for each text `=` where it stays as it was, `-` where nothing is left, `refused` where it is an error, or else what is left.
Versions stand in its head; another version that does the same is no difference.

Exit status 1 if anything is not as recorded.

Needs   swift (with Foundation); Debian: chromium nodejs default-jdk-headless; PyPI: fonttools PyYAML
Run     python3 Tests/Oracle/check-trimming.py [--chromium PATH] [--record]
        --record writes Tests/Oracle/trimming.tsv, and the same to Tests/HairspaceTests/Fixtures for the tests
"""

import argparse
import base64
import difflib
import html
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from itertools import groupby
from pathlib import Path

import yaml
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

HERE = Path(__file__).resolve().parent
RECORDS = [HERE / "trimming.tsv", HERE.parent / "HairspaceTests/Fixtures/trimming.tsv"]

JOINER = 0x2060
SPACES = [n for n in range(0x10000) if unicodedata.category(chr(n)) == "Zs"]
UNDRAWN = [0x180E, 0x200B, JOINER, 0xFEFF]
DELETE = [ord(letter) for letter in "Delete"]
X = ord("x")

# By `hairspace pad`, in bundled Inter.
TITLES = {
    "hair": [0x200A] * 38,                                                                  # 74
    "fixed": [0x2003, 0x2002, 0x2008, 0x2008, 0x2005, 0x200A],                               # 74 --kit row-action
    "non-breaking": [0x2007, *[0xA0] * 5, 0x202F, 0x202F],                                   # the same, --spaces non-breaking
    "leading": [*DELETE, 0x2003, 0x2007, 0x2002, 0x2008, 0x2005, 0x2006],                    # 100 --kit text --title Delete
    "center": [0x2002, 0x205F, 0x205F, 0x2009, 0x2009, *DELETE, *[0x2004] * 4, 0x200A],      # the same, --align center
    "trailing": [0x2003, 0x2007, 0x2002, 0x2008, 0x2005, 0x2006, *DELETE],                   # the same, --align trailing
    "non-breaking leading": [*DELETE, 0x2007, 0x2007, *[0xA0] * 5, 0x202F, 0x202F],          # of the same kind
    "ordinary": [0x20] * 4,                                                                  # --spaces U+0020
}

# After a space, these make one character with it in Swift: an accent, a joiner, a variation selector. A word joiner does not.
ATTACHED = [0x0301, 0x200D, 0xFE0F]
EM = 10

SWIFT = r"""
import Foundation

func drop(_ text: String) -> String {
  var rest = text[...]
  while rest.first?.isWhitespace == true { rest.removeFirst() }
  while rest.last?.isWhitespace == true { rest.removeLast() }
  return String(rest)
}
let trims: [(String, (String) -> String)] = [
  ("foundation.whitespaces", { $0.trimmingCharacters(in: .whitespaces) }),
  ("foundation.whitespacesAndNewlines", { $0.trimmingCharacters(in: .whitespacesAndNewlines) }),
  ("swift.isWhitespace", drop),
]
let mappings: [(String, (String) -> String)] = [
  ("foundation.nfc", { $0.precomposedStringWithCanonicalMapping }),
  ("foundation.nfkc", { $0.precomposedStringWithCompatibilityMapping }),
]
func hex(_ text: String) -> String {
  text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
}
for (name, trim) in trims {
  for value in UInt32(0)...0x10FFFF {
    guard let scalar = Unicode.Scalar(value) else { continue }
    var before = String.UnicodeScalarView([scalar]), after = String.UnicodeScalarView("x".unicodeScalars)
    before.append("x")
    after.append(scalar)
    let (front, back) = (trim(String(before)), trim(String(after)))
    if front.unicodeScalars.count < 2 || back.unicodeScalars.count < 2 {
      print("removes", name, String(value, radix: 16), hex(front), hex(back), separator: "\t")
    }
  }
}
while let line = readLine() {
  let text = String(String.UnicodeScalarView(line.split(separator: " ").map { Unicode.Scalar(UInt32($0, radix: 16)!)! }))
  for (name, change) in trims + mappings { print("text", name, line, hex(change(text)), separator: "\t") }
}
"""

JAVASCRIPT = r"""
const hex = text => [...text].map(c => c.codePointAt(0).toString(16)).join(" ");
const out = [];
for (let value = 0; value <= 0x10FFFF; value++) {
  if (value >= 0xD800 && value < 0xE000) continue;
  const c = String.fromCodePoint(value), front = (c + "x").trim(), back = ("x" + c).trim();
  if (front === "x" || back === "x") out.push(["removes", "javascript.trim", value.toString(16), hex(front), hex(back)].join("\t"));
}
for (const line of require("fs").readFileSync(0, "utf8").split("\n").filter(line => line)) {
  const text = String.fromCodePoint(...line.split(" ").map(n => parseInt(n, 16)));
  out.push(["text", "javascript.trim", line, hex(text.trim())].join("\t"));
}
console.log(out.join("\n"));
"""

JAVA = r"""
import java.io.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

class Trims {
  static String hex(String text) {
    return text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" "));
  }
  static String property(String text) {
    try {
      Properties read = new Properties();
      read.load(new StringReader("title=" + text + "\n"));
      return read.getProperty("title");
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
  public static void main(String[] arguments) throws IOException {
    Map<String, UnaryOperator<String>> trims = new LinkedHashMap<>();
    trims.put("java.trim", String::trim);
    trims.put("java.strip", String::strip);
    trims.forEach((name, trim) -> {
      for (int value = 0; value <= 0x10FFFF; value++) {
        if (value >= 0xD800 && value < 0xE000) continue;
        String c = Character.toString(value), front = trim.apply(c + "x"), back = trim.apply("x" + c);
        if (front.equals("x") || back.equals("x"))
          System.out.println(String.join("\t", "removes", name, Integer.toHexString(value), hex(front), hex(back)));
      }
    });
    trims.put("java.properties", Trims::property);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null;) {
      String given = line;
      StringBuilder text = new StringBuilder();
      for (String n : line.split(" ")) text.appendCodePoint(Integer.parseInt(n, 16));
      trims.forEach((name, change) -> System.out.println(String.join("\t", "text", name, given, hex(change.apply(text.toString())))));
    }
  }
}
"""

PAGE = """<!doctype html>
<meta charset="utf-8"><title>Spaces</title>
<style>
@font-face { font-family: wide; src: url(data:font/sfnt;base64,FACE) }
span { display: inline-block; font: EMpx wide }
</style>
<body><pre id="answer"></pre>
<script>
const texts = TEXTS;
const hex = text => [...text].map(c => c.codePointAt(0).toString(16)).join(" ");
function widths(span) {
  const node = span.firstChild, range = document.createRange();
  return [...node.data].map((_, i) => {
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    return range.getBoundingClientRect().width;
  });
}
async function look() {
  await document.fonts.load("EMpx wide", "x");
  const spans = texts.map(text => {
    const span = document.body.appendChild(document.createElement("div")).appendChild(document.createElement("span"));
    span.textContent = text;
    return span;
  });
  const selection = getSelection();
  return spans.map(span => {
    span.style.whiteSpace = "pre";
    const pre = widths(span);
    span.style.whiteSpace = "normal";
    selection.selectAllChildren(span);
    return { pre, normal: widths(span), box: span.getBoundingClientRect().width, inner: hex(span.innerText), selected: hex(selection.toString()) };
  });
}
look().catch(error => ({ error: String(error) })).then(answer => { document.getElementById("answer").textContent = JSON.stringify(answer); });
</script>
"""

COLUMNS = ["foundation.whitespaces", "foundation.whitespacesAndNewlines", "swift.isWhitespace", "python.strip", "javascript.trim", "java.trim",
           "java.strip", "css.normal", "css.innerText", "css.selection", "foundation.nfc", "foundation.nfkc", "python.nfc", "python.nfkc",
           "java.properties", "yaml.plain"]


def texts():
    """Each text to be tried by its name."""
    result = {}
    for n in SPACES + UNDRAWN:
        result[f"U+{n:04X} at the ends"] = [n, X, n]
        result[f"U+{n:04X} between"] = [X, n, n, X]
    for n in [*ATTACHED, JOINER]:
        result[f"U+{n:04X} after a last space"] = [X, 0x200A, n]
    for name, title in TITLES.items():
        result[name] = title
        result[f"{name}, guarded"] = [JOINER, *title, JOINER]
    return result


def notation(scalars):
    """Code points with their counts: U+2003 U+2008*2."""
    runs = [(n, len(list(run))) for n, run in groupby(scalars)]
    return " ".join(f"U+{n:04X}" + (f"*{count}" if count > 1 else "") for n, count in runs)


def ranges(scalars):
    """Code points with their ranges: U+0009..U+000D U+0020."""
    parts = []
    for _, run in groupby(enumerate(sorted(scalars)), lambda pair: pair[1] - pair[0]):
        run = [n for _, n in run]
        parts.append(f"U+{run[0]:04X}" + (f"..U+{run[-1]:04X}" if run[1:] else ""))
    return " ".join(parts)


def read(hexadecimal):
    return [int(n, 16) for n in hexadecimal.split()]


def run(arguments, **options):
    made = subprocess.run(arguments, capture_output=True, encoding="utf-8", **{"stdin": subprocess.DEVNULL, **options})
    if made.returncode:
        raise SystemExit(f"{Path(arguments[0]).name}: status {made.returncode}\n{made.stderr.strip()[-2000:]}")
    return made.stdout


def find(*names):
    for name in names:
        if found := shutil.which(name):
            return found
    raise SystemExit(f"no {' or '.join(names)}: install what the head of this script says")


class Results:
    def __init__(self):
        self.removed = {}  # trim: scalars
        self.changed = {}  # (processor, text): what is left, or None where it is an error

    def trim(self, name, scalar, front, back):
        """Every trim is to do the same at both ends; one that does not would need two lines."""
        if (front, back) != ([X], [X]):
            raise SystemExit(f"{name} makes {front} and {back} of U+{scalar:04X} and a letter")
        self.removed.setdefault(name, []).append(scalar)

    def take(self, lines):
        """The answers of a program: lines `removes` and `text` as the programs above print them."""
        for line in lines.splitlines():
            kind, name, given, *rest = line.split("\t")
            if kind == "removes":
                self.trim(name, int(given, 16), *map(read, rest))
            else:
                self.changed[name, tuple(read(given))] = read(*rest)


# The real things

def by_swift(swiftc, given, results):
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "main.swift", Path(folder) / "main"
        source.write_text(SWIFT)
        run([swiftc, "-O", str(source), "-o", str(program)])
        results.take(run([str(program)], stdin=None, input=given))


def by_node(node, given, results):
    results.take(run([node, "-e", JAVASCRIPT], stdin=None, input=given))


def by_java(java, given, results):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "Trims.java"
        source.write_text(JAVA)
        results.take(run([java, str(source)], stdin=None, input=given))


def by_python(all_texts, results):
    for n in range(0x110000):
        if not 0xD800 <= n < 0xE000:
            front, back = (chr(n) + "x").strip(), ("x" + chr(n)).strip()
            if len(front) < 2 or len(back) < 2:
                results.trim("python.strip", n, [*map(ord, front)], [*map(ord, back)])
    for scalars in all_texts:
        text = "".join(map(chr, scalars))
        try:
            value = yaml.safe_load(io.StringIO(f"title: {text}\n"))["title"]
        except yaml.YAMLError:
            plain = None
        else:
            plain = [*map(ord, value or "")]
        made = {"python.strip": text.strip(), "python.nfc": unicodedata.normalize("NFC", text), "python.nfkc": unicodedata.normalize("NFKC", text)}
        for name, changed in made.items():
            results.changed[name, tuple(scalars)] = [*map(ord, changed)]
        results.changed["yaml.plain", tuple(scalars)] = plain


def make_face(characters):
    """A face whose glyphs are empty and 1 em wide, .notdef apart, so that a character which is not in it shows."""
    names = {n: f"uni{n:04X}" for n in characters}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    builder.setupGlyf({name: TTGlyphPen(None).glyph() for name in [".notdef", *names.values()]})
    builder.setupHorizontalMetrics({".notdef": (313, 0), **{name: (1000, 0) for name in names.values()}})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Wide", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    file = io.BytesIO()
    builder.save(file)
    return file.getvalue()


def by_chromium(browser, all_texts, results):
    characters = sorted({n for text in all_texts for n in text})
    data = json.dumps(["".join(map(chr, text)) for text in all_texts])
    parts = {"EM": str(EM), "FACE": base64.b64encode(make_face(characters)).decode(), "TEXTS": data}
    page = re.sub("EM|FACE|TEXTS", lambda match: parts[match[0]], PAGE)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "page.html"
        path.write_text(page, encoding="utf-8")
        # As root Chromium starts without its sandbox or not at all. It waits for the page to be done in virtual time.
        out = run([browser, "--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/profile",
                   "--force-device-scale-factor=1", *(["--no-sandbox"] if os.geteuid() == 0 else []), "--virtual-time-budget=10000",
                   "--dump-dom", path.as_uri()], timeout=300)
    found = re.search('<pre id="answer">(.+?)</pre>', out, re.DOTALL)
    answer = json.loads(html.unescape(found[1])) if found else {"error": "no answer"}
    if "error" in answer:
        raise SystemExit(f"Chromium: {answer['error']}")
    for text, seen in zip(all_texts, answer, strict=True):
        laid_out = list(zip(text, seen["pre"], seen["normal"], strict=True))
        # The whole box has to say the same, except where several scalars are one character and share its width.
        if not set(text) & set(ATTACHED) and seen["box"] != EM * sum(normal > 0 for *_, normal in laid_out):
            raise SystemExit(f"Chromium: {notation(text)} is {seen['box']} px wide, its characters {seen['normal']}")
        results.changed["css.normal", tuple(text)] = [n for n, pre, normal in laid_out if normal or not pre]
        results.changed["css.innerText", tuple(text)] = read(seen["inner"])
        results.changed["css.selection", tuple(text)] = read(seen["selected"])


def version(arguments, pattern=r"\d+(?:\.\d+)+"):
    made = subprocess.run(arguments, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    return re.search(pattern, made.stdout + made.stderr)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--chromium", help="the browser (default: the one in the path)")
    parser.add_argument("--record", action="store_true", help="write what was found")
    arguments = parser.parse_args()
    swiftc, node, java = find("swiftc"), find("node", "nodejs"), find("java")
    browser = arguments.chromium or find("chromium", "chromium-browser", "google-chrome")

    names = texts()
    all_texts = list(names.values())
    given = "".join(" ".join(f"{n:x}" for n in text) + "\n" for text in all_texts)
    results = Results()
    by_swift(swiftc, given, results)
    by_node(node, given, results)
    by_java(java, given, results)
    by_python(all_texts, results)
    by_chromium(browser, all_texts, results)

    def cell(column, text):
        left = results.changed[column, tuple(text)]
        return "refused" if left is None else "=" if left == text else notation(left) or "-"

    head = ["# Made by Tests/Oracle/check-trimming.py --record, which says what it means; do not edit.",
            f"# Swift {version([swiftc, '--version'])} on {platform.system()}; Python {platform.python_version()}, "
            f"Unicode {unicodedata.unidata_version} there; PyYAML {yaml.__version__}; Node {version([node, '--version'])}; "
            f"Java {version([java, '-version'])}; Chromium {version([browser, '--version'], r'[0-9]+(?:[.][0-9]+){3}')}"]
    lines = ["\t".join(["removes", trim, ranges(removed)]) for trim, removed in results.removed.items()]
    lines.append("\t".join(["text", "scalars", *COLUMNS]))
    lines += ["\t".join([name, notation(text), *(cell(column, text) for column in COLUMNS)]) for name, text in names.items()]

    if arguments.record:
        for record in RECORDS:
            record.write_text("\n".join(head + lines) + "\n")
    differences = 0
    for record in RECORDS:
        recorded = [line for line in record.read_text().splitlines() if not line.startswith("#")]
        for line in difflib.unified_diff(recorded, lines, str(record.relative_to(HERE.parents[1])), "found", lineterm="", n=0):
            differences += 1
            print(line)
    found = f"{differences} lines of the comparison" if differences else "as recorded"
    print(f"{len(names)} texts in {len(COLUMNS)} ways, every scalar by {len(results.removed)} trims: {found}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
