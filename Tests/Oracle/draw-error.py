"""Draws Tests/Oracle/error.svg: how far off titles of hair spaces and exact mixes are, from the command's own answers.

Usage: draw-error.py [--command PATH]
"""
import argparse
import json
import pathlib
import subprocess

here = pathlib.Path(__file__).resolve().parent
parser = argparse.ArgumentParser()
parser.add_argument("--command", default=str(here.parents[1] / ".build/release/hairspace"))
command = parser.parse_args().command

targets = [n / 10 for n in range(0, 1001)]


def deviations(method):
    made = subprocess.run(
        [command, "pad", "--kit", "text", "--size", "18", "--method", method, "--json"]
        + [str(t) for t in targets],
        stdout=subprocess.PIPE, check=True)
    return [json.loads(line)["deviation"] for line in made.stdout.splitlines()]


left, top, width, height, most = 52, 16, 640, 180, 1.0


def x(target):
    return left + target / targets[-1] * width


def y(deviation):
    return top + (1 - deviation / most) * height / 2


def line(values, colour):
    points = " ".join(f"{x(t):.1f},{y(d):.1f}" for t, d in zip(targets, values))
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.2"/>'


parts = [
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 16} {top + height + 44}" '
    'font-family="sans-serif" font-size="11">',
    f'<rect width="{left + width + 16}" height="{top + height + 44}" fill="#fff"/>',
]
for mark in (1, 0.5, 0, -0.5, -1):
    parts.append(f'<path d="M{left} {y(mark)}h{width}" stroke="#ddd"/>')
    parts.append(f'<text x="{left - 6}" y="{y(mark) + 4}" text-anchor="end" fill="#555">{mark:g}</text>')
for mark in range(0, 101, 20):
    parts.append(f'<text x="{x(mark)}" y="{top + height + 16}" text-anchor="middle" fill="#555">{mark}</text>')
parts += [
    line(deviations("repeat"), "#d9822b"),
    line(deviations("exact"), "#1f6feb"),
    f'<text x="{left}" y="{top + height + 36}" fill="#555">Target in points of text (Inter Regular, 18 pt); '
    'deviation in points:</text>',
    f'<text x="{left + 390}" y="{top + height + 36}" fill="#d9822b">hair spaces alone</text>',
    f'<text x="{left + 500}" y="{top + height + 36}" fill="#1f6feb">exact mix</text>',
    "</svg>",
]
(here / "error.svg").write_text("\n".join(parts) + "\n")
