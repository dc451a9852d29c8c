"""The real binary, started for a benchmark and watched from outside."""

import contextlib
import ctypes
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request

from . import CACHE, RELEASE


def processor_seconds(pid):
    """User and system time of a process so far, all its threads; to the nanosecond, where `/proc` counts ticks of 10 ms."""
    clock = ctypes.c_int()
    if error := ctypes.CDLL(None).clock_getcpuclockid(int(pid), ctypes.byref(clock)):
        raise OSError(error, os.strerror(error), f"process {pid}")
    return time.clock_gettime(clock.value)


def seconds_by_process(pids):
    """User and system time so far of those processes that live, by their numbers as given."""
    found = {}
    for pid in pids:
        # One may have ended since they were listed.
        with contextlib.suppress(ProcessLookupError):
            found[pid] = processor_seconds(pid)
    return found


class Process:
    """A server process: its processor time and memory as the kernel counts them."""

    def counters(self):
        """What it counts of its own work; nothing here."""
        return {}

    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, text=True, **options)

    def processor_seconds(self):
        """User and system time so far."""
        return processor_seconds(self.process.pid)

    def resident_mib(self):
        """Resident memory in MiB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            for line in file:
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) / 1024
        return 0.0

    def stop(self):
        """Ends it cleanly."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


class Service(Process):
    """`bramley dev` on free ports; the emulator's key is the signer's."""

    def __init__(self, folder, *options):
        keys = CACHE / "apple-keys.json"
        command = [RELEASE / "bramley", "dev", "--port", "0", "--apple-port", "0", "--data", folder]
        command += ["--apple-keys", keys] if keys.exists() else []
        start = time.monotonic()
        super().__init__([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = self.process.stdout.readline()
        self.seconds_to_ready = time.monotonic() - start
        found = re.search(r"service=(\S+) apple=(\S+)", line)
        if not found:
            sys.exit(f"bramley dev did not get ready: {line}")
        self.url, self.apple_url = found.groups()

    def counters(self):
        """What the store has written so far, by name."""
        with urllib.request.urlopen(self.url + "/metrics", timeout=10) as answer:
            found = re.findall(r"^bramley_store_(\w+)_total (\d+)$", answer.read().decode(), re.MULTILINE)
        return {name: int(value) for name, value in found}
