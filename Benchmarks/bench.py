"""Drives the real binary with wrk and sets each figure beside its limit, measured in the same run."""

import argparse
import datetime
import itertools
import json
import os
import pathlib
import platform
import re
import signal
import statistics
import subprocess
import sys
import tempfile

import imports

ROOT = pathlib.Path(__file__).resolve().parents[1]
BINARY = ROOT / ".build/release/bramley"
SIGNER = ROOT / ".build/release/benchmark-credentials"
CACHE = ROOT / ".build/bench"
CONNECTIONS, THREADS, SECONDS, RUNS = 64, 2, 3, 3
SEED, NEW, RETURNING = 20_000, 100_000, 180_000
JSON = "application/json"
SIGN_IN = "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=bench"


def note(text):
    print("==>", text, file=sys.stderr, flush=True)


class Service:
    """`bramley dev` on free ports; the emulator's key is the signer's."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [BINARY, "dev", "--port", "0", "--apple-port", "0", "--data", folder,
             "--apple-keys", CACHE / "apple-keys.json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"service=(\S+) apple=(\S+)", line)
        if not found:
            sys.exit(f"bramley dev did not get ready: {line}")
        self.url = found.group(1)
        self.ticks = os.sysconf("SC_CLK_TCK")

    def processor_seconds(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / self.ticks

    def resident_mib(self):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)


def wrk(service, script, arguments, seconds=SECONDS, may_run_out=False):
    """One run; the figures of wrk and the service's processor time for each request."""
    before = service.processor_seconds()
    output = subprocess.run(
        ["wrk", "-t", str(THREADS), "-c", str(CONNECTIONS), "-d", f"{seconds}s", "--latency",
         "-s", ROOT / "Benchmarks" / script, service.url + "/", "--", *map(str, arguments)],
        capture_output=True, text=True)
    found = re.search(r"RESULT (\{.*\})", output.stdout)
    if not found:
        sys.exit(output.stdout + output.stderr)
    result = json.loads(found.group(1))
    if result["refused"] or result["socket_errors"] or (result["exhausted"] and not may_run_out):
        sys.exit(f"{script}: not every request was answered with 200: {result}\n{output.stdout}")
    result["per_second"] = result["requests"] / result["seconds"]
    result["cpu_us"] = (service.processor_seconds() - before) / result["requests"] * 1e6
    return result


def median(results):
    keys = ("per_second", "p50_ms", "p99_ms", "cpu_us")
    return {key: statistics.median(result[key] for result in results) for key in keys}


class Lines:
    """Hands out stretches of a file of request bodies, so that no body is sent twice."""

    def __init__(self, path):
        self.file = open(path, "rb")
        self.number = itertools.count()

    def take(self, count, folder):
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
        subprocess.run([SIGNER, CACHE, str(SEED), str(NEW), str(RETURNING)], check=True)
        marker.touch()


def openssl_limits():
    output = subprocess.run(
        ["openssl", "speed", "-seconds", "1", "rsa2048", "ecdsap256"], capture_output=True, text=True).stdout
    rsa = re.search(r"rsa 2048 bits\s+\S+\s+\S+\s+([\d.]+)\s+([\d.]+)", output)
    ec = re.search(r"256 bits ecdsa \(nistp256\)\s+\S+\s+\S+\s+([\d.]+)\s+([\d.]+)", output)
    return {"rsa_verify": float(rsa.group(2)), "ec_sign": float(ec.group(1)), "ec_verify": float(ec.group(2))}


def fdatasync_rate(folder):
    descriptor = os.open(folder / "fdatasync", os.O_CREAT | os.O_WRONLY)
    start, count = datetime.datetime.now(), 0
    while (elapsed := (datetime.datetime.now() - start).total_seconds()) < 1:
        os.pwrite(descriptor, b"x" * 4096, 4096 * (count % 256))
        os.fdatasync(descriptor)
        count += 1
    os.close(descriptor)
    return count / elapsed


def sign_in(folder):
    """Figures of sign-in and refresh, and their limits."""
    signed_ahead()
    note("Limits: openssl speed, fdatasync")
    limits = openssl_limits()
    limits["fdatasync"] = fdatasync_rate(folder)
    service = Service(folder / "data")
    idle = service.resident_mib()
    bodies = {name: Lines(CACHE / f"{name}.txt") for name in ("seed", "new", "returning")}

    def post(name, count, *kept, **options):
        arguments = [SIGN_IN, JSON, bodies[name].take(count, folder), THREADS, *kept]
        return wrk(service, "post_lines.lua", arguments, **options)

    note(f"Signing {SEED:,} people in, untimed")
    post("seed", SEED, seconds=8, may_run_out=True)
    runs = {"new": [], "returning": [], "refresh": []}
    for run in range(1, RUNS + 1):
        note(f"Run {run} of {RUNS}: new, returning, refresh")
        runs["new"].append(post("new", NEW // RUNS))
        runs["returning"].append(post("returning", RETURNING // RUNS * 2 // 3))
        # The answers' refresh tokens open the next run; reading them slows the generator, so untimed.
        post("returning", RETURNING // RUNS // 3, folder / f"sessions{run}", "refreshToken", seconds=1)
        runs["refresh"].append(
            wrk(service, "rotate_tokens.lua", [folder / f"sessions{run}", THREADS, THREADS]))
    memory = {"idle": idle, "loaded": service.resident_mib()}
    service.stop()
    return limits, {name: median(results) for name, results in runs.items()}, memory


def report(limits, figures, memory):
    """The lines of Benchmarks/results.md for sign-in."""
    # The parts that cannot be left out, on one core: one RSA check and one P-256 signature, or the signature.
    floor_us = {
        "new": 1e6 / limits["rsa_verify"] + 1e6 / limits["ec_sign"],
        "returning": 1e6 / limits["rsa_verify"] + 1e6 / limits["ec_sign"],
        "refresh": 1e6 / limits["ec_sign"],
    }
    names = {"new": "sign-in, new person", "returning": "sign-in, returning person", "refresh": "refresh with rotation"}
    lines = [
        "| path | a second | p50 ms | p99 ms | processor µs each | of it unavoidable crypto µs | ratio |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, figure in figures.items():
        lines.append(
            f"| {names[name]} | {figure['per_second']:,.0f} | {figure['p50_ms']:.1f} | {figure['p99_ms']:.1f} "
            f"| {figure['cpu_us']:.0f} | {floor_us[name]:.0f} | {figure['cpu_us'] / floor_us[name]:.1f} |")
    lines += [
        "",
        "| limit, same run | figure |",
        "| --- | --- |",
        f"| openssl speed rsa2048 verify, one core | {limits['rsa_verify']:,.0f}/s |",
        f"| openssl speed ecdsap256 sign · verify, one core | {limits['ec_sign']:,.0f}/s · {limits['ec_verify']:,.0f}/s |",
        f"| fdatasync of 4 KiB | {limits['fdatasync']:,.0f}/s |",
        f"| resident memory idle · after the runs | {memory['idle']:.0f} MiB · {memory['loaded']:.0f} MiB |",
    ]
    return lines


BENCHMARKS = {
    "sign-in": lambda folder: report(*sign_in(folder)),
    "import": lambda folder: imports.report(folder, CACHE, BINARY, import_service, note),
}


def import_service(folder):
    signed_ahead()
    return Service(folder)


def machine():
    model = "processor unknown"
    for line in open("/proc/cpuinfo", errors="replace"):
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores ({model}), {memory:.0f} GiB, {platform.system()} {platform.release()}"


def main():
    parser = argparse.ArgumentParser(prog="./bench")
    parser.add_argument("name", nargs="?", choices=sorted(BENCHMARKS), help="one benchmark; all when left out")
    chosen = parser.parse_args().name
    sections = []
    for name in [chosen] if chosen else BENCHMARKS:
        with tempfile.TemporaryDirectory(prefix="bench-", dir=CACHE.parent) as folder:
            sections.append((name, BENCHMARKS[name](pathlib.Path(folder))))
    head = [
        "# Benchmark results", "",
        f"Written by `./bench` on {datetime.date.today()}; {machine()}. The load generator runs on the same "
        f"machine: wrk, {CONNECTIONS} connections, {THREADS} threads, {SECONDS} s a run, medians of {RUNS}. "
        "SQLite at `synchronous=FULL`; every token is different.",
    ]
    if not chosen:
        body = [line for name, lines in sections for line in ["", f"## {name}", "", *lines]]
        (ROOT / "Benchmarks/results.md").write_text("\n".join(head + body) + "\n")
    for _, lines in sections:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
