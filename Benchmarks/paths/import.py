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
from harness.report import table
from harness.service import Service

ORDER = 85
BY_NAME_ONLY = True
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


def export(path, count, in_order):
    """An export of Firebase with that many users: address, password, Google identity.

    Firebase's tool pages through a list in the order of the identifiers and so writes it. A file that somebody
    put together himself may have any order: then neighbours in the list lie anywhere in the database.
    """
    if path.exists():
        return
    temporary = path.with_suffix(".new")
    with open(temporary, "w") as file:
        file.write('{"users": [')
        for place, number in enumerate(sorted(range(count), key=user_id) if in_order else range(count)):
            user = {
                "localId": user_id(number), "email": address(number), "emailVerified": True,
                "passwordHash": HASH, "salt": "42xEC+ixf3L2lw==", "displayName": f"Person {number}",
                "createdAt": str(1_500_000_000_000 + number), "lastSignedInAt": str(1_600_000_000_000 + number),
                "providerUserInfo": [{"providerId": "google.com", "rawId": f"{random.Random(-number).randrange(10**21):021}",
                                      "email": address(number)}],
            }
            file.write(("," if place else "") + "\n" + json.dumps(user))
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
    """Processor µs of the service for a look-up by address and for a page of five hundred."""
    # Every page is a full one: in a small store most of those that begin anywhere would not be.
    starts = sorted(map(user_id, range(count)))[:count - SMALL // 2]
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
        answer = ask("GET", f"/accounts:batchGet?maxResults=500&nextPageToken={choose.choice(starts)}")
        assert answer.count(b'"localId"') == 500

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


def measured(folder, count, in_order):
    """The import of such a file, its database's size, and what look-up and listing cost then."""
    path = CACHE / f"firebase-{count}{'-ordered' if in_order else ''}.json"
    note(f"Writing an export of {count:,} users (once)")
    export(path, count, in_order)
    data = folder / f"{count}-{in_order}"
    Service(data).stop()
    note(f"Importing {count:,} users")
    rate = imported(data / "bramley.db", path)
    size = os.path.getsize(data / "bramley.db")
    with Service(data) as service:
        return rate, size, costs(service, count)


def run(folder):
    """The lines of the report."""
    _, _, small = measured(folder, SMALL, True)
    (elapsed, processor, rows), size, ordered = measured(folder, ROWS, True)
    _, _, shuffled = measured(folder, ROWS, False)
    names = ("look-up by address", "page of 500 anywhere in the list")
    return table(["import", "figure", "limit"], [
        ("accounts with address, password hash and identity", f"{rows:,}", ""),
        ("rows a second on the clock", f"{rows / elapsed:,.0f}", "≥ 10,000"),
        ("processor µs a row", f"{processor / rows * 1e6:.0f}", ""),
        ("database", f"{size / 2**20:,.0f} MiB", ""),
    ]) + [""] + table(["processor µs each", f"{SMALL:,} accounts", f"{ROWS:,} accounts", "ratio (limit 1.3)"], [
        (name + order, f"{small[index]:.0f}", f"{large[index]:.0f}", f"{large[index] / small[index]:.2f}")
        for large, order in ((ordered, ""), (shuffled, "; file in no order"))
        for index, name in enumerate(names)])
