/// A clip on the scene's clock, and several blended over each other.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/rig/clip.hpp>

namespace sinew {

enum class AtEnd { refuse, hold, repeat, back_and_forth };
template <>
struct EnumNames<AtEnd> {
    static constexpr std::array names{
        std::pair{"refuse", AtEnd::refuse}, std::pair{"hold", AtEnd::hold},
        std::pair{"repeat", AtEnd::repeat}, std::pair{"back_and_forth", AtEnd::back_and_forth}};
};

/// Parameters of playing a clip. Its own time begins at 0, or at its first keyframe if that is
/// before 0: if it is later, the first pose holds until then. So do the morphs of the same
/// animation.
struct PlayParams {
    double speed = 1;
    std::optional<Eigen::Vector2d> range;
    AtEnd at_end = AtEnd::refuse;
    double start = 0;

    static constexpr auto fields = std::tuple{
        field("speed", &PlayParams::speed, positive, "Of the clip beside the scene's clock"),
        field("range", &PlayParams::range, unit::s,
              "Part of the clip that is played, in its own time; all of it if absent"),
        field("at_end", &PlayParams::at_end,
              "Where the run is longer than the clip: refuse the scene, hold the last pose, "
              "repeat the clip, or play it back and forth"),
        field("start", &PlayParams::start, unit::s, non_negative,
              "When the clip begins, at 0 of its own time; its first pose holds until then"),
    };
};

class PlayedClip {
public:
    /// `name` is what messages call the clip. Throws InputError: a range outside the clip.
    PlayedClip(Clip clip, const PlayParams& params, std::string name, const BuildContext& context);

    /// The pose at time t of the scene, as what is played at `seen_from` goes on: where a clip
    /// that begins anew jumps, its first and last poses hold beside it.
    SkeletonPose at(double t, double seen_from) const { return clip_.at(clip_time(t, seen_from)); }
    /// True if it begins anew, with another pose, after the one time and until the other [s].
    bool jumps(double from, double to) const;
    double start() const { return params_.start; }
    /// Time of the scene's clock at the first keyframe that is played [s].
    double first_keyframe() const;
    bool is_pose() const { return begin_ == end_; }  ///< or nothing at all
    const std::string& name() const { return name_; }
    /// Throws InputError if the clip is to be refused where it ends before `until` [s], when `what`
    /// ends, which `remedy` could change.
    void require(double until, const std::string& what, const std::string& remedy,
                 const BuildContext& context) const;

private:
    void take_range(const Eigen::Vector2d& range, const BuildContext& context);
    /// The clip's own time at time t of the scene.
    double clip_time(double t, double seen_from) const;
    /// The number of times that it has begun anew at time t.
    double n_repeated(double t) const;

    Clip clip_;
    PlayParams params_;
    std::string name_;
    double begin_, end_;  ///< what is played of the clip, in its own time [s]
    bool jumps_ = false;  ///< it repeats, and its last pose is not its first
};

/// Weight that rises from 0 at `from` [s] to 1 a `duration` [s] later, with no rate at either; 1
/// throughout without duration.
double faded_in(double t, double from, double duration);

/// A clip over those before it: their pose and its own are blended by weight times its fade.
struct Layer {
    PlayedClip clip;
    double fade_in = 0;          ///< from its start on [s]
    Varying<double> weight = 1;  ///< 0 to 1
    SourceMark where = {};       ///< of its start in the scene
};

/// True if what is blended of them jumps after the one time and until the other [s]: a clip begins
/// anew, or one without fade begins over others, in another pose.
bool jump(const std::vector<Layer>& layers, std::size_t n_joints, double from, double to);

/// Blends layer by layer, from the rest on, as what is played at `seen_from` goes on. A clip
/// without fade holds its first pose before its start if nothing is below it; any other begins to
/// count there.
SkeletonPose blended(const std::vector<Layer>& layers, std::size_t n_joints, double t,
                     double seen_from);

/// Throws InputError if a clip ends, and is to be refused there, before the run does or another one
/// covers it whole. A run of steps longer than its end ends after one of them.
void require_long_enough(const std::vector<Layer>& layers, const BuildContext& context);
/// Says which clips the run ends before.
void warn_of_late_clips(const std::vector<Layer>& layers, const BuildContext& context);

}  // namespace sinew
