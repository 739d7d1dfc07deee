#!/usr/bin/env python3
"""Attacks the exact short cut (Sources/Shaping/AdvanceAutomaton.swift): measures texts by the command, most of whose lines are not
shaped, and by the same HarfBuzz shaping each whole, and compares the advances.

    attack-shortcut.py random --count 2000         small random fonts, full of rules that act on each other
    attack-shortcut.py random --seed 4711 --count 1 --verbose     one of them again; what fails is made small and kept
    attack-shortcut.py real FONT... [--axis wght=500]             all triples, random strings and the corpora in a real face

HarfBuzz is loaded by ctypes: the library that the command is linked to, since releases differ. Needs fonttools (and `make build`).
"""

import argparse
import collections
import copy
import ctypes
import itertools
import json
import random
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ROOT / ".build/release/hairspace"
CORPORA = ROOT / "Benchmarks/.corpora"
LINE_ENDS = "\n\r\x0b\x0c\x85\u2028\u2029"


# MARK: HarfBuzz

def tag(name: str) -> int:
    return int.from_bytes(name.ljust(4).encode(), "big")


class Feature(ctypes.Structure):
    _fields_ = [("tag", ctypes.c_uint32), ("value", ctypes.c_uint32), ("start", ctypes.c_uint), ("end", ctypes.c_uint)]


class Variation(ctypes.Structure):
    _fields_ = [("tag", ctypes.c_uint32), ("value", ctypes.c_float)]


class HarfBuzz:
    """A face, which shapes whole texts."""

    library = None

    def __init__(self, path: str, features=(), language=None, axes=(), spacing=0, script="Latn"):
        self.script = script
        if HarfBuzz.library is None:
            HarfBuzz.library = self.load()
        hb = self.library
        blob = hb.hb_blob_create_from_file(str(path).encode())
        face = hb.hb_face_create(blob, 0)
        self.upem = hb.hb_face_get_upem(face)
        self.font = hb.hb_font_create(face)
        # Other instances than the default have fractions of units.
        self.finer = 1024 if axes else 1
        hb.hb_font_set_scale(self.font, self.upem * self.finer, self.upem * self.finer)
        if axes:
            variations = (Variation * len(axes))(*(Variation(tag(t), v) for t, v in axes))
            hb.hb_font_set_variations(self.font, variations, len(axes))
        self.features = list(features)
        if spacing:
            self.features += [(t, 0) for t in ("liga", "clig") if t not in dict(features)]
        self.list = (Feature * len(self.features))(*(Feature(tag(t), v, 0, 0xFFFFFFFF) for t, v in self.features))
        self.language = hb.hb_language_from_string(language.encode(), -1) if language else None
        self.spacing = spacing
        self.buffer = hb.hb_buffer_create()
        hb.hb_face_destroy(face)
        hb.hb_blob_destroy(blob)

    def __del__(self):
        self.library.hb_buffer_destroy(self.buffer)
        self.library.hb_font_destroy(self.font)

    @staticmethod
    def load():
        hb = ctypes.CDLL("libharfbuzz.so.0")
        for name in ("hb_blob_create_from_file", "hb_face_create", "hb_font_create", "hb_buffer_create", "hb_language_from_string"):
            getattr(hb, name).restype = ctypes.c_void_p
        hb.hb_blob_create_from_file.argtypes = [ctypes.c_char_p]
        hb.hb_face_create.argtypes = [ctypes.c_void_p, ctypes.c_uint]
        hb.hb_language_from_string.argtypes = [ctypes.c_char_p, ctypes.c_int]
        for name in ("hb_face_get_upem", "hb_font_create", "hb_buffer_destroy", "hb_font_destroy", "hb_face_destroy", "hb_blob_destroy",
                     "hb_buffer_clear_contents"):
            getattr(hb, name).argtypes = [ctypes.c_void_p]
        hb.hb_font_set_scale.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        hb.hb_font_set_variations.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint]
        hb.hb_buffer_add_utf8.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_uint, ctypes.c_int]
        hb.hb_buffer_set_script.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
        hb.hb_buffer_set_direction.argtypes = [ctypes.c_void_p, ctypes.c_uint]
        hb.hb_buffer_set_language.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        hb.hb_shape.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint]
        for name in ("hb_buffer_get_glyph_positions", "hb_buffer_get_glyph_infos"):
            getattr(hb, name).argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint)]
            getattr(hb, name).restype = ctypes.POINTER(ctypes.c_int32)
        hb.hb_version_string.restype = ctypes.c_char_p
        return hb

    def units(self, text: str) -> float:
        """The advance in font units by the library's rules: a TAB is a space, letter-spacing is added to each cluster."""
        hb, buffer = self.library, self.buffer
        text = text.replace("\t", " ")
        data = text.encode()
        hb.hb_buffer_clear_contents(buffer)
        hb.hb_buffer_add_utf8(buffer, data, len(data), 0, len(data))
        has_letters = any(map(is_latin if self.script == "Latn" else str.isalpha, text))
        hb.hb_buffer_set_script(buffer, tag(self.script) if has_letters else 0)
        hb.hb_buffer_set_direction(buffer, 5 if has_letters and self.script == "Hebr" else 4)
        hb.hb_buffer_set_language(buffer, self.language)
        hb.hb_shape(self.font, buffer, self.list, len(self.list))
        count = ctypes.c_uint()
        # Five words to a position, the advance first; five to a glyph, the cluster third.
        positions = hb.hb_buffer_get_glyph_positions(buffer, ctypes.byref(count))
        if not count.value:
            return 0
        total = sum(positions[: 5 * count.value : 5]) / self.finer
        if self.spacing:
            starts = sorted(set(hb.hb_buffer_get_glyph_infos(buffer, ctypes.byref(count))[2 : 5 * count.value : 5]))
            clusters = [data[s:e].decode() for s, e in zip(starts, starts[1:] + [len(data)])]
            total += self.spacing * sum(any(not is_ignorable(c) for c in cluster) for cluster in clusters)
        return total


def is_latin(character: str) -> bool:
    return unicodedata.name(character, "").startswith("LATIN ") or character in "ªº"


def is_ignorable(character: str) -> bool:
    return character in "\u00AD\u034F\u200B\u200C\u200D\u200E\u200F\u2060"


def measure(path, texts, *, features=(), language=None, axes=(), spacing=0, upem=1000) -> list[float]:
    """By the command, in units. Raises on any other end than success."""
    # In one chunk of lines or several, on as many threads: whatever comes of that is the same.
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(texts) + "\n")
        file.flush()
        command = [str(COMMAND), "measure", "--file", file.name, "--font", str(path), "--size", str(upem)]
        for t, v in features:
            command += ["--feature", f"{t}={v}"]
        for t, v in axes:
            command += ["--axis", f"{t}={v}"]
        if language:
            command += ["--language", language]
        if spacing:
            command += ["--letter-spacing", str(spacing)]
        done = subprocess.run(command, capture_output=True, timeout=600)
    if done.returncode:
        raise RuntimeError(f"exit {done.returncode}: {done.stderr.decode()[:400]}")
    answers = [line.split("\t", 1)[0] for line in done.stdout.decode().split("\n")[:-1]]
    assert len(answers) == len(texts), (len(answers), len(texts))
    return [float(answer) for answer in answers]


def differ(one: float, other: float) -> bool:
    # A tick is 1/1024 of a unit at the least.
    return abs(one - other) > 1e-4


# MARK: Random fonts

CHARACTERS = {
    **{c: c for c in "abcdefghABCD"}, "one": "1", "two": "2", "space": " ", "hyphen": "-", "parenleft": "(", "parenright": ")",
    "eacute": "é", "odot": "ọ", "ocirc": "ô", "edieresis": "ë", "e": "e", "o": "o", "acute": "\u0301", "dotbelow": "\u0323",
    "dieresis": "\u0308", "circ": "\u0302", "thin": "\u2009", "nbsp": "\u00A0", "fraction": "\u2044",
}


def alphabet(letters: str) -> dict[str, str]:
    """The same of another script: letters in the place of letters."""
    others = iter(letters)
    return {glyph: next(others) if character.isalpha() else character for glyph, character in CHARACTERS.items()}


ALPHABETS = {
    "Latn": CHARACTERS,
    "Cyrl": alphabet("абвгджзийклмңұқёео"),
    "Grek": alphabet("αβγδζηθικλμνόήίέεο"),
    # Digits would run the other way.
    "Hebr": {g: c for g, c in alphabet("אבגדהוזחטילמנסעפצק").items() if not c.isdigit()},
}
# Characters that no font has, and what is passed over.
OTHERS = ["\u2003", "\u2011", "\u00AD", "\u200D", "\u200C", "\u2044"]
LATIN_OTHERS = ["\u1ED9", "\u00E1"]
MARKS = ["acute", "dotbelow", "dieresis", "circ"]
UNENCODED = ["x1", "x2", "x3", "x4", "x5", "x6", "m1", "m2"]
GSUB_FEATURES = ["liga", "calt", "ccmp", "rlig", "clig", "locl", "rclt", "rand", "frac", "ss01"]
GPOS_FEATURES = ["kern", "dist", "mark", "mkmk", "curs"]


class Maker:
    """Makes what a font is built of: plain values, so that it can be kept and made smaller."""

    def __init__(self, seed: int):
        self.random = r = random.Random(seed)
        self.script = r.choice(["Latn"] * 6 + ["Cyrl", "Grek", "Hebr", "Hebr"])
        self.characters = ALPHABETS[self.script]
        self.others = OTHERS + (LATIN_OTHERS if self.script == "Latn" else [])
        self.glyphs = [".notdef"] + [g for g in self.characters if r.random() < 0.93 or g in "abcd"] + UNENCODED
        r.shuffle(self.glyphs)
        self.glyphs.remove(".notdef")
        self.glyphs.insert(0, ".notdef")
        # Few take part, so that rules meet.
        count = r.choice([1, 2, 2, 3, 4, 5, 7])
        letters = [g for g in self.glyphs if g in self.characters and g not in MARKS]
        self.hot = r.sample(letters, min(count, len(letters)))
        if "a" not in self.hot:
            self.hot.append("a")
        self.hot_marks = r.sample([m for m in MARKS if m in self.glyphs], k=r.choice([0, 0, 1, 1]))
        self.products = r.sample(UNENCODED[:6], r.choice([1, 2, 3]))
        if r.random() < 0.1:
            self.products.append("m1")
        # How often a rule asks for what another makes, and what a text has of the rest.
        self.reactivity = r.choice([0, 0, 0, 0.03, 0.15])
        self.strays = r.choice([0.02, 0.1, 0.3])
        self.ignoring = r.choice([0.15, 0.35, 0.6])
        # Fonts of few kinds of lookups put more weight on each.
        self.focus = r.choice([None, None, ["context"], ["context", "single", "classes"], ["context", "ligature", "pairs"]])
        self.brief = r.random() < 0.5
        self.mood = {
            "multiple": r.random() < 0.2, "alternate": r.random() < 0.1, "passing": r.random() < 0.04,
            "second": r.random() < 0.2, "empty": r.random() < 0.3, "wide": r.random() < 0.3,
        }

    def any(self) -> str:
        r = self.random
        x = r.random()
        if self.hot_marks and x < 0.15:
            return r.choice(self.hot_marks)
        if x < 0.15 + self.reactivity:
            return r.choice(self.products)
        if x < 0.17 + self.reactivity:
            return r.choice(self.glyphs)
        return r.choice(self.hot)

    def some(self, most=4) -> list[str]:
        return sorted({self.any() for _ in range(self.random.randint(1, most))})

    def product(self) -> str:
        r = self.random
        return r.choice(self.products) if r.random() < 0.8 else self.any()

    def spec(self) -> dict:
        r = self.random
        advances = [r.choice([500, 500, 520, 600])] + [r.choice([500, 500, 520, 600, 0 if r.random() < 0.1 else 700]) for _ in self.glyphs]
        if r.random() < 0.4:
            # What can be replaced looks different, and is as wide.
            advances = [500] * len(advances)
        spec = {
            "script": self.script,
            "glyphs": self.glyphs,
            "advances": dict(zip(self.glyphs, advances)),
            "gdef": self.gdef() if r.random() < 0.75 else None,
            "gsub": [], "gpos": [], "gsubFeatures": [], "gposFeatures": [], "kern": [], "variable": None,
            "features": [], "language": None, "axes": [], "spacing": 0,
        }
        if r.random() < 0.85:
            self.table(spec, "gsub", GSUB_FEATURES, self.substitution)
        if r.random() < 0.6:
            self.table(spec, "gpos", GPOS_FEATURES, self.positioning)
        if r.random() < 0.15:
            spec["kern"] = [[self.any(), self.any(), r.choice([-40, 30, 11, -7])] for _ in range(r.randint(1, 12))]
        if r.random() < 0.12:
            spec["variable"] = {
                "deltas": {g: r.choice([0, 7, 33, 101, -13]) for g in self.glyphs},
                "kern": r.choice([3, 11, -17]),
                "condition": {r.choice(self.hot): self.product()} if r.random() < 0.5 else {},
            }
            spec["axes"] = [["wght", r.choice([400, 437, 555, 650.5, 900, 100])]] if r.random() < 0.8 else []
        if r.random() < 0.15:
            spec["spacing"] = r.choice([1, 7, -3])
        for feature in ["liga", "ss01", "kern", "calt", "frac"]:
            if r.random() < 0.06:
                spec["features"].append([feature, r.choice([0, 1, 1, 2])])
        if r.random() < 0.05:
            spec["language"] = "tr"
        return spec

    def gdef(self) -> dict:
        r = self.random
        classes = {}
        for glyph in self.glyphs:
            if glyph in MARKS or glyph in ("m1", "m2"):
                classes[glyph] = 3
            elif glyph != ".notdef":
                classes[glyph] = 1
        for _ in range(r.choice([0, 0, 0, 1, 3])):
            classes[self.any()] = r.choice([0, 1, 2, 2, 3])
        return {
            "classes": classes if r.random() < 0.9 else {},
            "attach": {m: r.choice([1, 2]) for m in MARKS if m in self.glyphs},
            "sets": [[m for m in MARKS if m in self.glyphs and r.random() < 0.5] for _ in range(2)],
        }

    def flags(self) -> tuple[int, int | None]:
        r = self.random
        flag = 8 if r.random() < 0.3 else 0
        if r.random() < 0.05:
            flag |= 0x100 * r.choice([1, 2])
        if r.random() < 0.05:
            flag |= 0x10
        if self.mood["passing"] and r.random() < 0.5:
            flag |= r.choice([2, 4])
        return flag, r.choice([0, 1]) if flag & 0x10 else None

    def table(self, spec, key, features, make):
        r = self.random
        count = r.choice([1, 1, 2, 2, 3, 3, 4, 6])
        self.count, self.applied = count, []
        for index in range(count):
            flag, markset = self.flags()
            subtables = make()
            spec[key].append({"flag": flag, "set": markset, "extension": r.random() < 0.15, "subtables": subtables})
        for subtable in self.applied:
            flag, markset = self.flags()
            spec[key].append({"flag": flag, "set": markset, "extension": False, "subtables": [subtable]})
        for index in range(count):
            # Some are only for rules to apply.
            if index == 0 or r.random() < 0.65:
                feature = r.choice(features[:1] * 2 + features)
                spec[key + "Features"].append([feature, index, "tr" if r.random() < 0.05 else None])

    def records(self, places: list[list[str]], positions: bool) -> list:
        r = self.random
        if r.random() < self.ignoring:
            return []
        made = []
        for _ in range(r.choice([1, 1, 1, 2])):
            place = r.randrange(len(places))
            if r.random() < 0.2 or not places[place]:
                made.append([place + (r.random() < 0.05), r.randrange(self.count)])
                continue
            # A lookup of its own, which does something there.
            made.append([place, self.count + len(self.applied)])
            x = r.random()
            if positions:
                values = {g: self.value() for g in places[place]}
                self.applied.append(
                    {"kind": "adjust", "map": values, "same": False} if x < 0.6 else
                    {"kind": "pairs", "format1": 4, "second": False, "pairs": [[g, self.any(), v, 0] for g, v in values.items()]})
            elif x < 0.2:
                self.applied.append({"kind": "ligature", "ligatures": [
                    [[g] + [self.any() for _ in range(r.choice([0, 1, 1, 2]))], self.product()] for g in places[place]]})
            elif x < 0.25 and self.mood["multiple"]:
                self.applied.append({"kind": "multiple", "map": {g: [self.product(), self.product()] for g in places[place]}})
            else:
                self.applied.append({"kind": "single", "map": {g: self.product() for g in places[place]}})
        return made

    def context(self, positions=False) -> dict:
        r = self.random
        form, chained = r.choice([1, 2, 3, 3]), r.random() < 0.7
        long = not self.brief and r.random() < 0.3
        def length(low, high):
            return r.randint(low, high + (2 if long else 0))
        rules = []
        classes = []
        for _ in range(3):
            classes.append({g: r.choice([1, 1, 2, 3]) for g in self.some(5)})
        for _ in range(r.choice([1, 1, 2, 3]) if form != 3 else 1):
            def place(part):
                if form == 1:
                    return self.any()
                if form == 2:
                    return r.choice([0, 1, 1, 1, 2, 2, 3])
                return self.some()
            back = [place(0) for _ in range(length(0, 2))] if chained and r.random() < 0.6 else []
            given = [place(1) for _ in range(r.choice([1, 1, 1, 2]) if self.brief else r.choice([1, 1, 1, 2, 2, length(1, 3)]))]
            look = [place(2) for _ in range(length(0, 2))] if chained and r.random() < 0.6 else []
            if form == 1:
                places = [[g] for g in given]
            elif form == 2:
                places = [sorted(g for g, c in classes[1].items() if c == number) for number in given]
            else:
                places = given
            rules.append([back, given, look, self.records(places, positions)])
        return {"kind": "context", "form": form, "chained": chained, "classes": classes, "rules": rules, "coverage": self.some(6)}

    def substitution(self) -> list:
        r = self.random
        kinds = ["single", "ligature", "ligature", "context", "context", "context", "context", "reverse"]
        if self.mood["multiple"]:
            kinds.append("multiple")
        if self.mood["alternate"]:
            kinds.append("alternate")
        kind = r.choice([k for k in self.focus or kinds if k in kinds])
        subtables = []
        for _ in range(r.choice([1, 1, 1, 2, 3]) if kind != "context" else r.choice([1, 2, 2, 3, 4])):
            if kind == "single":
                subtables.append({"kind": kind, "map": {g: self.product() for g in self.some()}})
            elif kind == "multiple":
                subtables.append({"kind": kind, "map": {
                    g: [self.product() for _ in range(r.choice([0, 1, 2, 2, 3]))] for g in self.some(2)}})
            elif kind == "alternate":
                subtables.append({"kind": kind, "map": {g: [self.product() for _ in range(2)] for g in self.some(2)}})
            elif kind == "ligature":
                subtables.append({"kind": kind, "ligatures": [
                    [[self.any() for _ in range(r.choice([1, 2, 2, 2, 3, 3]))], self.product()] for _ in range(r.randint(1, 4))]})
            elif kind == "context":
                subtables.append(self.context())
            else:
                subtables.append({
                    "kind": kind, "map": {g: self.product() for g in self.some()},
                    "back": [self.some() for _ in range(r.choice([0, 1, 1, 2]))],
                    "look": [self.some() for _ in range(r.choice([0, 1, 1, 2]))]})
        return subtables

    def value(self) -> int:
        return self.random.choice([0, 0, -20, -20, 13, 47, -80])

    def second(self):
        r = self.random
        return self.value() if self.mood["second"] and r.random() < 0.5 else None

    def positioning(self) -> list:
        r = self.random
        kinds = ["pairs", "pairs", "pairs", "classes", "classes", "classes", "single", "context", "context", "cursive", "mark"]
        kind = r.choice([k for k in self.focus or kinds if k in kinds])
        subtables = []
        for _ in range(r.choice([1, 1, 2, 3])):
            if kind in ("pairs", "classes"):
                # Both forms can stand in a lookup.
                has_second = self.mood["second"] and r.random() < 0.5
                format1 = r.choice([4, 4, 4, 5, 6, 7, 1, 0])
                if r.random() < 0.5:
                    subtables.append({"kind": "pairs", "format1": format1, "second": has_second, "pairs": [
                        [self.any(), self.any(), self.value(), self.value()] for _ in range(r.randint(1, 8))]})
                else:
                    rows, columns = r.randint(1, 3), r.randint(1, 3)
                    subtables.append({
                        "kind": "classes", "format1": format1, "second": has_second, "coverage": self.some(6),
                        "first": {g: r.randint(1, rows) for g in self.some(4)}, "other": {g: r.randint(1, columns) for g in self.some(6)},
                        "values": [[[self.value(), self.value()] for _ in range(columns + 1)] for _ in range(rows + 1)]})
            elif kind == "single":
                subtables.append({"kind": "adjust", "map": {g: self.value() for g in self.some()}, "same": r.random() < 0.5})
            elif kind == "context":
                subtables.append(self.context(positions=True))
            elif kind == "cursive":
                subtables.append({"kind": "cursive", "map": {
                    g: [r.choice([None, r.randint(0, 60)]), r.choice([None, r.randint(400, 600)])] for g in self.some(5)}})
            else:
                subtables.append({"kind": "mark", "marks": [m for m in MARKS if m in self.glyphs], "bases": self.some(5)})
        return subtables

    def text(self, longest=14) -> str:
        r = self.random
        characters = []
        for _ in range(r.randint(1, longest)):
            x = r.random()
            if x < 1 - self.strays:
                marks = self.hot_marks and characters and r.random() < 0.15
                characters.append(self.characters[r.choice(self.hot_marks if marks else self.hot)])
            elif x < 1 - self.strays * 0.9:
                characters.append(r.choice(self.others))
            elif x < 1 - self.strays * 0.7:
                characters.append(self.characters[r.choice(self.hot_marks or MARKS)] if characters else self.characters["a"])
            else:
                characters.append(self.characters[r.choice(list(self.characters))])
        return "".join(characters)


# MARK: Building

def build(spec: dict, path: str, names=True):
    """Writes the font of a spec."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable
    from fontTools.ttLib.tables import otTables as ot
    from fontTools.varLib import builder as variations

    glyphs = spec["glyphs"]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap({ord(c): g for g, c in ALPHABETS[spec.get("script", "Latn")].items() if g in glyphs})
    empty = TTGlyphPen(None).glyph()
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0)), pen.lineTo((100, 0)), pen.lineTo((100, 100)), pen.closePath()
    box = pen.glyph()
    variable = spec["variable"]
    builder.setupGlyf({g: box if variable else empty for g in glyphs})
    builder.setupHorizontalMetrics({g: (spec["advances"][g], 0) for g in glyphs})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Attack", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=names)
    font = builder.font
    # The same spec gives the same bytes.
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = 0
    store = None
    if variable:
        from fontTools.ttLib.tables.TupleVariation import TupleVariation
        from fontTools.varLib.varStore import OnlineVarStoreBuilder
        from fontTools.varLib.models import VariationModel
        builder.setupFvar([("wght", 100, 400, 900, "Weight")], [])
        builder.setupGvar({g: [TupleVariation({"wght": (0, 1, 1)}, [None] * 3 + [(0, 0), (d, 0), (0, 0), (0, 0)])] if d else []
                           for g, d in variable["deltas"].items()})
        store = OnlineVarStoreBuilder(["wght"])
        store.setModel(VariationModel([{}, {"wght": 1.0}], axisOrder=["wght"]))
        _, kern_index = store.storeMasters([0, variable["kern"]])

    ids = {g: i for i, g in enumerate(glyphs)}

    def coverage(names):
        table = ot.Coverage()
        table.glyphs = sorted(set(names), key=ids.get)
        return table

    def class_def(classes):
        table = ot.ClassDef()
        table.classDefs = dict(classes)
        return table

    def value(number, form):
        record = ot.ValueRecord()
        for bit, name in ((1, "XPlacement"), (2, "YPlacement"), (4, "XAdvance")):
            if form & bit:
                setattr(record, name, number if bit == 4 else 5)
        if form & 0x40:
            record.XAdvDevice = variations.buildVarDevTable(kern_index)
        return record

    def anchor(x):
        if x is None:
            return None
        table = ot.Anchor()
        table.Format, table.XCoordinate, table.YCoordinate = 1, x, 0
        return table

    def records(given, positions):
        made = []
        for place, lookup in given:
            record = (ot.PosLookupRecord if positions else ot.SubstLookupRecord)()
            record.SequenceIndex, record.LookupListIndex = place, lookup
            made.append(record)
        return made

    def context(sub, positions):
        kind = "Pos" if positions else "Subst"
        short = "Pos" if positions else "Sub"
        chain = "Chain" if sub["chained"] else ""
        table = getattr(ot, f"{chain}Context{kind}")()
        table.Format = sub["form"]
        lookups = f"{kind}LookupRecord"
        if sub["form"] == 3:
            back, given, look, done = sub["rules"][0]
            if chain:
                table.BacktrackCoverage = [coverage(s) for s in back]
                table.InputCoverage = [coverage(s) for s in given]
                table.LookAheadCoverage = [coverage(s) for s in look]
            else:
                table.Coverage = [coverage(s) for s in given]
            setattr(table, lookups, records(done, positions))
            return table
        name = f"{chain}{short}{'Class' if sub['form'] == 2 else ''}"
        rules = {}
        for back, given, look, done in sub["rules"]:
            rule = getattr(ot, f"{name}Rule")()
            if chain:
                rule.Backtrack, rule.Input, rule.LookAhead = back, given[1:], look
            elif sub["form"] == 2:
                rule.Class = given[1:]
            else:
                rule.Input = given[1:]
            setattr(rule, lookups, records(done, positions))
            rules.setdefault(given[0], []).append(rule)
        if sub["form"] == 1:
            table.Coverage = coverage(rules)
            keys = table.Coverage.glyphs
        else:
            table.Coverage = coverage(sub["coverage"])
            keys = range(4)
            if chain:
                table.BacktrackClassDef, table.InputClassDef, table.LookAheadClassDef = map(class_def, sub["classes"])
            else:
                table.ClassDef = class_def(sub["classes"][1])
        sets = []
        for key in keys:
            if key not in rules:
                sets.append(None)
                continue
            one = getattr(ot, f"{name}{'Rule' if sub['form'] == 1 else ''}Set")()
            setattr(one, f"{name}Rule", rules[key])
            sets.append(one)
        setattr(table, f"{name}{'Rule' if sub['form'] == 1 else ''}Set", sets)
        return table

    def substitution(sub):
        kind = sub["kind"]
        if kind == "context":
            return (6 if sub["chained"] else 5), context(sub, False)
        if kind == "single":
            table = ot.SingleSubst()
            table.mapping = dict(sub["map"])
            return 1, table
        if kind == "multiple":
            table = ot.MultipleSubst()
            table.mapping = {g: list(p) for g, p in sub["map"].items()}
            return 2, table
        if kind == "alternate":
            table = ot.AlternateSubst()
            table.alternates = {g: list(p) for g, p in sub["map"].items()}
            return 3, table
        if kind == "ligature":
            table = ot.LigatureSubst()
            table.ligatures = {}
            for parts, whole in sub["ligatures"]:
                ligature = ot.Ligature()
                ligature.Component, ligature.LigGlyph, ligature.CompCount = parts[1:], whole, len(parts)
                table.ligatures.setdefault(parts[0], []).append(ligature)
            return 4, table
        table = ot.ReverseChainSingleSubst()
        table.Format = 1
        table.Coverage = coverage(sub["map"])
        table.BacktrackCoverage = [coverage(s) for s in sub["back"]]
        table.LookAheadCoverage = [coverage(s) for s in sub["look"]]
        table.Substitute = [sub["map"][g] for g in table.Coverage.glyphs]
        return 8, table

    def positioning(sub):
        kind = sub["kind"]
        if kind == "context":
            return (8 if sub["chained"] else 7), context(sub, True)
        if kind in ("pairs", "classes"):
            table = ot.PairPos()
            form = sub["format1"] | (0x40 if variable and sub["format1"] & 4 else 0)
            other = 4 if sub["second"] else 0
            table.ValueFormat1, table.ValueFormat2 = form, other
            if kind == "pairs":
                table.Format = 1
                pairs = {}
                for first, second, one, two in sub["pairs"]:
                    pairs.setdefault(first, {})[second] = (one, two)
                table.Coverage = coverage(pairs)
                table.PairSet = []
                for first in table.Coverage.glyphs:
                    one_set = ot.PairSet()
                    one_set.PairValueRecord = []
                    for second in sorted(pairs[first], key=ids.get):
                        record = ot.PairValueRecord()
                        record.SecondGlyph = second
                        record.Value1 = value(pairs[first][second][0], form) if form else None
                        record.Value2 = value(pairs[first][second][1], other) if other else None
                        one_set.PairValueRecord.append(record)
                    table.PairSet.append(one_set)
                return 2, table
            table.Format = 2
            table.Coverage = coverage(sub["coverage"])
            table.ClassDef1, table.ClassDef2 = class_def(sub["first"]), class_def(sub["other"])
            table.Class1Record = []
            for row in sub["values"]:
                line = ot.Class1Record()
                line.Class2Record = []
                for one, two in row:
                    cell = ot.Class2Record()
                    cell.Value1 = value(one, form) if form else None
                    cell.Value2 = value(two, other) if other else None
                    line.Class2Record.append(cell)
                table.Class1Record.append(line)
            table.Class1Count, table.Class2Count = len(sub["values"]), len(sub["values"][0])
            return 2, table
        if kind == "adjust":
            table = ot.SinglePos()
            table.Coverage = coverage(sub["map"])
            table.ValueFormat = 4
            if sub["same"]:
                table.Format = 1
                table.Value = value(next(iter(sub["map"].values())), 4)
            else:
                table.Format = 2
                table.Value = [value(sub["map"][g], 4) for g in table.Coverage.glyphs]
            return 1, table
        if kind == "cursive":
            table = ot.CursivePos()
            table.Format = 1
            table.Coverage = coverage(sub["map"])
            table.EntryExitRecord = []
            for glyph in table.Coverage.glyphs:
                record = ot.EntryExitRecord()
                record.EntryAnchor, record.ExitAnchor = map(anchor, sub["map"][glyph])
                table.EntryExitRecord.append(record)
            return 3, table
        table = ot.MarkBasePos()
        table.Format = 1
        table.MarkCoverage, table.BaseCoverage = coverage(sub["marks"]), coverage(sub["bases"])
        table.ClassCount = 1
        table.MarkArray, table.BaseArray = ot.MarkArray(), ot.BaseArray()
        table.MarkArray.MarkRecord, table.BaseArray.BaseRecord = [], []
        for _ in table.MarkCoverage.glyphs:
            record = ot.MarkRecord()
            record.Class, record.MarkAnchor = 0, anchor(0)
            table.MarkArray.MarkRecord.append(record)
        for _ in table.BaseCoverage.glyphs:
            record = ot.BaseRecord()
            record.BaseAnchor = [anchor(250)]
            table.BaseArray.BaseRecord.append(record)
        return 4, table

    def layout(name, lookups, features, make):
        table = getattr(ot, name)()
        table.Version = 0x00010000
        table.LookupList = ot.LookupList()
        table.LookupList.Lookup = []
        for one in lookups:
            lookup = ot.Lookup()
            lookup.LookupFlag = one["flag"] if spec["gdef"] else one["flag"] & ~0x10
            if lookup.LookupFlag & 0x10:
                lookup.MarkFilteringSet = one["set"]
            made = [make(sub) for sub in one["subtables"]]
            lookup.LookupType = made[0][0] if made else 1
            # A subtable of another kind can stand in a lookup only as a fault.
            made = [m for m in made if m[0] == lookup.LookupType]
            lookup.SubTable = [m[1] for m in made]
            if one["extension"] and made:
                wrapped = []
                for kind, sub in made:
                    extension = (ot.ExtensionSubst if name == "GSUB" else ot.ExtensionPos)()
                    extension.Format, extension.ExtensionLookupType, extension.ExtSubTable = 1, kind, sub
                    wrapped.append(extension)
                lookup.LookupType = 7 if name == "GSUB" else 9
                lookup.SubTable = wrapped
            lookup.SubTableCount = len(lookup.SubTable)
            table.LookupList.Lookup.append(lookup)
        table.FeatureList = ot.FeatureList()
        table.FeatureList.FeatureRecord = []
        def language_system(of_language):
            system = ot.LangSys()
            system.LookupOrder, system.ReqFeatureIndex = None, 0xFFFF
            system.FeatureIndex = []
            # Of several features of a name the shaper takes the first.
            by_tag = {}
            for feature, index, language in features:
                if language in (None, of_language):
                    by_tag.setdefault(feature, set()).add(index)
            for feature in sorted(by_tag):
                record = ot.FeatureRecord()
                record.FeatureTag = feature
                record.Feature = ot.Feature()
                record.Feature.FeatureParams = None
                record.Feature.LookupListIndex = sorted(by_tag[feature])
                system.FeatureIndex.append(len(table.FeatureList.FeatureRecord))
                table.FeatureList.FeatureRecord.append(record)
            return system
        table.ScriptList = ot.ScriptList()
        table.ScriptList.ScriptRecord = []
        for script in sorted({"DFLT", spec.get("script", "Latn").lower()}):
            record = ot.ScriptRecord()
            record.ScriptTag, record.Script = script, ot.Script()
            record.Script.DefaultLangSys = language_system(None)
            record.Script.LangSysRecord = []
            if any(language for _, _, language in features):
                turkish = ot.LangSysRecord()
                turkish.LangSysTag, turkish.LangSys = "TRK ", language_system("tr")
                record.Script.LangSysRecord.append(turkish)
            table.ScriptList.ScriptRecord.append(record)
        font[name] = newTable(name)
        font[name].table = table

    if spec["gsub"]:
        layout("GSUB", spec["gsub"], spec["gsubFeatures"], substitution)
    if spec["gpos"]:
        layout("GPOS", spec["gpos"], spec["gposFeatures"], positioning)
    if spec["gdef"] or store:
        gdef = ot.GDEF()
        gdef.Version = 0x00010003 if store else 0x00010002
        gdef.GlyphClassDef = gdef.MarkAttachClassDef = gdef.MarkGlyphSetsDef = gdef.AttachList = gdef.LigCaretList = gdef.VarStore = None
        if spec["gdef"]:
            if spec["gdef"]["classes"]:
                gdef.GlyphClassDef = class_def({g: c for g, c in spec["gdef"]["classes"].items() if c})
            gdef.MarkAttachClassDef = class_def(spec["gdef"]["attach"])
            gdef.MarkGlyphSetsDef = ot.MarkGlyphSetsDef()
            gdef.MarkGlyphSetsDef.MarkSetTableFormat = 1
            gdef.MarkGlyphSetsDef.Coverage = [coverage(s) for s in spec["gdef"]["sets"]]
        if store:
            gdef.VarStore = store.finish()
        font["GDEF"] = newTable("GDEF")
        font["GDEF"].table = gdef
    if spec["kern"]:
        from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0
        kern = newTable("kern")
        kern.version = 0
        sub = KernTable_format_0()
        sub.apple, sub.coverage, sub.tupleIndex = False, 1, None
        sub.kernTable = {(one, other): amount for one, other, amount in spec["kern"]}
        kern.kernTables = [sub]
        font["kern"] = kern
    if variable and variable["condition"] and spec["gsub"]:
        from fontTools.varLib.featureVars import addFeatureVariations
        addFeatureVariations(font, [([{"wght": (0.2, 1)}], variable["condition"])], featureTag="rvrn")
    font.save(path)


# MARK: Comparing

def options(spec):
    default = all(value == 400 for _, value in spec["axes"])
    return {"features": [tuple(f) for f in spec["features"]], "language": spec["language"],
            "axes": [] if default else [tuple(a) for a in spec["axes"]], "spacing": spec["spacing"]}


def warm_up(spec) -> list[str]:
    """Enough texts for the command not to shape those after them. What it has shaped it remembers: so they are different ones."""
    letters = [c for c in ALPHABETS[spec.get("script", "Latn")].values() if c.isalpha()][:7]
    return ["".join(word) for word in itertools.product(letters, letters, [" ", letters[0]])] + ["1", "-", "1-"] * 10


def compare(spec, texts, directory) -> list[tuple[str, float, float]]:
    """The texts of which the command says otherwise, each measured twice in a process."""
    path = f"{directory}/attack.ttf"
    build(spec, path)
    raw = HarfBuzz(path, script=spec.get("script", "Latn"), **options(spec))
    all_texts = warm_up(spec) + texts + texts[::-1]
    measured = measure(path, all_texts, **options(spec))
    expected = {text: raw.units(text) for text in set(all_texts)}
    faults = {}
    for text, answer in zip(all_texts, measured):
        if differ(answer, expected[text]):
            faults.setdefault(text, answer)
    return [(text, answer, expected[text]) for text, answer in sorted(faults.items(), key=lambda fault: len(fault[0]))]


def shrink(spec, text, directory):
    """The smallest spec and text near these that still fail."""
    def fails(spec, text):
        try:
            return bool(text) and bool(compare(spec, [text], directory))
        except Exception:
            return False

    def places(value, path=()):
        """Every list and dictionary whose parts can be left out, large things first."""
        if isinstance(value, (list, dict)):
            yield path
            for key in (range(len(value)) if isinstance(value, list) else value):
                yield from places(value[key], path + (key,))

    def at(value, path):
        for key in path:
            value = value[key]
        return value

    fixed = {"script", "glyphs", "advances"}
    if not fails(spec, text):
        return spec, text
    changed = True
    while changed:
        changed = False
        for index in range(len(text)):
            shorter = text[:index] + text[index + 1:]
            if fails(spec, shorter):
                text, changed = shorter, True
                break
        else:
            for path in list(places(spec)):
                if path[:1] and path[0] in fixed:
                    continue
                try:
                    keys = at(spec, path)
                except (KeyError, IndexError, TypeError):
                    continue
                if not isinstance(keys, (list, dict)):
                    continue
                for key in reversed(range(len(keys))) if isinstance(keys, list) else list(keys):
                    smaller = copy.deepcopy(spec)
                    holder = at(smaller, path)
                    if not path and key in ("gdef", "variable", "language"):
                        if not holder[key]:
                            continue
                        holder[key] = None
                    elif not path or path and isinstance(holder, dict) and key in (
                        "kind", "flag", "set", "form", "chained", "extension", "format1", "second", "same", "subtables", "rules", "map", "classes",
                        "coverage", "first", "other", "values", "attach", "sets", "back", "look", "pairs", "ligatures", "deltas", "condition"):
                        if key == "flag" and holder[key]:
                            holder[key] = 0
                        elif key == "extension" and holder[key]:
                            holder[key] = False
                        else:
                            continue
                    elif path in (("gsub",), ("gpos",)):
                        # Others go by its number.
                        if not holder[key]["subtables"]:
                            continue
                        holder[key]["subtables"] = []
                    else:
                        del holder[key]
                    if fails(smaller, text):
                        spec, changed = smaller, True
                        if not isinstance(at(spec, path), (list, dict)):
                            break
    return spec, text


def random_fonts(arguments):
    kept = Path(arguments.keep)
    kept.mkdir(parents=True, exist_ok=True)
    fonts = texts = refused = failed = 0
    with tempfile.TemporaryDirectory() as directory:
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            maker = Maker(seed)
            spec = maker.spec()
            strings = [maker.text() for _ in range(arguments.texts)]
            try:
                faults = compare(spec, strings, directory)
            except RuntimeError as error:
                refused += 1
                print(f"seed {seed}: {error}", flush=True)
                continue
            fonts += 1
            texts += len(set(strings))
            if not faults:
                continue
            failed += 1
            text, measured, expected = faults[0]
            print(f"seed {seed}: {len(faults)} texts differ, {text!r} is {measured:g}, not {expected:g}", flush=True)
            if arguments.shrink and failed <= arguments.shrink:
                spec, text = shrink(spec, text, directory)
                print(describe(spec, text, directory), flush=True)
                (kept / f"{seed}.json").write_text(json.dumps({"text": text, **spec}, ensure_ascii=False))
            if failed >= arguments.most:
                break
    print(f"{fonts} fonts, {texts} texts, each twice; {refused} fonts refused; {failed} fonts differ")
    return failed


def describe(spec, text, directory) -> str:
    faults = compare(spec, [text], directory)
    lines = [f"  {text!r} {[hex(ord(c)) for c in text if ord(c) > 126]}: {faults[0][1:] if faults else 'agrees'}"]
    used = {g for g in spec["glyphs"] if json.dumps(g) in json.dumps({k: v for k, v in spec.items() if k not in ("glyphs", "advances", "gdef", "variable")})}
    used |= {g for g in spec["glyphs"] if ALPHABETS[spec["script"]].get(g, "\0") in text}
    lines.append("  advances " + " ".join(f"{g}={spec['advances'][g]}" for g in spec["glyphs"] if g in used or g == ".notdef"))
    for key in ("script", "gdef", "gsubFeatures", "gsub", "gposFeatures", "gpos", "kern", "variable", "features", "language", "axes", "spacing"):
        if spec[key]:
            value = spec[key]
            if key in ("gsub", "gpos"):
                value = "\n    ".join(f"{i}: {json.dumps(v, ensure_ascii=False)}" for i, v in enumerate(value))
                lines.append(f"  {key}\n    {value}")
            else:
                lines.append(f"  {key} {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines)


# MARK: Real faces

def is_plain(character: str) -> bool:
    """Whether a character leaves a line one run of Latin, or of no script."""
    from fontTools import unicodedata as ucd
    extensions = ucd.script_extension(character)
    return (ucd.script(character) in ("Latn", "Zyyy", "Zinh") and (extensions <= {"Zyyy", "Zinh"} or "Latn" in extensions)
            and character not in LINE_ENDS and ucd.bidirectional(character) not in ("R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "PDF", "RLI",
                                                                                    "LRI", "FSI", "PDI"))


def real_faces(arguments):
    from fontTools.ttLib import TTFont
    lines = [line for path in sorted(CORPORA.glob("*.txt")) if path.stem in ("ui-20000", "latin-390000", "zipf-200000")
             for line in path.read_text(encoding="utf-8").split("\n") if line]
    counts = collections.Counter(itertools.chain.from_iterable(lines))
    plain = {c for c in counts if is_plain(c)}
    lines = [line for line in dict.fromkeys(lines) if plain.issuperset(line)]
    axes = [(t, float(v)) for t, v in (axis.split("=") for axis in arguments.axis)]
    features = [(t, int(v)) for t, v in (feature.split("=") for feature in arguments.feature)]
    failed = 0
    for path in arguments.fonts:
        covered = TTFont(path, fontNumber=0, lazy=True).getBestCmap()
        common = [c for c, _ in counts.most_common() if c in plain and ord(c) in covered]
        chosen = random.Random(arguments.seed)
        weights = [counts[c] ** 0.5 for c in common]
        sets = {
            "triples": ["".join(t) for t in itertools.product(common[: arguments.common], repeat=3)],
            # Half as they come, half with as many of the rare ones.
            "random": ["".join(chosen.choices(common, weights if chosen.random() < 0.5 else None, k=chosen.randint(1, 14)))
                       for _ in range(arguments.strings)],
            "corpora": lines,
        }
        texts = list(dict.fromkeys(itertools.chain.from_iterable(sets.values())))
        raw = HarfBuzz(path, features=features, axes=axes, spacing=arguments.spacing)
        answers = measure(path, texts + texts[::-1], features=features, axes=axes, spacing=arguments.spacing, upem=raw.upem)
        faults = []
        for index, text in enumerate(texts):
            expected = raw.units(text)
            for answer in (answers[index], answers[-1 - index]):
                if differ(answer, expected):
                    faults.append((text, answer, expected))
        failed += bool(faults)
        print(f"{Path(path).name} {' '.join(arguments.axis + arguments.feature)}: " + ", ".join(f"{len(s)} {n}" for n, s in sets.items())
              + f"; {len(texts)} different, each twice: {len(faults)} differ", *sorted(faults, key=lambda f: len(f[0]))[:5], sep="\n  ", flush=True)
    return failed


def main():
    global COMMAND
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("random")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--count", type=int, default=1000)
    one.add_argument("--texts", type=int, default=300)
    one.add_argument("--most", type=int, default=1_000_000, help="failing fonts after which to stop")
    one.add_argument("--shrink", type=int, default=5, help="how many failures are made small")
    one.add_argument("--command", default=str(COMMAND), dest="binary")
    one.add_argument("--keep", default=str(ROOT / ".build/attack"))
    one.set_defaults(work=random_fonts)
    other = commands.add_parser("real")
    other.add_argument("fonts", nargs="+")
    other.add_argument("--seed", type=int, default=1)
    other.add_argument("--common", type=int, default=90, help="of how many characters all triples are measured")
    other.add_argument("--strings", type=int, default=1_000_000)
    other.add_argument("--axis", action="append", default=[])
    other.add_argument("--feature", action="append", default=[])
    other.add_argument("--spacing", type=int, default=0)
    other.add_argument("--command", default=str(COMMAND), dest="binary")
    other.set_defaults(work=real_faces)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        # A build may go on beside it.
        COMMAND = Path(shutil.copy(arguments.binary, directory))
        failed = arguments.work(arguments)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
