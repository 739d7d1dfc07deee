#!/usr/bin/env python3
"""Makes the texts that the benchmarks measure, from CLDR as Babel carries it; the same Babel gives the same texts. One a line, in UTF-8.

ui-20000.txt       20,000 distinct names of territories, languages, currencies, units and date fields in all of CLDR's locales, drawn
                   at random from those whose letters are all Latin, of 2 to 60 characters.
latin-390000.txt   390,000 distinct texts: all the Latin names there are, those of scripts, variants, months, days, quarters, eras, times of
                   the day, cities and zones too (half of the texts); the rest is made of two names of one locale, or a name and a number, as interfaces
                   put them together: "A, B", "A (B)", "A: B", "A – B", "A · 12", "A (12)".
zipf-200000.txt    200,000 draws from ui-20000.txt, the text of rank r as often as 1 ÷ r (Zipf's law with exponent 1); ranks are drawn at random.
mixed-20500.txt    the list of Tests/Oracle/make-mixed.py: 20,500 distinct texts of 23 scripts, of Japanese, and of several scripts each.

A number in a pattern ("{0} km") is 12. A text whose letters are not all of the script Latin, or that has characters that are not drawn or
spaces at an end, is left out.

Needs   PyPI: Babel fonttools
Run     python3 Benchmarks/make-corpora.py [FOLDER]
"""

import argparse
import itertools
import random
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests" / "Oracle"))

try:
    import importlib

    from babel import localedata
    from babel.core import get_cldr_version
    from fontTools import unicodedata as ucd

    mixed = importlib.import_module("make-mixed")
except ImportError as error:
    raise SystemExit(f"{error}: pip install Babel fonttools") from None

# What a locale's names are under in CLDR's data as Babel keeps it.
INTERFACE = ["territories", "languages", "currency_names", "currency_names_plural", "unit_display_names", "unit_patterns", "date_fields"]
OTHERS = ["scripts", "variants", "months", "days", "quarters", "eras", "day_periods", "time_zones", "meta_zones"]
PATTERNS = ["{a}, {b}", "{a} ({b})", "{a}: {b}", "{a} – {b}", "{a} · {n}", "{a} ({n})"]
UI, LATIN, ZIPF = 20_000, 390_000, 200_000
SEED = 31
COMMON = {"Zyyy", "Zinh", "Zzzz"}
UNDRAWN = {"Cc", "Cf", "Zl", "Zp"}


def strings(value: object) -> Iterator[str]:
    """The texts in a tree of Babel's: aliases lead to texts that stand elsewhere in it."""
    if isinstance(value, str):
        yield value.replace("{0}", "12")
    elif isinstance(value, tuple):
        for part in value:
            yield from strings(part)
    elif hasattr(value, "values"):
        for part in value.values():
            yield from strings(part)


class Latin:
    """Whether a text is one of Latin letters; what Unicode says of a character is looked up once."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[str, bool]] = {}

    def __call__(self, text: str) -> bool:
        if not 2 <= len(text) <= 60 or text.strip() != text or "{" in text:
            return False
        scripts = set()
        for character in text:
            if character not in self.known:
                self.known[character] = (ucd.script(character), ucd.category(character) not in UNDRAWN)
            script, is_drawn = self.known[character]
            if not is_drawn:
                return False
            scripts.add(script)
        return scripts - COMMON == {"Latn"}


def names() -> tuple[list[str], list[list[str]]]:
    """The interface names of all locales, and all names by locale, sorted."""
    is_latin = Latin()
    interface: set[str] = set()
    by_locale = []
    for identifier in sorted(localedata.locale_identifiers()):
        if identifier == "root":
            continue
        data = localedata.load(identifier)
        ours = {text for key in INTERFACE for text in strings(data.get(key)) if is_latin(text)}
        others = {text for key in OTHERS for text in strings(data.get(key)) if is_latin(text)}
        interface |= ours
        # A locale of another script has a few Latin names: brands, symbols.
        if len(ours | others) >= 100:
            by_locale.append(sorted(ours | others))
    return sorted(interface), by_locale


def latin(generator: random.Random, by_locale: list[list[str]]) -> tuple[list[str], int]:
    """The texts, and how many of them are names as they are."""
    texts = dict.fromkeys(text for group in by_locale for text in group)
    count = len(texts)
    while len(texts) < LATIN:
        group = generator.choice(by_locale)
        one, other = generator.sample(group, 2)
        texts[generator.choice(PATTERNS).format(a=one, b=other, n=generator.randint(1, 999))] = None
    chosen = list(texts)[:LATIN]
    generator.shuffle(chosen)
    return chosen, min(count, LATIN)


def zipf(generator: random.Random, texts: list[str]) -> list[str]:
    ranked = generator.sample(texts, len(texts))
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(ranked) + 1)))
    return generator.choices(ranked, cum_weights=weights, k=ZIPF)


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the texts that the benchmarks measure.")
    parser.add_argument("folder", nargs="?", type=Path, default=HERE / ".corpora", help="where to put them (default: %(default)s)")
    folder = parser.parse_args().folder
    interface, by_locale = names()
    ui = random.Random(SEED).sample(interface, UI)
    texts, plain = latin(random.Random(SEED + 1), by_locale)
    corpora = {"ui-20000": ui, "latin-390000": texts, "zipf-200000": zipf(random.Random(SEED + 2), ui), "mixed-20500": mixed.make()}
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in corpora.items():
        (folder / f"{name}.txt").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        print(f"{name}: {len(lines):,} texts, {len(set(lines)):,} distinct, {sum(map(len, lines)) / len(lines):.1f} characters on average")
    print(f"{plain:,} of latin-390000 are names as they are; {len(interface):,} names to draw from for ui-20000; CLDR {get_cldr_version()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
