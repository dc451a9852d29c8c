"""Runs the services of a compose file without a container engine: each in a root of its own, in one network.

What the file says is taken from the file: command, environment, volumes, aliases and health check; the entry point
is the Containerfile's. In place of the image stands this machine's system with the binary at the image's path. It
needs the privileges that `unshare --map-root-user --net --mount` gives.
"""

import json
import pathlib
import re
import subprocess
import time

import yaml

# $1 the root, $2 the hosts file, $3 the binary, $4 its path in the image; then SOURCE TARGET MODE for each volume,
# `--`, and the command.
ENTER = r"""
root=$1 hosts=$2 binary=$3 place=$4; shift 4
mkdir -p "$root" && mount -t tmpfs tmpfs "$root"
for entry in /*; do
  if [ -L "$entry" ]; then cp -P "$entry" "$root$entry"
  elif [ -d "$entry" ]; then mkdir "$root$entry" && mount --rbind "$entry" "$root$entry"; fi
done
mount --bind "$hosts" "$root/etc/hosts"
mount -t tmpfs tmpfs "$root${place%/*}" && touch "$root$place" && mount --bind "$binary" "$root$place"
while [ "$1" != -- ]; do
  mkdir -p "$root$2" && mount --bind "$1" "$root$2"
  [ "$3" = ro ] && mount -o remount,bind,ro "$root$2"
  shift 3
done
shift
exec chroot "$root" "$@"
"""


class Compose:
    """A compose file whose services can be run."""

    def __init__(self, path, binary, folder):
        self.path, self.binary, self.folder = pathlib.Path(path), binary, pathlib.Path(folder)
        self.services = yaml.safe_load(self.path.read_text())["services"]
        aliases = [alias for service in self.services.values()
                   for network in (service.get("networks") or {}).values() for alias in network["aliases"]]
        self.hosts = self.folder / "hosts"
        self.hosts.write_text(" ".join(["127.0.0.1", "localhost", *self.services, *aliases]) + "\n")

    def containerfile(self, name):
        build = self.services[name]["build"]
        return (self.path.parent / build["context"] / build["dockerfile"]).read_text()

    def entry_point(self, name):
        """What the image starts; the compose file's command is appended."""
        return json.loads(re.findall(r"^ENTRYPOINT (\[.*\])$", self.containerfile(name), re.MULTILINE)[-1])

    def entered(self, name, command, environment):
        """The command line that runs a command as the service, its volumes and names in place."""
        place = self.entry_point(name)[0] if "build" in self.services[name] else "/usr/local/bin/bramley"
        volumes = []
        for volume in self.services[name].get("volumes", []):
            source, target, *mode = volume.split(":")
            kept = self.folder / "volumes" / source
            kept.mkdir(parents=True, exist_ok=True)
            volumes += [str(kept), target, (mode or ["rw"])[0]]
        root = self.folder / "roots" / name
        variables = {**environment, **self.services[name].get("environment", {})}
        # A service that is stopped takes its mounts with it.
        return ["unshare", "--mount", "sh", "-ec", ENTER, "sh", str(root), str(self.hosts), str(self.binary), place,
                *volumes, "--", "env", "-i", *(f"{key}={value}" for key, value in variables.items()), *command]

    def start(self, name, environment):
        """The service by its own entry point and command; returns once its health check passes."""
        command = self.entry_point(name) + self.services[name]["command"]
        process = subprocess.Popen(self.entered(name, command, environment), stdout=subprocess.DEVNULL)
        check = self.services[name]["healthcheck"]
        assert check["test"][0] == "CMD", check
        for _ in range(check["retries"]):
            if process.poll() is not None:
                break
            test = self.entered(name, check["test"][1:], environment)
            if subprocess.run(test, capture_output=True, timeout=30).returncode == 0:
                return process
            time.sleep(float(check["interval"].removesuffix("s")))
        process.kill()
        raise AssertionError(f"{name} did not become healthy")
