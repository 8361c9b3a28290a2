#!/usr/bin/python3
"""Forward kinematics of a glTF file, on its own: prints the numbers that the tests hold.

    gltf_table.py FILE CLIP JOINT:TIME...     where the joint takes a point 0.1, 0.2, 0.3 m beside its
                                              position at rest, at a time of the clip
    gltf_table.py FILE CLIP VERTEX:TIME...    where the skin's vertex is at rest, and then

The rest is A X with A = G_r(0) B_r of the first joint that no other one carries.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "support" / "gltf"))
from gltf_reader import Gltf, apply, from_columns, inverse, times  # noqa: E402


def main():
    file, clip, *wanted = sys.argv[1:]
    gltf = Gltf(file)
    skin = gltf.json["skins"][0]
    bind = [from_columns(m) for m in gltf.accessor(skin["inverseBindMatrices"])]
    nodes = gltf.json["nodes"]
    parents = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}

    def has_joint_above(node):
        while node in parents:
            node = parents[node]
            if node in skin["joints"]:
                return True
        return False

    root = next(k for k, node in enumerate(skin["joints"]) if not has_joint_above(node))
    rest = times(gltf.node_matrices()[skin["joints"][root]], bind[root])
    channels = gltf.channels(clip)
    names = [nodes[node]["name"] for node in skin["joints"]]
    attributes = gltf.json["meshes"][0]["primitives"][0]["attributes"]
    show = lambda x: "{" + ", ".join(f"{c:.9g}" for c in x) + "}"
    for word in wanted:
        what, time = word.split(":")
        now = gltf.node_matrices(channels, float(time))
        moved = [times(now[node], b) for node, b in zip(skin["joints"], bind)]
        if what in names:
            j = names.index(what)
            place = times(rest, inverse(bind[j]))
            x = [place[i][3] + 0.1 * (i + 1) for i in range(3)]
            print(f'{{"{what}", {time}, {show(x)}, {show(apply(moved[j], apply(inverse(rest), x)))}}},')
            continue
        v = int(what)
        X = gltf.accessor(attributes["POSITION"])[v]
        whose, much = gltf.accessor(attributes["JOINTS_0"])[v], gltf.accessor(attributes["WEIGHTS_0"])[v]
        x = [sum(w / sum(much) * apply(moved[j], X)[i] for j, w in zip(whose, much)) for i in range(3)]
        print(f"{{{v}, {time}, {show(apply(rest, X))}, {show(x)}}},")


main()
