#include "played_clip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew {
namespace {

bool covers_all_below(const Layer& layer) {
    return layer.weight.is_constant() && layer.weight.at(0) == 1;
}

double weight_at(const Layer& layer, bool is_lowest, double t) {
    const double start = layer.clip.start();
    const bool holds_before = is_lowest && layer.fade_in == 0;
    if (t < start && !holds_before) return 0;
    const double weight = layer.weight.at(t);
    if (!(weight >= 0 && weight <= 1))
        throw ComputationError(fmt::format("the weight of a clip is {:g} at {:g} s", weight, t),
                               "let the clip's weight stay between 0 and 1");
    return holds_before ? weight : weight * faded_in(t, start, layer.fade_in);
}

}  // namespace

PlayedClip::PlayedClip(Clip clip, const PlayParams& params, std::string name,
                       const BuildContext& context)
    : clip_(std::move(clip)),
      params_(params),
      name_(std::move(name)),
      begin_(clip_.begin() == clip_.end() ? clip_.begin() : std::min(0.0, clip_.begin())),
      end_(clip_.end()) {
    if (!params.range) return;
    const Eigen::Vector2d range = *params.range;
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

double PlayedClip::clip_time(double t) const {
    const double length = end_ - begin_;
    double s = std::max(0.0, t - params_.start) * params_.speed;
    if (length <= 0) return begin_;
    if (params_.at_end == AtEnd::repeat) {
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

SkeletonPose blended(const std::vector<Layer>& layers, std::size_t n_joints, double t) {
    SkeletonPose pose(n_joints);
    for (std::size_t k = 0; k < layers.size(); ++k) {
        const double weight = weight_at(layers[k], k == 0, t);
        if (weight == 0) continue;
        pose = weight == 1 ? layers[k].clip.at(t) : blend(pose, layers[k].clip.at(t), weight);
    }
    return pose;
}

void require_long_enough(const std::vector<Layer>& layers, double run_end,
                         const BuildContext& context) {
    for (std::size_t k = 0; k < layers.size(); ++k) {
        double until = run_end;
        for (std::size_t above = k + 1; above < layers.size(); ++above)
            if (covers_all_below(layers[above]))
                until = std::min(until, layers[above].clip.start() + layers[above].fade_in);
        if (until == run_end)
            layers[k].clip.require(until, "the run", "time.end", context);
        else
            layers[k].clip.require(until, "the fade of what covers it", "that", context);
    }
}

}  // namespace sinew
