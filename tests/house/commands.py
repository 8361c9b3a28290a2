"""What tidy and headers share: the preset tidy's compile commands, and the files that a change touches."""
import json
import pathlib
import shlex
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
build = root / "build-tidy"


def output(*command):
    return subprocess.run(command, cwd=root, text=True, stdout=subprocess.PIPE).stdout


def by_file():
    """Of every file that is compiled: its arguments, by its path from the project's folder."""
    configured = subprocess.run(["cmake", "--preset", "tidy"], cwd=root, text=True, capture_output=True)
    if configured.returncode:
        sys.exit(configured.stderr)
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if file.is_relative_to(root) and not file.is_relative_to(build):
            found.setdefault(file.relative_to(root), shlex.split(entry["command"]))
    return found


def changed(base):
    """Sources and headers that are not as they were at commit `base` (tests/house/base's, if empty)."""
    base = base or output("tests/house/base").strip()
    names = output("git", "diff", "--name-only", "--diff-filter=d", base, "--", "*.cpp", "*.hpp")
    return [pathlib.Path(name) for name in names.splitlines()]
