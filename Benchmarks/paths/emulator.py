"""Token exchanges of `bramley emulator`, in memory and with `--data`, beside the RSA signature that each needs.

Every code is another one; the client secret is the same for minutes, as clients keep theirs. A fresh one for
each request adds one P-256 verification, which stands among the limits.
"""

import json
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request

from harness import RELEASE, RUNS, note
from harness.limits import openssl
from harness.load import JSON, median, post
from harness.report import figures, table
from harness.service import Process

ORDER = 60
CLIENT, USER = "com.example.app", "maria@example.com"
AUTHORIZATIONS, SECONDS = 60_000, 3
FORM = "application/x-www-form-urlencoded"


class Emulator(Process):
    """The emulator alone on a free port."""

    def __init__(self, *options):
        start = time.monotonic()
        super().__init__(
            [RELEASE / "bramley", "emulator", "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = self.process.stdout.readline()
        self.milliseconds_to_ready = (time.monotonic() - start) * 1000
        found = re.search(r"ready apple=(\S+)", line)
        if not found:
            sys.exit(f"bramley emulator did not get ready: {line}")
        self.url = found.group(1)

    def control(self, method, path):
        """A request of the control API; its body and the milliseconds it took."""
        start = time.monotonic()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, method=method), timeout=60) as answer:
            return answer.read(), (time.monotonic() - start) * 1000

    def settled_mib(self):
        """Memory once the rest of the key set is made."""
        deadline = time.monotonic() + 30
        while len(json.loads(self.control("GET", "/auth/keys")[0])["keys"]) < 3 and time.monotonic() < deadline:
            time.sleep(0.1)
        return self.resident_mib()


def client_secret(emulator, folder):
    """A secret that is good for an hour, made by our own command."""
    key = folder / "demo.p8"
    key.write_bytes(emulator.control("GET", "/emulator/v1/keys/DEMOKEY001.p8")[0])
    return subprocess.run(
        [RELEASE / "bramley", "client-secret", "--team", "DEMOTEAM01", "--key-id", "DEMOKEY001", "--client-id",
         CLIENT, "--key", key, "--lifetime", "1h"], capture_output=True, text=True, check=True).stdout.strip()


def codes(emulator, folder):
    """The codes of many authorizations, untimed."""
    bodies = folder / "authorizations"
    body = json.dumps({"client_id": CLIENT, "user": USER, "scopes": ["email"]})
    bodies.write_text(f"{body}\n" * AUTHORIZATIONS)
    post(emulator, "/emulator/v1/native/authorizations", bodies, folder / "codes", "authorization_code",
         seconds=3 * SECONDS)
    return [code for part in (0, 1) for code in open(f"{folder}/codes.{part}").read().split()]


def exchanges(emulator, folder, name):
    """Exchanges codes for tokens, one run after the other; the medians."""
    secret = client_secret(emulator, folder)
    results = []
    for run in range(1, RUNS + 1):
        note(f"{name}, run {run} of {RUNS}")
        bodies = folder / "exchanges"
        bodies.write_text("".join(
            urllib.parse.urlencode({"client_id": CLIENT, "client_secret": secret, "code": code,
                                    "grant_type": "authorization_code"}) + "\n"
            for code in codes(emulator, folder)))
        results.append(post(emulator, "/auth/token", bodies, kind=FORM, seconds=SECONDS))
    return median(results)


def run(folder):
    """The lines of the report."""
    data = folder / "data"
    with Emulator() as emulator:
        idle = emulator.settled_mib()
        in_memory = exchanges(emulator, folder, "In memory")
    with Emulator("--data", data) as emulator:
        first_start = emulator.milliseconds_to_ready
        emulator.settled_mib()
        kept = exchanges(emulator, folder, "With --data")
    with Emulator("--data", data) as emulator:
        second_start = emulator.milliseconds_to_ready
        _, start_over = emulator.control("DELETE", "/emulator/v1/state")
    with Emulator("--data", data) as emulator:
        third_start = emulator.milliseconds_to_ready
    limits = openssl()
    signature = 1e6 / limits["rsa_sign"]
    return figures([
        ("code exchange, in memory", in_memory, signature), ("code exchange, `--data`", kept, signature),
    ]) + [""] + table(["measure", "figure"], [
        ("exchanges a second for each RSA signature a second of one core: in memory · `--data`",
         f"{in_memory['per_second'] / limits['rsa_sign']:.2f} · {kept['per_second'] / limits['rsa_sign']:.2f}"),
        ("openssl speed rsa2048 sign · ecdsap256 verify, one core, same run",
         f"{limits['rsa_sign']:,.0f}/s · {limits['ec_verify']:,.0f}/s"),
        ("ready on no data · after all these exchanges · afresh",
         f"{first_start:.0f} ms · {second_start:.0f} ms · {third_start:.0f} ms"),
        ("`DELETE /emulator/v1/state` after all these exchanges", f"{start_over:.1f} ms"),
        ("resident memory idle, in memory", f"{idle:.0f} MiB"),
    ])
