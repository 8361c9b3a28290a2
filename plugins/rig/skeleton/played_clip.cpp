#include "played_clip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>

namespace sinew {
namespace {

bool covers_all_below(const Layer& layer) {
    return layer.weight.is_constant() && layer.weight.at(0) == 1;
}

/// The first pose is seen until a clip begins.
bool holds_before(const Layer& layer, bool is_lowest) {
    return is_lowest && layer.fade_in == 0;
}

/// It begins over others at once.
bool cuts_in(const Layer& layer, bool is_lowest) {
    return !is_lowest && layer.fade_in == 0;
}

double weight_at(const Layer& layer, bool is_lowest, double t, double seen_from) {
    const double start = layer.clip.start();
    const bool holds = holds_before(layer, is_lowest);
    if (cuts_in(layer, is_lowest))
        t = seen_from < start ? std::min(t, seen_from) : std::max(t, start);
    if (t < start && !holds) return 0;
    const double weight = layer.weight.at(t);
    if (!(weight >= 0 && weight <= 1))
        throw ComputationError(fmt::format("the weight of a clip is {:g} at {:g} s", weight, t),
                               "let the clip's weight stay between 0 and 1");
    return holds ? weight : weight * faded_in(t, start, layer.fade_in);
}

bool have_same_poses(const SkeletonPose& first, const SkeletonPose& second) {
    constexpr double round_off = 1e-5;  // of files in single precision
    double most = 0;
    for (const SkeletonPose* pose : {&first, &second})
        for (const JointPose& joint : *pose) most = std::max(most, joint.move.norm());
    for (std::size_t k = 0; k < first.size(); ++k)
        if (first[k].turn.angularDistance(second[k].turn) > round_off ||
            (first[k].move - second[k].move).norm() > round_off * most)
            return false;
    return true;
}

/// End of the run [s]; that of its only step if that is longer than the run.
double end_of_run(const TimeSettings& time) {
    return time.end > 0 ? std::max(time.end, time.step) : 0;
}

}  // namespace

PlayedClip::PlayedClip(Clip clip, const PlayParams& params, std::string name,
                       const BuildContext& context)
    : clip_(std::move(clip)),
      params_(params),
      name_(std::move(name)),
      begin_(clip_.begin() == clip_.end() ? clip_.begin() : std::min(0.0, clip_.begin())),
      end_(clip_.end()) {
    if (params.range) take_range(*params.range, context);
    jumps_ = params.at_end == AtEnd::repeat && begin_ < end_ && !clip_.turns.empty() &&
             !have_same_poses(clip_.at(begin_), clip_.at(end_));
}

void PlayedClip::take_range(const Eigen::Vector2d& range, const BuildContext& context) {
    if (!(range[0] < range[1]) || range[0] < begin_ || range[1] > end_)
        context.fail(fmt::format("the range from {:g} s to {:g} s is no part of {}, "
                                 "which goes from {:g} s to {:g} s",
                                 range[0], range[1], name_, begin_, end_),
                     "give [from, to] inside the clip");
    begin_ = range[0];
    end_ = range[1];
}

void PlayedClip::require(double until, const std::string& what, const std::string& remedy,
                         const BuildContext& context) const {
    if (params_.at_end != AtEnd::refuse || begin_ == end_) return;  // a pose, or none
    const double clip_end = params_.start + (end_ - begin_) / params_.speed;
    if (until <= clip_end * (1 + 1e-9)) return;
    context.fail(fmt::format("{} ends at {:g} s, {} at {:g} s", name_, clip_end, what, until),
                 fmt::format("say what comes then, at_end: hold, repeat or back_and_forth; or "
                             "let {} be {:g} s",
                             remedy, clip_end));
}

double PlayedClip::first_keyframe() const {
    return params_.start + std::max(0.0, clip_.begin() - begin_) / params_.speed;
}

/// Times that round-off leaves just before a beginning count with it.
double PlayedClip::n_repeated(double t) const {
    constexpr double round_off = 1e-9;
    const double s = std::max(0.0, t - params_.start) * params_.speed;
    return std::floor(s / (end_ - begin_) + round_off);
}

bool PlayedClip::jumps(double from, double to) const {
    return jumps_ && n_repeated(from) != n_repeated(to);
}

double PlayedClip::clip_time(double t, double seen_from) const {
    const double length = end_ - begin_;
    double s = std::max(0.0, t - params_.start) * params_.speed;
    if (length <= 0) return begin_;
    if (jumps_) {
        s = std::max(0.0, s - n_repeated(seen_from) * length);
    } else if (params_.at_end == AtEnd::repeat) {
        s = std::fmod(s, length);
    } else if (params_.at_end == AtEnd::back_and_forth) {
        s = std::fmod(s, 2 * length);
        s = s > length ? 2 * length - s : s;
    }
    return begin_ + std::min(s, length);
}

double faded_in(double t, double from, double duration) {
    if (duration <= 0) return 1;
    const double s = std::clamp((t - from) / duration, 0.0, 1.0);
    return s * s * (3 - 2 * s);
}

bool jump(const std::vector<Layer>& layers, std::size_t n_joints, double from, double to) {
    for (std::size_t k = layers.size(); k-- > 0;) {
        const Layer& layer = layers[k];
        const double start = layer.clip.start();
        if (cuts_in(layer, k == 0) && from < start && start <= to &&
            !have_same_poses(blended(layers, n_joints, start, from),
                             blended(layers, n_joints, start, start)))
            return true;
        const double before = weight_at(layer, k == 0, from, from),
                     after = weight_at(layer, k == 0, to, to);
        if ((before > 0 || after > 0) && layer.clip.jumps(from, to)) return true;
        if (before == 1 && after == 1) break;  // it covers all below
    }
    return false;
}

SkeletonPose blended(const std::vector<Layer>& layers, std::size_t n_joints, double t,
                     double seen_from) {
    SkeletonPose pose(n_joints);
    for (std::size_t k = 0; k < layers.size(); ++k) {
        const double weight = weight_at(layers[k], k == 0, t, seen_from);
        if (weight == 0) continue;
        const SkeletonPose at = layers[k].clip.at(t, seen_from);
        pose = weight == 1 ? at : blend(pose, at, weight);
    }
    return pose;
}

void require_long_enough(const std::vector<Layer>& layers, const BuildContext& context) {
    const double run_end = end_of_run(context.graph().time());
    const bool is_one_step = run_end > context.graph().time().end;
    for (std::size_t k = 0; k < layers.size(); ++k) {
        double until = run_end;
        for (std::size_t above = k + 1; above < layers.size(); ++above)
            if (covers_all_below(layers[above]))
                until = std::min(until, layers[above].clip.start() + layers[above].fade_in);
        if (until < run_end)
            layers[k].clip.require(until, "the fade of what covers it", "that", context);
        else if (is_one_step)
            layers[k].clip.require(until, "the run's one step, which is longer than time.end,",
                                   "time.step", context);
        else
            layers[k].clip.require(until, "the run", "time.end", context);
    }
}

void warn_of_late_clips(const std::vector<Layer>& layers, const BuildContext& context) {
    const double run_end = end_of_run(context.graph().time());
    for (std::size_t k = 0; k < layers.size() && run_end > 0; ++k) {
        const PlayedClip& clip = layers[k].clip;
        const bool holds = holds_before(layers[k], k == 0);
        const bool is_late = clip.start() >= run_end;
        if (clip.is_pose() ? holds || !is_late : clip.first_keyframe() < run_end) continue;
        context.warn(
            layers[k].where,
            fmt::format("{} {} at {:g} s, and the run ends at {:g} s: {}", clip.name(),
                        is_late ? "begins" : "comes to its first keyframe",
                        is_late ? clip.start() : clip.first_keyframe(), run_end,
                        holds || !is_late ? "it stays in its first pose" : "nothing of it is seen"),
            is_late ? "let it start earlier (times without a unit are in seconds), or "
                      "run longer: "
                      "time.end"
                    : "run longer: time.end; or give the range of times to play: "
                      "range: [from, to]");
    }
}

}  // namespace sinew
