#!/usr/bin/env python3
"""One static large deflection as an input for CalculiX and as a scene for Sinew.

    cantilever.py write FOLDER NX NY NZ [TOLERANCE_CALCULIX TOLERANCE_SINEW [INCREMENTS]]
    cantilever.py read FOLDER

A cantilever of NX x NY x NZ hex8 (C3D8) elements, of the compressible neo-Hookean law of CalculiX
(*HYPERELASTIC, NEO HOOKE: C10 (J^-2/3 I1 - 3) + (J - 1)^2 / D1, which is material/mooney_rivlin
with c01 = 0), bends by half of its length under forces on the nodes of its end. `write` leaves
mesh.inp (which both programs read), beam.inp and beam.yaml. After `ccx beam` and
`sinew run beam.yaml -o results` in that folder, `read` prints as JSON what both found for a corner of
the end. Used by `sinew bench full` and tests/verification/calculix.
"""
import csv
import json
import pathlib
import sys

SIZE = (1.0, 0.1, 0.1)
C10, D1 = 2.0e4, 1.0e-5  # mu = 40 kPa, K = 200 kPa
FORCE = -1.8             # on the whole end, along z [N]


class Cantilever:
    def __init__(self, cells):
        self.cells = tuple(cells)

    def number(self, i, j, k):
        """The node of a place in the grid, from 1."""
        nx, ny, _ = self.cells
        return 1 + i + (nx + 1) * (j + (ny + 1) * k)

    @property
    def n_nodes(self):
        return self.number(*self.cells)

    def write(self, folder, tolerance_calculix=1e-7, tolerance_sinew=1e-9, increments=None):
        folder.mkdir(parents=True, exist_ok=True)
        self._write_mesh(folder / "mesh.inp")
        each = FORCE / ((self.cells[1] + 1) * (self.cells[2] + 1))
        (folder / "beam.inp").write_text(self._calculix(each, tolerance_calculix, increments))
        (folder / "beam.yaml").write_text(self._sinew(each, tolerance_sinew, increments or 10))

    def _write_mesh(self, path):
        nx, ny, nz = self.cells
        number = self.number
        lines = ["*NODE, NSET=ALL"]
        for k in range(nz + 1):
            for j in range(ny + 1):
                for i in range(nx + 1):
                    x = (SIZE[0] * i / nx, SIZE[1] * j / ny, SIZE[2] * k / nz)
                    lines.append(f"{number(i, j, k)}, {x[0]:.12g}, {x[1]:.12g}, {x[2]:.12g}")
        lines.append("*ELEMENT, TYPE=C3D8, ELSET=BEAM")
        element = 0
        for k in range(nz):
            for j in range(ny):
                for i in range(nx):
                    element += 1
                    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
                    nodes = [number(i + a, j + b, k + c) for c in (0, 1) for a, b in corners]
                    lines.append(", ".join(str(n) for n in [element] + nodes))
        for name, i in (("ROOT", 0), ("END", nx)):
            lines.append(f"*NSET, NSET={name}")
            lines += [f"{number(i, j, k)}," for k in range(nz + 1) for j in range(ny + 1)]
        path.write_text("\n".join(lines) + "\n")

    def _calculix(self, each, tolerance, increments):
        first = 1 / (increments or 10)
        direct = ", DIRECT" if increments and increments > 1 else ""
        static = f"*STATIC{direct}\n{first:.12g}, 1."
        return f"""*INCLUDE, INPUT=mesh.inp
*NSET, NSET=PROBE
{self.n_nodes},
*MATERIAL, NAME=RUBBER
*HYPERELASTIC, NEO HOOKE
{C10:.12g}, {D1:.12g}
*SOLID SECTION, ELSET=BEAM, MATERIAL=RUBBER
*BOUNDARY
ROOT, 1, 3
*STEP, NLGEOM, INC=1000
{static}
*CONTROLS, PARAMETERS=FIELD
{tolerance:.1e}, {tolerance:.1e}
*CLOAD
END, 3, {each:.12g}
*NODE PRINT, NSET=PROBE
U
*END STEP
"""

    def _sinew(self, each, tolerance, increments):
        return f"""sinew: 1
title: The cantilever of the comparison with CalculiX
time: {{end: 1 s, step: 1/{increments} s}}
scene:
  - node: beam
    mesh: {{type: abaqus, file: mesh.inp}}
    material: {{type: mooney_rivlin, c10: {C10:.12g}, c01: 0, d1: {D1:.12g}}}
    constraints: [{{type: fixed, where: {{plane: {{normal: [1, 0, 0], offset: 0}}}}}}]
    loads:
      - {{type: point, share: each, force: {{expr: ["0", "0", "{each:.12g}*t"]}},
         where: {{plane: {{normal: [1, 0, 0], offset: {SIZE[0]}}}}}}}
    solver: {{type: static, newton: {{tolerance: {tolerance:.1e}}}}}
    outputs: [{{type: probe, nodes: [{self.n_nodes - 1}], name: tip}}]
"""


def displacement_of_calculix(folder):
    """The last displacement that was printed [m]."""
    rows = [line.split() for line in (folder / "beam.dat").read_text().splitlines()]
    return [float(x) for x in [row for row in rows if len(row) == 4][-1][1:]]


def displacement_of_sinew(folder):
    with open(folder / "results" / "beam-tip.csv") as file:
        rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
    return [float(x) for x in rows[-1][1:4]]


def iterations_of_calculix(folder):
    """Increments that converged, and Newton iterations of all attempts, from beam.sta."""
    increments = iterations = 0
    for line in (folder / "beam.sta").read_text().splitlines():
        words = line.split()
        if len(words) >= 7 and words[0].isdigit():
            increments += not words[2].endswith("U")
            iterations += int(words[3])
    return increments, iterations


def iterations_of_sinew(folder):
    run = json.loads((folder / "results" / "run.json").read_text())
    return run["time"]["steps_done"], run["solvers"]["/beam"]["newton"]["iterations"]


def read(folder):
    return {
        "calculix": dict(zip(("increments", "iterations"), iterations_of_calculix(folder)),
                         tip=displacement_of_calculix(folder)),
        "sinew": dict(zip(("increments", "iterations"), iterations_of_sinew(folder)),
                      tip=displacement_of_sinew(folder)),
    }


def main(words):
    if len(words) == 2 and words[0] == "read":
        print(json.dumps(read(pathlib.Path(words[1]))))
    elif len(words) in (5, 7, 8) and words[0] == "write":
        beam = Cantilever(int(word) for word in words[2:5])
        tolerances = [float(word) for word in words[5:7]]
        beam.write(pathlib.Path(words[1]), *tolerances, *(int(word) for word in words[7:]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
