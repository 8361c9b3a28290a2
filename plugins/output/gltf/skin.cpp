#include "skin.hpp"

#include <algorithm>
#include <chrono>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/svd.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/modes/mass_pca.hpp>

namespace sinew::gltf_output {
namespace {

using Affine = Eigen::Matrix<double, 3, 4>;

/// A stretch of the blend under which a difference is not carried back to the rest whole.
constexpr double least_stretch = 0.1;

/// Part of a point's distance from the origin that a displacement is taken for round-off.
constexpr double standing = 1e-6;

/// d with A d nearest to r, bounded by |d| <= |r| / least_stretch.
Eigen::Vector3d carried_back(const Eigen::Matrix3d& A, const Eigen::Vector3d& r) {
    const Svd3<double> of = svd<double>(A);
    Eigen::Vector3d y = of.U.transpose() * r;
    for (int k = 0; k < 3; ++k) {
        const double stretch = std::max(std::abs(of.s[k]), least_stretch);
        y[k] *= of.s[k] / (stretch * stretch);
    }
    return of.V * y;
}

/// A stop that is obeyed once a second has passed: a fit that takes less comes to its end, also in
/// a run that was stopped before it.
class LateStop {
public:
    /// Throws Stopped. Any thread may call it.
    void leave_if_due() const {
        constexpr std::chrono::seconds patience(1);
        if (std::chrono::steady_clock::now() - begin_ > patience) leave_if_stopped();
    }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

class SkinFit {
public:
    SkinFit(const Points& rest, const SurfaceFrames& frames, const SkeletalRig& rig,
            Influences influences, const MorphLimits& limits)
        : rest_(rest),
          frames_(frames),
          limits_(limits),
          written_rest_(rest.cast<float>().cast<double>()),
          n_frames_(Eigen::Index(frames.times.size())) {
        skin_.times.assign(frames.times.begin(), frames.times.end());
        skin_.joints = joint_tracks(rig, skin_.times);
        skin_.influences = std::move(influences);
        for (std::size_t k = 0; k < frames.times.size(); ++k)
            transforms_.push_back(joint_transforms(skin_.joints, k));
        skin_.largest_displacement = largest_displacement();
    }

    Skin fitted() {
        skin_.without_targets = skin_.error =
            error_of(Eigen::MatrixXd::Zero(rest_.size(), n_frames_));
        skin_.target_weights.resize(0, n_frames_);
        if (limits_.most == 0 || is_within_tolerance()) return std::move(skin_);
        try {
            add_targets();
        } catch (const Stopped&) {
            skin_.is_whole = false;
        }
        skin_.target_weights.conservativeResize(Eigen::Index(skin_.targets.size()), n_frames_);
        return std::move(skin_);
    }

private:
    bool is_within_tolerance() const {
        return skin_.relative(skin_.error.worst) <= limits_.tolerance;
    }

    void add_targets() {
        Eigen::MatrixXd d = differences();
        const auto same = [&](const Eigen::MatrixXd& X) {
            stop_.leave_if_due();
            return X;
        };
        const Eigen::MatrixXd D = mass_pca(d, same).vectors;
        const Eigen::MatrixXd c = transpose_times(D, d);
        Eigen::MatrixXd sum = std::move(d);  // of the targets so far
        sum.setZero();
        const Eigen::Index most = std::min<Eigen::Index>(limits_.most, D.cols());
        skin_.target_weights.resize(most, n_frames_);
        for (Eigen::Index m = 0; m < most && !is_within_tolerance(); ++m) {
            stop_.leave_if_due();
            add_target(D.col(m), c.row(m));
            // As written, in single precision.
            const Vector target = skin_.targets.back().cast<double>().reshaped();
            sum += target * skin_.target_weights.row(m).cast<double>();
            skin_.error = error_of(sum);
        }
    }

    /// The target is scaled so that its largest weight is 1.
    void add_target(const Vector& direction, const Eigen::RowVectorXd& weights) {
        const double largest = weights.cwiseAbs().maxCoeff();
        const auto m = Eigen::Index(skin_.targets.size());
        skin_.targets.emplace_back((largest * direction).cast<float>().reshaped(3, rest_.cols()));
        skin_.target_weights.row(m) = (weights / largest).cast<float>();
    }

    Eigen::Vector3d simulated(std::size_t frame, Eigen::Index i) const {
        return rest_.col(i) + frames_.points[frame].col(i).cast<double>();
    }

    Affine blended(std::size_t frame, Eigen::Index i) const {
        Affine A = Affine::Zero();
        for (Eigen::Index k = 0; k < skin_.influences.joints.rows(); ++k)
            if (const double weight = skin_.influences.weights(k, i); weight > 0)
                A += weight * transforms_[frame][std::size_t(skin_.influences.joints(k, i))];
        return A;
    }

    /// Where the joints alone take a point.
    Eigen::Vector3d skinned(std::size_t frame, Eigen::Index i) const {
        const Affine A = blended(frame, i);
        return A.leftCols<3>() * written_rest_.col(i) + A.col(3);
    }

    double largest_displacement() const {
        std::vector<double> largest(std::size_t(n_frames_), 0.0);
        parallel_for(n_frames_, [&](Eigen::Index k) {
            for (Eigen::Index i = 0; i < rest_.cols(); ++i)
                for (const Eigen::Vector3d& x :
                     {simulated(std::size_t(k), i), skinned(std::size_t(k), i)})
                    largest[std::size_t(k)] =
                        std::max(largest[std::size_t(k)], (x - rest_.col(i)).norm());
        });
        double most = standing * rest_.colwise().norm().maxCoeff();
        const double round_off = most;
        for (const double of_frame : largest) most = std::max(most, of_frame);
        return most > round_off ? most : 0;
    }

    /// d: 3 n_points x n_frames.
    Eigen::MatrixXd differences() const {
        Eigen::MatrixXd d(rest_.size(), n_frames_);
        parallel_for(n_frames_, [&](Eigen::Index k) {
            stop_.leave_if_due();
            for (Eigen::Index i = 0; i < rest_.cols(); ++i) {
                const Affine A = blended(std::size_t(k), i);
                const Eigen::Vector3d blend = A.leftCols<3>() * written_rest_.col(i) + A.col(3);
                d.block<3, 1>(3 * i, k) =
                    carried_back(A.leftCols<3>(), simulated(std::size_t(k), i) - blend);
            }
        });
        return d;
    }

    /// The error with these differences in place of d.
    SkinError error_of(const Eigen::MatrixXd& morphed) const {
        std::vector<double> sums(std::size_t(n_frames_), 0.0), worst(std::size_t(n_frames_), 0.0);
        parallel_for(n_frames_, [&](Eigen::Index k) {
            for (Eigen::Index i = 0; i < rest_.cols(); ++i) {
                const Affine A = blended(std::size_t(k), i);
                const Eigen::Vector3d X = written_rest_.col(i) + morphed.block<3, 1>(3 * i, k);
                const double distance =
                    (A.leftCols<3>() * X + A.col(3) - simulated(std::size_t(k), i)).norm();
                sums[std::size_t(k)] += distance;
                worst[std::size_t(k)] = std::max(worst[std::size_t(k)], distance);
            }
        });
        SkinError error;
        for (std::size_t k = 0; k < sums.size(); ++k) {
            error.mean += sums[k] / double(n_frames_ * rest_.cols());
            if (worst[k] <= error.worst) continue;
            error.worst = worst[k];
            error.worst_time = double(skin_.times[k]);
        }
        return error;
    }

    LateStop stop_;
    const Points& rest_;
    const SurfaceFrames& frames_;
    const MorphLimits& limits_;
    Points written_rest_;
    Eigen::Index n_frames_;
    std::vector<std::vector<Affine>> transforms_;  ///< of each joint in each frame
    Skin skin_;
};

}  // namespace

Skin skin_of(const Points& rest, const SurfaceFrames& frames, const SkeletalRig& rig,
             Influences influences, const MorphLimits& limits) {
    return SkinFit(rest, frames, rig, std::move(influences), limits).fitted();
}

}  // namespace sinew::gltf_output
