"""What the scripts in this folder share: faces, measured spaces, and sums of advances.

Nothing here is taken from the Swift sizer; the two must agree because they are both right. Everything is exact: advances are
integers in font units, targets are fractions, and two ways of finding the fewest characters (a table over every sum, and a
shortest-path search over residues) check one another.

Needs Python 3.9, uharfbuzz and numpy: python3 -m pip install uharfbuzz numpy
"""

import heapq
import os
import shutil
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parents[2]
FIXED = [*range(0x2002, 0x200B), 0x202F, 0x205F]
HAIR = 0x200A


# Faces

@dataclass(frozen=True)
class Face:
    label: str
    key: str
    path: str
    bundled: bool = False

    def arguments(self):
        """How the command is told to use this face: the bundled one is its default."""
        return [] if self.bundled else ["--font", self.path]


FACES = [
    Face("Inter 4.1 (bundled)", "inter", str(ROOT / "Fonts/InterVariable.ttf"), bundled=True),
    Face("Inter (Debian, static)", "inter-static", "/usr/share/fonts/opentype/inter/Inter-Regular.otf"),
    Face("DejaVu Sans", "dejavu", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
    Face("Noto Sans", "noto", "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"),
    Face("Liberation Sans", "liberation", "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"),
    Face("Roboto", "roboto", "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf"),
    Face("EB Garamond", "garamond", "/usr/share/fonts/opentype/ebgaramond/EBGaramond12-Regular.otf"),
    Face("DejaVu Sans Mono", "dejavu-mono", "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"),
]


def choose_faces(names, inter=None):
    """The faces named (by key, or a path of one's own), or all eight; `inter` is where the bundled face's file lies."""
    known = [Face(f.label, f.key, inter, True) if f.bundled and inter else f for f in FACES]
    if names:
        by_key = {f.key: f for f in known}
        chosen = [by_key[n] if n in by_key else Face(Path(n).stem, Path(n).stem, n) for n in names]
    else:
        chosen = known
    absent = [f.path for f in chosen if not os.path.isfile(f.path)]
    if absent:
        raise SystemExit("no such font file: " + ", ".join(absent) + " (install it, or name other faces with --fonts)")
    return chosen


def find_command(given):
    if given:
        return given
    for build in ("release", "debug"):
        path = ROOT / ".build" / build / "hairspace"
        if path.is_file():
            return str(path)
    found = shutil.which("hairspace")
    if not found:
        raise SystemExit("no hairspace command: build it, or name it with --command")
    return found


@dataclass(frozen=True)
class Space:
    character: int
    advance: int
    source: str  # glyph, synthesised


def measure_spaces(path, characters=FIXED, scale=1, variations=None):
    """Units per em (times scale), and each space the face has or HarfBuzz makes, one character shaped alone."""
    import uharfbuzz as hb

    face = hb.Face(hb.Blob.from_file_path(path))
    font = hb.Font(face)
    font.scale = (face.upem * scale, face.upem * scale)
    if variations:
        font.set_variations(variations)
    spaces = []
    for character in characters:
        buffer = hb.Buffer()
        buffer.add_str(chr(character))
        buffer.guess_segment_properties()
        hb.shape(font, buffer)
        if any(info.codepoint == 0 for info in buffer.glyph_infos):
            continue
        advance = sum(position.x_advance for position in buffer.glyph_positions)
        if advance:
            own = font.get_nominal_glyph(character) is not None
            spaces.append(Space(character, advance, "glyph" if own else "synthesised"))
    return face.upem * scale, spaces


# Sums

def in_order(spaces):
    """Advance descending, then code point ascending; of equal advances the lowest code point alone."""
    kept = {}
    for character, advance in sorted(spaces):
        kept.setdefault(advance, character)
    return [(character, advance) for advance, character in sorted(kept.items(), reverse=True)]


def nearer(below, above, target):
    """Of two sums around a target the nearer; of equally near ones the narrower."""
    return above if above is not None and above - target < target - below else below


class Table:
    """The fewest characters for every sum up to a limit, by plain dynamic programming."""

    NONE = 1 << 30

    def __init__(self, spaces, target):
        self.coins = in_order(spaces)
        self.advances = [advance for _, advance in self.coins]
        self.least = min(self.advances, default=1)
        # From any sum the next is at most the narrowest advance away, so what lies above the target is within this limit.
        self.limit = -(-Fraction(target).numerator // Fraction(target).denominator) + self.least
        self.fewest = numpy.full(self.limit + 1, self.NONE, dtype=numpy.int32)
        self.fewest[0] = 0
        # A block as long as the narrowest advance depends on earlier blocks only.
        for start in range(1, self.limit + 1, self.least):
            end = min(start + self.least, self.limit + 1)
            block = self.fewest[start:end]
            for advance in self.advances:
                first = max(start, advance)
                if first < end:
                    part = block[first - start:]
                    numpy.minimum(part, self.fewest[first - advance:end - advance] + 1, out=part)

    def reachable(self, total):
        return self.fewest[total] < self.NONE

    def nearest(self, target):
        """The sum nearest to a target (a Fraction, in units)."""
        floor = target.numerator // target.denominator
        ceiling = -(-target.numerator // target.denominator)
        low = max(0, floor - self.least)
        below = low + int(numpy.flatnonzero(self.fewest[low:floor + 1] < self.NONE)[-1])
        upper = numpy.flatnonzero(self.fewest[ceiling:ceiling + self.least + 1] < self.NONE)
        return nearer(below, ceiling + int(upper[0]) if len(upper) else None, target)

    def mix(self, total):
        """[(character, advance, count)] for a sum: fewest characters, then as many of the widest as possible, and so on.

        The widest character that leaves a rest of one character fewer is always right to take first: were there a wider one
        further on in some fewest list, the list could be written with it in front.
        """
        counts = dict.fromkeys(self.coins, 0)
        count = int(self.fewest[total])
        while total:
            for coin in self.coins:
                if coin[1] <= total and self.fewest[total - coin[1]] == count - 1:
                    counts[coin] += 1
                    total -= coin[1]
                    count -= 1
                    break
        return [(character, advance, n) for (character, advance), n in counts.items() if n]


class Residues:
    """The same answers for sums too large for a table, by residues modulo the widest advance a.

    A sum S is reachable exactly if the least reachable sum with its residue is at most S (one Dijkstra search, each edge a
    narrower space, its weight the advance). A list for S is a list of narrower spaces with sum m ≡ S (mod a), m ≤ S, and (S − m)/a
    of the widest; k narrower spaces make k + (S − m)/a characters, and a × that − S = Σ (a − c) over the narrower ones. So the
    fewest characters are the least Σ (a − c), and of those the most of the widest are the least m: a second search, with the pair
    (Σ (a − c), m) as its weight. Where the m so found is at most S, nothing left out can be better. That is certain from a² on,
    since of a or more narrower spaces some have a sum divisible by a and could be replaced by fewer of the widest; below that `mix`
    insists on it.
    """

    def __init__(self, spaces):
        self.coins = in_order(spaces)
        self.modulus = self.coins[0][1]
        self.narrower = self.coins[1:]
        self.least_sum = self._search(lambda advance: (advance,))
        self.best = self._search(lambda advance: (self.modulus - advance, advance))

    def _search(self, weight):
        edges = [(advance, weight(advance)) for _, advance in self.narrower]
        found = [None] * self.modulus
        zero = (0,) * len(weight(0))
        best = {0: zero}
        heap = [(zero, 0)]
        while heap:
            distance, residue = heapq.heappop(heap)
            if found[residue] is not None:
                continue
            found[residue] = distance
            for advance, added in edges:
                to = (residue + advance) % self.modulus
                if found[to] is None:
                    new = tuple(x + y for x, y in zip(distance, added))
                    if to not in best or new < best[to]:
                        best[to] = new
                        heapq.heappush(heap, (new, to))
        return found

    def reachable(self, total):
        least = self.least_sum[total % self.modulus]
        return least is not None and least[0] <= total

    def nearest(self, target):
        below = target.numerator // target.denominator
        while not self.reachable(below):
            below -= 1
        above = -(-target.numerator // target.denominator)
        while not self.reachable(above):
            above += 1
        return nearer(below, above, target)

    def mix(self, total):
        residue = total % self.modulus
        cost, rest = self.best[residue]
        if rest > total:
            raise ValueError(f"{total} is too small for the reasoning over residues modulo {self.modulus}")
        counts = dict.fromkeys(self.coins, 0)
        counts[self.coins[0]] = (total - rest) // self.modulus
        while rest:
            for coin in self.narrower:
                if self.best[(residue - coin[1]) % self.modulus] == (cost - self.modulus + coin[1], rest - coin[1]):
                    counts[coin] += 1
                    residue = (residue - coin[1]) % self.modulus
                    cost, rest = self.best[residue]
                    break
            else:
                raise AssertionError("the search left no way back")
        return [(character, advance, n) for (character, advance), n in counts.items() if n]


def repeat(advance, target):
    """The sum of equal advances nearest to a target."""
    count = target / advance
    below = count.numerator // count.denominator
    return nearer(below * advance, (below + 1) * advance, target)


def greedy(advances, target):
    """Largest first, never past the target; then one more of the narrowest if that is nearer."""
    total = 0
    for advance in advances:
        rest = target - total
        total += advance * (rest.numerator // (rest.denominator * advance))
    return nearer(total, total + advances[-1], target)


def text_of(mix):
    return "".join(chr(character) * count for character, _, count in mix)


# Decimals

def steps(first, last, step):
    """first, first + step, … up to last, as (decimal string, Fraction); no binary fraction comes near them."""
    value, last, step = Fraction(first), Fraction(last), Fraction(step)
    while value <= last:
        yield decimal(value), value
        value += step


def decimal(value):
    """A fraction as a plain decimal, exactly; ValueError where there is none."""
    numerator, denominator = value.numerator, value.denominator
    places = 0
    while denominator != 1:
        if denominator % 10 == 0:
            denominator //= 10
        elif denominator % 2 == 0:
            denominator //= 2
            numerator *= 5
        elif denominator % 5 == 0:
            denominator //= 5
            numerator *= 2
        else:
            raise ValueError(f"{value} has no finite decimal")
        places += 1
    sign, digits = ("-" if numerator < 0 else ""), str(abs(numerator)).rjust(places + 1, "0")
    return sign + (digits if not places else f"{digits[:-places]}.{digits[-places:]}")
