#!/usr/bin/python3
"""Reads results back by readers that are not ours.

    readback.py FOLDER [--need-some]

Opens every .pvd below FOLDER and every file that it lists, with VTK's Python readers (python3-vtk9)
or, without them, meshio. Checks that times ascend for each part, that files carry their time, that
arrays are finite (but gaps where nothing is near) and keep their names and sizes, and that cells refer to points that are there. Opens
every .series (its files are there, and times ascend), every Exodus II file (.e, with VTK alone) and every
.usda (with the reader of tests/support/usda), too. Prints one line a file; exits with 1 if anything is
wrong, or if --need-some and there is no .pvd.
"""
import argparse
import json
import math
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support" / "usda"))
import usda_reader  # noqa: E402

try:
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError:
    vtk = None
    import meshio


class Wrong(Exception):
    """What is wrong with a file."""


def read_with_vtk(file):
    """Points n x 3, list of (node numbers of a cell kind), arrays by name, time or None."""
    reader = {
        ".vtu": vtk.vtkXMLUnstructuredGridReader,
        ".vtp": vtk.vtkXMLPolyDataReader,
        ".vti": vtk.vtkXMLImageDataReader,
    }[file.suffix]()
    complaints = []
    reader.AddObserver("ErrorEvent", lambda *event: complaints.append("VTK's reader reports an error"))
    reader.SetFileName(str(file))
    reader.Update()
    if complaints or reader.GetErrorCode() != 0:
        raise Wrong("VTK cannot read it")
    data = reader.GetOutput()
    arrays = {}
    for where, attributes in (("points", data.GetPointData()), ("cells", data.GetCellData())):
        for i in range(attributes.GetNumberOfArrays()):
            array = attributes.GetArray(i)
            arrays[f"{array.GetName()} on {where}"] = vtk_to_numpy(array)
    for name, values in arrays.items():
        n = data.GetNumberOfPoints() if name.endswith("points") else data.GetNumberOfCells()
        if len(values) != n:
            raise Wrong(f"{name}: {len(values)} values for {n}")
    time = data.GetFieldData().GetArray("TimeValue")
    points, connectivity = geometry(data, file.suffix)
    return points, [connectivity], arrays, time and time.GetValue(0)


def geometry(data, suffix):
    """Points n x 3 and node numbers of the cells; those of a regular grid follow from its size."""
    if suffix == ".vti":
        corners = numpy.array([data.GetPoint(i) for i in (0, data.GetNumberOfPoints() - 1)])
        return corners, numpy.arange(2)
    if suffix == ".vtu":
        cells = data.GetCells()
    else:  # triangles, or points alone
        cells = data.GetPolys() if data.GetNumberOfPolys() > 0 else data.GetVerts()
    return vtk_to_numpy(data.GetPoints().GetData()), vtk_to_numpy(cells.GetConnectivityArray())


def read_with_meshio(file):
    """The same by meshio, which reads .vtu only."""
    mesh = meshio.read(file)
    arrays = {f"{name} on points": values for name, values in mesh.point_data.items()}
    for name, blocks in mesh.cell_data.items():
        arrays[f"{name} on cells"] = numpy.concatenate(blocks)
    time = mesh.field_data.get("TimeValue")
    return mesh.points, [block.data.ravel() for block in mesh.cells], arrays, time and float(time[0])


def expect_numbers(name, values):
    """Fails on what is not finite; a contact_gap is NaN where nothing is near."""
    gaps = name.split(" ")[0] == "contact_gap"
    if not (numpy.isfinite(values) | (numpy.isnan(values) & gaps)).all():
        raise Wrong(f"{name} is not finite")


def check_file(file, time):
    """Returns what must stay the same from frame to frame."""
    if vtk is None and file.suffix != ".vtu":
        return None
    points, cells, arrays, own_time = (read_with_vtk if vtk else read_with_meshio)(file)
    if len(points) == 0 or sum(len(block) for block in cells) == 0:
        raise Wrong("it has no points or no cells")
    if not numpy.isfinite(points).all():
        raise Wrong("a point is not finite")
    for block in cells:
        if block.min() < 0 or block.max() >= len(points):
            raise Wrong("a cell refers to a point that is not there")
    for name, values in arrays.items():
        expect_numbers(name, values)
    if own_time is None:
        if vtk is not None:
            raise Wrong("it does not carry its time")
    elif not math.isclose(own_time, time, rel_tol=1e-12, abs_tol=1e-15):
        raise Wrong(f"its time is {own_time}, the .pvd says {time}")
    return len(points), {name: values.shape for name, values in arrays.items()}


def check_collection(pvd):
    """Returns the number of times, parts and files."""
    last_time, shapes, n_files = {}, {}, 0
    times = set()
    for entry in ElementTree.parse(pvd).getroot().iter("DataSet"):
        file = pvd.parent / entry.get("file")
        time, part = float(entry.get("timestep")), entry.get("part")
        if time <= last_time.get(part, -math.inf):
            raise Wrong(f"{pvd}: times of part {part} do not ascend at {time}")
        last_time[part] = time
        times.add(time)
        try:
            shape = check_file(file, time)
        except (Wrong, OSError) as error:
            raise Wrong(f"{file}: {error}") from error
        if shapes.setdefault(part, shape) != shape:
            raise Wrong(f"{file}: points or arrays differ from those of the first frame")
        n_files += 1
    if n_files == 0:
        raise Wrong(f"{pvd} lists nothing")
    return len(times), len(last_time), n_files


def expect_ascending(times):
    if any(later <= earlier for earlier, later in zip(times, times[1:])):
        raise Wrong("times do not ascend")


def check_series(file):
    files = json.loads(file.read_text())["files"]
    expect_ascending([entry["time"] for entry in files])
    for entry in files:
        if not (file.parent / entry["name"]).is_file():
            raise Wrong(f"{entry['name']} is not there")
    return f"{len(files)} files"


def check_exodus(file):
    if vtk is None:
        return "not read without VTK"
    reader = vtk.vtkExodusIIReader()
    complaints = []
    reader.AddObserver("ErrorEvent", lambda *event: complaints.append(event))
    reader.SetFileName(str(file))
    reader.UpdateInformation()
    for kind in (vtk.vtkExodusIIReader.NODAL, vtk.vtkExodusIIReader.ELEM_BLOCK):
        for k in range(reader.GetNumberOfObjectArrays(kind)):
            reader.SetObjectArrayStatus(kind, k, 1)
    info, key = reader.GetOutputInformation(0), vtk.vtkStreamingDemandDrivenPipeline.TIME_STEPS()
    times = [info.Get(key, k) for k in range(info.Length(key))]
    expect_ascending(times)
    for record in range(len(times)):
        reader.SetTimeStep(record)
        reader.Update()
        blocks = reader.GetOutput().GetBlock(0)
        if complaints or blocks is None or blocks.GetNumberOfBlocks() == 0:
            raise Wrong(f"VTK cannot read record {record}")
        for b in range(blocks.GetNumberOfBlocks()):
            for attributes in (blocks.GetBlock(b).GetPointData(), blocks.GetBlock(b).GetCellData()):
                for i in range(attributes.GetNumberOfArrays()):
                    name = f"{attributes.GetArrayName(i)} of record {record}"
                    expect_numbers(name, vtk_to_numpy(attributes.GetArray(i)))
    return f"{len(times)} records"


def check_usda(file):
    stage = usda_reader.read(file)
    mesh = stage.children[stage.metadata["defaultPrim"]].at("surface")
    n_points = len(mesh.attributes["points"])
    for points in mesh.samples["points"].values():
        if len(points) != n_points or not numpy.isfinite(points).all():
            raise Wrong("a frame has other points, or some that are not finite")
    return f"{len(mesh.samples['points'])} frames"


def check_all(folder, ending, check):
    """Returns the number of wrong files."""
    n_wrong = 0
    for file in sorted(folder.rglob("*" + ending)):
        try:
            print(f"ok     {file}: {check(file)}")
        except (Wrong, ValueError, KeyError, SystemExit) as error:
            print(f"WRONG  {file}: {error}")
            n_wrong += 1
    return n_wrong


def main():
    parser = argparse.ArgumentParser(description="Reads results back by readers that are not ours.")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--need-some", action="store_true", help="no .pvd at all is an error")
    arguments = parser.parse_args()
    collections = sorted(arguments.folder.rglob("*.pvd"))
    n_wrong = 0
    for pvd in collections:
        try:
            n_times, n_parts, n_files = check_collection(pvd)
            print(f"ok     {pvd}: {n_times} times, {n_parts} parts, {n_files} files")
        except (Wrong, ElementTree.ParseError) as error:
            print(f"WRONG  {error}")
            n_wrong += 1
    for ending, check in ((".series", check_series), (".e", check_exodus), (".usda", check_usda)):
        n_wrong += check_all(arguments.folder, ending, check)
    reader = "VTK" if vtk else "meshio"
    print(f"{len(collections)} collections read with {reader}, {n_wrong} wrong")
    return 1 if n_wrong or (arguments.need_some and not collections) else 0


if __name__ == "__main__":
    sys.exit(main())
