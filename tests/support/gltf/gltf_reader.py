"""glTF 2.0 read by nothing but Python's own modules, for tests to compare with: a reader that shares
nothing with ours, nor with tinygltf.

Matrices are lists of four rows and act on columns; quaternions are x y z w.
"""
import base64
import json
import math
import pathlib
import struct

COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
TYPES = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
NORMALISED = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}


class Gltf:
    def __init__(self, file):
        file = pathlib.Path(file)
        data, binary = file.read_bytes(), None
        if data[:4] == b"glTF":
            version, length = struct.unpack("<II", data[4:12])
            if version != 2 or length != len(data):
                raise SystemExit(f"{file}: version {version}, {length} bytes promised, {len(data)} there")
            at, chunks = 12, []
            while at < length:
                size, sort = struct.unpack("<I4s", data[at:at + 8])
                if size % 4:
                    raise SystemExit(f"{file}: a chunk of {size} bytes is not aligned")
                chunks.append((sort, data[at + 8:at + 8 + size]))
                at += 8 + size
            data = chunks[0][1]
            binary = chunks[1][1] if len(chunks) > 1 else None
        self.json = json.loads(data)
        self.buffers = []
        for buffer in self.json.get("buffers", []):
            uri = buffer.get("uri")
            if uri is None:
                content = binary
            elif uri.startswith("data:"):
                content = base64.b64decode(uri.split(",", 1)[1])
            else:
                content = (file.parent / uri).read_bytes()
            if len(content) < buffer["byteLength"]:
                raise SystemExit(f"{file}: a buffer is too short")
            self.buffers.append(content)

    def _elements(self, view, offset, component, n, count, normalised):
        view = self.json["bufferViews"][view]
        letter = TYPES[component]
        size = struct.calcsize(letter) * n
        stride = view.get("byteStride", size)
        at = view.get("byteOffset", 0) + offset
        if at + (count - 1) * stride + size > view.get("byteOffset", 0) + view["byteLength"]:
            raise SystemExit("an accessor reaches past its view")
        content = self.buffers[view["buffer"]]
        result = []
        for i in range(count):
            values = struct.unpack_from(f"<{n}{letter}", content, at + i * stride)
            if normalised:
                values = tuple(max(v / NORMALISED[component], -1.0) for v in values)
            result.append(values)
        return result

    def accessor(self, number):
        """A list of tuples."""
        a = self.json["accessors"][number]
        n, count = COMPONENTS[a["type"]], a["count"]
        normalised = a.get("normalized", False)
        if "bufferView" in a:
            values = self._elements(a["bufferView"], a.get("byteOffset", 0), a["componentType"], n, count,
                                    normalised)
        else:
            values = [(0.0,) * n] * count
        if "sparse" in a:
            s = a["sparse"]
            places = self._elements(s["indices"]["bufferView"], s["indices"].get("byteOffset", 0),
                                    s["indices"]["componentType"], 1, s["count"], False)
            put = self._elements(s["values"]["bufferView"], s["values"].get("byteOffset", 0),
                                 a["componentType"], n, s["count"], normalised)
            for (place,), value in zip(places, put):
                values[place] = value
        for bound, pick in (("min", min), ("max", max)):
            if bound in a and count:
                there = [pick(v[c] for v in values) for c in range(n)]
                if any(abs(x - y) > 1e-6 * (1 + abs(y)) for x, y in zip(a[bound], there)):
                    raise SystemExit(f"accessor {number} says {bound} {a[bound]}, and it is {there}")
        return values

    def animation(self, name):
        for animation in self.json.get("animations", []):
            if animation.get("name") == name:
                return animation
        raise SystemExit(f"there is no animation {name}")

    def channels(self, name):
        """{(node, path): (times, values, interpolation)}"""
        animation = self.animation(name)
        result = {}
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            times = [t for (t,) in self.accessor(sampler["input"])]
            values = self.accessor(sampler["output"])
            if channel["target"]["path"] == "weights":
                flat = [v for (v,) in values]
                n = len(flat) // len(times)
                values = [tuple(flat[i * n:(i + 1) * n]) for i in range(len(times))]
            result[channel["target"]["node"], channel["target"]["path"]] = (
                times, values, sampler.get("interpolation", "LINEAR"))
        return result

    def node_matrices(self, channels=None, t=0.0):
        """From every node to the scene, at a time of the channels."""
        nodes = self.json["nodes"]
        parents = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
        local = []
        for i, node in enumerate(nodes):
            if "matrix" in node:
                m = node["matrix"]
                local.append([[m[4 * c + r] for c in range(4)] for r in range(4)])
                continue
            parts = {"translation": node.get("translation", (0, 0, 0)),
                     "rotation": node.get("rotation", (0, 0, 0, 1)), "scale": node.get("scale", (1, 1, 1))}
            for path in parts:
                if channels and (i, path) in channels:
                    parts[path] = sample(*channels[i, path], t, path)
            local.append(compose(**parts))
        result = []
        for i in range(len(nodes)):
            matrix, at = local[i], i
            while at in parents:
                at = parents[at]
                matrix = times(local[at], matrix)
            result.append(matrix)
        return result

    def morphed(self, mesh, weights):
        """Positions of the first primitive with its targets added."""
        primitive = self.json["meshes"][mesh]["primitives"][0]
        positions = [list(x) for x in self.accessor(primitive["attributes"]["POSITION"])]
        for weight, target in zip(weights, primitive.get("targets", [])):
            if weight:
                for x, d in zip(positions, self.accessor(target["POSITION"])):
                    for c in range(3):
                        x[c] += weight * d[c]
        return positions


def sample(times, values, interpolation, t, path):
    k = max([i for i, key in enumerate(times) if key <= t], default=0)
    cubic = interpolation == "CUBICSPLINE"
    value = (lambda i: values[3 * i + 1]) if cubic else (lambda i: values[i])
    if t <= times[0] or k + 1 == len(times) or interpolation == "STEP":
        return value(k)
    d = times[k + 1] - times[k]
    s = (t - times[k]) / d
    a, b = value(k), value(k + 1)
    if cubic:
        out, into = values[3 * k + 2], values[3 * k + 3]
        v = [(2 * s**3 - 3 * s**2 + 1) * p + d * (s**3 - 2 * s**2 + s) * m + (3 * s**2 - 2 * s**3) * q
             + d * (s**3 - s**2) * n for p, m, q, n in zip(a, out, b, into)]
        if path == "rotation":
            length = math.sqrt(sum(x * x for x in v))
            v = [x / length for x in v]
        return v
    if path != "rotation":
        return [(1 - s) * p + s * q for p, q in zip(a, b)]
    dot = sum(p * q for p, q in zip(a, b))
    if dot < 0:
        b, dot = [-q for q in b], -dot
    angle = math.acos(min(dot, 1.0))
    if angle < 1e-9:
        return a
    return [(math.sin((1 - s) * angle) * p + math.sin(s * angle) * q) / math.sin(angle) for p, q in zip(a, b)]


def compose(translation, rotation, scale):
    x, y, z, w = rotation
    r = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
         [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
         [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    return [[r[i][j] * scale[j] for j in range(3)] + [translation[i]] for i in range(3)] + [[0, 0, 0, 1]]


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def apply(m, x):
    return [sum(m[i][k] * x[k] for k in range(3)) + m[i][3] for i in range(3)]


def inverse(m):
    """Of an affine matrix, by cofactors."""
    a = [row[:3] for row in m[:3]]
    cof = [[a[(j + 1) % 3][(i + 1) % 3] * a[(j + 2) % 3][(i + 2) % 3]
            - a[(j + 1) % 3][(i + 2) % 3] * a[(j + 2) % 3][(i + 1) % 3] for j in range(3)] for i in range(3)]
    det = sum(a[0][k] * cof[k][0] for k in range(3))
    inv = [[cof[i][j] / det for j in range(3)] for i in range(3)]
    t = [m[i][3] for i in range(3)]
    return [inv[i] + [-sum(inv[i][k] * t[k] for k in range(3))] for i in range(3)] + [[0, 0, 0, 1]]


def from_columns(m):
    return [[m[4 * c + r] for c in range(4)] for r in range(4)]
