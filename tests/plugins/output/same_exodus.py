#!/usr/bin/python3
"""Compares Exodus II files with the .pvd of the same run, both read by VTK's own readers.

    same_exodus.py FOLDER/NAME.pvd PART=FOLDER/NAME.e...

The file must have the times that the .pvd lists for its part, and at each of them the points (at rest, moved
by the displacement), cells and arrays of the .vtu, bit by bit; whatever the .vtu has on nodes or cells must
be there. Prints what was compared; exits with 77 where Debian's python3-vtk9 is missing.
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

import numpy

try:
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError:
    print("python3-vtk9 is not installed")
    sys.exit(77)

AXES = "xyz"
TENSOR = ("xx", "yy", "zz", "xy", "yz", "xz")


def wrong(text):
    raise SystemExit(f"same_exodus: {text}")


def vtu(file):
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(file))
    reader.Update()
    return reader.GetOutput()


def arrays(attributes):
    found = {}
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetArray(i)
        if array is not None:
            values = vtk_to_numpy(array)
            found[array.GetName()] = values.reshape(len(values), -1)
    return found


class Exodus:
    def __init__(self, file):
        self.reader = vtk.vtkExodusIIReader()
        self.complaints = []
        self.reader.AddObserver("ErrorEvent", lambda *event: self.complaints.append(event))
        self.reader.SetFileName(str(file))
        self.reader.UpdateInformation()
        for kind in (vtk.vtkExodusIIReader.NODAL, vtk.vtkExodusIIReader.ELEM_BLOCK):
            for k in range(self.reader.GetNumberOfObjectArrays(kind)):
                self.reader.SetObjectArrayStatus(kind, k, 1)
        self.reader.ApplyDisplacementsOff()
        self.reader.SetSqueezePoints(False)
        self.reader.GenerateGlobalElementIdArrayOn()
        key = vtk.vtkStreamingDemandDrivenPipeline.TIME_STEPS()
        info = self.reader.GetOutputInformation(0)
        self.times = [info.Get(key, k) for k in range(info.Length(key))]

    def frame(self, record):
        """Points, cells by number, arrays of nodes and of cells in the order of the mesh."""
        self.reader.SetTimeStep(record)
        self.reader.Update()
        if self.complaints:
            wrong("VTK's reader reports an error")
        blocks = self.reader.GetOutput().GetBlock(0)
        cells, of_cells = {}, {}
        for b in range(blocks.GetNumberOfBlocks()):
            grid = blocks.GetBlock(b)
            found = arrays(grid.GetCellData())
            numbers = found.pop("GlobalElementId").ravel() - 1
            for c, number in enumerate(numbers):
                cell = grid.GetCell(c)
                cells[int(number)] = (cell.GetCellType(),
                                      [cell.GetPointId(a) for a in range(cell.GetNumberOfPoints())])
            for name, values in found.items():
                whole = of_cells.setdefault(name, {})
                whole.update(zip(numbers, values))
        of_cells = {name: numpy.array([whole[k] for k in sorted(whole)]) for name, whole in of_cells.items()}
        return vtk_to_numpy(grid.GetPoints().GetData()), cells, arrays(grid.GetPointData()), of_cells


def joined(name, n, found):
    """The n components of a field, whether the reader has joined them or not."""
    name = "disp" if name == "displacement" else name
    if n == 9:  # the reader joins each row
        return numpy.hstack([joined(f"{name}_{row}", 3, found) for row in AXES])
    endings = {3: list(AXES), 6: list(TENSOR)}.get(n, [])
    for candidate in (name, name + "_"):
        if candidate in found and found[candidate].shape[1] == n:
            return found[candidate]
    for words in (endings, [str(k + 1) for k in range(n)]):
        columns = [f"{name}_{word}" for word in words]
        if columns and all(column in found for column in columns):
            return numpy.hstack([found[column] for column in columns])
    wrong(f"there is no {name} of {n} components in {sorted(found)}")


def compare(pvd, part, file):
    entries = [(float(entry.get("timestep")), entry.get("file"))
               for entry in ElementTree.parse(pvd).getroot().iter("DataSet") if entry.get("name") == part]
    exodus = Exodus(file)
    n = len(entries)
    if n == 0 or n != len(exodus.times):
        wrong(f"{file}: {len(exodus.times)} records, and {len(entries)} files")
    n_arrays = 0
    for record, (time, name) in enumerate(entries):
        if exodus.times[record] != time:
            wrong(f"record {record} is at {exodus.times[record]}, the file at {time}")
        grid = vtu(pvd.parent / name)
        points, cells, of_nodes, of_cells = exodus.frame(record)
        present = vtk_to_numpy(grid.GetPoints().GetData())
        disp = joined("displacement", 3, of_nodes)
        if not numpy.allclose(points + disp, present, rtol=0, atol=1e-14 * max(1, abs(present).max())):
            wrong(f"points of record {record} differ")
        if len(cells) != grid.GetNumberOfCells():
            wrong(f"{len(cells)} cells, and {grid.GetNumberOfCells()}")
        for number, (kind, nodes) in cells.items():
            cell = grid.GetCell(number)
            if (cell.GetCellType(), [cell.GetPointId(a) for a in range(cell.GetNumberOfPoints())]) != (kind, nodes):
                wrong(f"cell {number} differs")
        for expected, found in ((arrays(grid.GetPointData()), of_nodes), (arrays(grid.GetCellData()), of_cells)):
            for array, values in expected.items():
                n_arrays += 1
                if not numpy.array_equal(values, joined(array, values.shape[1], found), equal_nan=True):
                    wrong(f"{array} of record {record} differs")
    print(f"{file.name}: {n} records, {len(cells)} cells, {n_arrays // n} arrays")


def main():
    pvd, *pairs = sys.argv[1:] or [""]
    if not pairs or not all("=" in pair for pair in pairs):
        wrong("give a .pvd, and PART=FILE of each part that is compared")
    for pair in pairs:
        part, file = pair.split("=", 1)
        compare(pathlib.Path(pvd), part, pathlib.Path(file))


main()
