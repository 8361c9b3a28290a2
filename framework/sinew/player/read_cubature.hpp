/// Forces of sampled elements from a file.
#pragma once

#include <memory>
#include <sinew/player/forces.hpp>
#include <sinew/player/model_file.hpp>

namespace sinew::player {

/// The forces that `forces/` of a file of type `cubature` holds (docs/player.md). rows: U', r x 3
/// n, of the body's n nodes. Throws FileError for data that do not fit each other, and for a law
/// that this player does not know.
std::unique_ptr<Forces> read_cubature(const ModelFile& file, const Eigen::MatrixXd& rows);

}  // namespace sinew::player
