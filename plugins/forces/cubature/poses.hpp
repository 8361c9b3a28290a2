/// The poses that a cubature is fitted to.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/math/random.hpp>
#include <sinew/mechanics/subspace/full_body.hpp>

namespace sinew::cubature {

enum class PoseKind { gaussian };

struct PoseParams {
    PoseKind type = PoseKind::gaussian;
    int count = 200;
    double amplitude = 0.1;
    static constexpr auto fields = std::tuple{
        field("type", &PoseParams::type,
              "gaussian: every mode of the linear motion in the subspace has the same elastic "
              "energy on average"),
        field("count", &PoseParams::count, at_least(2), "Poses for training and test together"),
        field("amplitude", &PoseParams::amplitude, positive,
              "Largest root mean square displacement of a node, as a part of the diagonal of the "
              "body's box"),
    };
};

struct Poses {
    Eigen::MatrixXd q;       ///< r x count
    Eigen::MatrixXd forces;  ///< U'f(Uq), r x count
    int n_rejected = 0;      ///< with inverted elements, replaced by others of lower amplitude
};

/// Throws InputError at `where` if no vector of the basis deforms the body, or if no pose without
/// inverted elements is found.
Poses random_poses(const PoseParams& params, FullBody& full, const Eigen::MatrixXd& U,
                   Random& random, const SourceMark& where);

}  // namespace sinew::cubature

template <>
struct sinew::EnumNames<sinew::cubature::PoseKind> {
    static constexpr std::array names{std::pair{"gaussian", cubature::PoseKind::gaussian}};
};
