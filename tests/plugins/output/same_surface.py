#!/usr/bin/python3
"""Reads a moving surface by nothing but Python's own modules, and compares it with the OBJ sequence of
the same run.

    same_surface.py FOLDER/NAME.(glb|gltf|mdd|pc2|usda) FOLDER/OBJ_NAME_ [--y-up]

Every frame of the file must be the OBJ of that number, to single precision; of a glTF file, whose node
turns z to y unless --y-up is given, also what lies halfway between two frames; a .usda must say which axis
is up. Prints what was compared.
"""
import pathlib
import struct
import sys

for reader in ("gltf", "usda"):
    sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "support" / reader))
import usda_reader  # noqa: E402
from gltf_reader import Gltf, apply, sample  # noqa: E402


def obj(file):
    points, triangles = [], []
    for line in file.read_text().splitlines():
        word, *rest = line.split()
        if word == "v":
            points.append([float(x) for x in rest])
        else:
            triangles += [int(x) - 1 for x in rest]
    return points, triangles


def same(what, a, b):
    if len(a) != len(b):
        raise SystemExit(f"{what}: {len(a)} points, and {len(b)} in the OBJ")
    size = max(1.0, *(abs(x) for p in b for x in p))
    worst = max(abs(x - y) for p, q in zip(a, b) for x, y in zip(p, q))
    if worst > 2e-7 * size:
        raise SystemExit(f"{what}: a point is {worst:g} m beside that of the OBJ")
    return worst


def frames_of_gltf(file, objs, triangles, y_up):
    gltf = Gltf(file)
    primitive = gltf.json["meshes"][0]["primitives"][0]
    if [i for (i,) in gltf.accessor(primitive["indices"])] != triangles:
        raise SystemExit("the triangles are not those of the OBJ")
    name = gltf.json["animations"][0]["name"]
    times, values, interpolation = gltf.channels(name)[0, "weights"]
    matrix = gltf.node_matrices()[0]
    turned = lambda x: x if y_up else [x[0], x[2], -x[1]]
    if len(times) != len(objs):
        raise SystemExit(f"{len(times)} keyframes, and {len(objs)} OBJ files")

    def at(t):
        weights = sample(times, values, interpolation, t, "weights")
        return [apply(matrix, x) for x in gltf.morphed(0, weights)]

    worst = 0
    for k, t in enumerate(times):
        worst = max(worst, same(f"frame {k}", at(t), [turned(x) for x in objs[k]]))
        if interpolation == "LINEAR" and k + 1 < len(times):
            middle = [[(p + q) / 2 for p, q in zip(a, b)] for a, b in zip(objs[k], objs[k + 1])]
            worst = max(worst, same(f"after frame {k}", at((t + times[k + 1]) / 2), [turned(x) for x in middle]))
    print(f"{len(times)} frames from {times[0]:g} s to {times[-1]:g} s, {interpolation}: within {worst:.2g} m")
    if "NORMAL" in primitive["attributes"]:
        for i, n in enumerate(gltf.accessor(primitive["attributes"]["NORMAL"])):
            if abs(sum(x * x for x in n) - 1) > 1e-5:
                raise SystemExit(f"normal {i} has not the length 1")


def frames_of_cache(file, objs):
    data = file.read_bytes()
    if file.suffix == ".mdd":
        n_frames, n_points = struct.unpack_from(">2i", data)
        times = struct.unpack_from(f">{n_frames}f", data, 8)
        at, order = 8 + 4 * n_frames, ">"
        print(f"MDD: {n_frames} frames of {n_points} points, {times[0]:g} s to {times[-1]:g} s")
    else:
        magic, version, n_points, start, rate, n_frames = struct.unpack_from("<12s2i2fi", data)
        if (magic, version, start, rate) != (b"POINTCACHE2\0", 1, 0.0, 1.0):
            raise SystemExit(f"header {magic} {version} {start} {rate}")
        at, order = 32, "<"
        print(f"PC2: {n_frames} samples of {n_points} points")
    if len(data) != at + 12 * n_frames * n_points or n_frames != len(objs):
        raise SystemExit(f"{len(data)} bytes for {n_frames} frames, and {len(objs)} OBJ files")
    for k in range(n_frames):
        numbers = struct.unpack_from(f"{order}{3 * n_points}f", data, at + 12 * n_points * k)
        same(f"frame {k}", list(zip(*[iter(numbers)] * 3)), objs[k])


def frames_of_usda(file, objs, triangles, y_up):
    stage = usda_reader.read(file)
    root = stage.children[stage.metadata["defaultPrim"]]
    mesh = root.at("surface")
    if (root.kind, mesh.kind) != ("Xform", "Mesh"):
        raise SystemExit("there is no Mesh in an Xform")
    if (stage.metadata["upAxis"], stage.metadata["metersPerUnit"]) != ("Y" if y_up else "Z", 1):
        raise SystemExit("another axis is up, or lengths are not in metres")
    indices, counts = mesh.attributes["faceVertexIndices"], mesh.attributes["faceVertexCounts"]
    if indices != triangles or counts != [3] * (len(triangles) // 3):
        raise SystemExit("the triangles are not those of the OBJ")
    if (mesh.attributes["subdivisionScheme"], mesh.attributes["orientation"]) != ("none", "rightHanded"):
        raise SystemExit("the mesh would be subdivided, or turned inside out")
    codes = sorted(mesh.samples["points"])
    if len(codes) != len(objs) or (stage.metadata["startTimeCode"], stage.metadata["endTimeCode"]) != (
            codes[0], codes[-1]):
        raise SystemExit(f"{len(codes)} time codes, and {len(objs)} OBJ files; or they end elsewhere")
    worst = 0
    for code, points in zip(codes, objs):
        worst = max(worst, same(f"time code {code}", mesh.samples["points"][code], points))
        extent = mesh.samples["extent"][code]
        same(f"the extent at {code}", extent, [[f(x) for x in zip(*points)] for f in (min, max)])
    rate = stage.metadata["timeCodesPerSecond"]
    print(f"{len(codes)} frames from {codes[0] / rate:g} s to {codes[-1] / rate:g} s: within {worst:.2g} m")


def main():
    file, stem, *options = sys.argv[1:]
    file, stem = pathlib.Path(file), pathlib.Path(stem)
    files = sorted(stem.parent.glob(stem.name + "[0-9]*.obj"))
    objs = [obj(f) for f in files]
    if not objs:
        raise SystemExit("there is no OBJ file")
    if file.suffix in (".glb", ".gltf"):
        frames_of_gltf(file, [points for points, _ in objs], objs[0][1], "--y-up" in options)
    elif file.suffix == ".usda":
        frames_of_usda(file, [points for points, _ in objs], objs[0][1], "--y-up" in options)
    else:
        frames_of_cache(file, [points for points, _ in objs])
        beside = obj(file.with_suffix(".obj"))
        if beside[1] != objs[0][1] or len(beside[0]) != len(objs[0][0]):
            raise SystemExit("the OBJ beside the cache is of another surface")


main()
