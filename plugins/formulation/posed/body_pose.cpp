#include "body_pose.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "painted_elements.hpp"

namespace sinew::posed {
namespace {

/// Paints the points that are selected, with the values of one of both parameters.
Eigen::VectorXd painted(const BodyPose& pose, std::optional<double> Paint::*value,
                        const VolumeMesh& points, const PaintedElements& elements,
                        const Eigen::VectorXd& unpainted) {
    const auto has_value = [&](const Marked<Paint>& paint) {
        return (paint.value.*value).has_value();
    };
    if (std::none_of(pose.paint.begin(), pose.paint.end(), has_value)) return unpainted;
    Eigen::VectorXd at_points = elements.at_points(unpainted);
    for (const Marked<Paint>& paint : pose.paint)
        if (has_value(paint))
            for (const int point : paint.value.where.nodes(points, {}))
                at_points[point] = *(paint.value.*value);
    return elements.of_elements(at_points, unpainted);
}

}  // namespace

std::unique_ptr<PoseModuli> moduli_of(const std::vector<Marked<BodyPose>>& poses,
                                      const FitSite& site, double zeta, const Origin& origin) {
    const auto first = std::find_if(poses.begin(), poses.end(),
                                    [](const auto& pose) { return pose.value.has_material(); });
    if (first == poses.end()) return nullptr;
    const Body& body = site.body;
    const std::optional<Moduli> neutral = body.material->moduli(body.mesh);
    if (!neutral)
        throw InputError(first->where,
                         fmt::format("this pose has a Young's modulus or Poisson's ratio of its "
                                     "own, and {} of {} lacks `young` and `poisson`",
                                     body.material->provenance.plugin, body.path),
                         "take material: {type: stvk}, neo_hookean or another that has both, or "
                         "leave those of the pose out");
    std::optional<PaintedElements> elements;
    VolumeMesh points;  // without elements, for selections
    points.positions = body.to_world.inverse() * site.surface.positions;
    std::vector<Moduli> all{*neutral};
    for (std::size_t k = 0; k < poses.size(); ++k) {
        const BodyPose& pose = poses[k].value;
        Moduli moduli = *neutral;
        if (pose.young) moduli.young = pose.young->on(body.mesh);
        if (pose.poisson) moduli.poisson = pose.poisson->on(body.mesh);
        for (const Marked<Paint>& paint : pose.paint)
            if (!paint.value.young && !paint.value.poisson)
                origin.fail(paint.where, "`paint` without a value",
                            "give it `young`, `poisson`, or both");
        if (!pose.paint.empty()) {
            if (!elements) elements.emplace(body.mesh, site.embeddings, zeta);
            moduli.young = painted(pose, &Paint::young, points, *elements, moduli.young);
            moduli.poisson = painted(pose, &Paint::poisson, points, *elements, moduli.poisson);
        }
        all.push_back(std::move(moduli));
    }
    return std::make_unique<PoseModuli>(*body.material, std::move(all));
}

}  // namespace sinew::posed
