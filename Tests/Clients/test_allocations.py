"""A guard of the hot path without a clock (issue 9): allocations of the whole process for each request.

The figures are those of one request after the other, with every allocation counted: Swift's, OpenSSL's, SQLite's
and the HTTP library's. Whoever raises one of them does so on purpose and says why in docs/performance.md.
"""

import mmap
import pathlib
import shutil
import struct
import subprocess

import pytest
import requests

from conftest import running

REQUESTS = 200
# Recorded figures with a tenth more, for libraries of other versions.
BOUNDS = {"returning": 264, "new": 333, "refresh": 202, "lookup": 100}


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    """A Bramley whose allocations are counted, and a function that reads the count."""
    compiler = shutil.which("cc") or shutil.which("clang")
    assert compiler, "There is neither cc nor clang; Swift's toolchain has the latter."
    folder = tmp_path_factory.mktemp("allocations")
    library, count = folder / "count.so", folder / "count"
    source = pathlib.Path(__file__).with_name("count_allocations.c")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    count.write_bytes(bytes(8))
    with running(environment={"LD_PRELOAD": str(library), "ALLOCATION_COUNT": str(count)}) as bramley, \
            open(count, "rb") as file, mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ) as place:
        yield bramley, lambda: struct.unpack("Q", place[:8])[0]


def each(count, requests_made):
    """Allocations for each request of a list, over one connection; the first ones warm caches up."""
    with requests.Session() as session:
        for request in requests_made[:20]:
            assert session.send(request, timeout=20).status_code == 200
        before = count()
        for request in requests_made[20:]:
            assert session.send(request, timeout=20).status_code == 200
        return (count() - before) / len(requests_made[20:])


def prepared(url, **body):
    return requests.Request("POST", url, **body).prepare()


def test_allocations_stay_within_the_recorded_figures(counted):
    bramley, count = counted

    def sign_in(user):
        authorization, nonce = bramley.apple_authorization(user)
        body = bramley.sign_in_body(authorization, nonce, with_code=False)
        return prepared(bramley.url("accounts:signInWithIdp"), json=body)

    users = [bramley.apple_user() for _ in range(REQUESTS)]
    # All credentials first: the emulator lives in the same process.
    first, second, third = ([sign_in(user) for user in users] for _ in range(3))
    figures = {"new": each(count, first), "returning": each(count, second)}
    with requests.Session() as session:
        answers = [session.send(request, timeout=20).json() for request in third]
    figures["lookup"] = each(
        count, [prepared(bramley.url("accounts:lookup"), json={"idToken": answer["idToken"]}) for answer in answers])
    refresh = f"{bramley.service}/securetoken.googleapis.com/v1/token?key=any"
    figures["refresh"] = each(count, [
        prepared(refresh, data={"grant_type": "refresh_token", "refresh_token": answer["refreshToken"]})
        for answer in answers])
    print(figures)
    over = {name: figure for name, figure in figures.items() if figure > BOUNDS[name]}
    assert not over, f"allocations for each request: {figures}, recorded bounds: {BOUNDS}"
    # A figure far below its bound is a bound that guards nothing: record the new one.
    loose = {name: figure for name, figure in figures.items() if figure < BOUNDS[name] * 0.75}
    assert not loose, f"allocations for each request: {figures}; lower these bounds: {BOUNDS}"
