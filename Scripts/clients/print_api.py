#!/usr/bin/env python3
"""Prints the public API of the client libraries into docs/api, one file a module.

print_api.py [BUILD]           writes the files, from a debug build in BUILD (default .build)
print_api.py --check [BUILD]   fails if a file would change
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["AppleSignIn", "BramleyAuth", "AuthenticationServices", "SimulatedDevice"]


# What every type has, and what a class has from NSObject.
IMPLIED = {"Copyable", "Escapable", "CVarArg", "CustomDebugStringConvertible", "CustomStringConvertible", "Equatable",
           "Hashable", "SendableMetatype"}


def graphs(module, build):
    target = json.loads(subprocess.check_output(["swift", "-print-target-info"]))["target"]["unversionedTriple"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-target", target, "-I", f"{build}/debug/Modules",
             "-minimum-access-level", "public", "-skip-inherited-docs", "-skip-synthesized-members",
             "-Xcc", f"-fmodule-map-file={ROOT}/Sources/COpenSSL/module.modulemap",
             "-Xcc", f"-fmodule-map-file={ROOT}/Sources/CArgon2/module.modulemap",
             "-Xcc", f"-fmodule-map-file={ROOT}/Sources/CCrypt/module.modulemap",
             "-output-dir", folder], check=True)
        return [json.loads(file.read_text()) for file in sorted(pathlib.Path(folder).glob("*.json"))]


def conformances(found):
    """By the type's identifier: the superclass first, then the protocols."""
    names = {s["identifier"]["precise"]: s["names"]["title"] for graph in found for s in graph["symbols"]}
    lists = {}
    for graph in found:
        for relation in graph["relationships"]:
            if relation["kind"] in ("inheritsFrom", "conformsTo"):
                name = names.get(relation["target"]) or relation.get("targetFallback", "").split(".", 1)[-1]
                order = relation["kind"] == "conformsTo"
                lists.setdefault(relation["source"], set()).add((order, name))
    return lists


def text(module, build):
    found = graphs(module, build)
    lists, lines = conformances(found), set()
    for symbol in (symbol for graph in found for symbol in graph["symbols"]):
        path = ".".join(symbol["pathComponents"])
        declaration = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
        kind, identifier = symbol["kind"]["identifier"], symbol["identifier"]["precise"]
        if kind in ("swift.class", "swift.struct", "swift.enum"):
            inherited = lists.get(identifier, set())
            isObject = any(not order for order, _ in inherited)
            names = [name for _, name in sorted(inherited) if not (isObject and name in IMPLIED or name in
                     ("Copyable", "Escapable", "SendableMetatype"))]
            declaration += " : " + ", ".join(names) if names else ""
        lines.add(f"{path}\n    {declaration}")
    body = "\n".join(sorted(lines))
    return f"# Public API of {module}, printed by Scripts/clients/print_api.py\n\n{body}\n"


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    build = arguments[0] if arguments else str(ROOT / ".build")
    changed = []
    for module in MODULES:
        file = ROOT / "docs/api" / f"{module}.txt"
        new = text(module, build)
        if not file.exists() or file.read_text() != new:
            changed.append(str(file.relative_to(ROOT)))
            if "--check" not in sys.argv:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(new)
    if "--check" in sys.argv and changed:
        print("The public API changed; run Scripts/clients/print_api.py and review:", *changed)
        return 1
    print("written:" if changed else "unchanged", *changed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
