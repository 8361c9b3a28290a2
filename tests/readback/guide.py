#!/usr/bin/python3
"""Runs the commands of a section of the user guide as they are written.

    guide.py SINEW SOURCES FOLDER HEADING FILE...

Takes every line of the section's blocks ```sh ... ``` in order, in FOLDER, where `scenes` is that of the
sources and `sinew` the one given; each must end with 0. The FILEs must be there afterwards. The section's
YAML must stand in a scene that one of the commands runs, line by line.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys


def main():
    sinew, sources, folder, heading, *files = sys.argv[1:]
    sources, folder = pathlib.Path(sources), pathlib.Path(folder)
    guide = (sources / "docs/user_guide.md").read_text()
    section = re.search(rf"^#+ {re.escape(heading)}\n(.*?)^#+ ", guide, re.M | re.S)
    if not section:
        raise SystemExit(f"the guide has no section '{heading}'")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", section[1], re.M | re.S)
    commands = [line for sort, text in blocks if sort == "sh" for line in text.splitlines() if line]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "scenes").symlink_to(sources / "scenes")
    environment = {**os.environ, "PATH": f"{pathlib.Path(sinew).parent}:{os.environ['PATH']}"}
    for command in commands:
        print(f"$ {command}", flush=True)
        subprocess.run(command, shell=True, cwd=folder, env=environment, check=True)
    for file in files:
        if not (folder / file).exists():
            raise SystemExit(f"{file} is not there")
    scenes = {word for command in commands for word in command.split() if word.endswith(".yaml")}
    written = {line.strip() for scene in scenes for line in (sources / scene).read_text().splitlines()}
    for sort, text in blocks:
        for line in text.splitlines() if sort == "yaml" else []:
            if line.split("#")[0].strip() not in written:
                raise SystemExit(f"no scene has the line: {line}")
    print(f"{len(commands)} commands")


main()
