/// Sums over few elements from files of reduced models.
#pragma once

#include <memory>
#include <sinew/player/model_file.hpp>
#include <sinew/player/posed_cubature.hpp>

namespace sinew::player {

/// The cubature of the file. rows: U', r x 3 n. Throws FileError.
std::unique_ptr<Forces> read_cubature(const ModelFile& file, const Eigen::MatrixXd& rows);

/// The same about a rest shape that moves, for m poses, r vectors and n_nodes nodes.
std::unique_ptr<PosedCubature> read_posed_cubature(const ModelFile& file, Index m, Index r,
                                                   Index n_nodes);

}  // namespace sinew::player
