#!/usr/bin/env python3
"""Writes Tests/HairspaceTests/Fixtures/own.tsv: right answers for advances below zero, which the unit tests read.

Columns, separated by tabs (the first line, starting with #, names them):
    case      a name, unique
    alphabet  advances, `U+E000=4,U+E001=-3`, in no particular order
    target    an exact decimal, below zero too
    limit     the most characters, empty for none
    title     `U+E000*3 U+E001*1`, the title in its order; empty for the empty title
    sum       of its advances

Answers come from layers: every sum that n characters make, from every sum that n - 1 make, each with the first of its lists, until
the nearest sum there can be is among them. No window bounds the sums on the way, and no advance is treated unlike the others.
Targets far above zero come from shortest paths over residues (oracle.Residues), and where both reach, both must agree. Before
anything is written the layers are compared with blind enumeration of all lists.

Needs Python 3.9 and numpy: python3 -m pip install numpy
"""

import argparse
import math
import sys
from fractions import Fraction
from itertools import combinations_with_replacement

from oracle import ROOT, Residues, decimal, in_order

FIRST = 0xE000


class Draws:
    """Knuth's MMIX generator; the upper half of the state is used."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 32) % bound

    def between(self, first, last):
        return first + self.below(last - first + 1)


def alphabet(advances):
    return [(FIRST + i, advance) for i, advance in enumerate(advances)]


def ordered(spaces):
    """The characters that can be of use: advance descending, of equal advances the lowest code point."""
    return [coin for coin in in_order(spaces) if coin[1]]


def key(total, target):
    return (abs(total - target), total)


def by_layers(spaces, target, limit=None):
    """(sum, how many of each coin) of the best title. Of lists of one length the first has the greatest counts."""
    coins = ordered(spaces)
    advances = [advance for _, advance in coins]
    lists = {0: (0,) * len(coins)}
    wanted, reach = None, None
    if limit is None:
        if advances[0] > 0 > advances[-1]:
            # Every multiple of the divisor can be made, sooner or later.
            divisor = math.gcd(*advances)
            below = math.floor(target / divisor) * divisor
            wanted = min((below, below + divisor), key=lambda total: key(total, target))
            limit = 10 ** 9
        else:
            # On one side of zero alone each character goes a way, and none comes back.
            reach = abs(target) + max(map(abs, advances))
            limit = math.ceil(reach / min(map(abs, advances)))
    layer = lists
    for _ in range(limit):
        if wanted in lists:
            break
        following = {}
        for total, chosen in layer.items():
            for position, advance in enumerate(advances):
                if total + advance in lists or reach is not None and abs(total + advance) > reach:
                    continue
                extended = (*chosen[:position], chosen[position] + 1, *chosen[position + 1:])
                known = following.get(total + advance)
                if known is None or extended > known:
                    following[total + advance] = extended
        lists.update(following)
        layer = following
        if not layer:
            break
    best = min(lists, key=lambda total: key(total, target))
    return best, lists[best]


def by_enumeration(spaces, target, limit):
    """The same by looking at every list: nothing clever, so nothing to get wrong."""
    order = sorted(spaces, key=lambda space: (-space[1], space[0]))
    best = None
    for length in range(limit + 1):
        for positions in combinations_with_replacement(range(len(order)), length):
            total = sum(order[i][1] for i in positions)
            candidate = (*key(total, target), length, positions)
            if best is None or candidate < best:
                best = candidate
    return best[1], [order[i] for i in best[3]]


def check_ourselves():
    draws = Draws(7)
    for _ in range(400):
        spaces = alphabet([draws.between(-9, 9) for _ in range(1 + draws.below(4))])
        if not ordered(spaces):
            continue
        target, limit = Fraction(draws.between(-160, 160), 4), draws.below(7)
        total, expected = by_enumeration(spaces, target, limit)
        got, counts = by_layers(spaces, target, limit)
        found = [coin for coin, count in zip(ordered(spaces), counts) for _ in range(count)]
        assert got == total and found == expected, (spaces, target, limit)


class Recorder:
    def __init__(self):
        self.rows = []

    def add(self, case, advances, target, limit=None, far=False):
        spaces, target = alphabet(advances), Fraction(target)
        coins = ordered(spaces)
        counts = dict.fromkeys(coins, 0)
        if far:
            divisor = math.gcd(*(advance for _, advance in coins))
            below = math.floor(target / divisor) * divisor
            total = min((below, below + divisor), key=lambda total: key(total, target))
            for character, advance, count in Residues(coins).mix(total):
                counts[(character, advance)] = count
        else:
            total, found = by_layers(spaces, target, limit)
            counts = dict(zip(coins, found))
        assert sum(advance * count for (_, advance), count in counts.items()) == total
        assert limit is None or sum(counts.values()) <= limit
        self.rows.append((
            case, ",".join(f"U+{c:04X}={a}" for c, a in spaces), decimal(target), "" if limit is None else str(limit),
            " ".join(f"U+{c:04X}*{n}" for (c, _), n in counts.items() if n), str(total)))
        return total, counts


def record_drawn(recorder, draws):
    """Random alphabets of every kind, targets on both sides of zero, every second one with a limit."""
    kinds = {
        "mixed": lambda: [draws.between(1, 60), -draws.between(1, 60)] + [draws.between(-60, 60) for _ in range(draws.below(4))],
        "wide": lambda: [draws.between(500, 900), -draws.between(1, 30), draws.between(1, 400), draws.between(-300, -1)],
        "lopsided": lambda: [draws.between(1, 9), -draws.between(300, 700), draws.between(10, 90)],
        "negative": lambda: [-draws.between(1, 60) for _ in range(draws.between(1, 4))],
        "divisor": lambda: [6 * draws.between(1, 20), -6 * draws.between(1, 20), 6 * draws.between(-20, 20)],
    }
    for kind, draw in kinds.items():
        for n in range(40):
            advances = draw()
            reach = max(map(abs, advances))
            target = Fraction([draws.between(-20, 20), draws.between(-4 * reach, 4 * reach), draws.between(-40, 40)][n % 3], [1, 1, 4][n % 3])
            recorder.add(f"{kind}-{n + 1:02}", advances, target, [None, 1 + draws.below(6)][n % 2])


def record_powers(recorder, draws):
    """Chat fonts: powers of two on both sides of zero, without 0."""
    for name, highest in (("chat", 10), ("small-chat", 4)):
        powers = [2 ** i for i in range(highest + 1)]
        advances = [-power for power in powers] + powers
        for n, target in enumerate([0, 1, -1, 3, -3, 7, 77, -77, 171, -171, 341, 1023, -1023, 1365, Fraction(7, 2), Fraction(-7, 2), Fraction(37, 4)], 1):
            recorder.add(f"{name}-{n:02}", advances, target)
        for n in range(12):
            recorder.add(f"{name}-drawn-{n + 1:02}", advances, draws.between(-2000, 2000))
        for n in range(8):
            recorder.add(f"{name}-limit-{n + 1:02}", advances, draws.between(-2000, 2000), 1 + n % 3)
    for n, target in enumerate([1, 5, -5, 200, -1000, 410], 1):
        recorder.add(f"only-down-{n}", [-(2 ** i) for i in range(11)] + [1], target)


def record_by_hand(recorder):
    def several(name, advances, targets, limit=None, far=False):
        for n, target in enumerate(targets, 1):
            recorder.add(f"{name}-{n}", advances, target, limit, far)

    several("unit", [1, -1], [0, Fraction(1, 2), Fraction(-1, 2), 5, -5, Fraction(-11, 4)])
    several("opposite", [30, -30], [15, -15, 14, -16, 44, 45, 46, -45, 90])
    # 1 of 101s and 97s takes 24 and 25 characters; neither side of zero is at rest.
    several("coprime", [101, -97], [0, 1, -1, 2, 50, -50, 4, -4, 1000, -1000])
    several("coprime-limit", [101, -97], [1, -1, 50, -50, 1000, -1000], 20)
    several("coprime-three", [210, -143, 77], [1, -1, 10, -10, 66, 5000, -3000])
    several("down-alone", [-7, -3], [0, 5, -1, Fraction(-3, 2), -2, -4, -5, Fraction(-13, 2), -11, -20, -500])
    several("down-alone-limit", [-7, -3], [0, 5, -1, -4, -11, -20, -500], 3)
    several("down-one", [-8], [1, 0, -3, -4, -5, -12, -4000])
    several("down-zero", [0, -8, 0], [1, -3, -5, -12])
    # Of several lists of as many characters the first: 0 - 6 = 1 - 7 and so on.
    several("several", [4, 3, 2, 1, -1, -2, -3, -4], [0, 5, -5, 7, -7, 9, -9, 13, -13])
    several("equal", [5, 5, -3, -3], [1, 2, -1, -2, 7])
    several("far", [101, -97, 13], [100_000, 999_999, Fraction(1_000_001, 2)], far=True)
    several("far-chat", [-(2 ** i) for i in range(11)] + [2 ** i for i in range(11)], [100_000, 999_999, 12_345], far=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--output", default=str(ROOT / "Tests/HairspaceTests/Fixtures/own.tsv"))
    arguments = parser.parse_args()
    check_ourselves()
    recorder, draws = Recorder(), Draws(2025)
    record_drawn(recorder, draws)
    record_powers(recorder, draws)
    record_by_hand(recorder)
    # Where both ways reach, both give one answer.
    for advances in ([101, -97, 13], [16, 8, 4, 2, 1, -1, -2, -4]):
        for target in (400, 777, 1001):
            near, far = Recorder(), Recorder()
            assert near.add("", advances, target) == far.add("", advances, target, far=True), (advances, target)
    assert len({row[0] for row in recorder.rows}) == len(recorder.rows), "case names repeat"
    with open(arguments.output, "w", encoding="ascii", newline="\n") as file:
        print("# case", "alphabet", "target", "limit", "title", "sum", sep="\t", file=file)
        for row in recorder.rows:
            print(*row, sep="\t", file=file)
    print(f"{len(recorder.rows)} cases")


if __name__ == "__main__":
    sys.exit(main())
