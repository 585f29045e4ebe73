"""A command as a container or a unit starts it: a read-only root, a user by number, no HOME, no temporary folder.

A mount namespace makes the files of this machine read-only for the command alone, and setpriv takes everything that
root may do.  Ports are all free to it.  What the command expects to find elsewhere, such as /opt/backalley, is laid
there first, in memory.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

__all__ = ["USER", "confined", "need_confinement"]

USER = 65532
_ROOT = Path(__file__).parents[2]
_BIN = Path(sys.executable).parent
_LOOPBACK = (  # up, by ioctl SIOCSIFFLAGS, since not every machine has ip
    "import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sh14x', b'lo', 0x1 | 0x40))"
)
_KERNEL = ("/proc", "/sys", "/dev")


def need_confinement() -> None:
    """Skips a test where commands cannot be confined, and says why."""
    if os.geteuid() != 0 or shutil.which("unshare") is None or shutil.which("setpriv") is None:
        pytest.skip("needs root, unshare and setpriv to make files read-only for one command")
    tried = subprocess.run(
        confined([sys.executable, "-c", "import solver.deal"], {}), capture_output=True, text=True, check=False
    )
    if tried.returncode:
        pytest.skip(f"commands cannot be confined here: {tried.stderr.strip()[-200:]}")


def confined(
    command: Sequence[str],
    env: Mapping[str, str],
    *,
    memory: bool = True,
    links: Mapping[str, Path] | None = None,
    files: Mapping[str, Path] | None = None,
    writable: str | None = None,
) -> list[str]:
    """The command so confined, in a network of its own with nobody else.

    ``memory`` leaves /dev/shm to write to, as containers have it, and ``writable`` is another folder in memory;
    ``links`` and ``files`` are laid at paths below /opt and in /etc.
    """
    steps = [
        "set -e",
        f"{shlex.quote(sys.executable)} -c {shlex.quote(_LOOPBACK)}",
        "mount --make-rprivate /",
        "mount -t tmpfs tmpfs /mnt",
        "mkdir /mnt/upper /mnt/work",
    ]
    if files:
        steps.append("mount -t overlay -o lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work overlay /etc")
        steps += [f"install -m 644 {shlex.quote(str(source))} {place}" for place, source in files.items()]
    if links:
        steps.append("mount -t tmpfs tmpfs /opt")
        steps += [f"mkdir -p {Path(place).parent}; ln -s {shlex.quote(str(to))} {place}" for place, to in links.items()]
    # Every file system but the kernel's own; some cannot be remounted, and the last step looks whether it matters.
    kernel = "|".join(f"{path}|{path}/*" for path in _KERNEL)
    remount = f"case $at in {kernel}) ;; *) mount -o remount,bind,ro $at 2>/dev/null || true;; esac"
    steps.append(f"while read -r _ at _; do {remount}; done </proc/self/mounts")
    if not memory:
        steps.append("mount -o remount,bind,ro /dev/shm")
    if writable:
        steps.append(f"mount -t tmpfs tmpfs {writable}")
    for folder in ("/tmp", "/var/tmp", "/usr/tmp", shlex.quote(str(_ROOT)), *([] if memory else ["/dev/shm"])):
        if folder == writable:
            continue
        steps.append(f"if touch {folder}/.written 2>/dev/null; then echo '{folder} can be written' >&2; exit 99; fi")
    clean = " ".join(f"{name}={shlex.quote(value)}" for name, value in {"PATH": f"{_BIN}:/usr/bin:/bin", **env}.items())
    # Where the checkout or its Python lie in a folder of root's alone, reading is the one right that is kept.
    programs = Path(env.get("PATH", str(_BIN)).partition(":")[0])
    kept = "" if _is_open(programs) and _is_open(Path(sys.base_prefix).resolve()) else ",+dac_read_search"
    rights = f"--reuid {USER} --regid {USER} --clear-groups --no-new-privs --bounding-set=-all{kept}"
    rights += f" --inh-caps=-all{kept}" + (f" --ambient-caps=-all{kept}" if kept else "")
    steps.append(f"cd / && exec setpriv {rights} -- env -i {clean} {shlex.join(command)}")
    return ["unshare", "--mount", "--net", "--", "sh", "-c", "\n".join(steps)]


def _is_open(path: Path) -> bool:
    """Whether everybody may look into it."""
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))
