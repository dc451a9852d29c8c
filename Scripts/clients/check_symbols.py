#!/usr/bin/env python3
"""Checks that the client libraries use no symbol of a framework that is newer than their minimum systems.

Every symbol of AuthenticationServices, Security, UIKit and AppKit must be in symbols.tsv. For each system on
which a line compiles (by the conditions around it) the symbol must be there from the minimum on, or a
#available just before must ask for a version that has it.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYSTEMS = ["iOS", "macOS", "tvOS", "watchOS", "visionOS"]
MINIMUM = {"iOS": (16, 0), "macOS": (13, 0), "tvOS": (16, 0), "watchOS": (9, 0), "visionOS": (1, 0)}
MODULES = {
    "UIKit": {"iOS", "tvOS", "watchOS", "visionOS"}, "AppKit": {"macOS"}, "SwiftUI": set(SYSTEMS),
    "Security": set(SYSTEMS), "ObjectiveC": set(SYSTEMS), "CryptoKit": set(SYSTEMS),
    "COpenSSL": set(), "FoundationNetworking": set(),
}
FRAMEWORK = re.compile(
    r"\b(AS[A-Z][A-Za-z]+|kSec[A-Za-z]+|errSec[A-Za-z]+|SecItem[A-Z][a-z]+|UI[A-Z][A-Za-z]+|NS(?:Application|View|Size))\b")


def version(text):
    return tuple(int(part) for part in (text + ".0").split(".")[:2])


def table():
    rows = {}
    for line in (ROOT / "Scripts/clients/symbols.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, *cells = line.split("\t")
            rows[name] = dict(zip(SYSTEMS, cells))
    return rows


def holds(condition, system):
    """Whether a compilation condition holds on a system; simulators, Catalyst and release builds aside."""
    expression = re.sub(r"os\((\w+)\)", lambda m: str(m[1] == system), condition)
    expression = re.sub(r"canImport\((\w+)\)", lambda m: str(system in MODULES[m[1]]), expression)
    expression = re.sub(r"targetEnvironment\(\w+\)", "False", expression).replace("DEBUG", "True")
    expression = expression.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    return eval(expression.strip(), {"__builtins__": {}})


def lines_with_systems(text):
    """Each line with the systems on which it compiles."""
    stack = []  # [systems of the present branch, systems that no branch has taken yet]
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0].strip()
        outer = stack[-1][0] if stack else set(SYSTEMS)
        if code.startswith("#if "):
            taken = {s for s in outer if holds(code[4:], s)}
            stack.append([taken, outer - taken])
        elif code.startswith("#elseif "):
            left = stack[-1][1]
            taken = {s for s in left if holds(code[8:], s)}
            stack[-1] = [taken, left - taken]
        elif code == "#else":
            stack[-1] = [stack[-1][1], set()]
        elif code == "#endif":
            stack.pop()
        else:
            yield number, code, outer


def guarded(previous, system, wanted):
    for line in previous:
        found = re.search(r"#available\(([^)]*)\)", line)
        asked = found and re.search(rf"\b{system} ([\d.]+)", found[1])
        if asked and version(asked[1]) >= wanted:
            return True
    return False


def main():
    rows, problems = table(), []
    members = [name for name in rows if not FRAMEWORK.fullmatch(name)]
    for path in sorted(p for lib in ("AppleSignIn", "BramleyAuth") for p in (ROOT / "Sources" / lib).rglob("*.swift")):
        previous = []
        for number, code, systems in lines_with_systems(path.read_text()):
            previous = (previous + [code])[-3:]
            used = set(FRAMEWORK.findall(code)) - set(MODULES) | {name for name in members if name in code}
            for name in sorted(used):
                where = f"{path.relative_to(ROOT)}:{number}: {name}"
                if name not in rows:
                    problems.append(f"{where} is not in symbols.tsv")
                    continue
                for system in sorted(systems):
                    first = rows[name][system]
                    if first == "-":
                        problems.append(f"{where} does not exist on {system}")
                    elif version(first) > MINIMUM[system] and not guarded(previous, system, version(first)):
                        problems.append(f"{where} needs {system} {first}")
    print("\n".join(problems) or f"{len(rows)} symbols, nothing newer than the minimum systems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
