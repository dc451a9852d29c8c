"""The emulator in Apple's place by name: back ends that cannot be told another address."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from conftest import BINARY, ROOT

from .compose import Compose

CLIENTS = pathlib.Path(__file__).resolve().parents[1]
COMPOSE = ROOT / "deploy/apple-emulator.compose.yaml"
NAMESPACES = ["unshare", "--map-root-user", "--net", "--mount"]


def may_make_namespaces():
    try:
        return subprocess.run([*NAMESPACES, "true"], capture_output=True, timeout=20).returncode == 0
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not may_make_namespaces(), reason="this machine gives no network namespaces (unshare)")
def test_an_unmodified_back_end_talks_https_to_appleid_apple_com(tmp_path):
    """The compose file as it stands: its command, port, name, volumes, health check and variables."""
    done = subprocess.run(
        [*NAMESPACES, sys.executable, "-m", "apple_relying_parties.by_name", "network", COMPOSE, BINARY, tmp_path],
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
    kept = tmp_path / "volumes/apple"
    assert (kept / "apple-emulator-authority.pem").stat().st_mode & 0o777 == 0o644
    assert (kept / "apple-emulator-authority.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(shutil.which("readelf") is None or shutil.which("dpkg-query") is None, reason="no readelf or dpkg")
def test_the_image_brings_every_library_that_the_binary_wants(tmp_path):
    """The packages of deploy/Containerfile, what Debian's slim image has, and what those depend on."""
    containerfile = Compose(COMPOSE, BINARY, tmp_path).containerfile("apple")
    image = containerfile[containerfile.rindex("FROM debian"):]
    named = set(image[image.index("--no-install-recommends") + 23:image.index("&& rm")].replace("\\", " ").split())
    output = subprocess.run(["readelf", "-d", BINARY], capture_output=True, text=True, check=True).stdout
    wanted = re.findall(r"\(NEEDED\).*\[(.+)\]", output)
    assert "libmicrohttpd.so.12" in wanted
    packages = {}
    for library in wanted:
        found = subprocess.run(["dpkg-query", "-S", f"*/{library}"], capture_output=True, text=True)
        packages[library] = {line.split(":")[0] for line in found.stdout.splitlines()}
    base = {"libc6", "libgcc-s1"}
    missing = {library: owners for library, owners in packages.items() if not owners & (named | base)}
    assert not missing, missing
