"""The cost of a returning sign-in in stores of ten thousand, a hundred thousand and a million accounts."""

import itertools

from harness import CACHE, RUNS, note
from harness.load import SEED, SIGN_IN, filled_store, median, post, signed_ahead
from harness.report import table
from harness.service import Service

ORDER = 80
BY_NAME_ONLY = True
# The people who sign in: as many as the smallest store has accounts.
PEOPLE = 10_000


def tokens(path, count):
    """Tokens of the first people only: `benchmark-credentials` gives line `i` to person `i * 7919 % SEED`."""
    with open(CACHE / "returning.txt", "rb") as lines, open(path, "wb") as out:
        chosen = (line for number, line in enumerate(lines) if number * 7919 % SEED < PEOPLE)
        out.writelines(itertools.islice(chosen, count))
    return path


def run(folder):
    signed_ahead()
    stretch = 25_000
    tokens(folder / "tokens.txt", stretch * RUNS)
    rows, first = [], None
    for count in (10_000, 100_000, 1_000_000):
        data = filled_store(folder / str(count), count, PEOPLE)
        size = (data / "bramley.db").stat().st_size / 2**20
        runs = []
        with Service(data) as service, open(folder / "tokens.txt", "rb") as lines:
            for number in range(1, RUNS + 1):
                note(f"Run {number} of {RUNS}: {count:,} accounts")
                bodies = folder / f"{count}-{number}"
                with open(bodies, "wb") as out:
                    out.writelines(itertools.islice(lines, stretch))
                runs.append(post(service, SIGN_IN, bodies, seconds=2))
            memory = service.resident_mib()
        figure = median(runs)
        first = first or figure["cpu_us"]
        rows.append((
            f"{count:,}", f"{size:,.0f} MiB", f"{figure['per_second']:,.0f}", f"{figure['p99_ms']:.1f}",
            f"{figure['cpu_us']:.0f}", f"{figure['cpu_us'] / first:.2f}", f"{memory:.0f} MiB"))
    return table(
        ["accounts", "file", "sign-ins a second", "p99 ms", "processor µs each", "ratio to the first",
         "resident memory"], rows)
