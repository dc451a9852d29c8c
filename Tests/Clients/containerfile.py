"""Reads a Containerfile and runs its steps without a container engine: each stage in a folder, by chroot."""

import json
import os
import pathlib
import shlex
import shutil
import subprocess


class Stage:
    """One FROM with what follows."""

    def __init__(self, base, name):
        self.base, self.name = base, name
        self.steps = []


def parse(path):
    """The stages in order; a step is the instruction and the rest of its line."""
    stages, pending = [], ""
    for line in path.read_text().splitlines():
        if line.lstrip().startswith("#") or not line.strip():
            continue
        pending += line.rstrip().removesuffix("\\")
        if line.rstrip().endswith("\\"):
            continue
        word, rest = pending.strip().split(None, 1)
        pending = ""
        if word == "FROM":
            base, *name = rest.split()
            stages.append(Stage(base, name[1] if name else None))
        else:
            stages[-1].steps.append((word, rest))
    return stages


class Root:
    """A file system that a stage's steps work on: an upper layer over a lower one."""

    def __init__(self, folder, lower):
        self.lower = lower
        self.upper, self.work, self.path = (folder / name for name in ("upper", "work", "root"))
        for one in (self.upper, self.work, self.path):
            one.mkdir(parents=True)
        self.directory = "/"
        self.user = None

    def command(self, *words):
        """What runs a command inside; mounts end with it."""
        mounts = (f"mount -t overlay overlay -o lowerdir={self.lower},upperdir={self.upper},workdir={self.work} {self.path}"
                  f" && mount --rbind /dev {self.path}/dev && mount -t proc proc {self.path}/proc"
                  f" && cp /etc/resolv.conf {self.path}/etc/resolv.conf && exec chroot ")
        if self.user:
            mounts += f"--userspec={self.user} "
        inside = f"cd {shlex.quote(self.directory)} && exec {shlex.join(words)}"
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child=SIGTERM", "sh", "-c",
                f"{mounts}{self.path} /bin/sh -c {shlex.quote(inside)}"]

    def run(self, *words, **options):
        done = subprocess.run(self.command(*words), stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)
        assert done.returncode == 0, f"{words}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    def file(self, path):
        """Where a file stands that a step has made."""
        return self.upper / path.lstrip("/")

    def place(self, target):
        """A path of the stage, below its folder."""
        return self.upper / os.path.join(self.directory, target).lstrip("/")


def build(stage, root, context, stages, instead=lambda command: None):
    """Runs a stage's steps; what they say of the running container is answered.

    `instead` may do a RUN step in another way and says so by an answer.
    """
    said = {}
    for word, rest in stage.steps:
        if word == "RUN":
            if instead(rest) is None:
                root.run("/bin/sh", "-c", rest, timeout=3000)
        elif word == "WORKDIR":
            root.directory = rest
            root.file(rest).mkdir(parents=True, exist_ok=True)
        elif word == "COPY":
            copy(rest.split(), root, context, stages)
        elif word == "USER":
            root.user = rest
        elif word in ("ENTRYPOINT", "CMD"):
            said[word] = json.loads(rest)
        else:
            said.setdefault(word, []).extend(rest.split())
    return said


def copy(words, root, context, stages):
    """COPY of files and folders, from the context or from another stage."""
    source = context
    if words[0].startswith("--from="):
        source = stages[words.pop(0).removeprefix("--from=")].upper
    *names, target = words
    for name in names:
        found, place = source / name.lstrip("/"), root.place(target)
        if found.is_dir():
            shutil.copytree(found, place, symlinks=True, dirs_exist_ok=True)
        else:
            place = place / pathlib.Path(name).name if target.endswith("/") else place
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(found, place)
