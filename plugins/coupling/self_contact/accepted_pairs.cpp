#include "accepted_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <utility>

namespace sinew {

namespace {

void warn(const std::string& what, const std::string& remedy, const Origin& origin) {
    log_diagnostic(Diagnostic::warning(what).remedy(remedy).on(origin));
}

}  // namespace

AcceptedPairs::AcceptedPairs(const std::vector<Body*>& bodies) : bodies_(bodies) {
    for (const Body* body : bodies)
        sizes_.push_back(std::cbrt(element_volumes(body->mesh).cwiseAbs().mean()));
}

bool AcceptedPairs::begins() {
    return !std::exchange(has_begun_, true);
}

std::string AcceptedPairs::depth(const AcceptedPair& pair, const std::string& verb) const {
    const auto path = [&](int body) { return bodies_[std::size_t(body)]->path; };
    return fmt::format(
        "{} {} {:.3g} m inside {}, at ({:.3g}, {:.3g}, {:.3g}), which is more than its mean "
        "element size of {:.3g} m",
        path(pair.body), verb, pair.depth, pair.other == pair.body ? "itself" : path(pair.other),
        pair.at.x(), pair.at.y(), pair.at.z(), size(pair));
}

void AcceptedPairs::warn_of_start(const std::vector<AcceptedPair>& pairs, double from,
                                  const Origin& origin) {
    const std::string verb =
        from > 0 ? fmt::format("is, when contact begins at {:.6g} s,", from) : "starts";
    std::vector<const AcceptedPair*> deepest(bodies_.size(), nullptr);
    for (const AcceptedPair& pair : pairs) {
        const AcceptedPair*& most = deepest[std::size_t(pair.body)];
        if (!most || pair.depth > most->depth) most = &pair;
    }
    for (const AcceptedPair* pair : deepest) {
        if (!pair || pair->depth <= size(*pair)) continue;
        has_warned_of_depth_ = true;
        warn(depth(*pair, verb),
             pair->other == pair->body
                 ? "the penalty will throw its parts out of each other, or the first step will "
                   "fail: move them apart in the mesh"
                 : "the penalty will throw them apart, or the first step will fail: move one out "
                   "with its transform or initial: {displacement: ...}",
             origin);
    }
}

void AcceptedPairs::count_held(int n) {
    most_held_ = std::max(most_held_, n);
}

void AcceptedPairs::commit(const std::vector<AcceptedPair>& pairs, double t, const Origin& origin) {
    last_ = {};
    double all = 0, off = 0;
    const AcceptedPair* deep = nullptr;
    for (const AcceptedPair& pair : pairs) {
        all += pair.force;
        if (pair.is_held) off += pair.change;
        last_.n_held += pair.is_held;
        last_.n_pulling += pair.pulls;
        if (pair.pulls) continue;
        last_.deepest = std::max(last_.deepest, pair.depth);
        const double ratio = pair.depth / size(pair);
        if (!(ratio > last_.deepest_over_element)) continue;
        last_.deepest_over_element = ratio;
        deep = &pair;
    }
    if (all > 0) last_.held_share = off / all;
    if (last_.deepest > deepest_in_run_) {
        deepest_in_run_ = last_.deepest;
        deepest_at_ = t;
    }
    const std::string when = fmt::format("at {:.6g} s ", t);
    if (last_.deepest_over_element > 1 && !std::exchange(has_warned_of_depth_, true))
        warn(when + depth(*deep, "is"),
             "raise the stiffness, or take smaller time steps: what goes through a part within a "
             "step comes out on its other side",
             origin);
    if (last_.held_share > 0.01 && !std::exchange(has_warned_of_held_, true))
        warn(fmt::format("{}{} of {} pairs are held, {} of which pull: their nodes came and went "
                         "in turn, and keep the place of the skin that they had been drawn to; "
                         "found anew they would change the forces by {:.0f} %",
                         when, last_.n_held, pairs.size(), last_.n_pulling, 100 * last_.held_share),
             "the equilibrium may be another one: take smaller time steps, or a softer contact",
             origin);
}

void AcceptedPairs::report(nlohmann::json& report) const {
    report["most_held"] = most_held_;
    report["held"] = last_.n_held;
    report["held_share"] = last_.held_share;
    report["pulling"] = last_.n_pulling;
    report["deepest"] = last_.deepest;
    report["deepest_over_element"] = last_.deepest_over_element;
    report["deepest_in_run"] = {{"depth", deepest_in_run_}, {"time", deepest_at_}};
}

void AcceptedPairs::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/told", std::vector<std::int64_t>{has_begun_, has_warned_of_depth_,
                                                            has_warned_of_held_, most_held_});
    archive.put(prefix + "/deepest", std::vector<double>{deepest_in_run_, deepest_at_});
    archive.put(prefix + "/last",
                std::vector<double>{double(last_.n_held), double(last_.n_pulling), last_.held_share,
                                    last_.deepest, last_.deepest_over_element});
}

void AcceptedPairs::restore(const Archive& archive, const std::string& prefix) {
    // Checkpoints of earlier versions say nothing.
    if (!archive.has(prefix + "/told")) return;
    const std::vector<std::int64_t>& told = archive.integers(prefix + "/told");
    has_begun_ = has_begun_ || told.at(0) != 0;
    has_warned_of_depth_ = has_warned_of_depth_ || told.at(1) != 0;
    has_warned_of_held_ = has_warned_of_held_ || told.at(2) != 0;
    count_held(int(told.at(3)));
    const std::vector<double>& deepest = archive.numbers(prefix + "/deepest");
    deepest_in_run_ = deepest.at(0);
    deepest_at_ = deepest.at(1);
    last_ = {};
    if (!archive.has(prefix + "/last")) return;
    const std::vector<double>& last = archive.numbers(prefix + "/last");
    last_ = {std::size_t(last.at(0)), std::size_t(last.at(1)), last.at(2), last.at(3), last.at(4)};
}

}  // namespace sinew
