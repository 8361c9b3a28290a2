/// Biovision hierarchies (.bvh): joints, and frames of their channels.
///
///     x = OFFSET + R_1 R_2 R_3 X
///
/// from a joint's frame to its parent's, with the rotations in the order that CHANNELS names them.
/// Position channels replace the numbers of the OFFSET that they name.
#pragma once

#include <istream>

#include "skeleton_file.hpp"

namespace sinew {

/// At rest all rotations are the identity and all joints at their OFFSETs; frame i is at time i
/// times the frame time. A bone reaches from its joint to each joint that it carries, and to its
/// end sites. Throws InputError at the line where something is wrong.
SkeletonFile read_bvh(std::istream& in, const std::string& name);

}  // namespace sinew
