"""Whole Apple tokens verified on one core, beside what OpenSSL needs for their RSA signature alone."""

from harness import RUNS, limits, note
from harness.load import loop
from harness.report import table

ORDER = 15


def run(folder):
    limit = limits.openssl()["rsa_verify"]
    rates = []
    for number in range(1, RUNS + 1):
        note(f"Run {number} of {RUNS}: Apple tokens on one core")
        rates.append(loop("verify")["verified_per_second"])
    rate = sorted(rates)[len(rates) // 2]
    return table(
        ["whole Apple token verified, one core", "figure"],
        [("a second", f"{rate:,.0f}"), ("µs each", f"{1e6 / rate:.1f}"),
         ("openssl speed rsa2048 verify", f"{limit:,.0f}/s"), ("ratio", f"{rate / limit:.2f}")])
