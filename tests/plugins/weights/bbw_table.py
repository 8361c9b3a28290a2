#!/usr/bin/python3
"""Prints the table of bbw_test.cpp: bounded biharmonic weights of a small box by other means.

The mesh is tet_grid(4, 1, 1) of tests/support/meshes.hpp with unit cubes; bone 0 holds node 0, bone 1
holds node 4 and bone 2 node 17. The Laplacian is put together from areas and angles (cotangents of
dihedral angles) instead of gradients, and each minimum found by projected relaxation, one unknown at
a time, instead of factors. Needs nothing but Python.
"""
import math

NX, NY, NZ = 4, 1, 1
HANDLES = [0, 4, 17]
CUT = [(0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6)]
CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]


def node(i, j, k):
    return i + (NX + 1) * (j + (NY + 1) * k)


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def main():
    places = [(i, j, k) for k in range(NZ + 1) for j in range(NY + 1) for i in range(NX + 1)]
    n = len(places)
    tets = [[node(i + CORNERS[c][0], j + CORNERS[c][1], k + CORNERS[c][2]) for c in cut]
            for k in range(NZ) for j in range(NY) for i in range(NX) for cut in CUT]
    L = [[0.0] * n for _ in range(n)]
    mass = [0.0] * n
    for tet in tets:
        x = [places[v] for v in tet]
        volume = dot(sub(x[1], x[0]), cross(sub(x[2], x[0]), sub(x[3], x[0]))) / 6
        for v in tet:
            mass[v] += volume / 4
        for a in range(4):
            for b in range(a):
                # The opposite edge c-d, of length l: L_ab = -l cot(angle of the faces at it) / 6.
                c, d = [k for k in range(4) if k not in (a, b)]
                edge = sub(x[d], x[c])
                p, q = cross(edge, sub(x[a], x[c])), cross(edge, sub(x[b], x[c]))
                cot = dot(p, q) / math.sqrt(dot(cross(p, q), cross(p, q)))
                value = math.sqrt(dot(edge, edge)) * cot / 6
                for r, s, sign in ((a, b, -1), (b, a, -1), (a, a, 1), (b, b, 1)):
                    L[tet[r]][tet[s]] += sign * value
    Q = [[sum(L[i][k] * L[k][j] / mass[k] for k in range(n)) for j in range(n)] for i in range(n)]
    free = [i for i in range(n) if i not in HANDLES]
    columns = []
    for handle in HANDLES:
        w = [0.0] * n
        w[handle] = 1.0
        for _ in range(200000):
            change = 0.0
            for i in free:
                new = min(1.0, max(0.0, w[i] - dot(Q[i], w) / Q[i][i]))
                change = max(change, abs(new - w[i]))
                w[i] = new
            if change < 1e-16:
                break
        columns.append(w)
    for i in range(n):
        total = sum(w[i] for w in columns)
        print("{" + ", ".join(f"{w[i] / total:.12f}" for w in columns) + "},")


main()
