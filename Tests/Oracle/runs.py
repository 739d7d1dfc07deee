"""A text split into runs and measured, independently of Hairspace: levels by ICU, grapheme clusters by the module `regex`,
scripts by fontTools, advances by HarfBuzz in uharfbuzz. Shared by check-runs.py and record-runs.py.

The rules:

Lines       CR LF, CR, LF, U+0085, U+2028, U+2029 end a line; the width is that of the widest. TAB measures as U+0020.
Direction   the first strong character of the line (UAX #9, P2 and P3), left to right if there is none; levels by UAX #9.
Script      see `scripts`.
Clusters    extended grapheme clusters (UAX #29), never split: level and script are those of the first character.
Face        the first that covers the cluster: every character is in its cmap or default ignorable, or the cluster alone,
            shaped in that face, has no .notdef. The first face when none does.
Runs        the longest stretches of one direction, script and face, shaped with the whole line as context, without a language.
"""

import ctypes
import ctypes.util
import unicodedata
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path

import regex
import uharfbuzz as hb
from fontTools import unicodedata as ucd

from shaping import COMMON, is_ignorable, lines_of

# ------------------------------------------------------------------------------------------------- levels

LIKE_FIRST_STRONG = 0xFE  # UBIDI_DEFAULT_LTR


def icu(name: str):
    """A function of ICU's C library, whose names carry the version unless it was built without."""
    library = ctypes.CDLL(ctypes.util.find_library("icuuc") or ctypes.util.find_library("icucore"))
    for version in ["", *(f"_{number}" for number in range(120, 40, -1))]:
        try:
            return library[name + version]
        except AttributeError:
            continue
    raise RuntimeError(f"no {name} in {library}")


@cache
def icu_functions():
    make, close, set_paragraph, get_levels = map(icu, ("ubidi_open", "ubidi_close", "ubidi_setPara", "ubidi_getLevels"))
    make.restype = ctypes.c_void_p
    close.argtypes = [ctypes.c_void_p]
    set_paragraph.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int32, ctypes.c_uint8, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    get_levels.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    get_levels.restype = ctypes.POINTER(ctypes.c_uint8)
    return make, close, set_paragraph, get_levels


def levels(line: str) -> list[int]:
    """The embedding level of each character. X9 removes embeddings, overrides and boundary neutrals, so they have none: here they
    stay in the run of the character before."""
    if not line:
        return []
    make, close, set_paragraph, get_levels = icu_functions()
    error = ctypes.c_int(0)
    encoded = line.encode("utf-16-le", "surrogatepass")
    paragraph = make()
    set_paragraph(paragraph, encoded + b"\0\0", len(encoded) // 2, LIKE_FIRST_STRONG, None, ctypes.byref(error))
    answer = get_levels(paragraph, ctypes.byref(error))
    if error.value > 0:
        raise RuntimeError(f"ICU: error {error.value}")
    result, place = [], 0
    for character in line:
        removed = result and unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "BN")
        result.append(result[-1] if removed else answer[place])
        place += 2 if ord(character) > 0xFFFF else 1
    close(paragraph)
    return result


# ----------------------------------------------------------------------------------------------- clusters

CONJUNCT = regex.compile(r"\p{InCB=Consonant}[\p{InCB=Extend}\p{InCB=Linker}]*\p{InCB=Linker}[\p{InCB=Extend}\p{InCB=Linker}]*\Z")
CONSONANT = regex.compile(r"\p{InCB=Consonant}")


def clusters(line: str) -> list[str]:
    """Extended grapheme clusters. The module joins any letter, a virama and a consonant; by GB9c the letter must be a consonant too."""
    result = []
    for cluster in regex.findall(r"\X", line):
        start = 0
        for place in range(1, len(cluster)):
            if CONSONANT.match(cluster[place]) and (unicodedata.category(cluster[place - 1])[0] == "M" or cluster[place - 1] == "\u200D") and not CONJUNCT.search(cluster[start:place]):
                result.append(cluster[start:place])
                start = place
        result.append(cluster[start:])
    return result


def age(character: str) -> int:
    """The version of Unicode that has it, or 0."""
    version = (ctypes.c_uint8 * 4)()
    icu("u_charAge")(ord(character), version)
    return version[0]


# ------------------------------------------------------------------------------------------------- scripts

QUOTES = {"\u00AB": "\u00BB", "\u2018": "\u2019", "\u201C": "\u201D", "\u2039": "\u203A"}


PAIRED_BRACKET_TYPE, OPENING = 0x1015, 1  # UCHAR_BIDI_PAIRED_BRACKET_TYPE, U_BPT_OPEN


@cache
def brackets() -> tuple[dict[str, str], dict[str, str]]:
    """Opening to closing and the reverse: Bidi_Paired_Bracket, and quotes."""
    kind, mate = icu("u_getIntPropertyValue"), icu("u_getBidiPairedBracket")
    opening = {chr(code): chr(mate(code)) for code in range(0x110000) if kind(code, PAIRED_BRACKET_TYPE) == OPENING}
    opening.update(QUOTES)
    return opening, {close: open for open, close in opening.items()}


def is_strong(script: str) -> bool:
    return script not in COMMON


def scripts(line: str) -> list[str | None]:
    """The script that each character is shaped with; None when the line has none.

    - A character with a script of its own has it; but one whose Script_Extensions list the current script stays in that.
    - Inherited takes the script of the character before.
    - A closing bracket takes the script of its opening bracket.
    - Common that has Script_Extensions without the current script takes the next strong script if they list it, else the one
      script they list, else stays.
    - Any other Common takes the script of the text before it; at the start, the first strong script that comes.
    """
    opening, closing = brackets()
    own = [ucd.script(c) for c in line]
    first = next((script for script in own if is_strong(script)), None)
    result: list[str | None] = []
    current = first
    opened: list[tuple[str, str | None]] = []
    for index, character in enumerate(line):
        extensions = ucd.script_extension(character)
        mate = closing.get(character)
        place = next((p for p in reversed(range(len(opened))) if opened[p][0] == mate), None) if mate else None
        if is_strong(own[index]):
            if index == 0 or current is None or current not in extensions:
                current = own[index]
        elif own[index] == "Zinh":
            pass
        elif place is not None:
            current = opened[place][1]
            del opened[place:]
        elif not extensions <= COMMON and current not in extensions:
            coming = next((script for script in own[index + 1:] if is_strong(script)), None)
            if coming in extensions:
                current = coming
            elif len(extensions) == 1:
                current = next(iter(extensions))
        if character in opening:
            opened.append((character, current))
        result.append(current)
    return result


# ------------------------------------------------------------------------------------------------- faces

class RunFace:
    """A face and a font in its own units; an instance of a variable face is its default."""

    def __init__(self, path: Path, index: int = 0):
        self.path = path
        self.face = hb.Face(hb.Blob.from_file_path(str(path)), index)
        self.upem = self.face.upem
        self.font = hb.Font(self.face)
        self.font.scale = (self.upem, self.upem)
        self.characters = self.face.unicodes
        self.covered: dict[tuple, bool] = {}

    def shape(self, codes: list[int], start: int, length: int, script: str | None, rtl: bool, features: dict[str, int]) -> list[tuple[int, int, int]]:
        """Glyph, cluster, advance of each glyph; clusters count from the line's start."""
        buffer = hb.Buffer()
        buffer.add_codepoints(codes, start, length)
        buffer.direction = "rtl" if rtl else "ltr"
        if script:
            buffer.script = script
        hb.shape(self.font, buffer, features)
        return [(i.codepoint, i.cluster, p.x_advance) for i, p in zip(buffer.glyph_infos, buffer.glyph_positions)]

    def covers(self, cluster: str, script: str | None, rtl: bool, features: dict[str, int]) -> bool:
        if all(ord(c) in self.characters or is_ignorable(ord(c)) for c in cluster):
            return True
        key = cluster, script, rtl, tuple(features)
        if key not in self.covered:
            codes = [ord(c) for c in cluster]
            self.covered[key] = all(glyph for glyph, _, _ in self.shape(codes, 0, len(codes), script, rtl, features))
        return self.covered[key]


# ------------------------------------------------------------------------------------------------- measuring

@dataclass(frozen=True)
class Spacing:
    """What is added to each cluster."""
    tracking: Fraction = Fraction(0)           # 1/1000 em
    letter_spacing: Fraction | None = None     # points

    def ticks(self, units_per_em: int, size: Fraction) -> int:
        """In 1/1000 of a unit, halves away from zero."""
        return nearest(self.tracking * units_per_em) + (nearest(self.letter_spacing * units_per_em * 1000 / size) if self.letter_spacing is not None else 0)

    @property
    def features(self) -> dict[str, int]:
        return {"liga": 0, "clig": 0} if self.letter_spacing else {}


def nearest(value: Fraction) -> int:
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


@dataclass(frozen=True)
class Run:
    text: str
    script: str | None
    rtl: bool
    face: int
    units: int      # of that face
    clusters: int

    def __str__(self) -> str:
        shown = "".join(c if c.isprintable() else f"<{ord(c):04X}>" for c in self.text)
        return f"[{self.script or 'none'} {'rtl' if self.rtl else 'ltr'} face {self.face}: {shown}: {self.units}, {self.clusters} clusters]"


@dataclass
class Measured:
    units: Fraction = Fraction(0)    # of the first face
    lines: int = 0
    missing: list[str] = field(default_factory=list)
    runs: list[list[Run]] = field(default_factory=list)


def split(line: str, faces: list[RunFace], features: dict[str, int]) -> list[tuple[int, int, str | None, bool, int]]:
    """Start, end, script, right to left, number of the face."""
    result: list[tuple[int, int, str | None, bool, int]] = []
    level, script = levels(line), scripts(line)
    start = 0
    for cluster in clusters(line):
        rtl = level[start] % 2 == 1
        face = next((n for n, face in enumerate(faces) if face.covers(cluster, script[start], rtl, features)), 0)
        kind = script[start], rtl, face
        if result and result[-1][2:] == kind:
            result[-1] = (result[-1][0], start + len(cluster), *kind)
        else:
            result.append((start, start + len(cluster), *kind))
        start += len(cluster)
    return result


def measure(text: str, faces: list[RunFace], size: Fraction, spacing: Spacing = Spacing()) -> Measured:
    answer = Measured()
    first = faces[0]
    ticks = spacing.ticks(first.upem, size)
    for line in lines_of(text):
        line = line.replace("\t", " ")
        codes = [ord(c) for c in line]
        width, runs, missing = Fraction(0), [], set()
        for start, end, script, rtl, number in split(line, faces, spacing.features):
            face = faces[number]
            glyphs = face.shape(codes, start, end - start, script, rtl, spacing.features)
            starts = sorted({cluster for _, cluster, _ in glyphs})
            counted = 0
            for place, next_place in zip(starts, [*starts[1:], end]):
                counted += not all(is_ignorable(code) for code in codes[place:next_place])
                if number == 0 and any(glyph == 0 and cluster == place for glyph, cluster, _ in glyphs):
                    missing.update(i for i in range(place, next_place) if codes[i] not in face.characters and not is_ignorable(codes[i]))
            units = sum(advance for *_, advance in glyphs)
            width += Fraction(units * first.upem, face.upem) + Fraction(counted * ticks, 1000)
            runs.append(Run(line[start:end], script, rtl, number, units, counted))
        answer.lines += 1
        answer.units = max(answer.units, width) if answer.runs else width
        answer.runs.append(runs)
        answer.missing += [f"U+{codes[i]:04X}" for i in sorted(missing) if f"U+{codes[i]:04X}" not in answer.missing]
    answer.missing = list(dict.fromkeys(answer.missing))
    return answer
