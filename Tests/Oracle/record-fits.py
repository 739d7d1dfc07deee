#!/usr/bin/env python3
"""Writes what SciPy says of lines and of Student's t into Tests/HairspaceTests/Fixtures, for the tests of ConstantFit.

    student.tsv  chance, degrees of freedom, the bound that lies beyond with that chance (scipy.stats.t.isf of half of it)
    fits.tsv     a case a line: its name, the points as `advance,width` with spaces between, and of scipy.stats.linregress
                 slope, intercept and their standard errors; then the externally studentised residuals, each made by leaving its
                 point out, fitting the others and predicting it; then scipy.stats.theilslopes' slope

Needs Python 3.9, scipy and numpy: python3 -m pip install scipy numpy
"""

import random
from pathlib import Path

import numpy
from scipy import stats

FIXTURES = Path(__file__).resolve().parent.parent / "HairspaceTests" / "Fixtures"
CHANCES = [0.9, 0.5, 0.2, 0.1, 0.05, 0.01, 0.002, 0.001, 0.0001, 0.00001, 0.000001]
DEGREES = [*range(1, 31), 48, 97, 98, 99, 198, 499, 998, 1000, 4999, 10000, 99999, 100000]


def cases():
    """Draws are made by a generator that is the same in every Python, and rounded as people write widths down."""
    draws = random.Random(13)
    yield "by-hand", [(0, 1), (1, 3), (2, 4), (3, 4)]
    yield "far-from-zero", [(100000 + x, 30 + (100000 + x) / 1.1 + e) for x, e in enumerate([0.25, -0.5, 0.125, 0, 0.25])]
    for count in (3, 4, 5, 8, 20, 60):
        advances = [round(draws.uniform(0, 150), 4) for _ in range(count)]
        yield f"drawn-{count}", [(x, round(30 + x / 1.1 + draws.gauss(0, 0.3), 3)) for x in advances]
        rounded = [(x, float(numpy.ceil(30 + x))) for x in advances]
        yield f"rounded-{count}", rounded
    repeated = [(x, round(22 + x / 0.9 + draws.gauss(0, 0.1), 2)) for x in (10, 10, 10, 20, 20, 35.5)]
    yield "repeated", repeated
    yield "one-off", [(x, y + (4 if index == 3 else 0)) for index, (x, y) in enumerate(repeated)]


def studentised(x, y, index):
    """How far a point lies off the line through the others, in standard errors of its prediction."""
    others = [i for i in range(len(x)) if i != index]
    x_others, y_others = x[others], y[others]
    if len(others) < 3 or numpy.ptp(x_others) == 0:
        return None
    line = stats.linregress(x_others, y_others)
    rests = y_others - line.intercept - line.slope * x_others
    error = numpy.sqrt(rests @ rests / (len(others) - 2))
    mean = x_others.mean()
    scale = numpy.sqrt(1 + 1 / len(others) + (x[index] - mean) ** 2 / ((x_others - mean) @ (x_others - mean)))
    return (y[index] - line.intercept - line.slope * x[index]) / (error * scale)


def main():
    with open(FIXTURES / "student.tsv", "w", encoding="utf-8") as file:
        file.write("# chance\tdegrees\tbound\n")
        for chance in CHANCES:
            for degrees in DEGREES:
                file.write(f"{chance!r}\t{degrees}\t{float(stats.t.isf(chance / 2, degrees))!r}\n")
    with open(FIXTURES / "fits.tsv", "w", encoding="utf-8") as file:
        file.write("# case\tpoints\tslope\tintercept\tslope error\tintercept error\tstudentised\ttheil-sen slope\n")
        for name, points in cases():
            x, y = numpy.array(points, dtype=float).T
            line = stats.linregress(x, y)
            residuals = [studentised(x, y, index) for index in range(len(x))]
            fields = [
                name,
                " ".join(f"{float(a)!r},{float(b)!r}" for a, b in zip(x, y)),
                *(repr(float(value)) for value in (line.slope, line.intercept, line.stderr, line.intercept_stderr)),
                " ".join("-" if value is None else repr(float(value)) for value in residuals),
                repr(float(stats.theilslopes(y, x).slope)),
            ]
            file.write("\t".join(fields) + "\n")


if __name__ == "__main__":
    main()
