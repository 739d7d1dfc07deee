"""Counts the instructions of choosing a title, and of the whole command, with valgrind's callgrind.

Needs valgrind. Usage: count-instructions.py [--command PATH] [--font FONT]
The counts are the same in every run of one binary; RESEARCH.md quotes them.
"""
import argparse
import pathlib
import re
import subprocess
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
parser = argparse.ArgumentParser()
parser.add_argument("--command", default=str(root / ".build/release/hairspace"))
parser.add_argument("--font")
arguments = parser.parse_args()

# Swift's mangled names of SpaceMixer.init and of TitleSearch.nearestMix, which does all of the choosing.
PREPARE = "$s9Hairspace10SpaceMixerCyACSg*"
CHOOSE = "$s9Hairspace11TitleSearchV10nearestMix*"


def count(width, toggle=None):
    with tempfile.NamedTemporaryFile() as out:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}"]
        if toggle:
            command.append(f"--toggle-collect={toggle}")
        command += [arguments.command, "pad", "--kit", "row-action", str(width)]
        if arguments.font:
            command += ["--font", arguments.font]
        ran = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
        return int(re.search(rb"Collected : (\d+)", ran.stderr)[1])


print("| width in pt | preparing | choosing | whole command |\n|--:|--:|--:|--:|")
for width in (40, 74, 120, 1_000, 10_000, 100_000, 1_000_000):
    prepare, choose, whole = count(width, PREPARE), count(width, CHOOSE), count(width)
    print(f"| {width:,} | {prepare:,} | {choose:,} | {whole:,} |")
