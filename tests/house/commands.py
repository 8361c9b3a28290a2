"""What tidy and headers share: the preset tidy's compile commands, and the files that a change touches."""
import json
import pathlib
import re
import shlex
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
build = root / "build-tidy"
grouped = root / "build-tidy-grouped"


def output(*command):
    return subprocess.run(command, cwd=root, text=True, stdout=subprocess.PIPE).stdout


def compile_commands(preset, folder):
    """File and command of everything that the preset compiles."""
    configured = subprocess.run(["cmake", "--preset", preset], cwd=root, text=True, capture_output=True)
    if configured.returncode:
        sys.exit(configured.stderr)
    for entry in json.loads((folder / "compile_commands.json").read_text()):
        yield pathlib.Path(entry["file"]), entry["command"]


def by_file():
    """Of every file that is compiled: its arguments, by its path from the project's folder."""
    found = {}
    for file, command in compile_commands("tidy", build):
        if file.is_relative_to(root) and not file.is_relative_to(build):
            found.setdefault(file.relative_to(root), shlex.split(command))
    return found


def groups():
    """Of every group of sources that cmake compiles as one: the generated file, its arguments, the sources."""
    known = set()
    for file, command in sorted(compile_commands("tidy_grouped", grouped)):
        if not re.fullmatch(r"unity_\d+_cxx\.cxx", file.name):
            continue
        included = map(pathlib.Path, re.findall(r'^#include "(.*)"$', file.read_text(), re.M))
        sources = [source.relative_to(root) for source in included if not source.is_relative_to(grouped)]
        if not known.issuperset(sources):  # several suites may compile the same
            known.update(sources)
            yield file, shlex.split(command), sources


def changed(base):
    """Sources and headers that are not as they were at commit `base` (tests/house/base's, if empty)."""
    base = base or output("tests/house/base").strip()
    names = output("git", "diff", "--name-only", "--diff-filter=d", base, "--", "*.cpp", "*.hpp")
    return [pathlib.Path(name) for name in names.splitlines()]
