/// The stiffness of the present pose, split into surface and interior, and what stands for its
/// inverses.
#pragma once

#include <memory>

#include "block_view.hpp"
#include "incomplete_factor.hpp"
#include "node_sets.hpp"

namespace sinew::steklov {

/// R_*, one rotation a node of some set; empty where all are the identity.
using NodeRotations = std::vector<Eigen::Matrix3d>;

struct SplitStiffness {
    SplitStiffness(BlockMatrix whole, const NodeSets& sets)
        : matrix(std::move(whole)),
          ss(matrix.pattern(), sets.surface, sets.numbers_on_surface()),
          si(matrix.pattern(), sets.surface, sets.numbers_in_interior()),
          is(matrix.pattern(), sets.interior, sets.numbers_on_surface()),
          ii(matrix.pattern(), sets.interior, sets.numbers_in_interior()) {}

    BlockMatrix matrix;
    BlockView ss, si, is, ii;
    std::unique_ptr<IncompleteFactor> interior;  ///< L_i at rest; nullptr if there is no interior
    std::unique_ptr<IncompleteFactor> boundary;  ///< L_b at rest, of the free nodes
    BlockRows boundary_rows;                     ///< what L_b is the factor of
    Points boundary_points;                      ///< of its rows' nodes at rest
    NodeRotations rotations_interior, rotations_free;
};

}  // namespace sinew::steklov
