"""The emulator in Apple's place by name: back ends that cannot be told another address."""

import json
import pathlib
import subprocess
import sys

import pytest

from conftest import BINARY

CLIENTS = pathlib.Path(__file__).resolve().parents[1]
NAMESPACES = ["unshare", "--map-root-user", "--net", "--mount"]


def may_make_namespaces():
    try:
        return subprocess.run([*NAMESPACES, "true"], capture_output=True, timeout=20).returncode == 0
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not may_make_namespaces(), reason="this machine gives no network namespaces (unshare)")
def test_an_unmodified_back_end_talks_https_to_appleid_apple_com(tmp_path):
    """Issue "Apple emulator", point 7: name, port 443 and authority file are all that the compose example adds."""
    hosts = tmp_path / "hosts"
    hosts.write_text("127.0.0.1 localhost appleid.apple.com\n")
    done = subprocess.run(
        [*NAMESPACES, "sh", "-c", 'mount --bind "$1" /etc/hosts && shift && exec "$@"', "sh", hosts,
         sys.executable, "-m", "apple_relying_parties.by_name", "network", BINARY, tmp_path],
        capture_output=True, text=True, timeout=180, cwd=CLIENTS)
    assert done.returncode == 0, done.stdout + done.stderr
    said = {}
    for line in done.stdout.splitlines():
        said.update(json.loads(line))
    assert said.pop("backend") == ["https://appleid.apple.com", "maria@example.com"]
    assert said.pop("python") == "https://appleid.apple.com"
    assert said.pop("curl", "200") == "200"
    assert said.pop("node", "https://appleid.apple.com") == "https://appleid.apple.com"
    assert said == {}
