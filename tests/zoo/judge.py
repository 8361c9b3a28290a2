"""Is a mesh file sound? Judged without Sinew: own readers, exact integer arithmetic, brute force.

A surface is sound if it is closed, a manifold, and its triangles meet in shared corners and edges only.
A polygon may be cut in several ways: two polygons cross only if they do so however both are cut.
A volume mesh is sound if its elements are all turned the same way and none is flat.
"""
import contextlib
import io
import itertools
import math
import pathlib
import re
import struct
from fractions import Fraction

import meshio
import numpy


def read_surface(file):
    """Vertices as exact integers (in a common unit, whatever it is) and faces."""
    vertices, faces = {".obj": read_obj, ".off": read_off, ".stl": read_stl}[file.suffix.lower()](file)
    vertices = [[Fraction(x) for x in vertex] for vertex in vertices]
    unit = math.lcm(*(x.denominator for vertex in vertices for x in vertex))
    vertices = [tuple(int(x * unit) for x in vertex) for vertex in vertices]
    if file.suffix.lower() == ".stl":  # has corners only: vertices at the same place are one
        first = {}
        same = [first.setdefault(vertex, len(first)) for vertex in vertices]
        vertices, faces = list(first), [[same[i] for i in face] for face in faces]
    return vertices, faces


def read_obj(file):
    vertices, faces = [], []
    for line in file.read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append(words[1:4])
        elif words[:1] == ["f"]:
            faces.append([int(w.split("/")[0]) - 1 for w in words[1:]])
    return vertices, faces


def read_off(file):
    words = " ".join(line.split("#")[0] for line in file.read_text().splitlines()).split()[1:]
    n_vertices, n_faces = int(words[0]), int(words[1])
    vertices = [words[3 + 3 * i:6 + 3 * i] for i in range(n_vertices)]
    faces, at = [], 3 + 3 * n_vertices
    for _ in range(n_faces):
        n = int(words[at])
        faces.append([int(w) for w in words[at + 1:at + 1 + n]])
        at += 1 + n
    return vertices, faces


def read_stl(file):
    data = file.read_bytes()
    n = struct.unpack_from("<I", data, 80)[0]
    if len(data) != 84 + 50 * n:
        corners = re.findall(r"vertex\s+(\S+)\s+(\S+)\s+(\S+)", data.decode())
    else:
        corners = [struct.unpack_from("<3f", data, 84 + 50 * t + 12 * c)
                   for t in range(n) for c in (1, 2, 3)]
    return corners, [[3 * t, 3 * t + 1, 3 * t + 2] for t in range(len(corners) // 3)]


def cuts(face):
    """All ways to cut a polygon by diagonals from one corner: for up to five corners, all there are."""
    if len(face) == 3:
        return [[face]]
    ways = range(2 if len(face) == 4 else len(face))
    return [[[face[k], face[(k + i) % len(face)], face[(k + i + 1) % len(face)]]
             for i in range(1, len(face) - 1)] for k in ways]


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def side(a, b, c, d):
    """Of the plane abc on which d lies: -1, 0, 1."""
    volume = dot(cross(minus(b, a), minus(c, a)), minus(d, a))
    return (volume > 0) - (volume < 0)


def side2(p, q, r):
    area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (area > 0) - (area < 0)


def segments_meet2(p, q, a, b):
    def holds(p, q, r):
        return min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])
    s = side2(a, b, p), side2(a, b, q), side2(p, q, a), side2(p, q, b)
    if s[0] * s[1] < 0 and s[2] * s[3] < 0:
        return True
    return ((s[0] == 0 and holds(a, b, p)) or (s[1] == 0 and holds(a, b, q))
            or (s[2] == 0 and holds(p, q, a)) or (s[3] == 0 and holds(p, q, b)))


def segment_meets_triangle(p, q, triangle):
    a, b, c = triangle
    sides = side(a, b, c, p), side(a, b, c, q)
    if sides[0] * sides[1] > 0:
        return False
    if sides == (0, 0):  # in its plane: look along the longest axis of its normal
        normal = cross(minus(b, a), minus(c, a))
        drop = max(range(3), key=lambda i: abs(normal[i]))
        p, q, a, b, c = ([v[i] for i in range(3) if i != drop] for v in (p, q, a, b, c))
        if any(segments_meet2(p, q, *edge) for edge in ((a, b), (b, c), (c, a))):
            return True
        turns = side2(a, b, p), side2(b, c, p), side2(c, a, p)
    else:
        turns = side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)
    return min(turns) >= 0 or max(turns) <= 0


def triangles_cross(x, s, t):
    """Whether two triangles meet in more than the corners that they share."""
    shared = set(s) & set(t)
    if len(shared) == 3:
        return True
    if len(shared) == 2:
        (end,) = set(s) - shared
        (other,) = set(t) - shared
        a, b = (x[i] for i in shared)
        if side(a, b, x[end], x[other]) != 0:
            return False
        along = minus(b, a)
        return dot(cross(along, minus(x[end], a)), cross(along, minus(x[other], a))) > 0
    S, T = [x[i] for i in s], [x[i] for i in t]
    if len(shared) == 1:
        return (segment_meets_triangle(*(x[i] for i in s if i not in shared), T)
                or segment_meets_triangle(*(x[i] for i in t if i not in shared), S))
    return any(segment_meets_triangle(S[i - 1], S[i], T) or segment_meets_triangle(T[i - 1], T[i], S)
               for i in range(3))


def surely_apart(x, first, second):
    """For pairs of triangles (m x 3 each): all corners of one, but shared ones, lie clearly on one side
    of the other. Round-off is far below the bound used."""
    apart = numpy.zeros(len(first), bool)
    for s, t in ((first, second), (second, first)):
        a, b, c = (x[t[:, i]] for i in range(3))
        normal = numpy.cross(b - a, c - a)
        heights = numpy.stack([((x[s[:, i]] - a) * normal).sum(1) for i in range(3)], 1)
        shared = (s[:, :, None] == t[:, None, :]).any(2)
        above = (heights > 1e-12) | shared
        below = (heights < -1e-12) | shared
        apart |= (above.all(1) | below.all(1)) & ~shared.all(1)
    return apart


def crossing_faces(vertices, faces):
    """Pairs of faces that cross however both are cut."""
    x = numpy.array(vertices, float)
    x = (x - x.min(0)) / numpy.ptp(x, axis=0).max()
    ways = [cuts(face) for face in faces]
    corners = [x[face] for face in faces]
    low = numpy.array([c.min(0) for c in corners]) - 1e-9
    high = numpy.array([c.max(0) for c in corners]) + 1e-9
    crossing = []
    for i in range(len(faces)):
        near = ((low[i + 1:] <= high[i]) & (high[i + 1:] >= low[i])).all(1).nonzero()[0] + i + 1
        pairs = [(s, t) for j in near for s in sum(ways[i], []) for t in sum(ways[j], [])]
        if not pairs:
            continue
        apart = surely_apart(x, *(numpy.array([pair[k] for pair in pairs]) for k in (0, 1)))
        doubtful = {tuple(map(tuple, pair)) for pair, sure in zip(pairs, apart) if not sure}
        known = {pair: triangles_cross(vertices, *pair) for pair in doubtful}

        def cross_when_cut(own, other):
            return any(known.get((tuple(s), tuple(t)), False) for s in own for t in other)
        crossing += [(i, j) for j in near
                     if all(cross_when_cut(*way) for way in itertools.product(ways[i], ways[j]))]
    return crossing


def surface_faults(file):
    """What is wrong with a surface, in words; empty if it is sound."""
    vertices, faces = read_surface(file)
    faces = [face for face in faces if len(set(face)) > 2]
    edges = {}
    for face in faces:
        for k in range(len(face)):
            edge = frozenset((face[k - 1], face[k]))
            edges[edge] = edges.get(edge, 0) + 1
    border = sum(n == 1 for n in edges.values())
    crowded = sum(n > 2 for n in edges.values())
    if border or crowded:
        return f"{border} edges with one face, {crowded} with more than two"
    crossing = crossing_faces(vertices, faces)
    return f"{len(crossing)} pairs of faces cross, however they are cut" if crossing else ""


def read_volume(file):
    """Positions n x 3 and the corners of elements, m x 4 or m x 8."""
    if file.suffix == ".veg":
        return read_vega(file)
    with contextlib.redirect_stdout(io.StringIO()):  # it prints blank lines
        mesh = meshio.read(file)
    return mesh.points, numpy.concatenate([c.data for c in mesh.cells if c.type in ("tetra", "hexahedron")])


def read_vega(file):
    sections, rows = {}, []
    for line in file.read_text().splitlines():
        words = line.split("#")[0].split()
        if words and words[0].startswith("*"):
            rows = sections.setdefault(words[0].upper(), [])
        elif words:
            rows.append(words)
    positions = numpy.array([row[1:4] for row in sections["*VERTICES"][1:]], float)
    elements = numpy.array([row[1:] for row in sections["*ELEMENTS"][2:]], int)
    return positions, elements - (elements.max() == len(positions))


def signed_volumes(positions, elements):
    """Of tetrahedra; of the corner tetrahedra of hexahedra, the least of each."""
    p = positions[elements]
    if elements.shape[1] == 4:
        corners = [(0, 1, 2, 3)]
    else:
        corners = [(0, 1, 3, 4), (1, 2, 0, 5), (2, 3, 1, 6), (3, 0, 2, 7),
                   (4, 7, 5, 0), (5, 4, 6, 1), (6, 5, 7, 2), (7, 6, 4, 3)]
    volumes = [numpy.einsum("ij,ij->i", numpy.cross(p[:, b] - p[:, a], p[:, c] - p[:, a]), p[:, d] - p[:, a]) / 6
               for a, b, c, d in corners]
    return numpy.min(volumes, axis=0)


def volume_faults(file):
    volumes = signed_volumes(*read_volume(file))
    if (volumes < 0).all():
        volumes = -volumes
    n = int((volumes <= 0).sum())
    return f"{n} elements are inverted or flat" if n else ""


def faults(file):
    file = pathlib.Path(file)
    return (volume_faults if file.suffix in (".mesh", ".msh", ".veg") else surface_faults)(file)


def qualities(positions, elements):
    """6 sqrt(2) |V| / l_max^3 of tetrahedra (1: regular); least scaled Jacobian of hexahedra (1: box)."""
    p = positions[elements]
    if elements.shape[1] == 4:
        ends = numpy.array(list(itertools.combinations(range(4), 2)))
        longest = numpy.linalg.norm(p[:, ends[:, 0]] - p[:, ends[:, 1]], axis=2).max(1)
        return 6 * 2**0.5 * numpy.abs(signed_volumes(positions, elements)) / longest**3
    neighbours = [(1, 3, 4), (2, 0, 5), (3, 1, 6), (0, 2, 7), (7, 5, 0), (4, 6, 1), (5, 7, 2), (6, 4, 3)]
    least = numpy.full(len(p), numpy.inf)
    for a, others in enumerate(neighbours):
        edges = [p[:, b] - p[:, a] for b in others]
        units = [e / numpy.linalg.norm(e, axis=1)[:, None] for e in edges]
        least = numpy.minimum(least, numpy.einsum("ij,ij->i", numpy.cross(units[0], units[1]), units[2]))
    return least
