#!/usr/bin/env python3
"""Writes Tests/HairspaceTests/Fixtures/exact.tsv: right answers for the exact method, which the unit tests read without any font.

Columns, separated by tabs (the first line, starting with #, names them):
    case      a name, unique
    grid      units per em
    size      points
    alphabet  advances in units, `U+2003=2048,U+2002=1024`, in no particular order
    target    points, an exact decimal
    title     `U+2003*3 U+200A*1`, the title in its order; empty for the empty title
    sum       units

Answers come from plain dynamic programming over every sum (oracle.Table), on fine grids too. Targets of a million points are beyond
a table and come from shortest paths over residues (oracle.Residues says why that is right); where both reach, both are run and must
agree. Before anything is written both are compared with blind enumeration on small alphabets, and every tie case with an enumeration
of all its fewest-character lists.

Needs Python 3.9, uharfbuzz and numpy, and the faces check-sizing.py uses: python3 -m pip install uharfbuzz numpy
Same faces, same file: the targets are drawn by a generator of our own.
"""

import argparse
import sys
from fractions import Fraction
from itertools import combinations_with_replacement

from oracle import ROOT, Residues, Table, choose_faces, decimal, in_order, measure_spaces

SIZES = ["14", "15", "17", "18"]
DRAWN = 21  # for each face and size


class Draws:
    """Knuth's MMIX generator; the upper half of the state is used."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 32) % bound


def fewest_lists(coins, total, length):
    """Every list of exactly `length` coins with that sum, widest first, as tuples of positions in `coins`."""
    def extend(first, rest, left):
        if left == 0:
            if rest == 0:
                yield ()
            return
        for i in range(first, len(coins)):
            advance = coins[i][1]
            if advance * left < rest:
                return
            if advance + coins[-1][1] * (left - 1) <= rest:
                for tail in extend(i, rest - advance, left - 1):
                    yield (i, *tail)
    return list(extend(0, total, length))


def as_positions(coins, mix):
    places = {coin: i for i, coin in enumerate(coins)}
    return tuple(places[(character, advance)] for character, advance, count in mix for _ in range(count))


def enumerate_blindly(spaces, target):
    """The answer by looking at every list of up to as many characters as can matter. Nothing clever, so nothing to get wrong."""
    order = sorted(spaces, key=lambda s: (-s[1], s[0]))
    most = int((target + order[-1][1]) / order[-1][1]) + 1
    best = None
    for length in range(most + 1):
        for positions in combinations_with_replacement(range(len(order)), length):
            total = sum(order[i][1] for i in positions)
            key = (abs(total - target), total, length, positions)
            if best is None or key < best:
                best = key
    return best[1], [order[i] for i in best[3]]


def check_ourselves():
    draws = Draws(7)
    for trial in range(300):
        # Equal advances and common divisors included; the widest at most 14 so that enumeration stays short.
        spaces = [(0x2002 + i, draws.below(12) + 3) for i in range(1 + draws.below(4))]
        target = Fraction(draws.below(161), 4)
        total, expected = enumerate_blindly(spaces, target)
        table = Table(spaces, target)
        mix = table.mix(table.nearest(target))
        got = [(character, advance) for character, advance, count in mix for _ in range(count)]
        assert table.nearest(target) == total and got == expected, (spaces, target, got, expected)
        # The reasoning over residues, from the square of the widest on, where it promises an answer.
        residues = Residues(spaces)
        far = residues.modulus ** 2 + target
        table = Table(spaces, far)
        assert residues.nearest(far) == table.nearest(far), (spaces, far)
        assert residues.mix(table.nearest(far)) == table.mix(table.nearest(far)), (spaces, far)


class Recorder:
    def __init__(self):
        self.rows = []
        self.tables = {}
        self.residues = {}

    def table(self, spaces, target):
        key = tuple(spaces)
        table = self.tables.get(key)
        if table is None or table.limit < target + table.least:
            self.tables[key] = table = Table(spaces, target)
        return table

    def add(self, case, grid, size, spaces, target, method="table"):
        """`target` in points, a decimal string; the method is table, residues, or both."""
        units = Fraction(target) * grid / Fraction(size)
        if method in ("residues", "both"):
            key = tuple(spaces)
            if key not in self.residues:
                self.residues[key] = Residues(spaces)
            search = self.residues[key]
        else:
            search = self.table(spaces, units)
        total = search.nearest(units)
        mix = search.mix(total)
        if method == "both":
            table = self.table(spaces, units)
            assert table.nearest(units) == total and table.mix(total) == mix, case
        assert sum(advance * count for _, advance, count in mix) == total
        alphabet = ",".join(f"U+{c:04X}={a}" for c, a in spaces)
        title = " ".join(f"U+{c:04X}*{n}" for c, _, n in mix)
        self.rows.append((case, str(grid), size, alphabet, target, title, str(total)))
        return total, mix

    def add_units(self, case, grid, size, spaces, units, method="table"):
        """As `add`, with the target in units; it must have a finite decimal in points."""
        return self.add(case, grid, size, spaces, decimal(Fraction(units) * Fraction(size) / grid), method)


def has_decimal(units, grid, size):
    try:
        decimal(Fraction(units) * Fraction(size) / grid)
        return True
    except ValueError:
        return False


def record_face(recorder, draws, face):
    grid, measured = measure_spaces(face.path)
    spaces = [(space.character, space.advance) for space in measured]
    coins = in_order(spaces)
    for size in SIZES:
        for i in range(DRAWN):
            # A third each in steps of 0.05, of 0.001, and small ones, where few sums exist.
            target = [Fraction(draws.below(6001), 20), Fraction(draws.below(300001), 1000), Fraction(draws.below(25001), 1000)][i % 3]
            recorder.add(f"{face.key}-{size}-{i + 1:02}", grid, size, spaces, decimal(target))
    # Exactly half way between neighbouring sums, a little below and a little above: in the sparse sums at the bottom and further up.
    table = recorder.table(spaces, Fraction(grid) * 30)
    sums = [s for s in range(table.limit + 1) if table.reachable(s)]
    ties = [(a, b) for a, b in zip(sums, sums[1:]) if has_decimal(Fraction(a + b, 2), grid, "14")]
    for n, (a, b) in enumerate([ties[0], ties[1], ties[len(ties) // 20], ties[len(ties) // 2]], 1):
        middle = Fraction(a + b, 2) * 14 / grid
        for name, target in (("", middle), ("-below", middle - Fraction(1, 10 ** 6)), ("-above", middle + Fraction(1, 10 ** 6))):
            total, _ = recorder.add(f"{face.key}-tie-{n}{name}", grid, "14", spaces, decimal(target))
            assert total == (b if name == "-above" else a)
    # Sums that several lists reach with the same fewest characters.
    several = [s for s in sums[:3000] if len(fewest_lists(coins, s, int(table.fewest[s]))) > 1 and has_decimal(s, grid, "14")]
    for n, total in enumerate(several[::max(1, len(several) // 4)][:4], 1):
        _, mix = recorder.add_units(f"{face.key}-several-{n}", grid, "14", spaces, total)
        assert as_positions(coins, mix) == min(fewest_lists(coins, total, int(table.fewest[total])))
    return grid, spaces


def record_by_hand(recorder, inter, liberation, garamond):
    grid, spaces = inter
    for n, target in enumerate(["0", "0.000001", "0.5", "0.6", "0.63", "0.6357421875", "0.64", "1"], 1):
        recorder.add(f"small-{n}", grid, "14", spaces, target)
    for name, (grid, spaces) in (("inter", inter), ("liberation", liberation), ("garamond", garamond)):
        for target in ("10000", "10000.01", "9999.987"):
            recorder.add(f"large-{name}-{target}", grid, "14", spaces, target, "both")
        for target in ("1000000", "999999.999", "1000000.003"):
            recorder.add(f"huge-{name}-{target}", grid, "14", spaces, target, "residues")

    def by_units(name, alphabet, targets, method="table", size="16", grid=16):
        # A grid equal to the size makes a unit a point, so that targets can be read.
        for n, target in enumerate(targets, 1):
            total, mix = recorder.add_units(f"{name}-{n}", grid, size, alphabet, Fraction(target), method)
            if method == "table" and total < 400:
                coins = in_order(alphabet)
                table = recorder.table(alphabet, Fraction(target))
                assert as_positions(coins, mix) == min(fewest_lists(coins, total, int(table.fewest[total])))

    em, en, three, four, thin, narrow, hair = 0x2003, 0x2002, 0x2004, 0x2005, 0x2009, 0x202F, 0x200A
    by_units("one", [(hair, 7)], ["0", "3", "3.5", "3.75", "4", "7", "10.5", "69", "73.5", "74", "1000000"])
    by_units("unit", [(hair, 1)], ["0", "0.5", "0.51", "1", "41.5", "100000"])
    by_units("two", [(em, 9), (hair, 4)], ["1", "2", "2.5", "6", "6.5", "7", "10.5", "11", "14", "15", "23", "24", "36", "300.5", "36000"])
    by_units("three", [(em, 20), (thin, 15), (hair, 6)], ["3", "19.5", "22", "23", "25", "29", "30", "34", "43", "60", "61", "997"])
    by_units("frobenius", [(em, 101), (hair, 97)], ["9599", "9598", "9600", "9599.5", "9502", "194", "198.5", "199", "199.5", "200", "1000000"])
    by_units("common-divisor", [(em, 30), (en, 18), (hair, 12)], ["3", "6", "9", "15", "21", "27", "33", "39", "41", "45", "1000000", "999999"])
    by_units("equal", [(narrow, 5), (thin, 5), (hair, 2)], ["5", "7", "8", "10", "11", "12.5", "1"])
    by_units("all-equal", [(hair, 1233), (em, 1233), (en, 1233)], ["0", "616", "616.5", "617", "5000", "123300"])
    # 8 = 5+3 = 4+4, 12 = 5+4+3 = 4+4+4, 9 = 6+3 = 5+4, …: several fewest lists, the first by order is wanted.
    by_units("several", [(em, 6), (en, 5), (three, 4), (hair, 3)], ["8", "9", "10", "13", "14", "15", "20", "21", "25", "26", "27", "33", "100"])
    # The widest first is not the fewest: 12 = 6+6, not 9+1+1+1; and among fewest lists more of the widest need not mean more of the next.
    by_units("not-greedy", [(em, 9), (en, 6), (hair, 1)], ["12", "13", "18", "21", "24", "30", "31", "12.5"])
    by_units("next-widest", [(em, 10), (en, 8), (three, 7), (four, 5), (hair, 3)], ["13", "15", "16", "20", "21", "22", "23", "26", "31", "41", "52"])
    by_units("half-way", [(em, 100), (hair, 40)], ["20", "20.000001", "60", "90", "89.999999", "90.000001", "110", "130", "150"])
    # A grid of 1/1024 pt, as for a font of which only widths in points are known; Inter's spaces at 14 pt rounded to it.
    points = [(c, round(Fraction(a * 14 * 1024, 2048))) for c, a in inter[1]]
    for target in ("1", "7.05", "44", "74", "119.95", "300"):
        recorder.add(f"points-{target}", 14 * 1024, "14", points, target)


def record_fine_grids(recorder, inter_path):
    """Advances of millions of units: still a table of every sum, as long as it takes (13 to 50 million entries)."""
    fine = [(0x2003, 2097152), (0x2002, 1048589), (0x2004, 700001), (0x2005, 524309), (0x2009, 419433), (0x2006, 349529), (0x200A, 131101)]
    grid = 2097152
    for n, target in enumerate(["0", "0.4", "0.4376", "0.9", "1.3", "2.8125", "5.55", "9.999", "14", "27.77", "40.001", "63.7", "77.777", "84"], 1):
        recorder.add(f"fine-{n}", grid, "14", fine, target)
    # Around a half way point: two neighbouring sums, found from the table.
    table = recorder.table(fine, Fraction(6 * grid))
    start = 4_000_001
    a = next(s for s in range(start, table.limit) if table.reachable(s))
    b = next(s for s in range(a + 1, table.limit) if table.reachable(s))
    for name, units in (("", Fraction(a + b, 2)), ("-below", Fraction(a + b, 2) - 1), ("-above", Fraction(a + b, 2) + 1)):
        total, _ = recorder.add_units(f"fine-tie{name}", grid, "14", fine, units)
        assert total == (b if name == "-above" else a)
    two = [(0x2003, 2097143), (0x200A, 2000003)]
    for target in ("13", "13.5", "14.1", "27", "55.5", "84"):
        recorder.add(f"fine-two-{target}", grid, "14", two, target)
    # The bundled face at weight 650, measured at 1024 times its units as variable instances are.
    grid, measured = measure_spaces(inter_path, scale=1024, variations={"wght": 650})
    spaces = [(space.character, space.advance) for space in measured]
    for target in ("1.1", "12.35", "44", "74", "84", "150.25", "300"):
        recorder.add(f"fine-inter-650-{target}", grid, "14", spaces, target)
    # In between: where a table would grow too long, by residues; 3000 pt by both.
    medium = [(0x2003, 65521), (0x2002, 32771), (0x2004, 21841), (0x2005, 16381), (0x2006, 10909), (0x2009, 13103), (0x200A, 4099)]
    for target, method in (("74", "table"), ("3000", "both"), ("10000", "residues"), ("1000000", "residues")):
        recorder.add(f"medium-{target}", 65536, "14", medium, target, method)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--inter", help="where the bundled face's file lies, if not in Fonts/")
    parser.add_argument("--output", default=str(ROOT / "Tests/HairspaceTests/Fixtures/exact.tsv"))
    arguments = parser.parse_args()
    check_ourselves()
    recorder, draws, measured = Recorder(), Draws(2024), {}
    faces = choose_faces(None, arguments.inter)
    for face in faces:
        measured[face.key] = record_face(recorder, draws, face)
    record_by_hand(recorder, measured["inter"], measured["liberation"], measured["garamond"])
    record_fine_grids(recorder, faces[0].path)
    assert len({row[0] for row in recorder.rows}) == len(recorder.rows), "case names repeat"
    with open(arguments.output, "w", encoding="ascii", newline="\n") as file:
        print("# case", "grid", "size", "alphabet", "target", "title", "sum", sep="\t", file=file)
        for row in recorder.rows:
            print(*row, sep="\t", file=file)
    print(f"{len(recorder.rows)} cases")


if __name__ == "__main__":
    sys.exit(main())
