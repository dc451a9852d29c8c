"""What the machine can do at most, measured in the same run; each limit once a run."""

import functools
import os
import re
import subprocess
import tempfile
import time


@functools.cache
def openssl():
    """RSA-2048 and P-256 signatures and verifications a second on one core."""
    output = subprocess.run(
        ["openssl", "speed", "-seconds", "1", "rsa2048", "ecdsap256"], capture_output=True, text=True).stdout
    rsa = re.search(r"rsa 2048 bits\s+\S+\s+\S+\s+([\d.]+)\s+([\d.]+)", output)
    ec = re.search(r"256 bits ecdsa \(nistp256\)\s+\S+\s+\S+\s+([\d.]+)\s+([\d.]+)", output)
    return {"rsa_sign": float(rsa.group(1)), "rsa_verify": float(rsa.group(2)),
            "ec_sign": float(ec.group(1)), "ec_verify": float(ec.group(2))}


@functools.cache
def fdatasync(folder):
    """How often a second 4 KiB become durable in the folder, one after the other."""
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        start, count = time.monotonic(), 0
        while (elapsed := time.monotonic() - start) < 1:
            os.pwrite(file.fileno(), b"x" * 4096, 4096 * (count % 256))
            os.fdatasync(file.fileno())
            count += 1
    return count / elapsed
