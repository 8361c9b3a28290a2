/// Poses of the handles of a .tgf file in a matrix, as libigl's tutorials keep them in a .dmat file
/// (Jacobson, Panozzo et al., libigl, 2018). Of n handles, points before bones as weights count
/// them, the matrix holds
///
///     4 n x m    turns, a column a pose: x y z w of each handle (igl::column_to_quats)
///     n x 4      the turns of one pose, a row a handle
///     12 n x m   transforms, a column a pose: the columns of a matrix of 4 n x 3, below each
///                other, whose rows 4 j to 4 j + 3 are the transpose of T_j = (R t)
///
/// A turn q_j is about the handle's own start, by the axes of the file, beside the handle that
/// carries it (igl::forward_kinematics): T_j has the rotation Q_j = Q_parent q_j, and takes the
/// start of j to where T_parent takes it. A transform is of the file's points: x = R X + t.
#pragma once

#include <istream>
#include <sinew/kernel/params/types.hpp>

#include "tgf_reader.hpp"

namespace sinew {

/// `rate`: poses a second; pose 0 is at time 0. Throws InputError at the place of `file`: a matrix
/// of another shape, turns that are no unit quaternions, transforms that are not rigid.
SkeletonFile read_poses(std::istream& in, const Path& file, const TgfHandles& handles, double rate);

}  // namespace sinew
