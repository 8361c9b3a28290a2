#!/usr/bin/python3
"""Writes the small glTF files of scenes and tests, by nothing but Python's own modules.

    make_gltf.py stalk > scenes/rig/stalk.gltf       a character to learn with
    make_gltf.py crane > tests/.../crane.gltf        what exporters do to a skeleton, all at once

stalk: a closed tube along y, 1.2 m high, on three joints (root, middle, top) with smooth weights; the
clips sway (turns, linear) and nod (a cubic), and a morph target, swell, which a third clip, breathe,
animates.

crane: an armature that is turned and scaled by 0.01 (lengths in cm), a skin whose joints are not in
order, a node between two joints that is none, weights in bytes, a rest that is not how the nodes stand,
sparse displacements; the clip lift turns and moves joints by STEP, LINEAR and CUBICSPLINE, and writes a
scale that stays.
"""
import base64
import json
import math
import struct
import sys

FLOAT, BYTE, SHORT = 5126, 5121, 5123
VERTICES, TRIANGLES = 34962, 34963
COMPONENTS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
LETTERS = {FLOAT: "f", BYTE: "B", SHORT: "H"}


class Writer:
    def __init__(self):
        self.bytes = b""
        self.json = {"asset": {"version": "2.0", "generator": "make_gltf.py of Sinew"}, "scene": 0,
                     "bufferViews": [], "accessors": []}

    def view(self, numbers, component, target=None):
        self.bytes += b"\0" * (-len(self.bytes) % 4)
        content = struct.pack(f"<{len(numbers)}{LETTERS[component]}", *numbers)
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(content)})
        if target:
            self.json["bufferViews"][-1]["target"] = target
        self.bytes += content
        return len(self.json["bufferViews"]) - 1

    def accessor(self, rows, sort, component=FLOAT, normalised=False, bounds=False, target=None):
        rows = [tuple(row) if isinstance(row, (tuple, list)) else (row,) for row in rows]
        accessor = {"bufferView": self.view([x for row in rows for x in row], component, target),
                    "componentType": component, "count": len(rows), "type": sort}
        if normalised:
            accessor["normalized"] = True
        if bounds:
            single = [struct.unpack("<f", struct.pack("<f", x))[0] for row in rows for x in row]
            n = COMPONENTS[sort]
            accessor["min"] = [min(single[c::n]) for c in range(n)]
            accessor["max"] = [max(single[c::n]) for c in range(n)]
        self.json["accessors"].append(accessor)
        return len(self.json["accessors"]) - 1

    def sparse(self, count, places, rows):
        """Displacements of a few of `count` points."""
        indices = self.view(places, SHORT)
        values = self.view([x for row in rows for x in row], FLOAT)
        columns = list(zip(*rows))
        self.json["accessors"].append({
            "componentType": FLOAT, "count": count, "type": "VEC3",
            "min": [min(0.0, *c) for c in columns], "max": [max(0.0, *c) for c in columns],
            "sparse": {"count": len(places), "indices": {"bufferView": indices, "componentType": SHORT},
                       "values": {"bufferView": values}}})
        return len(self.json["accessors"]) - 1

    def animation(self, name, channels):
        """channels: (node, path, interpolation, times, values)"""
        samplers, targets = [], []
        for node, path, interpolation, times, values in channels:
            sort = {"rotation": "VEC4", "weights": "SCALAR"}.get(path, "VEC3")
            samplers.append({"input": self.accessor(times, "SCALAR", bounds=True),
                             "output": self.accessor(values, sort), "interpolation": interpolation})
            targets.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})
        self.json.setdefault("animations", []).append({"name": name, "channels": targets, "samplers": samplers})

    def text(self):
        data = base64.b64encode(self.bytes).decode()
        self.json["buffers"] = [{"byteLength": len(self.bytes),
                                 "uri": "data:application/octet-stream;base64," + data}]
        return json.dumps(self.json, indent=1)


def about(axis, degrees):
    s, c = math.sin(math.radians(degrees) / 2), math.cos(math.radians(degrees) / 2)
    return [axis[0] * s, axis[1] * s, axis[2] * s, c]


def shift(x, y, z):
    """A matrix, column by column."""
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]


def smooth(x):
    x = min(max(x, 0.0), 1.0)
    return x * x * (3 - 2 * x)


def stalk():
    w = Writer()
    height, rings, around = 1.2, 24, 16
    joints = [0.0, 0.4, 0.8]
    points, swell = [(0.0, 0.0, 0.0)], [(0.0, 0.0, 0.0)]
    for k in range(rings + 1):
        y = height * k / rings
        r = 0.1 - 0.03 * y / height
        more = 0.05 * smooth(1 - abs(y - 0.6) / 0.25)
        for i in range(around):
            a = 2 * math.pi * i / around
            points.append((r * math.cos(a), y, r * math.sin(a)))
            swell.append((more * math.cos(a), 0.0, more * math.sin(a)))
    points.append((0.0, height, 0.0))
    swell.append((0.0, 0.0, 0.0))
    triangles = []
    ring = lambda k, i: 1 + k * around + i % around
    for i in range(around):
        triangles.append((0, ring(0, i), ring(0, i + 1)))
        triangles.append((len(points) - 1, ring(rings, i + 1), ring(rings, i)))
        for k in range(rings):
            a, b, c, d = ring(k, i), ring(k, i + 1), ring(k + 1, i + 1), ring(k + 1, i)
            triangles += [(a, c, b), (a, d, c)]
    whose, much = [], []
    for _, y, _ in points:
        up, top = smooth((y - 0.3) / 0.2), smooth((y - 0.7) / 0.2)
        much.append((1 - up, up * (1 - top), up * top, 0.0))
        whose.append([joint if weight > 0 else 0 for joint, weight in enumerate(much[-1])])
    w.json["scenes"] = [{"name": "garden", "nodes": [0, 4]}]
    w.json["nodes"] = [
        {"name": "armature", "children": [1]},
        {"name": "root", "children": [2]},
        {"name": "middle", "children": [3], "translation": [0, 0.4, 0]},
        {"name": "top", "translation": [0, 0.4, 0]},
        {"name": "stalk", "mesh": 0, "skin": 0},
    ]
    w.json["skins"] = [{"name": "armature", "joints": [1, 2, 3], "skeleton": 1,
                        "inverseBindMatrices": w.accessor([shift(0, -y, 0) for y in joints], "MAT4")}]
    w.json["meshes"] = [{"name": "stalk", "weights": [0.0], "extras": {"targetNames": ["swell"]}, "primitives": [{
        "attributes": {"POSITION": w.accessor(points, "VEC3", bounds=True, target=VERTICES),
                       "JOINTS_0": w.accessor(whose, "VEC4", BYTE, target=VERTICES),
                       "WEIGHTS_0": w.accessor(much, "VEC4", target=VERTICES)},
        "indices": w.accessor([c for t in triangles for c in t], "SCALAR", SHORT, target=TRIANGLES),
        "targets": [{"POSITION": w.accessor(swell, "VEC3", bounds=True, target=VERTICES)}]}]}]
    z, x = (0, 0, 1), (1, 0, 0)
    steps = [0.0, 0.5, 1.0, 1.5, 2.0]
    w.animation("sway", [
        (2, "rotation", "LINEAR", steps, [about(z, d) for d in (0, 35, 0, -35, 0)]),
        (3, "rotation", "LINEAR", steps, [about(z, d) for d in (0, 40, 0, -40, 0)])])
    still = [0.0] * 4
    keys = [about(x, d) for d in (0, 60, 0)]
    w.animation("nod", [
        (3, "rotation", "CUBICSPLINE", [0.0, 0.5, 1.0], [v for k in keys for v in (still, k, still)])])
    w.animation("breathe", [(4, "weights", "LINEAR", [0.0, 1.0, 2.0], [0.0, 1.0, 0.0])])
    return w.text()


def crane():
    w = Writer()
    # In centimetres, in the armature's frame, z up: a mast to 100 cm, an arm of 80 cm, a hook of 30 cm.
    points = [(x, y, z) for z in (0.0, 50.0, 100.0) for x, y in ((5, 5), (-5, 5), (-5, -5), (5, -5))]
    points += [(x, y, z) for x in (40.0, 80.0) for y, z in ((5, 95), (5, 105), (-5, 105), (-5, 95))]
    points += [(80.0, 0.0, 70.0)]
    triangles = [(i, i + 1, i + 4) for i in range(len(points) - 5)]
    # Skin: hook, mast, arm. Weights in bytes, out of order.
    whose, much = [], []
    for i, _ in enumerate(points):
        if i < 8:
            whose.append((1, 0, 0, 0)), much.append((255, 0, 0, 0))
        elif i < 12:
            whose.append((2, 1, 0, 0)), much.append((127, 128, 0, 0))
        elif i < 20:
            whose.append((2, 0, 0, 0)), much.append((255, 0, 0, 0))
        else:
            whose.append((0, 2, 0, 0)), much.append((204, 51, 0, 0))
    up = about((1, 0, 0), -90)
    w.json["scenes"] = [{"nodes": [0]}]
    w.json["nodes"] = [
        {"name": "armature", "children": [1, 5], "rotation": up, "scale": [0.01] * 3, "translation": [0.5, 0, -0.25]},
        {"name": "mast", "children": [2], "rotation": about((0, 0, 1), 30)},
        {"name": "turntable", "children": [3], "translation": [0, 0, 60], "rotation": about((0, 0, 1), -10)},
        {"name": "arm", "children": [4], "translation": [0, 0, 40], "rotation": about((0, 1, 0), -20)},
        {"name": "hook", "translation": [80, 0, 0]},
        {"name": "crane", "mesh": 0, "skin": 0, "translation": [9, 9, 9]},
    ]
    turned = [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0]
    hook = turned + [-64, 48, -100, 1]
    w.json["skins"] = [{"joints": [4, 1, 3], "inverseBindMatrices": w.accessor(
        [hook, shift(0, 0, 0), shift(0, 0, -100)], "MAT4")}]
    w.json["meshes"] = [{"name": "crane", "primitives": [{
        "attributes": {"POSITION": w.accessor(points, "VEC3", bounds=True, target=VERTICES),
                       "JOINTS_0": w.accessor(whose, "VEC4", BYTE, target=VERTICES),
                       "WEIGHTS_0": w.accessor(much, "VEC4", BYTE, normalised=True, target=VERTICES)},
        "indices": w.accessor([c for t in triangles for c in t], "SCALAR", BYTE, target=TRIANGLES),
        "targets": [{"POSITION": w.sparse(len(points), [0, 20], [(1.0, 0.0, 0.0), (0.0, 2.0, -4.0)])}]}]}]
    key = [about((0, 0, 1), 30), about((0, 0, 1), 80), about((0, 0, 1), 50)]
    rates = [[0, 0, 0.1, -0.02], [0, 0, 0.3, -0.1], [0, 0.2, 0, 0]]
    w.animation("lift", [
        (1, "rotation", "CUBICSPLINE", [0.25, 1.0, 2.0],
         [v for k, r in zip(key, rates) for v in (r, k, [-x for x in r])]),
        (1, "translation", "CUBICSPLINE", [0.25, 2.0],
         [(0, 0, 0), (0, 0, 0), (10, 5, 0), (0, -20, 0), (0, 40, 10), (0, 0, 0)]),
        (3, "rotation", "LINEAR", [0.0, 1.5], [about((0, 1, 0), -20), about((0, 1, 0), -70)]),
        (3, "scale", "LINEAR", [0.0, 1.5], [(1, 1, 1), (1.000001, 1, 1)]),
        (4, "translation", "STEP", [0.0, 0.5, 1.0], [(80, 0, 0), (60, 0, 0), (30, 0, 10)])])
    w.animation("rest", [(3, "rotation", "LINEAR", [0.0], [about((0, 1, 0), -20)])])
    return w.text()


print({"stalk": stalk, "crane": crane}[sys.argv[1]]())
