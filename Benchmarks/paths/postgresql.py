"""Sign-ins and refreshes on PostgreSQL beside what pgbench reaches with the same rows on the same server.

Each path has two peers: pgbench sending statement by statement, as its scripts do, and pgbench sending in as few round
trips as the service does. Durable on both sides: fsync and synchronous_commit are on.
"""

import pathlib
import re
import statistics
import subprocess
import sys

from harness import RUNS, ROOT, SECONDS, THREADS, note
from harness.load import NEW, RETURNING, SEED, SIGN_IN, median, post, signed_ahead, wrk
from harness.report import table
from harness.service import Service, seconds_by_process

sys.path.append(str(ROOT / "Tests/Clients"))
from postgresql import Server  # noqa: E402

ORDER = 60
BY_NAME_ONLY = True
FLOOR = 0.5
# As many as the service's pool has.
CLIENTS = 12
NAMES = {"new": "sign-in, new person", "returning": "sign-in, returning person", "refresh": "refresh with rotation"}


class Peer:
    """pgbench on a copy of the service's database."""

    def __init__(self, server, database, folder):
        self.url, self.folder = server.url(database), folder
        # Scripts draw small numbers; those of our sessions are random.
        server.sql("""UPDATE sessions SET id = number FROM (SELECT id AS old, row_number() OVER () AS number
                        FROM sessions) AS numbered WHERE id = old""", database)
        server.sql("VACUUM FULL sessions", database)
        server.sql("VACUUM ANALYZE", database)
        self.counts = {name: server.sql(f"SELECT count(*) FROM {name}", database) for name in ("accounts", "sessions")}

    def per_second(self, name, pipelined):
        """Transactions a second of a script of `load/`."""
        script = (ROOT / f"Benchmarks/load/pgbench_{name}.sql").read_text()
        begin, end = (r"\startpipeline", r"\endpipeline") if pipelined else ("", "")
        path = self.folder / f"{name}-{pipelined}.sql"
        path.write_text(script.replace(":begin_pipeline", begin).replace(":end_pipeline", end))
        done = subprocess.run(
            ["pgbench", "-n", "-M", "prepared", "-c", str(CLIENTS), "-j", str(THREADS), "-T", str(SECONDS), "-f", path,
             *(word for key, value in self.counts.items() for word in ("-D", f"{key}={value}")), self.url],
            capture_output=True, text=True)
        found = re.search(r"^tps = ([\d.]+)", done.stdout, re.MULTILINE)
        failed = re.search(r"^number of failed transactions: (\d+)", done.stdout, re.MULTILINE)
        if done.returncode or not found or (failed and failed.group(1) != "0"):
            sys.exit(done.stdout + done.stderr)
        return float(found.group(1))


def server_seconds(server):
    """Processor time of the server's processes that live now."""
    parent = (pathlib.Path(server.folder) / "data/postmaster.pid").read_text().split()[0]
    return seconds_by_process(pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split())


def measured(server, work):
    """A run of wrk, with the database server's processor time for each request."""
    before = server_seconds(server)
    result = work()
    after = server_seconds(server)
    result["server_us"] = sum(
        spent - before.get(child, 0) for child, spent in after.items()) / result["requests"] * 1e6
    return result


def run(folder):
    bodies = signed_ahead()
    server = Server(fsync="on")
    try:
        return report(*measure(folder, server, bodies))
    finally:
        server.close()


def measure(folder, server, bodies):
    database = server.make_database()
    options = ("--database", server.url(database))
    with Service(folder / "data", *options) as service:
        note(f"Signing {SEED:,} people in, untimed")
        post(service, SIGN_IN, bodies["seed"].take(SEED, folder), seconds=30, may_run_out=True)
    if int(server.sql("SELECT count(*) FROM accounts", database)) < 0.99 * SEED:
        sys.exit("The machine is too busy: the people were not signed in within the time given.")
    server.sql(f"CREATE DATABASE peer TEMPLATE {database}")
    peer = Peer(server, "peer", folder)
    server.sql("VACUUM ANALYZE", database)
    ours = {name: [] for name in NAMES}
    plain = {name: [] for name in NAMES}
    pipelined = {name: [] for name in NAMES}
    with Service(folder / "data", *options) as service:
        for number in range(1, RUNS + 1):
            kept = folder / f"sessions{number}"
            post(service, SIGN_IN, bodies["returning"].take(RETURNING // RUNS // 3, folder), kept, "refreshToken",
                 seconds=1)
            work = {
                "new": lambda: post(service, SIGN_IN, bodies["new"].take(NEW // RUNS, folder)),
                "returning": lambda: post(
                    service, SIGN_IN, bodies["returning"].take(RETURNING // RUNS * 2 // 3, folder)),
                "refresh": lambda: wrk(service, service.url, "rotate_tokens.lua", [kept, THREADS, THREADS]),
            }
            for name in NAMES:
                note(f"Run {number} of {RUNS}: {NAMES[name]}: the service, pgbench, pgbench pipelined")
                server.sql("CHECKPOINT")
                ours[name].append(measured(server, work[name]))
                server.sql("CHECKPOINT")
                plain[name].append(peer.per_second(name, False))
                pipelined[name].append(peer.per_second(name, True))
    return ours, plain, pipelined


def report(ours, plain, pipelined):
    rows = []
    for name, title in NAMES.items():
        figure = median(ours[name])
        peers = [statistics.median(results[name]) for results in (plain, pipelined)]
        ratios = [figure["per_second"] / peer for peer in peers]
        rows.append((
            title, f"{figure['per_second']:,.0f}", f"{figure['p50_ms']:.1f}", f"{figure['p99_ms']:.1f}",
            f"{figure['cpu_us']:.0f}", f"{figure['server_us']:.0f}",
            f"{peers[0]:,.0f}", f"{ratios[0]:.2f}" + ("" if ratios[0] >= FLOOR else f", below {FLOOR}"),
            f"{peers[1]:,.0f}", f"{ratios[1]:.2f}"))
    return table(
        ["path", "a second", "p50 ms", "p99 ms", "processor µs each", "PostgreSQL's µs each", "pgbench, by statement",
         "ratio", "pgbench, pipelined", "ratio"], rows) + [
        "", f"Floor: {FLOOR} of pgbench by statement. PostgreSQL {CLIENTS} connections on both sides, `fsync` and "
        "`synchronous_commit` on; service, database and load generator share the machine."]
