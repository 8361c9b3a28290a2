#!/usr/bin/python3
"""Reads the skeleton of a .usda by a reader of our tests, and compares it with the table of joints of the
same run.

    same_joints.py FOLDER/NAME.usda FOLDER/NAME-joints.csv

At each time of the table the joints' places and turns since rest, joined from the root down, must be those
of the table, to single precision. Prints what was compared.
"""
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "support" / "usda"))
from usda_reader import read  # noqa: E402


def times(p, q):
    a, b, c, d = p
    e, f, g, h = q
    return (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e)


def turned(q, x):
    return times(times(q, (0, *x)), (q[0], -q[1], -q[2], -q[3]))[1:]


def joined(joints, translations, rotations):
    """Place and turn of each joint in the world, from those that are seen from the parents."""
    places = {}
    for joint, x, q in zip(joints, translations, rotations):
        above = joint.rpartition("/")[0]
        if above:
            parent_x, parent_q = places[above]
            x = tuple(a + b for a, b in zip(parent_x, turned(parent_q, x)))
            q = times(parent_q, q)
        places[joint] = x, q
    return places


def expect_near(what, found, expected, within=2e-6):
    worst = max(abs(a - b) for a, b in zip(found, expected))
    if not worst <= within:
        raise SystemExit(f"{what}: {found}, and {expected} in the table")


def main():
    stage = read(sys.argv[1])
    root = stage.children[stage.metadata["defaultPrim"]]
    rig = root.at("rig")
    skeleton, animation = rig.at("skeleton"), rig.at("skeleton/animation")
    if (rig.kind, skeleton.kind, animation.kind) != ("SkelRoot", "Skeleton", "SkelAnimation"):
        raise SystemExit("the prims are not a SkelRoot, a Skeleton and a SkelAnimation")
    if "SkelBindingAPI" not in skeleton.metadata["apiSchemas"]:
        raise SystemExit("the skeleton has no SkelBindingAPI")
    if stage.at(skeleton.relationships["skel:animationSource"]) is not animation:
        raise SystemExit("the skeleton's animation is another")
    joints = skeleton.attributes["joints"]
    if animation.attributes["joints"] != joints or animation.attributes["scales"] != [(1, 1, 1)] * len(joints):
        raise SystemExit("the animation is of other joints, or scales them")

    # At rest: the chain of restTransforms gives bindTransforms, which are not turned.
    rest = [m[3][:3] for m in skeleton.attributes["restTransforms"]]
    still = [(1, 0, 0, 0)] * len(joints)
    places = joined(joints, rest, still)
    for joint, bind in zip(joints, skeleton.attributes["bindTransforms"]):
        expect_near(f"{joint} at rest", places[joint][0], bind[3][:3])
        if [list(row[:3]) for row in bind[:3]] != [[1, 0, 0], [0, 1, 0], [0, 0, 1]] or bind[3][3] != 1:
            raise SystemExit(f"{joint} is turned at rest")

    with open(sys.argv[2], newline="") as stream:
        rows = list(csv.DictReader(stream))
    rate = stage.metadata["timeCodesPerSecond"]
    codes = sorted(animation.samples["translations"])
    if codes != sorted(animation.samples["rotations"]) or len(codes) != len(rows):
        raise SystemExit(f"{len(codes)} samples, and {len(rows)} rows")
    for code, row in zip(codes, rows):
        expect_near("time", [code / rate], [float(row["time [s]"])], 1e-12)
        places = joined(joints, animation.samples["translations"][code], animation.samples["rotations"][code])
        for joint in joints:
            name = joint.rpartition("/")[2]
            x, q = places[joint]
            if q[0] < 0:
                q = tuple(-c for c in q)
            expect_near(f"{joint} at {code}", x, [float(row[f"{name}_{c} [m]"]) for c in "xyz"])
            expect_near(f"the turn of {joint} at {code}", q, [float(row[f"{name}_q_{c}"]) for c in "wxyz"])
    print(f"{len(joints)} joints at {len(codes)} times")


main()
