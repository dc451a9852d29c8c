"""What an operation costs in stores of ten thousand, a hundred thousand and a million accounts, on SQLite and on PostgreSQL.

BRAMLEY_GROWTH=10000000 adds a store of that size.
"""

import http.cookiejar
import itertools
import json
import os
import pathlib
import re
import tempfile
import time
import urllib.parse
import urllib.request

from harness import CACHE, RUNS, THREADS, note
from harness.growing import PostgreSQLStore, SQLiteStore
from harness.load import JSON, SEED, SIGN_IN, median, post, signed_ahead, wrk
from harness.report import table
from harness.service import Service
from paths.lookup import LOOKUP

ORDER = 80
BY_NAME_ONLY = True
# The people who sign in: as many as the smallest store has accounts.
PEOPLE = 10_000
COUNTS = [10_000, 100_000, 1_000_000] + [int(count) for count in os.environ.get("BRAMLEY_GROWTH", "").split(",") if count]
LIMIT = 1.3
STRETCH, SECONDS = 26_000, 2
NAMES = {"sign_in": "sign-in, returning", "refresh": "refresh with rotation", "lookup": "look-up by ID token",
         "search": "console search by address", "sweep": "daily jobs, for each session looked at"}


def tokens(path, count):
    """Tokens of the first people only: `benchmark-credentials` gives line `i` to person `i * 7919 % SEED`."""
    with open(CACHE / "returning.txt", "rb") as lines, open(path, "wb") as out:
        chosen = (line for number, line in enumerate(lines) if number * 7919 % SEED < PEOPLE)
        out.writelines(itertools.islice(chosen, count))
    return path


def console_cookie(url):
    """Signs the owner in to `dev`'s console as a browser would."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    page = browser.open(f"{url}/admin/enter", timeout=20).read().decode()
    token = re.search(r'name="token" value="([^"]+)"', page).group(1)
    form = urllib.parse.urlencode({"token": token, "owner": "yes"}).encode()
    browser.open(urllib.request.Request(f"{url}/admin/enter", form, {"Origin": url}), timeout=20)
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


def measured(store, service, work):
    """A run of wrk with the processor time of service and database server together."""
    before = store.server_seconds()
    result = work()
    result["all_us"] = result["cpu_us"] + (store.server_seconds() - before) / result["requests"] * 1e6
    return result


def settled(store, service, before):
    """Processor time since the start, once the upkeep of the start is done: checks that are due, and the sweep."""
    def spent():
        return service.processor_seconds() + store.server_seconds() - before

    begun, last = time.monotonic(), spent()
    while True:
        time.sleep(1)
        now = spent()
        # Looking for jobs every second costs less than that.
        if now - last < 0.01 or time.monotonic() - begun > 60:
            # With this second: a small store's upkeep is done within it.
            return now
        last = now


def swept(folder, store, count):
    """Processor time of the start's upkeep for each session that it looks at, without that of an empty store.

    A sweep goes on after 500 sessions up to two hundred times.
    """
    taken = []
    for place, options in ((pathlib.Path(tempfile.mkdtemp(dir=folder)), store.empty_options()), (store.data, store.options)):
        before = store.server_seconds()
        with Service(place, *options) as service:
            taken.append(settled(store, service, before))
    return {"all_us": (taken[1] - taken[0]) / min(count, 100_000) * 1e6}


def grown(folder, store, count):
    """Every path's figures on one store."""
    bodies, lookups, searches = folder / "bodies", folder / "lookups", folder / "searches"
    with open(searches, "w") as out:
        out.writelines(f"/admin/accounts?q=bench{number * 7919 % PEOPLE:010d}%40example.com\n" for number in range(1000))
    runs = {name: [] for name in NAMES}
    note(f"Upkeep: {store.name}, {count:,} accounts")
    for _ in range(RUNS):
        runs["sweep"].append(swept(folder, store, count))
    with Service(store.data, *store.options) as service, open(folder / "tokens.txt", "rb") as lines:
        cookie = console_cookie(service.url)
        for number in range(1, RUNS + 1):
            note(f"Run {number} of {RUNS}: {store.name}, {count:,} accounts")
            kept = folder / f"kept-{count}-{number}"
            for name in ("refreshToken", "idToken"):
                # Reading the answers slows the generator: untimed.
                with open(bodies, "wb") as out:
                    out.writelines(itertools.islice(lines, 2_000))
                post(service, SIGN_IN, bodies, f"{kept}-{name}", name, seconds=1, may_run_out=True)
            with open(bodies, "wb") as out:
                out.writelines(itertools.islice(lines, STRETCH))
            with open(lookups, "w") as out:
                for thread in range(THREADS):
                    with open(f"{kept}-idToken.{thread}") as answers:
                        out.writelines(json.dumps({"idToken": token.strip()}) + "\n" for token in answers)
            work = {
                "sign_in": lambda: post(service, SIGN_IN, bodies, seconds=SECONDS),
                "refresh": lambda: wrk(service, service.url, "rotate_tokens.lua",
                                       [f"{kept}-refreshToken", THREADS, THREADS], seconds=SECONDS),
                "lookup": lambda: wrk(service, service.url, "repeat_lines.lua", [LOOKUP, JSON, lookups, THREADS],
                                      seconds=SECONDS),
                "search": lambda: wrk(service, service.url, "get_lines.lua", [searches, cookie], seconds=SECONDS),
            }
            for name, run_once in work.items():
                runs[name].append(measured(store, service, run_once))
    return {name: median(results) for name, results in runs.items()}


def run(folder):
    signed_ahead()
    tokens(folder / "tokens.txt", (STRETCH + 4_000) * RUNS)
    rows = []
    for kind in (SQLiteStore, PostgreSQLStore):
        first = {}
        for count in COUNTS:
            store = kind(folder, count, PEOPLE)
            try:
                size = store.mebibytes()
                figures = grown(folder, store, count)
            finally:
                store.close()
            for name, figure in figures.items():
                base = first.setdefault(name, figure["all_us"])
                ratio = figure["all_us"] / base
                rows.append((
                    kind.name, NAMES[name], f"{count:,}", f"{size:,.0f} MiB",
                    f"{figure['per_second']:,.0f}" if "per_second" in figure else "–",
                    f"{figure['p99_ms']:.1f}" if "p99_ms" in figure else "–", f"{figure['all_us']:.0f}",
                    f"{ratio:.2f}" + ("" if ratio <= LIMIT else f", above {LIMIT}")))
    rows.sort(key=lambda row: (row[0] != SQLiteStore.name, list(NAMES.values()).index(row[1])))
    return table(
        ["store", "path", "accounts", "size", "a second", "p99 ms", "processor µs each", "ratio to the first"], rows) + [
        "", f"Limit: {LIMIT} times the processor time of the small store, service and database server together. Each "
        "account has a session, a grant and audit of before; the people who sign in are the same in every store."]
