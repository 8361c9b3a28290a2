#include <sinew/mechanics/visual/morph.hpp>

namespace sinew {

Eigen::VectorXd MorphTrack::added(double t) const {
    const Eigen::Map<const Eigen::VectorXd> rest(at_rest.data(), Eigen::Index(at_rest.size()));
    if (times.empty()) return Eigen::VectorXd::Zero(rest.size());
    return interpolated(times, weights, between, t) - rest;
}

Points MorphClip::displacement(Eigen::Index n_points, double t) const {
    Points sum = Points::Zero(3, n_points);
    for (const MorphTrack& track : tracks) {
        const Eigen::VectorXd added = track.added(t);
        for (std::size_t k = 0; k < track.targets.size(); ++k)
            if (const double more = added[Eigen::Index(k)]; more != 0)
                sum += more * track.targets[k];
    }
    return sum;
}

}  // namespace sinew
