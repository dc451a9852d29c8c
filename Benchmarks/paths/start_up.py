"""Start to `ready`: a store that is empty, one that is there, one of a million accounts."""

import statistics

from harness import RUNS, note
from harness.load import SEED, filled_store, signed_ahead
from harness.report import table
from harness.service import Service

ORDER = 60
MILLION = 1_000_000


def run(folder):
    signed_ahead()
    rows = []
    for name, data in (
        ("a new store", None), ("an existing store of a few accounts", folder / "few"),
        (f"an existing store of {MILLION:,} accounts", filled_store(folder / "many", MILLION, SEED)),
    ):
        times = []
        for number in range(RUNS + 1):
            note(f"Start {number} of {RUNS}: {name}")
            with Service(data or folder / f"new-{number}") as service:
                times.append(service.seconds_to_ready)
                memory = service.resident_mib()
        # The first start makes keys and marks, which no later one does.
        counted = times if data is None else times[1:]
        rows.append((name, f"{statistics.median(counted) * 1000:.0f} ms", f"{memory:.0f} MiB"))
    return table(["start-up to `ready`", "time", "resident memory then"], rows)
