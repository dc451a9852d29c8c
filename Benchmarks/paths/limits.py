"""The limits of the machine, in the same run as the figures."""

from harness import limits
from harness.load import SEED, filled_store, loop
from harness.report import table

ORDER = 10
# As many requests share a commit at 64 connections.
BATCH = 16


def run(folder):
    speed = limits.openssl()
    store = filled_store(folder / "data", SEED, SEED) / "bramley.db"
    commits = loop("commit", store, BATCH)
    return table(["limit", "figure"], [
        ("openssl speed rsa2048 verify, one core", f"{speed['rsa_verify']:,.0f}/s"),
        ("openssl speed ecdsap256 sign · verify, one core",
         f"{speed['ec_sign']:,.0f}/s · {speed['ec_verify']:,.0f}/s"),
        ("fdatasync of 4 KiB", f"{limits.fdatasync(folder.parent):,.0f}/s"),
        (f"rows of a returning sign-in in a bare loop of SQLite, {BATCH} to a commit",
         f"{commits['per_second']:,.0f}/s, {commits['pages_each']:.2f} pages each"),
    ])
