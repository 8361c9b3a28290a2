/// Motions of the handles of a .tgf file (*_anim.txt, Zhang, Bang, Levin & Jacobson, Complementary
/// dynamics, 2020). Angles are in degrees; e = (x, y, z) is the rotation Q(e) = R_z R_y R_x.
///
/// A file of bones has their number and that of frames, then
///
///     root position, root Euler angles, Euler angles of each bone           at rest
///     root Euler angles, root position, Euler angles of each bone           in each frame
///
/// A bone turns by Q(e) about the axes of its rest frame. Bones without a parent go with the root,
/// by its position less that at rest; if they are several, each first turns with the root, about
/// the axes of the root's rest frame and the bone's own joint.
///
/// A file of points has their number and that of frames, then position and Euler angles of each,
/// first at rest; a point's motion is x = R_0 Q(e) R_0' X + position - rest position: it turns
/// about the origin, by the axes of its rest frame R_0.
#pragma once

#include <istream>

#include "tgf_reader.hpp"

namespace sinew {

/// `rate`: frames a second; frame 0 is at time 0. Throws InputError at the line where something is
/// wrong.
SkeletonFile read_anim(std::istream& in, const std::string& name, const TgfHandles& handles,
                       double rate);

}  // namespace sinew
