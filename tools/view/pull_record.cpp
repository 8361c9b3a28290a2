#include "pull_record.hpp"

#include <fmt/format.h>

namespace sinew::view {

std::string as_loads(const std::vector<PullRecord>& pulls) {
    std::string out =
        fmt::format("{}: `loads: !include FILE`, or put them among others.\n", head_of_loads);
    for (const PullRecord& pull : pulls) {
        const Eigen::Affine3d to_node = pull.body->to_world.inverse();
        const Eigen::Vector3d at = to_node * pull.held.rest;
        out += fmt::format(
            "# {}\n- type: pull\n{}  at: {}\n  stiffness: {:.6g} N/m\n  from: {:.12g} s\n  "
            "until: {:.12g} s\n  target:\n    keyframes:\n",
            pull.body->path, pull.held.is_on_visual ? "  surface: visual\n" : "", written(at),
            pull.stiffness, pull.from, pull.until);
        out += pull.targets.keyframes(6, to_node);
    }
    return out;
}

}  // namespace sinew::view
