#!/usr/bin/env python3
"""Makes a list of 20,500 distinct texts of user interfaces, one a line, in 25 scripts and in mixtures of them, for check-runs.py.

The words are CLDR's, as Babel carries it: names of territories, languages, scripts, currencies, months, days and units, unit patterns
with numbers, dates and times. The mixtures are made of them: names of several scripts, Latin brand names, brackets, digits, emoji.
The list itself is not kept: the same Babel gives the same list.

Needs   PyPI: Babel fonttools
Run     python3 Tests/Oracle/make-mixed.py LIST
"""

import argparse
import datetime
import random
import sys
from collections import Counter
from pathlib import Path

from babel import Locale
from babel.core import get_cldr_version
from babel.dates import format_date, format_datetime, format_time
from fontTools import unicodedata as ucd

from shaping import COMMON

# Scripts, the words wanted of each, and the locales they are taken from.
SOURCES = {
    "Latn": (1600, """af az bs ca cs cy da de en es et eu fi fil fr ga gl ha hr hu id ig is it kab lt lv ms mt nl nn no pl pt ro sk sl sq
              sr_Latn sv sw tk tr uz vi yo zu"""),
    "Cyrl": (1200, "be bg kk ky mk mn ru sr tg tt uk uz_Cyrl"),
    "Arab": (1500, "ar ar_MA ckb fa ks pa_Arab ps sd ug ur uz_Arab"),
    "Hebr": (900, "he yi"),
    "Deva": (1000, "hi mr ne kok sa brx doi mai"),
    "Grek": (700, "el"),
    "Hani": (900, "zh zh_Hant yue"),
    "Hang": (700, "ko"),
    "Thai": (700, "th"),
    "Beng": (700, "bn as"),
    "Taml": (400, "ta"),
    "Telu": (400, "te"),
    "Gujr": (300, "gu"),
    "Guru": (300, "pa"),
    "Knda": (300, "kn"),
    "Mlym": (300, "ml"),
    "Sinh": (300, "si"),
    "Khmr": (300, "km"),
    "Laoo": (300, "lo"),
    "Mymr": (300, "my"),
    "Geor": (300, "ka"),
    "Armn": (300, "hy"),
    "Ethi": (300, "am ti"),
}
JAPANESE = 600       # texts with kana, beside the scripts above: Han and kana together
SEVERAL = 400        # words of CLDR that hold several scripts
DATES = 1000
TOTAL = 20500
SEED = 23

BRANDS = ["AirPods Pro", "Wi-Fi", "iPhone 15", "Delete", "VoiceOver", "GitHub", "To-do", "AVTV", "fi", "e\u0301tude", "App Store (beta)", "50%", "3D"]
EMOJI = ["\U0001F5D1\uFE0F", "\u2764\uFE0F", "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466", "\U0001F1EF\U0001F1F5", "1\uFE0F\u20E3", "\u2B50",
         "\U0001F44D\U0001F3FD", "\U0001F3F3\uFE0F\u200D\U0001F308"]
NUMBERS = ["12", "3", "1,234.5", "75%", "3/4", "10:30", "+1", "-5", "2024-01-31", "\u0663\u0664", "\u06F1\u06F2", "\u0967\u0968", "\u09E7", "\u0E51", "\u1041"]
# {a} and {b} are words of different scripts, {n} a number, {l} a brand, {e} an emoji.
PATTERNS = ["{a} {l}", "{l} {a}", "{a} ({l})", "{l} ({a})", "({a}) {l}", "{a} {n}", "{n} {a}", "{a} ({n})", "{a}: {n}", "{l} {n} {a}", "{a} {e}", "{e} {a}",
            "{a} {e} {l}", "{a}, {b}", "{a} / {b}", "{a} ({b})", "{b} ({a}) {n}", "{a} ({b} [{l}])", "\u00AB{a}\u00BB {b}", "{b} \u201C{a}\u201D", "\u2018{a}\u2019 {l}",
            "{a}\u00A0{b}", "{a} \u2013 {b}", "{l}: {a} \u2192 {b}", "{a}\u200E {n}", "{b}\u200F {n}", "\u2068{a}\u2069: {b}", "{a}{b}", "{a}\u2026", "{n}. {a}!", "{a}? {b}",
            "{a} {b} {a}", "{l}\u202F{a}", " {a} ", "{a} {n}% {l}"]


def scripts_of(text: str) -> set[str]:
    return {ucd.script(c) for c in text} - COMMON


def is_text(text: str) -> bool:
    return isinstance(text, str) and 1 <= len(text) <= 60 and "{" not in text and all(c.isprintable() or ucd.category(c) in ("Cf", "Zs") for c in text)


def words(locale: Locale) -> set[str]:
    found = {*locale.territories.values(), *locale.languages.values(), *locale.currencies.values(), *locale.scripts.values()}
    for names in (locale.months, locale.days, locale.quarters):
        for contexts in names.values():
            for form in contexts.values():
                found.update(form.values())
    for unit in locale.unit_display_names.values():
        found.update(unit.values())
    for forms in locale._data["unit_patterns"].values():
        for patterns in forms.values():
            found.update(p.replace("{0}", n) for p in patterns.values() if isinstance(p, str) for n in ("5", "1024"))
    return {text for text in found if is_text(text)}


def dates(locale: Locale) -> set[str]:
    found = set()
    for month in range(1, 13):
        day = datetime.datetime(2024, month, 2 * month + 3, month + 9, 5 * month - 3, 7)
        for style in ("short", "medium", "long", "full"):
            found.add(format_date(day, style, locale))
            if style in ("short", "medium"):
                found.update((format_time(day, style, locale=locale), format_datetime(day, style, locale=locale)))
    return {text for text in found if is_text(text)}


def pick(generator: random.Random, texts: set[str], count: int) -> list[str]:
    if len(texts) < count:
        raise SystemExit(f"{len(texts)} texts, {count} wanted: {sorted(texts)[:3]}")
    return generator.sample(sorted(texts), count)


def make() -> list[str]:
    generator = random.Random(SEED)
    pure: dict[str, set[str]] = {script: set() for script in SOURCES}
    several, dated = set(), set()
    for script, (_, names) in SOURCES.items():
        for name in names.split():
            locale = Locale.parse(name)
            for text in words(locale):
                found = scripts_of(text)
                if found == {script}:
                    pure[script].add(text)
                elif len(found) > 1:
                    several.add(text)
            dated |= dates(locale)
    japanese = {text for text in words(Locale.parse("ja")) if scripts_of(text) & {"Hira", "Kana"}}
    dated |= dates(Locale.parse("ja"))

    chosen = {script: pick(generator, pure[script], count) for script, (count, _) in SOURCES.items()}
    texts = [text for script in SOURCES for text in chosen[script]]
    texts += pick(generator, japanese, JAPANESE) + pick(generator, several, SEVERAL) + pick(generator, dated, DATES)
    texts = list(dict.fromkeys(texts))
    seen = set(texts)
    names = [*SOURCES]
    while len(texts) < TOTAL:
        # Right-to-left names twice as often as the others.
        one, other = generator.sample([*names, "Arab", "Hebr", "Arab", "Hebr"], 2)
        text = generator.choice(PATTERNS).format(a=generator.choice(chosen[one]), b=generator.choice(chosen[other]), n=generator.choice(NUMBERS),
                                                 l=generator.choice(BRANDS), e=generator.choice(EMOJI))
        if text not in seen:
            seen.add(text)
            texts.append(text)
    generator.shuffle(texts)
    return texts


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes a list of texts of many scripts.")
    parser.add_argument("list", type=Path, help="where to write it")
    arguments = parser.parse_args()
    texts = make()
    arguments.list.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
    count = Counter(script for text in texts for script in scripts_of(text))
    print(f"{len(texts)} texts, {len(count)} scripts, {sum(len(scripts_of(text)) > 1 for text in texts)} of several; CLDR {get_cldr_version()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
