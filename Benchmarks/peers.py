#!/usr/bin/env python3
"""Times what else measures text, on the 20,000 UI strings at 15 pt with one face, beside the raw loop and the library.

Each measures all strings twice in a process of its own, and the processes take turns. What is timed is a loop over the strings, in the language that the
peer is used from: Python for uharfbuzz, Pillow, Pango, Qt and Skia, and its cost is in their figures; JavaScript for Chromium. hb-shape is timed as a whole
process that reads the strings and prints glyphs. The sum of the widths shows who measures something else (hinting, no kerning).
A peer that is missing is said, with the cure; none is installed.

Needs   nothing; takes   Debian: libharfbuzz-bin libpangocairo-1.0-0 libfontconfig1 chromium; PyPI: uharfbuzz Pillow PySide6-Essentials skia-python
Run     python3 Benchmarks/peers.py [--benchmark PATH] [--corpora FOLDER] [--rounds N] [--peers NAME...] [--json] [FONT]
"""

import argparse
import base64
import ctypes
import html
import json
import os
import re
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FONT = Path("/usr/share/fonts/opentype/inter/Inter-Regular.otf")
SIZE = 15
CORPUS = "ui-20000"

Answer = dict[str, object]


class Missing(Exception):
    """A peer is not there: what it wants."""


def twice(measure: Callable[[str], float], texts: list[str], version: str, scale: float = 1) -> Answer:
    """Two passes with one measurer: the seconds of each, and the sum of the widths in points."""
    seconds = []
    for _ in range(2):
        start = time.perf_counter()
        total = sum(map(measure, texts))
        seconds.append(time.perf_counter() - start)
    return {"seconds": seconds, "sum": total * scale, "version": version}


def units_per_em(font: Path) -> int:
    """From the table head of a file of one face."""
    data = font.read_bytes()
    for record in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, record)
        if tag == b"head":
            return struct.unpack_from(">H", data, offset + 18)[0]
    raise Missing(f"a TrueType or OpenType file, not {font}")


def hb_shape(font: Path, corpus: Path, texts: list[str]) -> Answer:
    command = shutil.which("hb-shape")
    if not command:
        raise Missing("apt install libharfbuzz-bin")
    version = subprocess.run([command, "--version"], capture_output=True, encoding="utf-8").stdout.split("\n")[0].split()[-1]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        start = time.perf_counter()
        subprocess.run([command, "--no-glyph-names", f"--text-file={corpus}", str(font)], stdout=output, check=True)
        seconds = time.perf_counter() - start
        output.seek(0)
        units = sum(map(int, re.findall(r"\+(-?\d+)", output.read())))
    return {"seconds": [seconds], "sum": units * SIZE / units_per_em(font), "version": version}


def uharfbuzz(font: Path, corpus: Path, texts: list[str]) -> Answer:
    try:
        import uharfbuzz as hb
    except ImportError as error:
        raise Missing(f"pip install uharfbuzz ({error})") from None
    face = hb.Face(hb.Blob.from_file_path(str(font)))
    hb_font, buffer = hb.Font(face), hb.Buffer()

    def measure(text: str) -> int:
        buffer.reset()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(hb_font, buffer)
        return sum(position.x_advance for position in buffer.glyph_positions)

    return twice(measure, texts, f"{hb.__version__} (HarfBuzz {hb.version_string()})", SIZE / face.upem)


def pillow(font: Path, corpus: Path, texts: list[str]) -> Answer:
    try:
        import PIL
        from PIL import ImageFont, features
    except ImportError as error:
        raise Missing(f"pip install Pillow ({error})") from None
    if not features.check("raqm"):
        raise Missing("apt install libfribidi0 (Pillow shapes by raqm, which loads it)")
    measurer = ImageFont.truetype(str(font), SIZE, layout_engine=ImageFont.Layout.RAQM)
    return twice(measurer.getlength, texts, f"{PIL.__version__} (HarfBuzz {features.version('harfbuzz')})")


def pango(font: Path, corpus: Path, texts: list[str]) -> Answer:
    try:
        fontconfig, base, ft2, cairo = map(ctypes.CDLL, ("libfontconfig.so.1", "libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libpangocairo-1.0.so.0"))
    except OSError as error:
        raise Missing(f"apt install libpangocairo-1.0-0 ({error})") from None
    pointer = ctypes.c_void_p

    def call(library: ctypes.CDLL, name: str, result: object, *values: object) -> object:
        function = getattr(library, name)
        function.restype = result
        return function(*values)

    # A configuration that has this face alone, and so no other to fall back on.
    config = pointer(call(fontconfig, "FcConfigCreate", pointer))
    if not call(fontconfig, "FcConfigAppFontAddFile", ctypes.c_int, config, str(font).encode()):
        raise Missing(f"a face that fontconfig can read, not {font}")
    font_type_freetype = 1
    fonts = pointer(call(cairo, "pango_cairo_font_map_new_for_font_type", pointer, ctypes.c_int(font_type_freetype)))
    call(ft2, "pango_fc_font_map_set_config", None, fonts, config)
    context = pointer(call(base, "pango_font_map_create_context", pointer, fonts))
    call(base, "pango_context_set_round_glyph_positions", None, context, ctypes.c_int(0))
    description = pointer(call(base, "pango_font_description_new", pointer))
    call(base, "pango_font_description_set_absolute_size", None, description, ctypes.c_double(SIZE * 1024))
    layout = pointer(call(base, "pango_layout_new", pointer, context))
    call(base, "pango_layout_set_font_description", None, layout, description)
    set_text, get_size = base.pango_layout_set_text, base.pango_layout_get_size
    set_text.restype = get_size.restype = None
    set_text.argtypes = [pointer, ctypes.c_char_p, ctypes.c_int]
    get_size.argtypes = [pointer, pointer, pointer]
    width = ctypes.c_int()
    place = ctypes.byref(width)

    def measure(text: str) -> int:
        set_text(layout, text.encode(), -1)
        get_size(layout, place, None)
        return width.value

    return twice(measure, texts, call(base, "pango_version_string", ctypes.c_char_p).decode(), 1 / 1024)


def qt(font: Path, corpus: Path, texts: list[str]) -> Answer:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        import PySide6
        from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QGuiApplication
    except ImportError as error:
        raise Missing(f"pip install PySide6-Essentials; apt install libegl1 libgl1 libxkbcommon0 libfontconfig1 libdbus-1-3 ({error})") from None
    application = QGuiApplication([])
    identifier = QFontDatabase.addApplicationFont(str(font))
    families = QFontDatabase.applicationFontFamilies(identifier)
    if not families:
        raise Missing(f"a face that Qt can read, not {font}")
    chosen = QFont(families[0])
    chosen.setPixelSize(SIZE)
    chosen.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    answer = twice(QFontMetricsF(chosen).horizontalAdvance, texts, PySide6.__version__)
    application.quit()
    return answer


def skia(font: Path, corpus: Path, texts: list[str]) -> Answer:
    try:
        import skia as sk
    except ImportError as error:
        raise Missing(f"pip install skia-python; apt install libegl1 libgl1 libfontconfig1 ({error})") from None
    measurer = sk.Font(sk.Typeface.MakeFromFile(str(font)), SIZE)
    measurer.setSubpixel(True)
    measurer.setHinting(sk.FontHinting.kNone)
    return twice(measurer.measureText, texts, f"{sk.__version__}, measureText, which does not shape")


PAGE = """<!doctype html><meta charset="utf-8"><pre id="answer"></pre><script>
const texts = TEXTS;
const bytes = Uint8Array.from(atob("FACE"), letter => letter.charCodeAt(0));
const face = new FontFace("peer", bytes.buffer);
document.fonts.add(face);
const context = document.createElement("canvas").getContext("2d");
context.font = "SIZEpx peer";
context.textRendering = "geometricPrecision";
const answer = {status: face.status, seconds: []};
for (let pass = 0; pass < 2; pass++) {
  const start = performance.now();
  answer.sum = 0;
  for (const text of texts) answer.sum += context.measureText(text).width;
  answer.seconds.push((performance.now() - start) / 1000);
}
document.getElementById("answer").textContent = JSON.stringify(answer);
</script>"""


def chromium(font: Path, corpus: Path, texts: list[str]) -> Answer:
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"))), None)
    if not browser:
        raise Missing("apt install chromium")
    version = subprocess.run([browser, "--version"], capture_output=True, encoding="utf-8").stdout.split()[1]
    parts = {"TEXTS": json.dumps(texts).replace("<", "\\u003c"), "FACE": base64.b64encode(font.read_bytes()).decode(), "SIZE": str(SIZE)}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = Path(folder) / "page.html"
        page.write_text(re.sub("TEXTS|FACE|SIZE", lambda match: parts[match[0]], PAGE), encoding="utf-8")
        # As root Chromium starts without its sandbox or not at all. No virtual time: the page reads the clock.
        command = [browser, "--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/profile", "--force-device-scale-factor=1",
                   *(["--no-sandbox"] if os.geteuid() == 0 else []), "--dump-dom", page.as_uri()]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
                              start_new_session=True) as process:
            try:
                out = process.communicate(timeout=300)[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise Missing("a Chromium that ends within 5 minutes") from None
    found = re.search('<pre id="answer">(.+?)</pre>', out, re.DOTALL)
    answer = json.loads(html.unescape(found[1])) if found else {}
    if answer.get("status") != "loaded":
        raise Missing("a Chromium that runs the page and loads the face")
    return {"seconds": answer["seconds"], "sum": answer["sum"], "version": f"{version}, canvas"}


PEERS = {"hb-shape": hb_shape, "uharfbuzz": uharfbuzz, "Pillow": pillow, "Pango": pango, "Qt": qt, "Skia": skia, "Chromium": chromium}


def run_child(arguments: argparse.Namespace, name: str) -> Answer:
    command = [sys.executable, __file__, "--child", name, "--corpora", arguments.corpora, str(arguments.font)]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8")
    try:
        return json.loads(ran.stdout.strip().split("\n")[-1])
    except ValueError:
        lines = ran.stderr.strip().split("\n")
        return {"missing": f"ended with status {ran.returncode}: {lines[-1]}"}


def run_side(arguments: argparse.Namespace, side: str) -> Answer:
    command = [arguments.benchmark, "--side", side, "--rows", "ui", "--font", str(arguments.font), "--corpora", arguments.corpora]
    try:
        ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"{error}: make benchmark builds it") from None
    answer = json.loads(ran.stdout)
    return {"seconds": answer["seconds"], "sum": answer["points"], "version": answer["version"]}


def main() -> int:
    parser = argparse.ArgumentParser(description="Times what else measures text.")
    parser.add_argument("--benchmark", default=str(ROOT / ".build/benchmarks/release/hairspace-benchmark"), metavar="PATH")
    parser.add_argument("--corpora", default=str(ROOT / "Benchmarks/.corpora"), metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--peers", nargs="*", default=[*PEERS], choices=[*PEERS], metavar="NAME", help=f"of {', '.join(PEERS)}")
    parser.add_argument("--json", action="store_true", help="one object instead of a table")
    parser.add_argument("--child", choices=[*PEERS], help=argparse.SUPPRESS)
    parser.add_argument("font", nargs="?", type=Path, default=FONT, metavar="FONT")
    arguments = parser.parse_args()
    corpus = Path(arguments.corpora) / f"{CORPUS}.txt"
    for path in (corpus, arguments.font):
        if not path.exists():
            raise SystemExit(f"{path} is missing")
    if arguments.child:
        try:
            answer = PEERS[arguments.child](arguments.font, corpus, corpus.read_text(encoding="utf-8").split("\n")[:-1])
        except Missing as missing:
            answer = {"missing": str(missing)}
        print(json.dumps(answer))
        return 0

    sides = {"raw loop in C": "baseline", "Hairspace": "library"}
    runs: dict[str, list[Answer]] = {name: [] for name in [*sides, *arguments.peers]}
    absent = {}
    for _ in range(arguments.rounds):
        for name, answers in runs.items():
            if name in absent:
                continue
            answer = run_side(arguments, sides[name]) if name in sides else run_child(arguments, name)
            if "missing" in answer:
                absent[name] = answer["missing"]
            else:
                answers.append(answer)

    rows = []
    base = [statistics.median(answer["seconds"][turn] for answer in runs["raw loop in C"]) for turn in range(2)]
    right = runs["raw loop in C"][0]["sum"]
    for name, answers in runs.items():
        if name not in absent:
            seconds = [statistics.median(times) for times in zip(*(answer["seconds"] for answer in answers))]
            rows.append({"name": name, "version": answers[0]["version"], "seconds": seconds, "ratios": [ours / theirs for ours, theirs in zip(seconds, base)],
                         "sumOff": answers[0]["sum"] / right - 1})
    if arguments.json:
        print(json.dumps({"font": str(arguments.font), "rounds": arguments.rounds, "rows": rows, "missing": absent}))
        return 0
    print(f"| 20,000 UI strings, {arguments.font.name}, {SIZE} pt | version | first pass, ms | second, ms | first, to the raw loop | second | sum of widths |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for row in rows:
        times, ratios = [f"{value * 1000:.1f}" for value in row["seconds"]], [f"{value:.3f}" for value in row["ratios"]]
        if len(times) == 1:
            times.append("")
            ratios.append("")
        print(f"| {row['name']} | {row['version']} | {' | '.join(times + ratios)} | {'the same' if abs(row['sumOff']) < 5e-7 else format(row['sumOff'], '+.4%')} |")
    if absent:
        print()
    for name, cure in absent.items():
        print(f"missing: {name}: {cure}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
