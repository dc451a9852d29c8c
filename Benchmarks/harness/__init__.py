"""What every benchmark needs: the running binary, the load generator, the limits, the lines of the report."""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Elsewhere than in `.build` when another build folder is to be measured.
RELEASE = pathlib.Path(os.environ.get("BRAMLEY_BENCH_RELEASE", ROOT / ".build/release"))
CACHE = pathlib.Path(os.environ.get("BRAMLEY_BENCH_CACHE", ROOT / ".build/bench"))
CONNECTIONS, THREADS, SECONDS, RUNS = 64, 2, 3, 3


def note(text):
    """A line for whoever waits."""
    print("==>", text, file=sys.stderr, flush=True)
