"""Run by pvpython: opens every .pvd below a folder as a user would, and looks at its first, middle
and last time. Exits with 1 if ParaView finds no times, no points, no arrays, other times than the file
says, or values that are not finite.
"""
import math
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

from paraview import servermanager, simple


def wrong_with(pvd):
    """What is wrong, or None."""
    entries = list(ElementTree.parse(pvd).getroot().iter("DataSet"))
    expected = sorted({float(entry.get("timestep")) for entry in entries})
    reader = simple.PVDReader(FileName=str(pvd))
    reader.UpdatePipelineInformation()
    times = list(reader.TimestepValues)
    if times != expected:
        return f"ParaView sees {len(times)} times, the file lists {len(expected)}"
    for time in {times[0], times[len(times) // 2], times[-1]}:
        reader.UpdatePipeline(time)
        information = reader.GetDataInformation()
        if information.GetNumberOfPoints() == 0 or information.GetNumberOfCells() == 0:
            return f"nothing to see at t = {time}"
        if servermanager.Fetch(reader) is None:
            return f"no data at t = {time}"
        arrays = [*reader.PointData.values(), *reader.CellData.values()]
        if not arrays:
            return f"no arrays at t = {time}"
        for array in arrays:
            ranges = [array.GetRange(k) for k in range(array.GetNumberOfComponents())]
            if not all(map(math.isfinite, sum(ranges, ()))):
                return f"{array.Name} is not finite at t = {time}"
    simple.Delete(reader)
    return None


def main():
    collections = sorted(pathlib.Path(sys.argv[1]).rglob("*.pvd"))
    n_wrong = 0
    for pvd in collections:
        what = wrong_with(pvd)
        print(f"{'WRONG' if what else 'ok   '}  {pvd}{': ' + what if what else ''}", flush=True)
        n_wrong += what is not None
    print(f"{len(collections)} collections opened with ParaView, {n_wrong} wrong")
    return 1 if n_wrong or not collections else 0


sys.exit(main())
