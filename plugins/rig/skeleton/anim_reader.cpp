#include "anim_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <sinew/mechanics/mesh/fail_at_word.hpp>

#include "handle_frames.hpp"

namespace sinew {
namespace {

class AnimReader {
public:
    AnimReader(std::istream& in, const std::string& name, const TgfHandles& handles, double rate)
        : lines_(in, name), handles_(handles), rate_(rate) {
        file_.joints = handles.joints;
        file_.clip = Clip(handles.joints.size());
        file_.warnings = handles.warnings;
    }

    SkeletonFile read() {
        read_counts();
        handles_.n_bones > 0 ? read_bones() : read_points();
        if (is_more())
            lines_.fail(fmt::format("there is more behind the last of {} frames", n_frames_),
                        "correct their number in the first line");
        return std::move(file_);
    }

private:
    bool is_more() {
        while (rest_.find_first_not_of(" \t\r,") == rest_.npos) {
            if (!lines_.next_with_content(0)) return false;
            rest_ = lines_.line();
        }
        return true;
    }

    void read_counts() {
        if (!is_more()) lines_.fail_at_end("the number of bones and of frames");
        int n_handles = 0;
        if (!to_number(next_word(rest_), n_handles) || !to_number(next_word(rest_), n_frames_) ||
            n_frames_ < 0)
            lines_.fail("expected the number of bones and of frames", "for example 24 457");
        const int expected = int(handles_.joints.size());
        if (n_handles != expected)
            lines_.fail(
                fmt::format("a motion of {} bones, and the skeleton has {}", n_handles, expected),
                "the motion belongs to another .tgf file");
    }

    double number() {
        if (!is_more())
            lines_.fail(frame_ < 0
                            ? "the file ends in the rest pose"
                            : fmt::format("the file ends after {} of {} frames", frame_, n_frames_),
                        "it may have been cut off: copy or export it again, or correct the number "
                        "of frames in the first line");
        const std::string_view word = next_word(rest_);
        double value = 0;
        if (!to_number(word, value) || !std::isfinite(value))
            fail_at_word(lines_, word, fmt::format("'{}' is no number", word),
                         "behind the first line stand numbers alone: the rest pose, then the "
                         "frames");
        return value;
    }

    Eigen::Vector3d position() {
        Eigen::Vector3d x;
        for (double& component : x) component = number();
        return x;
    }

    Eigen::Quaterniond rotation() {
        const Eigen::Vector3d e = position() * std::numbers::pi / 180;
        return Eigen::AngleAxisd(e.z(), Eigen::Vector3d::UnitZ()) *
               Eigen::AngleAxisd(e.y(), Eigen::Vector3d::UnitY()) *
               Eigen::AngleAxisd(e.x(), Eigen::Vector3d::UnitX());
    }

    void read_bones() {
        const std::vector<std::size_t> order = joints_by_number(handles_);
        const Eigen::Vector3d root_rest = position();
        const Eigen::Quaterniond root_frame = rotation();
        std::vector<Eigen::Quaterniond> frames(order.size());
        int n_roots = 0;
        for (const std::size_t j : order) {
            frames[j] = rotation();
            file_.joints[j].rest.linear() = frames[j].toRotationMatrix();
            n_roots += file_.joints[j].parent < 0;
        }
        for (frame_ = 0; frame_ < n_frames_; ++frame_) {
            const Eigen::Quaterniond root_turn = root_frame * rotation() * root_frame.inverse();
            const Eigen::Vector3d root_move = position() - root_rest;
            for (const std::size_t j : order) {
                JointPose pose;
                pose.turn = rotation();
                if (file_.joints[j].parent < 0) {
                    pose.move = root_move;
                    if (n_roots > 1)
                        pose.turn = pose.turn * frames[j].inverse() * root_turn * frames[j];
                }
                add_keyframe(j, pose);
            }
        }
    }

    void read_points() {
        const std::vector<std::size_t> order = joints_by_number(handles_);
        std::vector<Eigen::Vector3d> rest(order.size());
        std::vector<Eigen::Quaterniond> frames(order.size());
        for (const std::size_t j : order) {
            rest[j] = position();
            frames[j] = rotation();
            file_.joints[j].rest.linear() = frames[j].toRotationMatrix();
        }
        std::vector<Eigen::Isometry3d> now(order.size());  // of points' frames
        for (frame_ = 0; frame_ < n_frames_; ++frame_) {
            for (const std::size_t j : order) {
                const Eigen::Vector3d move = position() - rest[j];
                const Eigen::Quaterniond turn = frames[j] * rotation() * frames[j].inverse();
                now[j] = Eigen::Translation3d(move) * turn * file_.joints[j].rest;
            }
            for (const std::size_t j : order) add_keyframe(j, pose_of_frame(file_.joints, j, now));
        }
    }

    void add_keyframe(std::size_t j, const JointPose& pose) {
        append_keyframe(file_.clip, j, frame_ / rate_, pose);
    }

    TextLines lines_;
    const TgfHandles& handles_;
    double rate_;
    SkeletonFile file_;
    std::string_view rest_;  ///< of the line
    int n_frames_ = 0;
    int frame_ = -1;  ///< being read; -1 in the rest pose
};

}  // namespace

SkeletonFile read_anim(std::istream& in, const std::string& name, const TgfHandles& handles,
                       double rate) {
    return AnimReader(in, name, handles, rate).read();
}

}  // namespace sinew
