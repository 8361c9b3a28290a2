#include "quantity.hpp"

namespace sinew::probe {

const char* unit_of(MotionQuantity quantity) {
    switch (quantity) {
        case MotionQuantity::displacement:
        case MotionQuantity::secondary:
        case MotionQuantity::position:
            return "m";
        case MotionQuantity::velocity:
            return "m/s";
        case MotionQuantity::reaction:
            return "N";
    }
    return "";
}

Eigen::Vector3d value_of(MotionQuantity quantity, const Target& target, const BodyResults& results,
                         const NodalValues& nodes) {
    const auto mean = [&](auto&& at) {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (const MaterialPoint& point : target.points) sum += at(point);
        return Eigen::Vector3d(sum / static_cast<double>(target.points.size()));
    };
    const auto position = [&](const MaterialPoint& p) { return results.position(p); };
    switch (quantity) {
        case MotionQuantity::displacement:
            return mean(position) - target.rest;
        case MotionQuantity::secondary:
            return mean(position) - mean([&](const MaterialPoint& p) {
                       Eigen::Vector3d rest = Eigen::Vector3d::Zero();
                       for (int k = 0; k < p.n; ++k)
                           rest += p.weights[std::size_t(k)] *
                                   nodes.rest_positions.col(p.nodes[std::size_t(k)]);
                       return rest;
                   });
        case MotionQuantity::position:
            return mean(position);
        case MotionQuantity::velocity:
            return mean([&](const MaterialPoint& p) { return results.velocity(p); });
        case MotionQuantity::reaction:
            break;
    }
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const int node : target.nodes) sum += nodes.reactions.col(node);
    return sum;
}

}  // namespace sinew::probe
