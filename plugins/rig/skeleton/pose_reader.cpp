#include "pose_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/mechanics/mesh/dmat_reader.hpp>

#include "handle_frames.hpp"

namespace sinew {
namespace {

class PoseReader {
public:
    PoseReader(Eigen::MatrixXd matrix, const Path& path, const TgfHandles& handles, double rate)
        : matrix_(std::move(matrix)),
          path_(path),
          n_(Eigen::Index(handles.joints.size())),
          order_(joints_by_number(handles)),
          rate_(rate) {
        file_.joints = handles.joints;
        file_.clip = Clip(handles.joints.size());
        file_.warnings = handles.warnings;
    }

    SkeletonFile read() {
        if (!matrix_.allFinite())
            fail(fmt::format("{} holds numbers that are not finite", path_.written),
                 "poses are finite: write them again");
        if (matrix_.rows() == n_ && matrix_.cols() == 4)
            matrix_ = Eigen::MatrixXd(matrix_.transpose().reshaped(4 * n_, 1));
        const bool are_turns = matrix_.rows() == 4 * n_;
        if (!are_turns && matrix_.rows() != 12 * n_) fail_of_shape();
        for (pose_ = 0; pose_ < matrix_.cols(); ++pose_) are_turns ? add_turns() : add_transforms();
        return std::move(file_);
    }

private:
    [[noreturn]] void fail(const std::string& message, const std::string& remedy) const {
        throw InputError(path_.mark, message, remedy);
    }

    [[noreturn]] void fail_of_shape() const {
        fail(fmt::format("{} has {} rows and {} columns, which are no poses of {} bones",
                         path_.written, matrix_.rows(), matrix_.cols(), n_),
             fmt::format("a column is a pose: of turns {} rows, x y z w of each bone; of "
                         "transforms {} rows; one pose may have {} rows of x y z w instead",
                         4 * n_, 12 * n_, n_));
    }

    /// The handle, as messages call it.
    std::string whose(Eigen::Index handle) const {
        return fmt::format("bone '{}' in pose {} of {}",
                           file_.joints[order_[std::size_t(handle)]].name, pose_, path_.written);
    }

    void add(Eigen::Index handle, const JointPose& pose) {
        append_keyframe(file_.clip, order_[std::size_t(handle)], double(pose_) / rate_, pose);
    }

    void add_turns() {
        constexpr double tolerance = 0.02;
        for (Eigen::Index h = 0; h < n_; ++h) {
            const Eigen::Vector4d xyzw = matrix_.block<4, 1>(4 * h, pose_);
            if (!(std::abs(xyzw.norm() - 1) <= tolerance))
                fail(fmt::format("the turn of {} is the quaternion ({:g}, {:g}, {:g}, {:g}) of "
                                 "length {:g}, not 1",
                                 whose(h), xyzw[0], xyzw[1], xyzw[2], xyzw[3], xyzw.norm()),
                     "write unit quaternions, x y z w, as igl::column_to_quats reads them");
            add(h, {Eigen::Quaterniond(xyzw), Eigen::Vector3d::Zero()});
        }
    }

    void add_transforms() {
        const auto column = matrix_.col(pose_);
        std::vector<Eigen::Isometry3d> now(order_.size());  // of handles' frames
        for (Eigen::Index h = 0; h < n_; ++h) {
            Eigen::Matrix<double, 3, 4> T;
            for (Eigen::Index axis = 0; axis < 3; ++axis)
                T.row(axis) = column.segment<4>(4 * n_ * axis + 4 * h).transpose();
            const std::size_t j = order_[std::size_t(h)];
            now[j] = Eigen::Translation3d(T.col(3)) * rotation(h, T.leftCols<3>()) *
                     file_.joints[j].rest;
        }
        for (Eigen::Index h = 0; h < n_; ++h)
            add(h, pose_of_frame(file_.joints, order_[std::size_t(h)], now));
    }

    Eigen::Quaterniond rotation(Eigen::Index handle, const Eigen::Matrix3d& R) const {
        constexpr double tolerance = 1e-3;
        if (!(R * R.transpose()).isIdentity(tolerance) || R.determinant() < 0)
            fail(fmt::format("the transform of {} stretches, shears or mirrors", whose(handle)),
                 "bones are rigid: write transforms of rotations and translations");
        return Eigen::Quaterniond(R).normalized();
    }

    Eigen::MatrixXd matrix_;
    const Path& path_;
    Eigen::Index n_;                  ///< of handles
    std::vector<std::size_t> order_;  ///< the joint of each handle
    double rate_;
    SkeletonFile file_;
    Eigen::Index pose_ = 0;  ///< being read
};

}  // namespace

SkeletonFile read_poses(std::istream& in, const Path& file, const TgfHandles& handles,
                        double rate) {
    return PoseReader(read_dmat(in, file.written), file, handles, rate).read();
}

}  // namespace sinew
