"""The limits of the machine, in the same run as the figures."""

from harness import limits
from harness.report import table

ORDER = 10


def run(folder):
    speed = limits.openssl()
    return table(["limit", "figure"], [
        ("openssl speed rsa2048 verify, one core", f"{speed['rsa_verify']:,.0f}/s"),
        ("openssl speed ecdsap256 sign · verify, one core",
         f"{speed['ec_sign']:,.0f}/s · {speed['ec_verify']:,.0f}/s"),
        ("fdatasync of 4 KiB", f"{limits.fdatasync(folder.parent):,.0f}/s"),
    ])
