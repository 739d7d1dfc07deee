#!/usr/bin/env python3
"""Compares `hairspace measure` with the widths that headless Chromium gives, text by text.

Texts: for each face, the first 2,000 of make-mixed.py's list of which the face has every character, at 17 px; and 500 titles by `hairspace pad`,
by three kits, in eight sizes, with and without a text to read. Faces: the bundled Inter as it comes, and at a weight and an optical size that
are nobody's default; Debian's DejaVu Sans (static; kerning, ligatures, Arabic, Hebrew, Lao, Armenian, Georgian) and Noto Sans (1,000 units per
em). A point is a CSS pixel. The choice of texts and titles is the same on every run.

Chromium measures each text twice, in one page that holds the faces as data:

canvas  measureText().width, a float.
DOM     getBoundingClientRect().width of an inline-block with `white-space: pre`. Layout counts in 1/64 px, and rounds each box of text up to
        the next one; a line of mixed direction is several boxes. How many, a Range says.

Its widths are not quite exact themselves: it cuts sizes down to 1/64 px (all sizes here are multiples of that), keeps the scale from units to
1/64 px as a whole number of 1/65,536, and each advance as one of 1/65,536 px. For 2,048 units per em that scale is exact, for 1,000 units up to
8 millionths off. Where that lifts a width over a 1/64, layout rounds it up to the next, and the DOM is a hair more than 1/64 from Hairspace.

In both ways text-rendering is geometricPrecision, which asks for fractional advances whatever the desktop's settings are, kerning is on and
font-optical-sizing is none: Chromium would set the axis opsz to the font's size otherwise, and Hairspace does not unless it is asked to.
`--css font-kerning=none`, and the like, break that on purpose, to see that the check finds it.

Exit status 1 when the canvas is more than 1/64 px from Hairspace, or farther than that scale explains; when the DOM is more than 1/64 px for
each box from it, and what the scale explains; or when a row-action button is not as wide as Hairspace said. Whatever is over 1/64 px is
counted. Texts with U+FE0F, which asks for an emoji font, and that no face here is, are counted and not compared. `--fonts liberation` finds
differences: that face has no glyphs for spaces, see RESEARCH.md.

Needs   Debian: chromium fonts-dejavu-core fonts-noto-core; PyPI: Babel fonttools numpy uharfbuzz
Run     swift build -c release --product hairspace
        python3 Tests/Oracle/check-chromium.py [--command PATH] [--chromium PATH] [--fonts NAME...] [--texts N] [--titles N]
                [--css PROPERTY=VALUE] [--show N] [--record]
        --record writes Tests/Oracle/chromium.txt
"""

import argparse
import base64
import datetime
import html
import importlib
import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from babel.core import get_cldr_version
from fontTools.ttLib import TTFont

from oracle import FACES, Face, choose_faces, find_command

HERE = Path(__file__).resolve().parent
RECORD = HERE / "chromium.txt"
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
EMOJI = "\uFE0F"
UNIT = 1 / 64
SIZE = "17"
SEED = 64
SETTINGS = {"text-rendering": "geometricPrecision", "font-kerning": "normal", "font-optical-sizing": "none", "font-synthesis": "none"}
INNER = {"wght": 650, "opsz": 20}
KITS = [["--kit", "article"], ["--kit", "article", "--method", "exact"], ["--kit", "row-action"], ["--kit", "row-action", "--spaces", "non-breaking"],
        ["--kit", "text"], ["--kit", "text", "--method", "repeat"]]
SIZES = ["11", "12.5", "14", "15", "17", "18", "21.25", "28"]
ALIGN = ["leading", "center", "trailing"]

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Widths</title>
<style>FACES
span, canvas { SETTINGS }
span { display: inline-block; white-space: pre }
</style>
<body><pre id="answer"></pre>
<script>
const { settings, faces, texts } = DATA;
async function measure() {
  for (const { family } of faces) await document.fonts.load(`17px ${family}`);
  const canvases = faces.map(({ variations }) => {
    const canvas = document.body.appendChild(document.createElement("canvas"));
    canvas.style.fontVariationSettings = variations;
    return canvas.getContext("2d");
  });
  const spans = texts.map(([face, size, text]) => {
    const span = document.body.appendChild(document.createElement("div")).appendChild(document.createElement("span"));
    span.dir = "auto";
    span.style.font = `${size}px ${faces[face].family}`;
    span.style.cssText += SPAN;
    span.style.fontVariationSettings = faces[face].variations;
    span.textContent = text;
    return span;
  });
  const range = document.createRange();
  const widths = texts.map(([face, size, text], i) => {
    const context = canvases[face];
    context.font = `${size}px ${faces[face].family}`;
    context.textRendering = settings["text-rendering"];
    context.fontKerning = settings["font-kerning"];
    context.direction = getComputedStyle(spans[i]).direction;
    range.selectNodeContents(spans[i]);
    return [context.measureText(text).width, spans[i].getBoundingClientRect().width, range.getClientRects().length];
  });
  return { widths, pixelRatio: devicePixelRatio, fonts: [...document.fonts].map(face => face.status) };
}
measure().catch(error => ({ error: String(error) })).then(answer => { document.getElementById("answer").textContent = JSON.stringify(answer); });
</script>
"""


@dataclass
class Place:
    """A face, or a place in a variable one."""
    face: Face
    axes: dict[str, float]
    texts: list[str] = field(default_factory=list)
    units_per_em: int = 0

    @property
    def label(self) -> str:
        return self.face.label + "".join(f" {tag}={value}" for tag, value in self.axes.items())

    def arguments(self) -> list[str]:
        return [*self.face.arguments(), *(part for tag, value in self.axes.items() for part in ("--axis", f"{tag}={value}"))]


@dataclass
class Item:
    """One text to compare. A title has what `hairspace pad` said of it, too."""
    row: str
    place: int
    size: str
    text: str
    title: dict | None = None
    advance: float = 0      # Hairspace's
    scaled: float = 0       # the same with the browser's scale instead of the exact one

    @property
    def slack(self) -> float:
        """How far the browser may be from Hairspace by its arithmetic: its scale, and 1/131072 px for an advance and its kerning each."""
        return abs(self.scaled - self.advance) + len(self.text) / 65536


@dataclass
class Tally:
    texts: int = 0
    canvas: float = 0
    scaled: float = 0
    one: int = 0
    one_over: int = 0
    one_worst: float = 0
    several: int = 0
    several_over: int = 0
    several_worst: float = 0
    several_each: float = 0
    differ: int = 0


def run(command: list[str]) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command[:2])}: status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def choose(places: list[Place], count: int) -> list[str]:
    """Gives each place its texts; says how many there were."""
    mixed = importlib.import_module("make-mixed")
    pool = mixed.make()
    notes = []
    for place in places:
        font = TTFont(place.face.path, fontNumber=0)
        place.units_per_em, characters = font["head"].unitsPerEm, set(font.getBestCmap())
        known = [text for text in pool if all(ord(c) in characters for c in text)]
        texts = [text for text in known if EMOJI not in text]
        if len(texts) < count:
            raise SystemExit(f"{place.label} has every character of {len(texts)} texts only, {count} are wanted: say --texts {len(texts)}")
        place.texts = texts[:count]
        scripts = Counter(script for text in place.texts for script in mixed.scripts_of(text))
        notes.append(f"{place.label}: has every character of {len(known)} of {len(pool)} texts, {len(known) - len(texts)} of them with U+FE0F; "
                     f"compared: {', '.join(f'{script} {number}' for script, number in scripts.most_common())}")
    return notes


def make_titles(command: str, places: list[Place], count: int) -> list[Item]:
    generator = random.Random(SEED)
    items = []
    for _ in range(count):
        index = generator.randrange(len(places))
        kit, size = generator.choice(KITS), generator.choice(SIZES)
        text = generator.choice([text for text in places[index].texts if len(text) <= 25]) if generator.random() < 0.6 else ""
        # An em a character is room enough for any text.
        width = 40 + math.ceil(float(size) * len(text)) + generator.randrange(240) + (0 if "row-action" in kit else generator.choice([0, 0.25, 0.7]))
        seen = ["--title", text, "--align", generator.choice(ALIGN)] if text else []
        answer = json.loads(run([command, "pad", "--json", "--quiet", *places[index].arguments(), "--size", size, *kit, *seen, str(width)]))
        items.append(Item(f"{places[index].label}, titles", index, size, answer["title"], answer))
    return items


def measure(command: str, places: list[Place], items: list[Item]) -> None:
    """Fills in what the command says."""
    groups = {}
    for item in items:
        groups.setdefault((item.place, item.size), []).append(item)
    for (place, size), group in groups.items():
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
            file.write("".join(item.text + "\n" for item in group))
            file.flush()
            lines = run([command, "measure", "--json", "--quiet", *places[place].arguments(), "--size", size, "--file", file.name]).split("\n")[:-1]
        answers = [json.loads(line) for line in lines]
        if [answer["text"] for answer in answers] != [item.text for item in group]:
            raise SystemExit(f"hairspace measure: {len(answers)} answers for {len(group)} texts, or other texts")
        for item, answer in zip(group, answers):
            if answer["missing"] or answer["lines"] != 1:
                raise SystemExit(f"hairspace measure: {answer}")
            scale = float(size) * 64 * 65536 / places[place].units_per_em
            item.advance, item.scaled = answer["advance"], answer["advance"] * round(scale) / scale


def find_browser(given: str | None) -> str:
    names = [given] if given else BROWSERS
    found = next(filter(None, map(shutil.which, names)), None)
    if not found:
        raise SystemExit(f"no Chromium (looked for {', '.join(names)}): install the package chromium, or name one with --chromium")
    return found


def make_page(places: list[Place], items: list[Item], settings: dict[str, str]) -> str:
    families = {face.path: f"face{number}" for number, face in enumerate({place.face.path: place.face for place in places}.values())}
    rules = "".join(f"@font-face {{ font-family: {family}; src: url(data:font/sfnt;base64,{base64.b64encode(Path(path).read_bytes()).decode()}) }}\n"
                    for path, family in families.items())
    style = "; ".join(f"{name}: {value}" for name, value in settings.items())
    faces = [{"family": families[place.face.path], "variations": ", ".join(f'"{tag}" {value}' for tag, value in place.axes.items()) or "normal"}
             for place in places]
    data = {"settings": settings, "faces": faces, "texts": [[item.place, item.size, item.text] for item in items]}
    # The shorthand `font` resets some of the settings, so they are given to each span after it once more.
    parts = {"FACES": rules, "SETTINGS": style, "SPAN": json.dumps(f"; {style}"), "DATA": json.dumps(data).replace("<", "\\u003c")}
    return re.sub("FACES|SETTINGS|SPAN|DATA", lambda match: parts[match[0]], PAGE)


def ask(browser: str, page: str, faces: int, count: int) -> list[tuple[float, float, int]]:
    """What Chromium says of each text: width on the canvas, width in the DOM, number of boxes."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "page.html"
        path.write_text(page, encoding="utf-8")
        # As root Chromium starts without its sandbox or not at all. It waits for the page to be done in virtual time.
        command = [browser, "--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/profile", "--force-device-scale-factor=1",
                   *(["--no-sandbox"] if os.geteuid() == 0 else []), "--virtual-time-budget=100000", "--dump-dom", path.as_uri()]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                              start_new_session=True) as process:
            try:
                out, complaints = process.communicate(timeout=300)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise SystemExit("Chromium did not finish within 5 minutes") from None
    found = re.search('<pre id="answer">(.+?)</pre>', out, re.DOTALL)
    if not found:
        raise SystemExit(f"Chromium measured nothing (status {process.returncode}):\n{complaints.strip()[-2000:]}")
    answer = json.loads(html.unescape(found[1]))
    if "error" in answer:
        raise SystemExit(f"Chromium: {answer['error']}")
    if answer["fonts"] != ["loaded"] * faces or answer["pixelRatio"] != 1 or len(answer["widths"]) != count:
        raise SystemExit(f"Chromium: fonts {answer['fonts']}, {answer['pixelRatio']} pixels a px, {len(answer['widths'])} widths for {count} texts")
    return answer["widths"]


def compare(item: Item, canvas: float, dom: float, boxes: int, tally: Tally) -> list[str]:
    """What is wrong with a text, and its figures into the tally."""
    result = []
    tally.texts += 1
    tally.canvas = max(tally.canvas, abs(canvas - item.advance))
    tally.scaled = max(tally.scaled, abs(canvas - item.scaled))
    if abs(canvas - item.advance) > min(UNIT, item.slack):
        result.append(f"canvas {canvas}")
    excess = dom - item.advance
    if boxes == 1:
        tally.one += 1
        tally.one_over += abs(excess) > UNIT
        tally.one_worst = max(tally.one_worst, abs(excess))
    else:
        tally.several += 1
        tally.several_over += abs(excess) > UNIT
        tally.several_worst = max(tally.several_worst, abs(excess))
        tally.several_each = max(tally.several_each, abs(excess) / boxes)
    if not -min(UNIT, item.slack) <= excess <= boxes * UNIT + item.slack:
        result.append(f"DOM {dom} in {boxes} {'box' if boxes == 1 else 'boxes'}")
    if item.title and abs(item.title["textAdvance"] - item.advance) > 1e-9:
        result.append(f"hairspace pad says {item.title['textAdvance']}")
    if item.title and item.title["kit"] == "row-action":
        for way, width in (("canvas", canvas), ("DOM", dom)):
            if 30 + math.ceil(width) != item.title["width"]:
                result.append(f"button {30 + math.ceil(width)} by the {way}, not {item.title['width']}")
    tally.differ += bool(result)
    return result


def table(rows: dict[str, Tally]) -> list[str]:
    def px(value: float) -> str:
        return f"{value:.5f}" if value else "0"

    columns = ["face", "texts", "canvas", "but for the scale", "DOM, one box", "largest", "over 1/64", "several boxes", "largest", "by the box",
               "over 1/64", "differ"]
    lines = [f"| {' | '.join(columns)} |", "|---|" + "--:|" * (len(columns) - 1)]
    for label, t in rows.items():
        cells = [label, t.texts, px(t.canvas), px(t.scaled), t.one, px(t.one_worst), t.one_over, t.several,
                 *([px(t.several_worst), px(t.several_each), t.several_over] if t.several else [""] * 3), t.differ]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares hairspace measure with headless Chromium.")
    parser.add_argument("--command", help="the hairspace command (default: the one built here)")
    parser.add_argument("--chromium", metavar="PATH", help="the browser (default: the first in the path of " + " ".join(BROWSERS) + ")")
    parser.add_argument("--fonts", nargs="+", default=["inter", "dejavu", "noto"],
                        help="font files, or of: " + " ".join(f.key for f in FACES))
    parser.add_argument("--texts", type=int, default=2000, help="how many for each face")
    parser.add_argument("--titles", type=int, default=500, help="how many in all")
    parser.add_argument("--css", action="append", default=[], metavar="PROPERTY=VALUE", help="another setting, of: " + " ".join(SETTINGS))
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    parser.add_argument("--record", action="store_true", help=f"write {RECORD.name}")
    arguments = parser.parse_args()
    settings = SETTINGS | dict(setting.split("=", 1) for setting in arguments.css if "=" in setting)
    if len(settings) != len(SETTINGS) or any("=" not in setting for setting in arguments.css):
        parser.error(f"--css takes PROPERTY=VALUE, the property one of {' '.join(SETTINGS)}")
    browser, command = find_browser(arguments.chromium), find_command(arguments.command)
    places = [Place(face, axes) for face in choose_faces(arguments.fonts) for axes in ([{}, INNER] if face.bundled else [{}])]

    notes = choose(places, arguments.texts)
    items = [Item(place.label, index, SIZE, text) for index, place in enumerate(places) for text in place.texts]
    items += make_titles(command, places, arguments.titles)
    measure(command, places, items)
    widths = ask(browser, make_page(places, items, settings), len({place.face.path for place in places}), len(items))

    rows, shown = {item.row: Tally() for item in sorted(items, key=lambda item: (item.title is not None, item.place))}, 0
    for item, (canvas, dom, boxes) in zip(items, widths):
        wrong = compare(item, canvas, dom, boxes, rows[item.row])
        if wrong and shown < arguments.show:
            shown += 1
            print(f"differs: {places[item.place].label}, {item.size} px, {item.text!r}: {item.advance}, but {'; '.join(wrong)}", file=sys.stderr)
    actions = [(item.title, canvas, dom) for item, (canvas, dom, _) in zip(items, widths) if item.title and item.title["kit"] == "row-action"]
    exact = sum(title["target"] == 30 + math.ceil(canvas) == 30 + math.ceil(dom) for title, canvas, dom in actions)
    one = [(canvas, dom) for canvas, dom, boxes in widths if boxes == 1]
    rounded = sum(dom == math.ceil(canvas * 64) / 64 for canvas, dom in one)
    differ = sum(tally.differ for tally in rows.values())
    report = [
        *table(rows), "",
        f"Largest differences from hairspace measure, in px (1/64 = {UNIT:.5f}); on the canvas also from its advance at the browser's scale.",
        f"The DOM's width is the canvas's rounded up to 1/64 px for {rounded} of the {len(one)} texts in one box.",
        f"{len(actions)} of the titles are for row-action buttons; by Chromium's widths {exact} of them are exactly as wide as asked.",
        f"{len(items)} texts, each measured twice: {differ} differ",
    ]
    print("\n".join([*notes, "", *report]))
    if arguments.record:
        versions = [f"{face.label}: {TTFont(face.path, fontNumber=0)['name'].getDebugName(5)}" for face in choose_faces(arguments.fonts)]
        header = ["Made by Tests/Oracle/check-chromium.py --record; do not edit.", "", datetime.date.today().isoformat(),
                  run([browser, "--version"]).strip(), run([command, "--version"]).strip(), f"CLDR {get_cldr_version()}", *versions, "", *notes, ""]
        RECORD.write_text("\n".join([*header, *report]) + "\n", encoding="utf-8")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
