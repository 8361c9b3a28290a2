#!/usr/bin/python3
"""Forward kinematics of skeleton files, on its own: prints the numbers that the tests hold.

    fk_table.py FILE.bvh JOINT:FRAME...             the joint's place, and that of its first end
                                                    site if it has one, in the frame
    fk_table.py FILE.tgf MOTION.txt BONE:FRAME...   where the bone's end goes in the frame; bones and
                                                    points count from 0

Frames count from 0. Matrices are 4 x 4 and act on columns; lengths are the file's.
"""
import sys

import numpy as np


def turn(axis, degrees):
    """About x, y or z (0, 1, 2)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(4)
    matrix[i, i] = matrix[j, j] = c
    matrix[j, i], matrix[i, j] = s, -s
    return matrix


def shift(x):
    matrix = np.eye(4)
    matrix[:3, 3] = x
    return matrix


def bvh(file, wanted):
    words = open(file).read().split()
    names, parents, offsets, channels, ends, stack = [], [], [], [], {}, []
    at = words.index("ROOT")
    while words[at] != "MOTION":
        word = words[at]
        if word in ("ROOT", "JOINT"):
            parents.append(stack[-1] if stack else None)
            names.append(words[at + 1])
            stack.append(len(names) - 1)
            at += 3
        elif word == "End":
            stack.append(None)
            at += 3
        elif word == "OFFSET":
            offset = np.array(words[at + 1:at + 4], float)
            if stack[-1] is None:
                ends.setdefault(stack[-2], offset)
            else:
                offsets.append(offset)
            at += 4
        elif word == "CHANNELS":
            n = int(words[at + 1])
            channels.append(words[at + 2:at + 2 + n])
            at += 2 + n
        elif word == "}":
            stack.pop()
            at += 1
        else:
            raise SystemExit(f"{word}?")
    n_frames = int(words[at + 2])
    frames = np.array(words[at + 6:], float).reshape(n_frames, -1)
    for name, frame in wanted:
        globals_, column = [], 0
        for j, named in enumerate(channels):
            place, rotation = offsets[j].copy(), np.eye(4)
            for channel in named:
                axis, value = "XYZ".index(channel[0]), frames[frame, column]
                column += 1
                if channel.endswith("position"):
                    place[axis] = value
                else:
                    rotation = rotation @ turn(axis, value)
            local = shift(place) @ rotation
            globals_.append(local if parents[j] is None else globals_[parents[j]] @ local)
        j = names.index(name)
        end = ends.get(j, np.zeros(3))
        show(name, frame, (globals_[j] @ np.append(end, 1))[:3])


def euler(x, y, z, frame=np.eye(4)):
    """About the columns of a frame: z after y after x."""
    return frame @ turn(2, z) @ turn(1, y) @ turn(0, x) @ frame.T


def tgf(file, motion, wanted):
    vertices, edges = [part.split("\n") for part in open(file).read().split("#")[:2]]
    vertices = [np.array(line.split()[1:4], float) for line in vertices if line.strip()]
    edges = [tuple(int(word) - 1 for word in line.split()[:2]) for line in edges if line.strip()]
    numbers = iter(open(motion).read().split())
    n, n_frames = int(next(numbers)), int(next(numbers))
    take = lambda: np.array([float(next(numbers)) for _ in range(3)])
    if not edges:
        rest = [(take(), euler(*take())) for _ in range(n)]
        table = []
        for _ in range(n_frames):
            table.append([shift(take() - place) @ euler(*take(), frame) for place, frame in rest])
        for point, frame in wanted:
            show(point, frame, (table[frame][point] @ np.append(vertices[point], 1))[:3])
        return
    ending = {b: k for k, (a, b) in enumerate(edges)}
    parents = [ending.get(a) for a, b in edges]
    root_rest, root_frame = take(), euler(*take())
    frames = [euler(*take()) for _ in edges]
    table = []
    for _ in range(n_frames):
        root = euler(*take(), root_frame)
        root_move = take() - root_rest
        turns = [euler(*take(), frame) for frame in frames]
        done = {}

        def motion_of(k):
            if k in done:
                return done[k]
            joint = vertices[edges[k][0]]
            if parents[k] is None:
                both = turns[k] @ root if parents.count(None) > 1 else turns[k]
                done[k] = shift(joint + root_move) @ both @ shift(-joint)
            else:
                done[k] = motion_of(parents[k]) @ shift(joint) @ turns[k] @ shift(-joint)
            return done[k]

        table.append([motion_of(k) for k in range(n)])
    for bone, frame in wanted:
        end = vertices[edges[bone][1]]
        show(f"{edges[bone][0] + 1}-{edges[bone][1] + 1}", frame,
             (table[frame][bone] @ np.append(end, 1))[:3])


def show(name, frame, x):
    print(f'{{"{name}", {frame}, {{{x[0]:.9g}, {x[1]:.9g}, {x[2]:.9g}}}}},')


def main():
    file, *rest = sys.argv[1:]
    if file.endswith(".bvh"):
        bvh(file, [(w.rsplit(":", 1)[0], int(w.rsplit(":", 1)[1])) for w in rest])
    else:
        tgf(file, rest[0], [tuple(map(int, w.split(":"))) for w in rest[1:]])


if __name__ == "__main__":
    main()
