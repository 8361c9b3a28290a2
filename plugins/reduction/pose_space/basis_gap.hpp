/// The gap between a basis that is mixed of poses and one that is found anew.
///
///     gap^2 = 1 - |U'M V|^2 / r,     U, V with M-orthonormal columns, r of them
///
/// V: the basis found for the body as it is at a time; U: the mixed one. It is the root mean square
/// of the sines of their angles: 0 where they span the same, 1 where V is at right angles to U.
#pragma once

#include <functional>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/formulation/rest_shape.hpp>
#include <vector>

#include "pose_basis.hpp"

namespace sinew::pose_space {

/// The gap between the spans of U and V, 3 n_nodes x r.
double basis_gap(Eigen::MatrixXd U, Eigen::MatrixXd V, const MassMatrix& mass);

/// The gap at a time.
struct BasisGap {
    double time = 0;  ///< [s]
    double gap = 0;
};

/// The basis of the body at time t, in this shape, seen from the root (3 x n_nodes [m]).
using FindBasis = std::function<Eigen::MatrixXd(double t, const Points& shape)>;
/// Gaps of a mixed basis along the clip, at 0, `every`, ... up to `end` [s].
std::vector<BasisGap> basis_gaps(PoseBasis basis, const RestShape& shape, const MassMatrix& mass,
                                 double every, double end, const FindBasis& find);
/// The largest of them, at least one.
const BasisGap& largest(const std::vector<BasisGap>& gaps);

}  // namespace sinew::pose_space
