/// Files of forces that a hand recorded on a body at rest: `sinew sketch` writes them, basis/sketch
/// reads them.
///
/// Text: a line `x y z fx fy fz` each, a position at rest in the node's frame [m] and a force in
/// the world [N], separated by blanks or commas; what follows # is a comment.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A force at a point of a body at rest.
struct RecordedForce {
    Eigen::Vector3d at;     ///< at rest, in the node's frame [m]
    Eigen::Vector3d force;  ///< in the world [N]
    SourceMark line = {};   ///< where a file holds it
};

/// Throws InputError at a line that holds no force, and at the path's place if none does.
std::vector<RecordedForce> read_force_file(const Path& file);

/// The text of such a file: a comment of one line, then the forces, with positions to 12 digits and
/// forces to 9.
std::string force_file_text(const std::string& comment, const std::vector<RecordedForce>& forces);

}  // namespace sinew
