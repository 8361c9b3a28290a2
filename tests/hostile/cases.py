"""Input that must be refused: files, a command, the exit codes that are right, and words that it must say."""
import dataclasses
import os
import socket
import typing


@dataclasses.dataclass
class Case:
    name: str
    command: list
    files: dict
    words: list
    codes: tuple = (2,)
    seconds: float = 20
    prepare: typing.Callable = None  # of the folder and the program; may give a process that runs beside


BEAM = """sinew: 1
time: {end: 0.1 s, step: 1/50 s}
scene:
  - node: beam
    mesh: {type: box, size: [1, 0.1, 0.1], cells: [10, 2, 2], element: tet4}
    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    loads: [{type: gravity}]
    solver: {type: implicit_newmark}
    outputs: [{type: vtu}]
"""

RUN = ["sinew", "run", "beam.yaml", "-o", "out"]
VALIDATE = ["sinew", "validate", "beam.yaml"]
CASES = []


def case(name, command, files, words, **more):
    CASES.append(Case(name, command, files, words, **more))


def scene(name, old, new, words, command=None, **more):
    """The beam with one text replaced."""
    assert old in BEAM, old
    case(name, command or RUN, {"beam.yaml": BEAM.replace(old, new, 1)}, words, **more)


# Text that is no scene.
case("empty scene", VALIDATE, {"beam.yaml": ""}, ["beam.yaml"])
case("binary scene", VALIDATE, {"beam.yaml": bytes(range(256)) * 40}, ["beam.yaml"])
case("NUL bytes", VALIDATE, {"beam.yaml": b"sinew: 1\n\0\0\0\n"}, ["beam.yaml"])
case("not UTF-8", VALIDATE, {"beam.yaml": BEAM.encode().replace(b"beam", b"b\xff\xfem")}, ["beam.yaml"])
case("a megabyte of brackets", VALIDATE, {"beam.yaml": "sinew: 1\nscene: " + "[" * 1000000}, ["beam.yaml"])
case("deep nesting", VALIDATE, {"beam.yaml": "sinew: 1\nscene: " + "[" * 5000 + "]" * 5000}, ["beam.yaml"])
case("billion laughs", VALIDATE, {"beam.yaml": "sinew: 1\na: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi")) + "scene: *i\n"}, ["beam.yaml"])
case("includes itself", VALIDATE, {"beam.yaml": "sinew: 1\ninclude: beam.yaml\n"}, ["beam.yaml"])
case("a folder as a scene", ["sinew", "validate", "."], {}, ["error"])
case("a scene that is not there", ["sinew", "run", "none.yaml", "-o", "out"], {}, ["none.yaml"])

# Values.
scene("unknown key", "young:", "yuong:", ["did you mean 'young'"])
scene("expression of 400 kB", "1 MPa", "1" + "+1" * 200000 + " MPa", ["beam.yaml:"], command=VALIDATE)
scene("expression that never ends", "1 MPa", "(" * 2000 + "1" + ")" * 2000 + " MPa", ["beam.yaml:"], command=VALIDATE)
scene("text of 31 kB of base64", "1 MPa", "'" + "QUJD" * 8000 + "'", ["beam.yaml:6:"], command=VALIDATE)
scene("rotation as a list", "    material:", "    transform: {rotate: [0, 30, 0]}\n    material:",
      ["axis", "angle"], command=VALIDATE)
scene("where as a word", "{plane: {normal: [1, 0, 0], offset: 0}}", "top", ["where"], command=VALIDATE)
scene("negative cells", "[10, 2, 2]", "[-10, 2, 2]", ["cells"], command=VALIDATE)
scene("cells beyond any memory", "[10, 2, 2]", "[3000, 3000, 3000]", ["cells"])
scene("cells beyond this memory", "[10, 2, 2]", "[3000, 3000, 10]", ["mesh/box", "cells"], codes=(1, 2))
scene("steps without number", "1/50 s", "1e-15 s", ["time.step"])
scene("zero step", "1/50 s", "0 s", ["step"], command=VALIDATE)
scene("plugins from a device", "sinew: 1\n", "sinew: 1\nplugins: [/dev/zero]\n", ["/dev/zero"])
scene("options of PETSc that read files", "{type: implicit_newmark}",
      "{type: implicit_newmark, linear: {type: petsc, options: '-options_file /dev/zero'}}", ["-options_file"])

# The command line.
case("unknown option", RUN[:3] + ["--outptu", "x"], {"beam.yaml": BEAM}, ["--outptu"])
case("--from nothing", RUN + ["--from", "none.h5"], {"beam.yaml": BEAM}, ["none.h5"])
case("--from an empty file", RUN + ["--from", "empty.h5"], {"beam.yaml": BEAM, "empty.h5": ""}, ["empty.h5"])
case("--from no checkpoint", RUN + ["--from", "beam.yaml"], {"beam.yaml": BEAM}, ["beam.yaml"])
case("--set of nothing", RUN + ["--set", "scene.bem.material.young=1"], {"beam.yaml": BEAM}, ["bem"])
case("out is a file", RUN, {"beam.yaml": BEAM, "out": "x"}, ["out"])
case("threads -1", RUN + ["--threads", "-1"], {"beam.yaml": BEAM}, ["threads"])

# Files that are no files.


def fifo(folder, sinew):
    os.mkfifo(folder / "pipe")


def unix_socket(folder, sinew):
    here = os.getcwd()
    os.chdir(folder)
    try:
        socket.socket(socket.AF_UNIX).bind("pipe")
    finally:
        os.chdir(here)


for kind, make in (("FIFO", fifo), ("socket", unix_socket)):
    case(f"a mesh from a {kind}", RUN, {"beam.yaml": BEAM.replace(
        "{type: box, size: [1, 0.1, 0.1], cells: [10, 2, 2], element: tet4}", "{type: vega, file: pipe}")}, ["pipe"],
        prepare=make)
    case(f"--from a {kind}", RUN + ["--from", "pipe"], {"beam.yaml": BEAM}, ["pipe"], prepare=make)
    case(f"info of a {kind}", ["sinew", "info", "pipe"], {}, ["pipe"], prepare=make)
for device in ("/dev/zero", "/dev/null", "/dev/random"):
    case(f"info of {device}", ["sinew", "info", device], {}, [device])
    case(f"a mesh from {device}", RUN, {"beam.yaml": BEAM.replace(
        "{type: box, size: [1, 0.1, 0.1], cells: [10, 2, 2], element: tet4}", f"{{type: vega, file: {device}}}")},
        [device])

# Meshes of VTK's.
POINTS = "POINTS 4 double\n0 0 0  1 0 0  0 1 0  0 0 1\n"
LEGACY = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\n" + POINTS
NEW = LEGACY.replace("3.0", "5.1")
SURFACE = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n" + POINTS


def vtu(points="0 0 0  1 0 0  0 1 0  0 0 1", connectivity="0 1 2 3", offsets="4", types="10", n_points=4, n_cells=1):
    return f"""<VTKFile type="UnstructuredGrid" version="1.0" header_type="UInt64">
<UnstructuredGrid><Piece NumberOfPoints="{n_points}" NumberOfCells="{n_cells}">
<Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">{points}</DataArray></Points>
<Cells><DataArray type="Int64" Name="connectivity" format="ascii">{connectivity}</DataArray>
<DataArray type="Int64" Name="offsets" format="ascii">{offsets}</DataArray>
<DataArray type="UInt8" Name="types" format="ascii">{types}</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>
"""


MESHES = {
    "cell type 255": ("a.vtk", LEGACY + "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n255\n"),
    "cell type 112": ("a.vtk", LEGACY + "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n112\n"),
    "index past the points": ("a.vtk", LEGACY + "CELLS 1 5\n4 0 1 2 9\nCELL_TYPES 1\n10\n"),
    "negative index": ("a.vtk", LEGACY + "CELLS 1 5\n4 0 1 2 -3\nCELL_TYPES 1\n10\n"),
    "index 2^32 of 5.1": ("a.vtk", NEW + "CELLS 2 4\nOFFSETS vtktypeint64\n0 4\nCONNECTIVITY vtktypeint64\n"
                          "4294967296 1 2 3\nCELL_TYPES 1\n10\n"),
    "offsets out of range": ("a.vtk", NEW + "CELLS 2 4\nOFFSETS vtktypeint64\n0 400\nCONNECTIVITY vtktypeint64\n"
                             "0 1 2 3\nCELL_TYPES 1\n10\n"),
    "negative offsets": ("a.vtk", NEW + "CELLS 2 4\nOFFSETS vtktypeint64\n0 -4\nCONNECTIVITY vtktypeint64\n"
                         "0 1 2 3\nCELL_TYPES 1\n10\n"),
    "two numbers too many": ("a.vtk", LEGACY + "CELLS 1 7\n4 0 1 2 3\nCELL_TYPES 1\n10\n"),
    "a cell longer than the list": ("a.vtk", LEGACY + "CELLS 1 5\n40 0 1 2 3\nCELL_TYPES 1\n10\n"),
    "a billion cells promised": ("a.vtk", LEGACY + "CELLS 1000000000 5000000000\n4 0 1 2 3\nCELL_TYPES 1\n10\n"),
    "triangle past the points": ("a.vtk", SURFACE + "POLYGONS 1 4\n3 0 1 7\n"),
    "negative triangle": ("a.vtk", SURFACE + "POLYGONS 1 4\n3 0 1 -7\n"),
    "strip past the points": ("a.vtk", SURFACE + "TRIANGLE_STRIPS 1 5\n4 0 1 2 700\n"),
    "vtu index past the points": ("a.vtu", vtu(connectivity="0 1 2 9")),
    "vtu index 2^32": ("a.vtu", vtu(connectivity="4294967296 1 2 3")),
    "vtu offset out of range": ("a.vtu", vtu(offsets="400")),
    "vtu negative offset": ("a.vtu", vtu(offsets="-4")),
    "vtu type 255": ("a.vtu", vtu(types="255")),
    "vtu of a billion points": ("a.vtu", vtu(n_points=1000000000)),
    "vtu cut off": ("a.vtu", vtu()[:300]),
    "ply of 10^8 vertices": ("a.ply", "ply\nformat ascii 1.0\nelement vertex 100000000\nproperty float x\n"
                             "property float y\nproperty float z\nelement face 1\n"
                             "property list uchar int vertex_indices\nend_header\n0 0 0\n"),
    "ply index past the points": ("a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                                  "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
                                  "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n"),
    "stl of four billion triangles": ("a.stl", b"\0" * 80 + b"\xff\xff\xff\xff" + b"\0" * 50),
    "off of 10^9 points": ("a.off", "OFF\n1000000000 1 0\n0 0 0\n3 0 1 2\n"),
    "obj index past the points": ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4294967297\n"),
    "veg of 10^9 points": ("a.veg", "*VERTICES\n1000000000 3 0 0\n0 0 0 0\n*ELEMENTS\nTET\n1 4 0\n0 0 1 2 3\n"),
    "an element twice": ("a.vtk", LEGACY + "CELLS 2 10\n4 0 1 2 3\n4 1 2 0 3\nCELL_TYPES 2\n10\n10\n"),
    "positions that are not finite": ("a.vtk", LEGACY.replace("1 0 0", "nan 0 0") + "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n"
                                      "10\n"),
}
for name, (file, content) in MESHES.items():
    if name != "an element twice":  # info tells what the file holds, as ParaView does
        case(f"info: {name}", ["sinew", "info", file], {file: content}, [file])
    case(f"run: {name}", RUN, {file: content, "beam.yaml": BEAM.replace(
        "{type: box, size: [1, 0.1, 0.1], cells: [10, 2, 2], element: tet4}", f"{{type: file, file: {file}}}")}, [file])

# Programs of Gmsh's.
case("a .geo that exits", RUN, {"a.geo": "Exit;\n", "beam.yaml": BEAM.replace(
    "{type: box, size: [1, 0.1, 0.1], cells: [10, 2, 2], element: tet4}", "{type: gmsh, file: a.geo}")},
    ["it called exit()", "take `Exit;`"])


# Two runs in one folder, a closed pipe, a limit on files.


def second_run(folder, sinew):
    import subprocess
    import time
    first = subprocess.Popen([sinew, "run", "beam.yaml", "-o", "out", "--quiet", "--set", "time.end=20 s"], cwd=folder)
    for _ in range(500):
        if (folder / "out" / "beam.pvd").exists():
            break
        time.sleep(0.01)
    return first


case("a folder in which another run is under way", RUN, {"beam.yaml": BEAM}, ["out"], prepare=second_run)
case("a limit on the size of files", ["sh", "-c", "ulimit -f 8; exec \"$0\" run beam.yaml -o out", "sinew"],
     {"beam.yaml": BEAM}, ["File too large"], codes=tuple(range(1, 128)))
