#!/usr/bin/env python3
"""Checks the stand-in for AuthenticationServices, and that the client libraries use nothing too new.

The stand-in, as docs/api prints it, must have each declaration of shape.tsv: name, labels, types, optionality,
isolation, superclass and conformances. It must have no other, but for what every coded class has.

Every symbol of AuthenticationServices, Security, UIKit and AppKit that the libraries use must be in shape.tsv or
symbols.tsv. For each system on which a line compiles (by the conditions around it) the symbol must be there from
the minimum on, or a #available just before must ask for a version that has it.
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


# Coding and hashing, which the shape leaves out, and how the stand-in makes errors on Linux.
UNLISTED = re.compile(
    r"\.(init\(coder:\)|copy\(with:\)|encode\(with:\)|supportsSecureCoding|classForCoder\(\)|rawValue|hash\(into:\)|==|"
    r"_nsError|_nsErrorDomain|_ErrorType|init\(_nsError:\))$")


def shape():
    """By path: the declarations, each with its first versions; overloads share a path."""
    rows = {}
    for line in (ROOT / "Scripts/clients/shape.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            path, declaration, *cells = line.split("\t")
            if len(cells) != len(SYSTEMS):
                sys.exit(f"shape.tsv: {path} has {len(cells)} systems instead of {len(SYSTEMS)}")
            rows.setdefault(path, []).append((declaration, dict(zip(SYSTEMS, cells))))
    return rows


def as_published(declaration):
    """The stand-in's declaration as the framework's pages would write it."""
    declaration = re.sub(r"\b(override|required|convenience|public|open) ", "", declaration)
    if not re.match(r"(static |class )?let AS|static let", declaration):
        declaration = re.sub(r"\blet (\w+): (.*)$", r"var \1: \2 { get }", declaration)
    return re.sub(r"^static var (.*) \{ get \}$", r"static let \1", declaration)


def stand_in():
    """By path: the declarations that the stand-in has."""
    printed = (ROOT / "docs/api/AuthenticationServices.txt").read_text().split("\n\n", 1)[1].strip().split("\n")
    found = {}
    for path, declaration in zip(printed[::2], printed[1::2]):
        found.setdefault(path, []).append(as_published(declaration.strip()))
    return found


def shape_problems(rows, found):
    """What the stand-in lacks, has otherwise, or has beyond the shape."""
    stub = " ".join((ROOT / "Scripts/clients/stubs/SwiftUI.swift").read_text().split())
    problems = []
    for path, declarations in rows.items():
        for declaration, _ in declarations:
            if path.startswith("SwiftUI/"):
                if declaration not in stub:
                    problems.append(f"the SwiftUI stub lacks {path.removeprefix('SwiftUI/')}: {declaration}")
            elif declaration not in found.get(path, []):
                problems.append(f"the stand-in lacks {path}: {declaration}" + "".join(
                    f"\n    it has: {other}" for other in found.get(path, [])))
    problems += [f"the stand-in has {path}, which shape.tsv does not list"
                 for path in sorted(found) if path not in rows and not UNLISTED.search(path)]
    return problems


def unnoticed(rows, found):
    """Declarations that the stand-in could lose without a word from the check: none, unless the check is broken."""
    return [f"nobody would notice the loss of {path}: {declaration}"
            for path in rows if path in found for declaration, _ in rows[path]
            if not shape_problems({path: [(declaration, {})]},
                                  {path: [other for other in found[path] if other != declaration]})]


def version_problems(rows, symbols):
    """Members that symbols.tsv dates otherwise than the shape."""
    last = lambda path: path.rsplit("/")[-1].split("(")[0].rsplit(".")[-1] + path[len(path.split("(")[0]):]
    problems = []
    for name, versions in symbols.items():
        member = name.rsplit(".")[-1]
        dated = [cells for path in rows for _, cells in rows[path] if member and last(path).startswith(member)]
        if dated and versions not in dated:
            problems.append(f"symbols.tsv dates {name} otherwise than shape.tsv")
    return problems


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
    shaped, symbols = shape(), table()
    found = stand_in()
    problems = shape_problems(shaped, found) + unnoticed(shaped, found) + version_problems(shaped, symbols)
    rows = {path.removeprefix("SwiftUI/"): shaped[path][0][1] for path in shaped} | symbols
    rows = {name: cells for name, cells in rows.items() if FRAMEWORK.fullmatch(name) or name in symbols}
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
    print("\n".join(problems) or f"{len(shaped)} declarations of the stand-in as published; "
          f"{len(rows)} symbols, nothing newer than the minimum systems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
