"""The health check beside nginx's static reply of the same length: the cost of an exchange and nothing else."""

import pathlib
import socket
import subprocess
import tempfile
import time

from harness import RUNS, note
from harness.load import median, wrk
from harness.report import table
from harness.service import Process, Service, processor_seconds

ORDER = 50
NGINX = """
daemon off; worker_processes auto; error_log /dev/null crit; pid {folder}/nginx.pid;
events {{ worker_connections 1024; }}
http {{
  access_log off; keepalive_requests 100000000;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{
    listen 127.0.0.1:{port} backlog=511;
    location = /healthz {{ default_type application/json; return 200 '{{"status":"ok"}}'; }}
  }}
}}
"""


class Nginx(Process):
    """nginx with a static JSON reply; a worker a core, as many as the service has threads."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        configuration = folder / "nginx.conf"
        configuration.write_text(NGINX.format(folder=folder, port=self.port))
        super().__init__(
            ["nginx", "-p", folder, "-c", configuration], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.await_port()

    def processor_seconds(self):
        """The workers' processor time; the master has none worth counting."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
            return sum(processor_seconds(int(worker)) for worker in file.read().split())

    def await_port(self):
        """Returns when the port answers."""
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise SystemExit("nginx did not get ready")


def run(folder):
    ours, theirs = [], []
    with Service(folder / "data") as service, Nginx(pathlib.Path(tempfile.mkdtemp(dir=folder))) as nginx:
        for number in range(1, RUNS + 1):
            note(f"Run {number} of {RUNS}: health check, nginx")
            ours.append(wrk(service, service.url, "get.lua", ["/healthz"], seconds=2))
            theirs.append(wrk(nginx, nginx.url, "get.lua", ["/healthz"], seconds=2))
    ours, theirs = median(ours), median(theirs)
    rows = [
        (name, f"{figure['per_second']:,.0f}", f"{figure['p50_ms']:.2f}", f"{figure['p99_ms']:.2f}",
         f"{figure['cpu_us']:.1f}")
        for name, figure in (("health check", ours), ("nginx, static JSON reply", theirs))]
    rows.append((
        "ratio", f"{ours['per_second'] / theirs['per_second']:.2f}", "", "",
        f"{ours['cpu_us'] / theirs['cpu_us']:.2f}"))
    return table(["path", "a second", "p50 ms", "p99 ms", "processor µs each"], rows)
