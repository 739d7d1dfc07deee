"""Times the whole process `hairspace pad 74 --font F` against `hb-shape F` of one string, interleaved in one run.

Needs hb-shape (Debian: libharfbuzz-bin). Usage: compare-startup.py [--command PATH] [--rounds N] FONT...
Prints the medians in milliseconds and their ratio; only the ratio means anything on another machine.
"""
import argparse
import pathlib
import statistics
import subprocess
import time

root = pathlib.Path(__file__).resolve().parents[2]
parser = argparse.ArgumentParser()
parser.add_argument("--command", default=str(root / ".build/release/hairspace"))
parser.add_argument("--rounds", type=int, default=300)
parser.add_argument("fonts", nargs="*", default=[str(root / "Fonts/InterVariable.ttf")])
arguments = parser.parse_args()


def run(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1000


print("| face | hairspace pad | hb-shape | ratio |\n|---|--:|--:|--:|")
for font in arguments.fonts:
    ours, theirs = [], []
    for _ in range(arguments.rounds):
        ours.append(run([arguments.command, "pad", "74", "--quiet", "--font", font]))
        theirs.append(run(["hb-shape", font, "Delete"]))
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    print(f"| {pathlib.Path(font).name} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} |")
