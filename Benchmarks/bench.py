"""Drives the real binary and sets each figure beside its limit, measured in the same run.

Each benchmark is a file under `paths/`; see `paths/__init__.py` for what it must offer.
"""

import argparse
import importlib
import pathlib
import pkgutil
import tempfile

import paths
from harness import CACHE, ROOT
from harness.report import head


def benchmarks():
    """Every benchmark by name, in the order of the report."""
    found = [importlib.import_module(f"paths.{module.name}") for module in pkgutil.iter_modules(paths.__path__)]
    found.sort(key=lambda module: (getattr(module, "ORDER", 50), module.__name__))
    return {module.__name__.removeprefix("paths.").replace("_", "-"): module for module in found}


def main():
    known = benchmarks()
    parser = argparse.ArgumentParser(prog="./bench")
    parser.add_argument("name", nargs="?", choices=sorted(known), help="one benchmark; all when left out")
    chosen = parser.parse_args().name
    names = [chosen] if chosen else [
        name for name, module in known.items() if not getattr(module, "BY_NAME_ONLY", False)]
    CACHE.mkdir(parents=True, exist_ok=True)
    body = []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="bench-", dir=CACHE.parent) as folder:
            lines = known[name].run(pathlib.Path(folder))
        print("\n".join(lines), flush=True)
        body += ["", f"## {name}", "", *lines]
    if not chosen:
        (ROOT / "Benchmarks/results.md").write_text("\n".join(head() + body) + "\n")


if __name__ == "__main__":
    main()
