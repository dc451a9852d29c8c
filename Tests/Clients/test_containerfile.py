"""deploy/Containerfile: its steps are run one by one, and the program as they leave it (issue 8, point 7).

Without a container engine the machine itself stands for the image with Swift, and a fresh Debian in a folder for the
slim one; both are left as they were. Where there is an engine, it builds the image. Long: with BRAMLEY_DRILLS=1 only.
BRAMLEY_CONTAINER_BINARY names a binary that takes the place of the longest step.
"""

import json
import os
import shutil
import subprocess

import pytest
import requests

from conftest import ROOT
from containerfile import Root, build, parse
from postgresql import free_port
from test_postgresql import SEALING, until

PATH = ROOT / "deploy/Containerfile"
drill = pytest.mark.skipif(os.environ.get("BRAMLEY_DRILLS") != "1", reason="a drill")


def stages():
    return parse(PATH)


def test_its_stages_and_what_it_says_of_the_container():
    """One stage with Swift, one slim; nothing but the program goes from one to the other, and it runs as nobody's user."""
    first, second = stages()
    assert first.base.startswith("swift:6.") and first.base.endswith("-bookworm") and first.name == "build"
    assert second.base == "debian:12-slim"
    assert [rest for word, rest in second.steps if word == "COPY"] == [
        "--from=build /usr/local/bin/bramley /usr/local/bin/bramley"]
    words = [word for word, _ in second.steps]
    assert words.index("USER") > words.index("RUN") and "ENTRYPOINT" in words
    # What the manifest names must be copied, or the package does not resolve.
    copied = {name for word, rest in first.steps if word == "COPY" for name in rest.split()[:-1]}
    assert {"Package.swift", "Sources", "Tests"} <= copied
    assert all((ROOT / name).exists() for name in copied)


def engine():
    """A container engine that answers."""
    for name in ("podman", "docker"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, timeout=60).returncode == 0:
            return name
    return None


@drill
def test_an_engine_builds_and_runs_it(tmp_path):
    """Where there is one."""
    program = engine()
    if not program:
        pytest.skip("no container engine answers")
    done = subprocess.run([program, "build", "-q", "-f", PATH, "-t", "bramley-drill", ROOT], capture_output=True,
                          text=True, timeout=3600)
    assert done.returncode == 0, done.stderr[-3000:]
    said = subprocess.run([program, "run", "--rm", "bramley-drill", "--version"], capture_output=True, text=True,
                          timeout=120)
    assert said.returncode == 0, said.stderr


def context(folder):
    """What is checked in, as an engine would be given it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


@drill
@pytest.mark.skipif(os.getuid() != 0 or not shutil.which("mmdebstrap"), reason="needs root and mmdebstrap")
def test_its_steps_build_a_program_that_serves_in_a_bare_debian(tmp_path):
    """Every RUN and COPY; then the entry point as process 1, as its user, and a clean end by SIGTERM."""
    debian = tmp_path / "debian"
    made = subprocess.run(["mmdebstrap", "--variant=minbase", "--quiet", "bookworm", debian], capture_output=True,
                          text=True, timeout=900)
    if made.returncode:
        pytest.skip(f"no Debian could be had: {made.stderr[-300:]}")
    first, second = stages()
    builder = Root(tmp_path / "build", "/")
    binary = os.environ.get("BRAMLEY_CONTAINER_BINARY")

    def instead(command):
        if binary and "swift build" in command:
            target = builder.file("/usr/local/bin/bramley")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(binary, target)
            target.chmod(0o755)
            return target
        return None

    build(first, builder, context(tmp_path / "context"), {}, instead)
    slim = Root(tmp_path / "slim", debian)
    said = build(second, slim, None, {"build": builder})
    assert slim.user == "10001:10001"
    state = slim.file("/var/lib/bramley").stat()
    assert (state.st_uid, state.st_mode & 0o777) == (10001, 0o700)
    assert said["VOLUME"] == ["/var/lib/bramley"] and said["EXPOSE"] == ["8080", "8081"]
    serve(slim, said["ENTRYPOINT"] + said["CMD"])


def serve(slim, command):
    """Runs the container's command with a configuration where the command looks for it."""
    port, admin = free_port(), free_port()
    path = slim.file(command[-1])
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({
        "project": "my-app", "publicOrigin": f"http://localhost:{port}",
        "listen": {"public": f"127.0.0.1:{port}", "admin": f"127.0.0.1:{admin}"},
        "database": "sqlite:/var/lib/bramley/bramley.db", "keys": {"sealing": SEALING}, "apple.teamId": "DEMOTEAM01",
        "apple.bundleIds": ["com.example.app"]}))
    with subprocess.Popen(slim.command(*command), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline()
            assert line.startswith("ready service="), line + process.stderr.read()
            until(lambda: requests.get(f"http://127.0.0.1:{port}/readyz", timeout=20).status_code == 200)
            assert slim.file("/var/lib/bramley/bramley.db").stat().st_uid == 10001
            # To the program itself, as an engine sends it: the wrapper before it is ours.
            child = process.pid
            while True:
                with open(f"/proc/{child}/task/{child}/children") as children:
                    below = children.read().split()
                if not below:
                    break
                child = int(below[0])
            os.kill(child, 15)
            assert process.wait(timeout=60) == 0, process.stderr.read()
        finally:
            process.kill()
