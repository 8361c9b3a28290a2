#include "pull_record.hpp"

#include <fmt/format.h>

namespace sinew::view {

namespace {

std::string text(const Eigen::Vector3d& x) {
    return fmt::format("[{:.9g}, {:.9g}, {:.9g}]", x.x(), x.y(), x.z());
}

}  // namespace

void PullRecord::add(double time, const Eigen::Vector3d& target) {
    const std::size_t n = keys.size();
    if (n >= 2 && keys[n - 1].target == target && keys[n - 2].target == target)
        keys.back().time = time;
    else
        keys.push_back({time, target});
    until = time;
}

std::string as_loads(const std::vector<PullRecord>& pulls) {
    std::string out =
        "# Recorded by `sinew view`: `loads: !include FILE`, or put them among others.\n";
    for (const PullRecord& pull : pulls) {
        const Eigen::Affine3d to_node = pull.body->to_world.inverse();
        const Eigen::Vector3d at = to_node * pull.held.rest;
        out += fmt::format(
            "# {}\n- type: pull\n{}  at: {}\n  stiffness: {:.6g} N/m\n  from: {:.12g} s\n  "
            "until: {:.12g} s\n  target:\n    keyframes:\n",
            pull.body->path, pull.held.is_on_visual ? "  surface: visual\n" : "", text(at),
            pull.stiffness, pull.from, pull.until);
        for (const PullRecord::Key& key : pull.keys)
            out += fmt::format("      - [{:.12g}, {}]\n", key.time, text(to_node * key.target));
    }
    return out;
}

}  // namespace sinew::view
