#include <sinew/mechanics/visual/morph.hpp>

namespace sinew {

Points MorphClip::displacement(Eigen::Index n_points, double t) const {
    Points sum = Points::Zero(3, n_points);
    for (const MorphTrack& track : tracks) {
        if (track.times.empty()) continue;
        const Eigen::VectorXd weights = interpolated(track.times, track.weights, track.between, t);
        for (std::size_t k = 0; k < track.targets.size(); ++k) {
            const double more = weights[Eigen::Index(k)] - track.at_rest[k];
            if (more != 0) sum += more * track.targets[k];
        }
    }
    return sum;
}

}  // namespace sinew
