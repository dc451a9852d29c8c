"""The lines of Benchmarks/results.md."""

import datetime
import os
import platform

from . import CONNECTIONS, RUNS, SECONDS, THREADS


def table(head, rows):
    """A Markdown table."""
    return [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"] + [
        f"| {' | '.join(map(str, row))} |" for row in rows]


def figures(paths):
    """The table of request paths: name, figure, and the unavoidable crypto in µs (None: there is none)."""
    rows = [
        (name, f"{figure['per_second']:,.0f}", f"{figure['p50_ms']:.1f}", f"{figure['p99_ms']:.1f}",
         f"{figure['cpu_us']:.0f}", "–" if crypto is None else f"{crypto:.0f}",
         "–" if crypto is None else f"{figure['cpu_us'] / crypto:.1f}",
         f"{figure['pages']:.2f}" if figure["pages"] else "–",
         f"{figure['shared']:.0f}" if figure["pages"] else "–")
        for name, figure, crypto in paths]
    return table(
        ["path", "a second", "p50 ms", "p99 ms", "processor µs each", "of it unavoidable crypto µs", "ratio",
         "pages written each", "requests to a commit"], rows)


def machine():
    """The machine in words."""
    model = "processor unknown"
    with open("/proc/cpuinfo", errors="replace") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores ({model}), {memory:.0f} GiB, {platform.system()} {platform.release()}"


def head():
    """Title and circumstances."""
    return [
        "# Benchmark results", "",
        f"Written by `./bench` on {datetime.date.today()}; {machine()}. The load generator runs on the same "
        f"machine: wrk, {CONNECTIONS} connections, {THREADS} threads, {SECONDS} s a run, medians of {RUNS}. "
        "SQLite at `synchronous=FULL`; every token is different.",
    ]
