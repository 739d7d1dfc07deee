"""What the recording scripts share: shaping by HarfBuzz twice, in process (uharfbuzz) and by the command hb-shape.

The rules are Hairspace's: one script (the strong one of the text), that script's horizontal direction, no language
unless given, default cluster level, no features but those given. Scale = units per em for static faces and default
instances, units per em times 1024 for other instances.
"""

import bisect
import json
import os
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import uharfbuzz as hb
from fontTools import unicodedata as ucd

FINER = 1024
COMMON = {"Zyyy", "Zinh", "Zzzz"}
LINE_ENDS = "\n\r\u0085\u2028\u2029"

# Default ignorables, as Unicode has them.
IGNORABLE = [(0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
             (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
             (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)]


def is_ignorable(code: int) -> bool:
    return any(low <= code <= high for low, high in IGNORABLE)


def script_of(text: str) -> str | None:
    """The one strong script of a text, as an ISO 15924 tag, or None."""
    scripts = {ucd.script(c) for c in text} - COMMON
    if len(scripts) > 1:
        raise ValueError(f"more than one script: {sorted(scripts)}")
    return scripts.pop() if scripts else None


@dataclass(frozen=True)
class Answer:
    ticks: int          # advance at the scale used
    finer: int          # 1 or FINER: how many ticks are a font unit
    missing: tuple[str, ...]

    @property
    def units(self) -> str:
        return decimal(Fraction(self.ticks, self.finer))


def decimal(value: Fraction) -> str:
    """Exact, without an exponent; the denominator is a power of two."""
    whole, rest = divmod(abs(value), 1)
    text, digits = str(whole), ""
    while rest:
        digit, rest = divmod(rest * 10, 1)
        digits += str(digit)
    return ("-" if value < 0 else "") + text + ("." + digits if digits else "")


@dataclass(frozen=True)
class Options:
    axes: tuple[tuple[str, str], ...] = ()
    features: tuple[tuple[str, str], ...] = ()
    language: str | None = None


class Face:
    """A face of a file, shaped either way."""

    def __init__(self, path: Path, index: int = 0):
        self.path, self.index = path, index
        self.face = hb.Face(hb.Blob.from_file_path(str(path)), index)
        self.axes = {axis.tag: (axis.min_value, axis.default_value, axis.max_value) for axis in self.face.axis_infos}
        self.characters = self.face.unicodes
        self.upem = self.face.upem

    def parse(self, text: str) -> Options:
        """`kern=0,wght=650,language=tr`: a tag of fvar is an axis, `language` a language, all else a feature."""
        axes, features, language = [], [], None
        for item in [] if text == "-" else text.split(","):
            name, value = item.split("=")
            if name == "language":
                language = value
            elif name in self.axes:
                axes.append((name, value))
            else:
                features.append((name, value))
        return Options(tuple(axes), tuple(features), language)

    def finer(self, options: Options) -> int:
        for tag, value in options.axes:
            low, default, high = self.axes[tag]
            if min(max(float(value), low), high) != default:
                return FINER
        return 1

    def font(self, options: Options) -> hb.Font:
        font = hb.Font(self.face)
        scale = self.upem * self.finer(options)
        font.scale = (scale, scale)
        if options.axes:
            font.set_variations({tag: float(value) for tag, value in options.axes})
        return font

    def shape(self, text: str, options: Options, font: hb.Font | None = None) -> Answer:
        """In process, by the HarfBuzz in uharfbuzz."""
        if not text:
            return Answer(0, self.finer(options), ())
        font = font or self.font(options)
        buffer = hb.Buffer()
        buffer.add_codepoints([ord(c) for c in text])
        script = script_of(text)
        if script:
            buffer.script = script
            buffer.direction = direction_of(script)
        else:
            buffer.direction = "ltr"
        if options.language:
            buffer.language = options.language
        hb.shape(font, buffer, {tag: int(value) for tag, value in options.features})
        glyphs = [(i.codepoint, i.cluster, p.x_advance) for i, p in zip(buffer.glyph_infos, buffer.glyph_positions)]
        return self.answer(text, options, glyphs)

    def command(self, options: Options, script: str | None) -> list[str]:
        # Without --language the command takes the environment's; `und` selects no language system.
        result = ["hb-shape", "--no-glyph-names", "--output-format=json", f"--language={options.language or 'und'}",
                  f"--face-index={self.index}", f"--font-size={self.upem * self.finer(options)}"]
        if script:
            result += [f"--script={script}", f"--direction={direction_of(script)}"]
        else:
            result += ["--direction=ltr"]
        if options.axes:
            result.append("--variations=" + ",".join(f"{tag}={value}" for tag, value in options.axes))
        if options.features:
            result.append("--features=" + ",".join(f"{tag}={value}" for tag, value in options.features))
        return result

    def command_shape(self, text: str, options: Options) -> Answer:
        """By hb-shape."""
        if not text:
            return Answer(0, self.finer(options), ())
        command = self.command(options, script_of(text)) + [str(self.path), "--unicodes=" + ",".join(f"{ord(c):04X}" for c in text)]
        return self.answer(text, options, glyphs_of(run(command)))

    def command_shape_lines(self, texts: list[str], options: Options, script: str | None) -> list[Answer]:
        """By hb-shape, many texts of one script at once."""
        output = run(self.command(options, script) + [str(self.path)], "\n".join(texts) + "\n").splitlines()
        if len(output) != len(texts):
            raise RuntimeError(f"hb-shape answered {len(output)} lines for {len(texts)}")
        return [self.answer(text, options, glyphs_of(line)) for text, line in zip(texts, output)]

    def answer(self, text: str, options: Options, glyphs: list[tuple[int, int, int]]) -> Answer:
        starts = sorted({cluster for _, cluster, _ in glyphs})
        holed = {cluster for glyph, cluster, _ in glyphs if glyph == 0}
        missing = []
        for index, character in enumerate(text):
            place = bisect.bisect_right(starts, index) - 1
            if place < 0 or starts[place] not in holed:
                continue
            code = ord(character)
            name = f"U+{code:04X}"
            if code not in self.characters and not is_ignorable(code) and name not in missing:
                missing.append(name)
        return Answer(sum(advance for *_, advance in glyphs), self.finer(options), tuple(missing))


RIGHT_TO_LEFT = {"Adlm", "Arab", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"}


def direction_of(script: str) -> str:
    return "rtl" if script in RIGHT_TO_LEFT else "ltr"


def run(command: list[str], text: str | None = None) -> str:
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, input=text, stdin=None if text is not None else subprocess.DEVNULL, capture_output=True, encoding="utf-8",
                          env=environment, check=True)
    return done.stdout


def glyphs_of(line: str) -> list[tuple[int, int, int]]:
    return [(item["g"], item["cl"], item["ax"]) for item in json.loads(line)]


def command_version() -> str:
    return run(["hb-shape", "--version"]).split("(HarfBuzz) ")[1].split()[0]


def lines_of(text: str) -> list[str]:
    """CRLF, CR, LF, U+0085, U+2028 and U+2029 each end a line."""
    for end in ("\r\n", *LINE_ENDS):
        text = text.replace(end, "\n")
    return text.split("\n")
