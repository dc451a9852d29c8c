"""A million accounts into SQLite by `bramley accounts import`, and what look-up and listing cost then."""

import base64
import http.client
import json
import os
import random
import resource
import subprocess
import time
import urllib.parse

from harness import CACHE, RELEASE, note
<<<<<<<< HEAD:Benchmarks/paths/import_accounts.py
from harness.service import Service

ORDER = 85
BY_NAME_ONLY = True

========
from harness.report import table
from harness.service import Service

BY_NAME_ONLY = True
>>>>>>>> admin:Benchmarks/paths/import.py
ROWS, SMALL, LOOKUPS, PAGES = 1_000_000, 1_000, 3_000, 60
HASH = base64.b64encode(bytes(range(64))).decode()
PASSWORDS = ["--hash-algo", "SCRYPT", "--hash-key", HASH, "--salt-separator", "Bw==", "--rounds", "8", "--mem-cost", "14"]
HEADERS = {"Authorization": "Bearer owner", "Content-Type": "application/json"}
PROJECT = "/identitytoolkit.googleapis.com/v1/projects/demo-bramley"


def user_id(number):
    """As Firebase makes them: 28 signs without any order."""
    return base64.b32encode(random.Random(number).randbytes(17)).decode()[:28]


def address(number):
    return f"{user_id(number)[8:18].lower()}{number % 10}@example.com"


def export(path, count):
    """An export of Firebase with that many users: address, password, Google identity."""
    if path.exists():
        return
    temporary = path.with_suffix(".new")
    with open(temporary, "w") as file:
        file.write('{"users": [')
        for number in range(count):
            user = {
                "localId": user_id(number), "email": address(number), "emailVerified": True,
                "passwordHash": HASH, "salt": "42xEC+ixf3L2lw==", "displayName": f"Person {number}",
                "createdAt": str(1_500_000_000_000 + number), "lastSignedInAt": str(1_600_000_000_000 + number),
                "providerUserInfo": [{"providerId": "google.com", "rawId": f"{random.Random(-number).randrange(10**21):021}",
                                      "email": address(number)}],
            }
            file.write(("," if number else "") + "\n" + json.dumps(user))
        file.write("\n]}\n")
    temporary.rename(path)


def imported(database, path):
    """Seconds on the clock and on the processors for an import."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        [RELEASE / "bramley", "accounts", "import", path, "--database", f"sqlite:{database}", *PASSWORDS, "--json"],
        capture_output=True, text=True)
    elapsed, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    counts = json.loads(done.stdout)["counts"]
    assert done.returncode == 0 and counts["imported"] == counts["read"], done.stderr[-2000:]
    return elapsed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, counts["imported"]


def costs(service, count):
    """Processor µs of the service for a look-up by address and for a page of a thousand."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(service.url).netloc, timeout=60)
    choose = random.Random(7)

    def ask(method, path, body=None):
        connection.request(method, PROJECT + path, body, HEADERS)
        answer = connection.getresponse()
        content = answer.read()
        assert answer.status == 200, content[:500]
        return content

    def lookup():
        number = choose.randrange(count)
        assert user_id(number).encode() in ask(
            "POST", "/accounts:lookup", json.dumps({"email": [address(number)]}))

    def page():
        ask("GET", f"/accounts:batchGet?maxResults=500&nextPageToken={user_id(choose.randrange(count))[:2]}")

    figures = []
    for work, times in ((lookup, LOOKUPS), (page, PAGES)):
        for _ in range(times // 10):
            work()
        before = service.processor_seconds()
        for _ in range(times):
            work()
        figures.append((service.processor_seconds() - before) / times * 1e6)
    connection.close()
    return figures


def run(folder):
<<<<<<<< HEAD:Benchmarks/paths/import_accounts.py
========
    """The lines of the report."""
>>>>>>>> admin:Benchmarks/paths/import.py
    figures, rate, size = {}, None, 0
    for count in (SMALL, ROWS):
        path = CACHE / f"firebase-{count}.json"
        note(f"Writing an export of {count:,} users (once)")
        export(path, count)
        data = folder / str(count)
        Service(data).stop()
        note(f"Importing {count:,} users")
        rate = imported(data / "bramley.db", path)
        size = os.path.getsize(data / "bramley.db")
        with Service(data) as service:
            figures[count] = costs(service, count)
<<<<<<<< HEAD:Benchmarks/paths/import_accounts.py
    return report(figures, rate, size)


def report(figures, rate, size):
========
>>>>>>>> admin:Benchmarks/paths/import.py
    elapsed, processor, rows = rate
    names = ("look-up by address", "page of 500 in the middle of the list")
    return table(["import", "figure", "limit"], [
        ("accounts with address, password hash and identity", f"{rows:,}", ""),
        ("rows a second on the clock", f"{rows / elapsed:,.0f}", "≥ 10,000"),
        ("processor µs a row", f"{processor / rows * 1e6:.0f}", ""),
        ("database", f"{size / 2**20:,.0f} MiB", ""),
    ]) + [""] + table(["processor µs each", f"{SMALL:,} accounts", f"{ROWS:,} accounts", "ratio (limit 1.3)"], [
        (name, f"{figures[SMALL][index]:.0f}", f"{figures[ROWS][index]:.0f}",
         f"{figures[ROWS][index] / figures[SMALL][index]:.2f}") for index, name in enumerate(names)])
