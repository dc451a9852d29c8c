"""The load generator wrk, and request bodies that are each sent once."""

import itertools
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

from . import CACHE, CONNECTIONS, RELEASE, ROOT, SECONDS, THREADS, note

SEED, NEW, RETURNING = 20_000, 100_000, 180_000
JSON = "application/json"
SIGN_IN = "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=bench"


def wrk(process, url, script, arguments, seconds=SECONDS, may_run_out=False, connections=CONNECTIONS):
    """One run; the figures of wrk and the server's processor time for each request."""
    counted = process.counters()
    before = process.processor_seconds()
    output = subprocess.run(
        ["wrk", "-t", str(THREADS), "-c", str(connections), "-d", f"{seconds}s", "--latency",
         "-s", script, url + "/", "--", *map(str, arguments)],
        capture_output=True, text=True, cwd=ROOT / "Benchmarks/load")
    found = re.search(r"RESULT (\{.*\})", output.stdout)
    if not found:
        sys.exit(output.stdout + output.stderr)
    result = json.loads(found.group(1))
    if result["refused"] or result["socket_errors"] or (result["exhausted"] and not may_run_out):
        sys.exit(f"{script}: not every request was answered as expected: {result}\n{output.stdout}")
    result["per_second"] = result["requests"] / result["seconds"]
    result["cpu_us"] = (process.processor_seconds() - before) / result["requests"] * 1e6
    written = {name: value - counted[name] for name, value in process.counters().items()}
    result["pages"] = written.get("pages_written", 0) / result["requests"]
    result["shared"] = written.get("writes", 0) / max(1, written.get("commits", 0))
    return result


def median(results):
    """The median of each figure."""
    return {key: statistics.median(result[key] for result in results) for key in results[0]}


class Lines:
    """Hands out stretches of a file of request bodies, so that no body is sent twice."""

    def __init__(self, path):
        self.file = open(path, "rb")
        self.number = itertools.count()

    def take(self, count, folder):
        """A file with the next `count` bodies."""
        path = folder / f"{pathlib.Path(self.file.name).stem}-{next(self.number)}"
        with open(path, "wb") as out:
            out.writelines(itertools.islice(self.file, count))
        return path


def signed_ahead():
    """The credentials; signing them takes a minute once, then they are kept under .build/."""
    CACHE.mkdir(parents=True, exist_ok=True)
    marker = CACHE / f"signed-{SEED}-{NEW}-{RETURNING}"
    if not marker.exists():
        note(f"Signing {SEED + NEW + RETURNING:,} credentials ahead (a minute, once)")
        subprocess.run(
            [RELEASE / "benchmark-credentials", CACHE, str(SEED), str(NEW), str(RETURNING)], check=True)
        marker.touch()
    return {name: Lines(CACHE / f"{name}.txt") for name in ("seed", "new", "returning")}


def post(service, path, bodies, *kept, kind=JSON, **options):
    """Posts each line of a file once; `kept` is a prefix for files and a member of the answer to keep there."""
    return wrk(service, service.url, "post_lines.lua", [path, kind, bodies, THREADS, *kept], **options)


def loop(*arguments):
    """What `benchmark-loops` measured."""
    output = subprocess.run(
        [RELEASE / "benchmark-loops", *map(str, arguments)], capture_output=True, text=True, check=True)
    return json.loads(output.stdout)


def filled_store(folder, count, people):
    """A store of so many accounts, among them the people of the credentials; kept under .build/ by its size."""
    kept = CACHE / f"accounts-{count}-{people}.db"
    if not kept.exists():
        note(f"Making a store of {count:,} accounts (once)")
        made = kept.with_suffix(".new")
        subprocess.run([RELEASE / "benchmark-accounts", made, str(count), str(people)], check=True)
        made.rename(kept)
    folder.mkdir()
    shutil.copyfile(kept, folder / "bramley.db")
    return folder
