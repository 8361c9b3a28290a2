#!/usr/bin/python3
"""A BVH clip drives a body, whose surface is written as glTF and read again.

    walk.py SINEW FOLDER

Runs walk.yaml with the public files of $SINEW_DATA (says SKIPPED without them), reads the .glb by
`sinew info` and by a reader of Python's own modules (same_surface.py), and checks that the man walks: his
feet pass each other, his head stays up, and no point is farther from its bone than at rest allows.
"""
import os
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here.parent / "support" / "gltf"))
from gltf_reader import Gltf, apply  # noqa: E402


def main():
    sinew, folder = sys.argv[1:]
    data = pathlib.Path(os.environ.get("SINEW_DATA", "/nowhere"))
    body, walk = data / "human_smpl/human_man.obj", data / "mocap/walk01.bvh"
    if not body.exists() or not walk.exists():
        print(f"SKIPPED: {body} is not there (set SINEW_DATA to the folder of the public meshes)")
        sys.exit(77)
    told = subprocess.run([sinew, "info", walk], capture_output=True, text=True, check=True).stdout
    for words in ("joints    19", "channels  60", "101 frames, 0.0416667 s each (24 a second), 4.16667 s long"):
        if words not in told:
            raise SystemExit(f"sinew info {walk.name} does not say '{words}':\n{told}")
    subprocess.run([sinew, "run", here / "walk.yaml", "-o", folder, "--quiet", "--set", f"let.body={body}",
                    "--set", f"let.walk={walk}"], check=True)
    glb = pathlib.Path(folder) / "walk-man.glb"
    told = subprocess.run([sinew, "info", glb], capture_output=True, text=True, check=True).stdout
    print(told)
    for words in ("6890", "13776", "25: 0 s to 1 s"):
        if words not in told:
            raise SystemExit(f"sinew info {glb.name} does not say '{words}'")
    subprocess.run([here.parent / "plugins/output/same_surface.py", glb, pathlib.Path(folder) / "walk-man_"],
                   check=True)
    gltf = Gltf(glb)
    matrix = gltf.node_matrices()[0]
    targets = len(gltf.json["meshes"][0]["primitives"][0]["targets"])
    rest = [apply(matrix, x) for x in gltf.morphed(0, [])]
    feet = [[i for i, x in enumerate(rest) if x[1] < 0.08 and side * x[0] > 0] for side in (-1, 1)]
    head = max(range(len(rest)), key=lambda i: rest[i][1])
    ahead = []
    for k in range(0, targets, 4):
        points = [apply(matrix, x) for x in gltf.morphed(0, [float(j == k) for j in range(targets)])]
        left, right = (sum(points[i][2] for i in foot) / len(foot) for foot in feet)
        ahead.append(left - right)
        if not 1.5 < points[head][1] < 1.9:
            raise SystemExit(f"the head is at {points[head][1]:.3f} m in frame {k}")
    print("one foot before the other [m]:", " ".join(f"{x:.2f}" for x in ahead))
    if max(ahead) - min(ahead) < 0.3:
        raise SystemExit("the feet do not pass each other")


main()
