"""Writes Sources/Shaping/ScriptExtensions.swift from the Unicode Character Database that fontTools carries.

Needs fonttools. Usage: make-script-extensions.py
"""
import pathlib
import re

from fontTools.unicodedata import ScriptExtensions

root = pathlib.Path(__file__).resolve().parents[2]
version = re.search(r"ScriptExtensions-([\d.]+)\.txt", pathlib.Path(ScriptExtensions.__file__).read_text())[1]
starts, ends, tags = [], [], []
for first, scripts in zip(ScriptExtensions.RANGES, ScriptExtensions.VALUES):
    starts.append(f"0x{first:X}")
    tags += [f'0x{tag.encode().hex().upper()}' for tag in sorted(scripts or [])]
    ends.append(str(len(tags)))


def rows(values):
    lines, line = [], "   "
    for value in values:
        if len(line) + len(value) + 2 > 100:
            lines.append(line)
            line = "   "
        line += f" {value},"
    return "\n".join(lines + [line])


(root / "Sources/Shaping/ScriptExtensions.swift").write_text(f'''\
// Made by Tests/Oracle/make-script-extensions.py from ScriptExtensions.txt of Unicode {version}; do not edit.
// Unicode License v3: https://www.unicode.org/license.txt
// swift-format-ignore-file

/// The scripts that characters of several scripts are used with (UAX #24, property Script_Extensions).
enum ScriptExtensions {{
  /// The scripts, as ISO 15924 tags, of a character that has such a list; none of any other.
  ///
  /// - Complexity: logarithmic in the number of ranges.
  static func scripts(of scalar: Unicode.Scalar) -> ArraySlice<UInt32> {{
    guard scalar.value >= 0xB7 else {{ return [] }}
    var low = 0
    var high = starts.count
    while low < high {{
      let middle = (low + high) / 2
      if starts[middle] <= scalar.value {{ low = middle + 1 }} else {{ high = middle }}
    }}
    return tags[(low < 2 ? 0 : Int(ends[low - 2]))..<(low < 1 ? 0 : Int(ends[low - 1]))]
  }}

  /// The first character of each range.
  private static let starts: [UInt32] = [
{rows(starts)}
  ]

  /// Where the scripts of each range end in the list of all.
  private static let ends: [UInt16] = [
{rows(ends)}
  ]

  private static let tags: [UInt32] = [
{rows(tags)}
  ]
}}
''')
