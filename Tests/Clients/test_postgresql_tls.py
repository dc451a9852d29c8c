"""TLS to PostgreSQL: a server that takes nothing else, its certificate checked or not (issue 8, point 1)."""

import os
import pathlib
import shutil
import subprocess

import pytest

import postgresql
from test_postgresql import Serve, until


def openssl(*arguments):
    done = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def certificate(folder, name, *options):
    """A key and a certificate of that name, signed by itself unless an issuer is named."""
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", f"/CN={name}", "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.crt", *options)
    return folder / f"{name}.crt"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One whose certificate is for 127.0.0.1 only, and which takes encrypted connections only."""
    instance = postgresql.Server()
    folder = tmp_path_factory.mktemp("certificates")
    certificate(folder, "authority")
    certificate(folder, "stranger")
    certificate(folder, "server", "-CA", folder / "authority.crt", "-CAkey", folder / "authority.key", "-addext",
                "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE")
    data = pathlib.Path(instance.folder) / "data"
    for ending in ("crt", "key"):
        place = data / f"server.{ending}"
        shutil.copyfile(folder / f"server.{ending}", place)
        place.chmod(0o600)
        if os.getuid() == 0:
            shutil.chown(place, "postgres")
    instance.certificates = folder
    instance.sql("CREATE DATABASE accounts")
    instance.sql("ALTER SYSTEM SET ssl = on")
    # The fixture's own look from inside stays open by the socket.
    (data / "pg_hba.conf").write_text("local all all trust\nhostssl all all 127.0.0.1/32 trust\n")
    instance.sql("SELECT pg_reload_conf()")
    yield instance
    instance.close()


def address(server, options, host="127.0.0.1"):
    return f"postgres://bramley@{host}:{server.port}/accounts?{options}"


@pytest.mark.parametrize("options", ["sslmode=require", "sslmode=verify-full&sslrootcert={authority}"])
def test_it_serves_over_tls(server, tmp_path, bramley, options):
    """`require` encrypts, `verify-full` checks whose certificate it is as well."""
    url = address(server, options.format(authority=server.certificates / "authority.crt"))
    one = Serve(tmp_path, "encrypted", url, bramley.apple)
    try:
        body = bramley.sign_in_body(*bramley.apple_authorization(bramley.apple_user()), with_code=False)
        assert one.sign_in(body).status_code == 200
        encrypted = server.sql(
            "SELECT bool_and(s.ssl) AND count(*) > 0 FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) "
            "WHERE a.application_name = 'bramley'", "accounts")
        assert encrypted == "t"
    finally:
        one.stop()


@pytest.mark.parametrize("options, host, said", [
    ("sslmode=verify-full&sslrootcert={stranger}", "127.0.0.1", "certificate verify failed"),
    ("sslmode=verify-full&sslrootcert={authority}", "localhost", "does not match host name"),
])
def test_a_certificate_that_is_not_the_servers_is_never_trusted(server, tmp_path, bramley, options, host, said):
    """It waits and says why: a certificate may be renewed without anybody touching this machine."""
    names = {name: server.certificates / f"{name}.crt" for name in ("authority", "stranger")}
    before = server.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", "accounts")
    waiting = Serve(tmp_path, "waiting", address(server, options.format(**names), host), bramley.apple, wait=False)
    try:
        until(lambda: said in waiting.log_path.read_text() and "waiting for it" in waiting.log_path.read_text())
        assert waiting.process.poll() is None
    finally:
        waiting.process.kill()
        waiting.process.wait(timeout=20)
        waiting.process.stdout.close()
    assert server.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", "accounts") == before


def test_a_server_that_wants_tls_refuses_a_plain_connection(server, tmp_path, bramley):
    """That is a mistake of the configuration: the start ends with status 78 and the server's words."""
    refused = Serve(tmp_path, "plain", address(server, "sslmode=disable"), bramley.apple, wait=False)
    assert refused.process.wait(timeout=30) == 78
    refused.process.stdout.close()
    assert "no encryption" in refused.log_path.read_text()
