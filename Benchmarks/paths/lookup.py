"""Look-up of an account by its ID token: known to the process, and at first sight, when ES256 is verified."""

import json

from harness import RUNS, THREADS, limits, note
from harness.load import JSON, SEED, SIGN_IN, median, post, signed_ahead, wrk
from harness.report import figures
from harness.service import Service

ORDER = 30
LOOKUP = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=bench"
TOKENS = 30_000


def run(folder):
    bodies = signed_ahead()
    lookups = folder / "lookups.txt"
    known, first = [], []
    with Service(folder / "data") as service:
        note(f"Signing {SEED + TOKENS:,} times in, untimed, for ID tokens")
        for name, count in (("seed", SEED), ("returning", TOKENS)):
            post(service, SIGN_IN, bodies[name].take(count, folder), folder / name, "idToken",
                 seconds=10, may_run_out=True)
        with open(lookups, "w") as out:
            for name in ("returning", "seed"):
                for thread in range(THREADS):
                    with open(folder / f"{name}.{thread}") as tokens:
                        out.writelines(json.dumps({"idToken": token.strip()}) + "\n" for token in tokens)
        for number in range(1, RUNS + 1):
            note(f"Run {number} of {RUNS}: tokens that the process knows")
            known.append(wrk(service, service.url, "repeat_lines.lua", [LOOKUP, JSON, lookups, THREADS]))
    for number in range(1, RUNS + 1):
        note(f"Run {number} of {RUNS}: tokens at first sight, a new process")
        with Service(folder / "data") as service:
            first.append(post(service, LOOKUP, lookups, seconds=2))
    verification = 1e6 / limits.openssl()["ec_verify"]
    return figures([
        ("look-up, token known", median(known), None),
        ("look-up, token at first sight", median(first), verification),
    ])
