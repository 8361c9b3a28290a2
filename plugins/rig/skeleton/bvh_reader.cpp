#include "bvh_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/mechanics/mesh/fail_at_word.hpp>
#include <unordered_set>

namespace sinew {
namespace {

/// Names of a joint's channels: positions along x, y, z are 0 to 2, rotations about them 3 to 5.
constexpr std::array<const char*, 6> channel_names{"Xposition", "Yposition", "Zposition",
                                                   "Xrotation", "Yrotation", "Zrotation"};

constexpr const char* at_the_offset =
    "write OFFSET and three numbers: where it is, seen from its parent";

std::string small(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    return result;
}

class BvhReader {
public:
    BvhReader(std::istream& in, const std::string& name) : lines_(in, name) {}

    SkeletonFile read() {
        if (!lines_.next_with_content(0)) lines_.fail_at_end("HIERARCHY");
        if (small(trimmed(lines_.line())) != "hierarchy")
            lines_.fail("expected HIERARCHY", "is this a .bvh file?");
        read_hierarchy();
        place_joints();
        read_motion();
        return std::move(file_);
    }

private:
    struct BvhJoint {
        std::vector<int> channels;
        Eigen::Vector3d offset = Eigen::Vector3d::Zero();
        bool has_offset = false, has_channels = false;
    };
    struct EndSite {
        int joint;
        Eigen::Vector3d offset;
    };

    /// Reads the joints, up to the line MOTION.
    void read_hierarchy() {
        while (lines_.next_with_content(0)) {
            std::string_view rest = lines_.line();
            const std::string_view word = next_word(rest);
            const std::string keyword = small(word);
            if (is_opening_ != (keyword == "{"))
                lines_.fail(is_opening_ ? "expected '{'" : "a '{' that opens no joint",
                            "a '{' follows each ROOT, JOINT and End Site, and nothing else");
            if (keyword == "{") {
                is_opening_ = false;
            } else if (keyword == "root" || keyword == "joint") {
                add_joint(keyword == "root", rest);
            } else if (keyword == "end") {
                add_end_site();
                is_opening_ = opens(rest);
            } else if (keyword == "}") {
                close();
            } else if (keyword == "offset") {
                read_offset(rest);
            } else if (keyword == "channels") {
                read_channels(rest);
            } else if (keyword == "motion") {
                if (!open_.empty())
                    lines_.fail(fmt::format("{} is not closed", open_name()),
                                "add the missing '}'");
                if (nodes_.empty())
                    lines_.fail("there are no joints", "write a ROOT before MOTION");
                return;
            } else {
                fail_at_word(lines_, word, fmt::format("there is no keyword '{}'", word),
                             "allowed: ROOT, JOINT, End Site, OFFSET, CHANNELS, MOTION");
            }
        }
        lines_.fail_at_end("MOTION");
    }

    /// True if the brace is still to come; cuts it off if it ends the line.
    static bool opens(std::string_view& rest) {
        rest = trimmed(rest);
        if (!rest.ends_with('{')) return true;
        rest = trimmed(rest.substr(0, rest.size() - 1));
        return false;
    }

    void add_joint(bool is_root, std::string_view rest) {
        if (is_root && !open_.empty())
            lines_.fail(fmt::format("a ROOT inside of {}", open_name()),
                        "write JOINT, or close the joints before it");
        if (!is_root && open_.empty())
            lines_.fail("a JOINT outside of any ROOT", "the first of a tree is a ROOT");
        if (!is_root && open_.back() < 0)
            lines_.fail("a JOINT inside of an End Site", "end sites hold an OFFSET only");
        is_opening_ = opens(rest);
        Joint joint;
        joint.name = rest;
        joint.parent = is_root ? -1 : open_.back();
        if (joint.name.empty())
            lines_.fail("a joint without a name", "write ROOT or JOINT, a name");
        if (!is_utf8(joint.name))
            fail_at_word(lines_, rest, fmt::format("the name {} is not UTF-8", quote(joint.name)),
                         "save the file as UTF-8, or write the name in plain letters");
        if (!names_.insert(joint.name).second)
            fail_at_word(lines_, rest, fmt::format("two joints are named '{}'", joint.name),
                         "give each a name of its own");
        open_.push_back(int(nodes_.size()));
        file_.joints.push_back(std::move(joint));
        nodes_.emplace_back();
    }

    void add_end_site() {
        if (open_.empty() || open_.back() < 0)
            lines_.fail("an End Site outside of any joint", "it stands inside the last joint");
        sites_.push_back({open_.back(), Eigen::Vector3d::Zero()});
        site_has_offset_ = false;
        open_.push_back(-1);
    }

    void close() {
        if (open_.empty()) lines_.fail("a '}' that closes nothing", "take it away");
        const bool has_offset =
            open_.back() < 0 ? site_has_offset_ : nodes_[std::size_t(open_.back())].has_offset;
        if (!has_offset) lines_.fail(fmt::format("{} has no OFFSET", open_name()), at_the_offset);
        open_.pop_back();
    }

    std::string open_name() const {
        return open_.back() < 0
                   ? "the End Site"
                   : fmt::format("joint '{}'", file_.joints[std::size_t(open_.back())].name);
    }

    void read_offset(std::string_view rest) {
        if (open_.empty())
            lines_.fail("an OFFSET outside of any joint",
                        "write it inside the '{' and '}' of the joint that it places");
        bool& has_offset =
            open_.back() < 0 ? site_has_offset_ : nodes_[std::size_t(open_.back())].has_offset;
        if (has_offset)
            lines_.fail(fmt::format("{} has a second OFFSET", open_name()),
                        "leave one of them out");
        has_offset = true;
        Eigen::Vector3d& offset =
            open_.back() < 0 ? sites_.back().offset : nodes_[std::size_t(open_.back())].offset;
        for (double& x : offset) x = coordinate(next_word(rest));
        if (const std::string_view more = next_word(rest); !more.empty())
            fail_at_word(lines_, more, "an OFFSET of more than three numbers", at_the_offset);
    }

    double coordinate(std::string_view word) const {
        double value = 0;
        if (word.empty())
            fail_at_word(lines_, word, "an OFFSET of less than three numbers", at_the_offset);
        if (!to_number(word, value) || !std::isfinite(value))
            fail_at_word(lines_, word, fmt::format("'{}' is no number", word), at_the_offset);
        return value;
    }

    void read_channels(std::string_view rest) {
        if (open_.empty() || open_.back() < 0)
            lines_.fail(
                "CHANNELS outside of any joint",
                "write them inside the '{' and '}' of a ROOT or JOINT; end sites have none");
        BvhJoint& node = nodes_[std::size_t(open_.back())];
        if (node.has_channels)
            lines_.fail(fmt::format("{} has CHANNELS twice", open_name()),
                        "name all of its channels in one line");
        node.has_channels = true;
        int n = 0;
        const std::string_view count = next_word(rest);
        if (!to_number(count, n) || n < 0)
            fail_at_word(lines_, count, "expected the number of channels",
                         "for example CHANNELS 3 Zrotation ...");
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            const auto known =
                std::find_if(channel_names.begin(), channel_names.end(),
                             [&](const char* name) { return small(name) == small(word); });
            if (known == channel_names.end())
                fail_at_word(lines_, word, fmt::format("there is no channel '{}'", word),
                             fmt::format("allowed: {}", fmt::join(channel_names, ", ")));
            const int channel = int(known - channel_names.begin());
            if (std::count(node.channels.begin(), node.channels.end(), channel))
                fail_at_word(lines_, word,
                             fmt::format("{} has the channel {} twice", open_name(), *known),
                             "name each channel once");
            node.channels.push_back(channel);
        }
        if (int(node.channels.size()) != n)
            fail_at_word(
                lines_, count,
                fmt::format("CHANNELS promises {} channels and names {}", n, node.channels.size()),
                "correct the number");
    }

    /// Joints in the frame of the skeleton, and bones between them.
    void place_joints() {
        std::vector<Joint>& joints = file_.joints;
        std::vector<std::string> lengthless;
        for (std::size_t j = 0; j < joints.size(); ++j) {
            Joint& joint = joints[j];
            joint.rest.translation() = nodes_[j].offset;
            if (joint.parent < 0) continue;
            joint.rest.translation() += joints[std::size_t(joint.parent)].rest.translation();
            if (nodes_[j].offset.isZero(0))
                lengthless.push_back(joint.name);
            else
                extend(joints[std::size_t(joint.parent)], nodes_[j].offset);
        }
        for (const EndSite& site : sites_)
            if (!site.offset.isZero(0)) extend(joints[std::size_t(site.joint)], site.offset);
        for (Joint& joint : joints)
            if (joint.segments.empty()) extend(joint, Eigen::Vector3d::Zero());
        if (!lengthless.empty())
            file_.warnings.push_back(
                fmt::format("{}: no bone reaches to joints that stand where their parents are: {}",
                            lines_.name(), fmt::join(lengthless, ", ")));
    }

    static void extend(Joint& joint, const Eigen::Vector3d& offset) {
        const Eigen::Vector3d head = joint.rest.translation();
        joint.segments.push_back({head, head + offset});
    }

    /// The value of a line "Frames: 75".
    std::string_view value_of(const char* key) {
        if (!lines_.next_with_content(0)) lines_.fail_at_end(fmt::format("'{}:'", key));
        const std::string_view line = lines_.line();
        const auto colon = line.find(':');
        if (colon == line.npos || small(trimmed(line.substr(0, colon))) != small(key))
            lines_.fail(fmt::format("expected '{}:' and a number", key),
                        "behind MOTION come the lines 'Frames: 75' and 'Frame Time: 0.0333', then "
                        "the frames");
        return trimmed(line.substr(colon + 1));
    }

    void read_motion() {
        int n_frames = 0;
        double step = 0;
        const std::string_view count = value_of("Frames");
        if (!to_number(count, n_frames) || n_frames < 0)
            fail_at_word(lines_, count, fmt::format("'{}' is no number of frames", count),
                         "write how many lines of numbers follow, for example Frames: 75");
        const std::string_view seconds = value_of("Frame Time");
        if (!to_number(seconds, step) || !std::isfinite(step) || step < 0 ||
            (step == 0 && n_frames > 1))
            fail_at_word(lines_, seconds, fmt::format("'{}' is no frame time", seconds),
                         "it is in seconds, and above zero");
        file_.clip = Clip(file_.joints.size());
        for (int frame = 0; frame < n_frames; ++frame) {
            if (!lines_.next_with_content(0))
                lines_.fail(fmt::format("the file ends after {} of {} frames", frame, n_frames),
                            "it may have been cut off: copy or export it again, or correct Frames");
            read_frame(frame, frame * step);
        }
        if (lines_.next_with_content(0))
            lines_.fail(fmt::format("there is more behind the last of {} frames", n_frames),
                        "correct Frames, or take away what does not belong there");
    }

    void read_frame(int frame, double time) {
        std::vector<double> values;
        std::string_view rest = lines_.line();
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            double& value = values.emplace_back();
            if (!to_number(word, value) || !std::isfinite(value))
                fail_at_word(lines_, word,
                             fmt::format("'{}' in frame {} is no number", word, frame + 1),
                             "a frame is a line with one number a channel");
        }
        std::size_t n_channels = 0;
        for (const BvhJoint& node : nodes_) n_channels += node.channels.size();
        if (values.size() != n_channels)
            lines_.fail(fmt::format("frame {} has {} numbers, and the joints have {} channels",
                                    frame + 1, values.size(), n_channels),
                        "a frame is a line with one number a channel");
        const double* value = values.data();
        for (std::size_t j = 0; j < nodes_.size(); ++j) add_keyframe(j, time, value);
    }

    /// Takes the joint's channels from the front of `value`.
    void add_keyframe(std::size_t j, double time, const double*& value) {
        Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
        Eigen::Vector3d move = Eigen::Vector3d::Zero();
        bool turns = false, moves = false;
        for (const int channel : nodes_[j].channels) {
            const int axis = channel % 3;
            if (channel < 3) {
                move[axis] = *value++ - nodes_[j].offset[axis];
                moves = true;
            } else {
                turn = turn * Eigen::AngleAxisd(*value++ * std::numbers::pi / 180,
                                                Eigen::Vector3d::Unit(axis));
                turns = true;
            }
        }
        if (turns) {
            file_.clip.turns[j].times.push_back(time);
            file_.clip.turns[j].values.push_back(turn.normalized());
        }
        if (moves) {
            file_.clip.moves[j].times.push_back(time);
            file_.clip.moves[j].values.push_back(move);
        }
    }

    TextLines lines_;
    SkeletonFile file_;
    std::vector<BvhJoint> nodes_;  ///< one a joint
    std::unordered_set<std::string> names_;
    std::vector<EndSite> sites_;
    std::vector<int> open_;  ///< joints around this line; -1 is an end site
    bool is_opening_ = false, site_has_offset_ = false;
};

}  // namespace

SkeletonFile read_bvh(std::istream& in, const std::string& name) {
    return BvhReader(in, name).read();
}

}  // namespace sinew
