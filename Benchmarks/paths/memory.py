"""Resident memory: idle, under load, and after a million requests of all the hot kinds."""

from harness import THREADS, note
from harness.load import SEED, SIGN_IN, post, signed_ahead, wrk
from harness.report import table
from harness.service import Service

ORDER = 70
REQUESTS = 1_000_000


def run(folder):
    bodies = signed_ahead()
    rows = []
    with Service(folder / "data") as service:
        rows.append(("idle, a new store", service.resident_mib()))
        kept = folder / "sessions"
        done = post(service, SIGN_IN, bodies["seed"].take(SEED, folder), kept, "refreshToken",
                    seconds=6, may_run_out=True)["requests"]
        done += post(service, SIGN_IN, bodies["returning"].take(40_000, folder), seconds=3)["requests"]
        rows.append(("after some ten thousand sign-ins", service.resident_mib()))
        steps = 4
        for step in range(1, steps + 1):
            note(f"Refreshes and health checks, {step} of {steps}")
            while done < REQUESTS * step // steps:
                # A token is good for one refresh, so every stretch opens with sessions of its own.
                stretch = folder / f"stretch-{done}"
                done += post(service, SIGN_IN, bodies["new"].take(4000, folder), stretch, "refreshToken",
                             seconds=1, may_run_out=True)["requests"]
                done += wrk(service, service.url, "rotate_tokens.lua", [stretch, THREADS, THREADS],
                            seconds=6)["requests"]
                done += wrk(service, service.url, "get.lua", ["/healthz"], seconds=4)["requests"]
            rows.append((f"after {done:,} requests", service.resident_mib()))
    return table(["resident memory", "MiB"], [(name, f"{mib:.0f}") for name, mib in rows])
