#!/usr/bin/python3
"""Runs a scene, and judges what it left.

    run_scene.py SINEW SCENES NAME FOLDER [--data VARIABLE=FILE] [OPTION...]

Runs `SINEW run SCENES/NAME.yaml -o FOLDER OPTION...`. --data sets a variable to a public file of $SINEW_DATA,
and says SKIPPED where that is not there. Beside the exit code, run.json must say that the
run is ok, has done all of its steps, and had nothing to warn of but what expected.txt, beside this file,
says of the scene; every number in the tables must be finite; and the last row of each table must hold
what expected.txt says.
"""
import csv
import json
import math
import os
import pathlib
import subprocess
import sys


def expectations(scenes, name):
    """Rows (table, column, value, tolerance) and warnings for one scene; all must name scenes that are there."""
    rows, warnings = [], []
    for line in (pathlib.Path(__file__).parent / "expected.txt").read_text().splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        scene = words.pop(0)
        if not (scenes / f"{scene}.yaml").exists():
            raise SystemExit(f"expected.txt names a scene that is not there: {scene}")
        if scene != name:
            continue
        if words[0] == "warns":
            warnings.append(" ".join(words[1:]))
            continue
        table, column, value, tolerance = words
        rows.append((table, column, float(value), float(tolerance)))
    return rows, warnings


def last_row(file):
    """The last row by column, units left out of the names; raises ValueError at what is not finite."""
    with open(file, newline="") as stream:
        names, *rows = csv.reader(stream)
    numbers = [[float(cell) for cell in row] for row in rows]
    if not numbers or not all(math.isfinite(x) for row in numbers for x in row):
        raise ValueError(f"{file.name} has no rows, or numbers that are not finite")
    return dict(zip((name.split(" [")[0] for name in names), numbers[-1]))


def complaints(report, folder, expected, expected_warnings):
    if report["status"] != "ok" or report["errors"]:
        yield f"the status is {report['status']}: {report['message']}"
    if report["time"]["steps_done"] != report["time"]["n_steps"]:
        yield f"{report['time']['steps_done']} of {report['time']['n_steps']} steps are done"
    messages = [warning["message"] for warning in report["warnings"]]
    for message in messages:
        if not any(words in message for words in expected_warnings):
            yield f"it warns: {message}"
    for words in expected_warnings:
        if not any(words in message for message in messages):
            yield f"it does not warn: {words}"
    tables = {file.stem: file for file in folder.glob("*.csv")}
    rows = {}
    for name, file in sorted(tables.items()):
        try:
            rows[name] = last_row(file)
        except ValueError as error:
            yield str(error)
    for table, column, value, tolerance in expected:
        found = rows.get(table, {}).get(column)
        if found is None:
            yield f"there is no {column} in {table}.csv"
        elif abs(found - value) > tolerance:
            yield f"{column} ends at {found:.6g} in {table}.csv, expected {value:g} +- {tolerance:g}"


def with_data(options):
    """The options, with the public files that they name; ends the test as skipped without them."""
    if options[:1] != ["--data"]:
        return options
    variable, name = options[1].split("=")
    file = pathlib.Path(os.environ.get("SINEW_DATA", "/nowhere")) / name
    if not file.exists():
        print(f"SKIPPED: {file} is not there (set SINEW_DATA to the folder of the public meshes)")
        sys.exit(77)
    return ["--set", f"{variable}={file}", *options[2:]]


def main():
    sinew, scenes, name, folder, *options = sys.argv[1:]
    options = with_data(options)
    scenes, folder = pathlib.Path(scenes), pathlib.Path(folder)
    expected, expected_warnings = expectations(scenes, name)
    code = subprocess.run([sinew, "run", scenes / f"{name}.yaml", "-o", folder, *options]).returncode
    if code != 0:
        raise SystemExit(f"sinew ended with code {code}")
    report = json.loads((folder / "run.json").read_text())
    found = list(complaints(report, folder, expected, expected_warnings))
    raise SystemExit("\n".join(found) if found else 0)


main()
