"""Two PostgreSQL nodes, the second a synchronous standby; the primary dies, the standby takes its place."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from postgresql import Server, free_port, run, unprivileged


class Node:
    """One node at a port that stays its own through every change of roles."""

    def __init__(self, tools, folder, name):
        self.tools, self.name, self.port = tools, name, free_port()
        self.files = folder / name
        self.conninfo = f"host=127.0.0.1 port={self.port} user=bramley dbname=postgres"

    def tool(self, name, *arguments):
        return run(*unprivileged(self.tools / name, *arguments))

    def start(self):
        """On the command line: what a rewind or a base backup must not carry from node to node."""
        options = (f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories= "
                   "-c max_connections=100 -c synchronous_commit=on")
        with open(os.devnull) as nothing:
            subprocess.run(
                unprivileged(self.tools / "pg_ctl", "-D", self.files, "-l", f"{self.files}.log", "-w", "-t", "60",
                             "-o", options, "start"),
                stdin=nothing, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp", timeout=90,
                check=True)

    def _signal(self, number):
        """To the server and every process of it."""
        parent = int((self.files / "postmaster.pid").read_text().split()[0])
        os.kill(parent, signal.SIGSTOP)  # No children after these.
        children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        processes = [parent, *map(int, children)]
        for process in processes:
            os.kill(process, number)
        return processes

    def freeze(self):
        """It answers nothing any more, and no connection breaks: the network or the disk is gone."""
        self._signal(signal.SIGSTOP)

    def kill(self):
        """kill -9, also of a frozen one: every connection breaks at once."""
        processes = self._signal(signal.SIGKILL)
        while any(self._is_alive(process) for process in processes):
            time.sleep(0.01)
        # Its number may wait for somebody to reap it, and the next start would take it for alive.
        (self.files / "postmaster.pid").unlink()

    @staticmethod
    def _is_alive(process):
        try:
            return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False

    def sql(self, text, database="postgres"):
        return run(str(self.tools / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text,
                   f"postgres://bramley@127.0.0.1:{self.port}/{database}")

    def close(self):
        subprocess.run(unprivileged(self.tools / "pg_ctl", "-D", self.files, "-m", "immediate", "stop"),
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp", check=False)


class Cluster:
    """A primary that acknowledges nothing before its standby has it on disk."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bramley-cluster-"))
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        tools = Server.newest_tools()
        self.primary, self.standby = (Node(tools, self.folder, name) for name in ("one", "two"))
        self.primary.tool("initdb", "-D", self.primary.files, "-U", "bramley", "-A", "trust", "-E", "UTF8", "-k",
                          "--no-sync")
        # In the file, since a rewind starts the server by itself to recover it, and must find old log afterwards.
        with open(self.primary.files / "postgresql.conf", "a") as settings:
            settings.write("wal_keep_size = 1GB\n")
        self.primary.start()
        self._copy()
        self.standby.start()
        self._synchronize()

    def url(self, database):
        """Both hosts and nothing else, as an operator would write it; whichever takes writes is used."""
        nodes = sorted((self.primary, self.standby), key=lambda node: node.name)
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
        return f"postgres://bramley@{hosts}/{database}"

    def promote(self):
        """The standby becomes the primary, as whoever watches over a cluster would decide it."""
        self.standby.tool("pg_ctl", "-D", self.standby.files, "-w", "-t", "30", "promote")
        self.primary, self.standby = self.standby, self.primary

    def rejoin(self):
        """The one that died follows the new primary; what it alone had is rewound."""
        # A rewind reads the new timeline from the primary's control file, which the next checkpoint writes.
        self.primary.sql("CHECKPOINT")
        try:
            self.standby.tool("pg_rewind", "-D", self.standby.files, "--source-server", self.primary.conninfo, "-R")
            way = "rewound"
        except AssertionError:
            shutil.rmtree(self.standby.files)
            self._copy()
            way = "copied anew"
        self.standby.start()
        self._synchronize()
        return way

    def _copy(self):
        self.standby.tool("pg_basebackup", "-D", self.standby.files, "-d", self.primary.conninfo, "-R",
                          "-c", "fast", "-X", "stream")

    def _synchronize(self):
        self._until("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")
        self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.sql("SELECT pg_reload_conf()")
        self._until("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")

    def _until(self, query):
        deadline = time.monotonic() + 60
        while self.primary.sql(query) != "1":
            assert time.monotonic() < deadline, pathlib.Path(f"{self.standby.files}.log").read_text()[-2000:]
            time.sleep(0.05)

    def close(self):
        for node in (self.primary, self.standby):
            node.close()
        shutil.rmtree(self.folder, ignore_errors=True)
