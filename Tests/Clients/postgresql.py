"""A private PostgreSQL and pgbouncer from the system's packages, in a temporary folder on free loopback ports."""

import glob
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time


def unprivileged(*command):
    """The server refuses to run as root."""
    command = [str(word) for word in command]
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else command


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd="/tmp", timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, fsync="off"):
        """Without waiting for the disk, unless that is what is asked about."""
        self.fsync = fsync
        self.tools = self.newest_tools()
        self.folder = tempfile.mkdtemp(prefix="bramley-postgresql-")
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.port = free_port()
        self.count = 0
        run(*unprivileged(self.tools / "initdb", "-D", f"{self.folder}/data", "-U", "bramley", "-A", "trust",
                          "-E", "UTF8", "--no-sync"))
        self.start()

    @staticmethod
    def newest_tools():
        return pathlib.Path(sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))[-1]).parent

    def start(self):
        options = (f"-c listen_addresses=127.0.0.1 -c port={self.port} -c fsync={self.fsync} "
                   f"-c unix_socket_directories={self.folder} -c max_connections=200")
        # The server keeps what it inherits open: its output goes to its log, never to a pipe of ours.
        with open(os.devnull) as nothing:
            subprocess.run(
                unprivileged(self.tools / "pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-w",
                             "-o", options, "start"),
                stdin=nothing, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp", timeout=60,
                check=True)

    def stop(self, mode="fast"):
        run(*unprivileged(self.tools / "pg_ctl", "-D", f"{self.folder}/data", "-m", mode, "-w", "stop"))

    def sql(self, text, database="postgres"):
        return run(str(self.tools / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text,
                   self.url(database))

    def make_database(self):
        self.count += 1
        name = f"test{self.count}"
        self.sql(f"CREATE DATABASE {name}")
        return name

    def url(self, database, port=None):
        return f"postgres://bramley@127.0.0.1:{port or self.port}/{database}"

    def close(self):
        subprocess.run(unprivileged(self.tools / "pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop"),
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class Pooler:
    """pgbouncer in transaction mode: each transaction may get another server session."""

    def __init__(self, server):
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix="bramley-pgbouncer-")
        path = pathlib.Path(self.folder) / "pgbouncer.ini"
        path.write_text(
            f"[databases]\n* = host=127.0.0.1 port={server.port}\n"
            f"[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port={self.port}\nunix_socket_dir=\n"
            "auth_type=any\npool_mode=transaction\ndefault_pool_size=4\nmax_client_conn=100\n"
            f"logfile={self.folder}/log\n")
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
            shutil.chown(path, "postgres")
        # "any" logs in as the user that the database line names.
        path.write_text(path.read_text().replace(f"port={server.port}\n", f"port={server.port} user=bramley\n"))
        self.process = subprocess.Popen(unprivileged("/usr/sbin/pgbouncer", path), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp")
        deadline = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert time.monotonic() < deadline, (pathlib.Path(self.folder) / "log").read_text()
                time.sleep(0.02)

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)
