#include "scene_checks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numeric>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew {

namespace {

/// The largest dP_xx/dF_xx at rest, of the material's points [Pa].
double modulus(const Body& body) {
    const std::unique_ptr<PointLaw> law = body.material->bind(body.mesh);
    law->move_to(0);
    const std::vector<Mat3<Pack>> at_rest(
        1, unit_direction<Pack>(0, 0) + unit_direction<Pack>(1, 1) + unit_direction<Pack>(2, 2));
    std::vector<Mat3<Pack>> stress(1);
    std::vector<Tangent9<Pack>> tangent(1);
    double most = 0;
    for (Index first = 0; 8 * first < body.mesh.n_elements(); ++first) {
        law->stress_and_tangent(first, at_rest, stress, tangent, Definiteness::exact);
        for (int lane = 0; lane < 8; ++lane) most = std::max(most, tangent[0](0, 0)[lane]);
    }
    return most;
}

/// Where the self-contact of each body is written, if that acts all the time.
struct SelfContacts {
    std::map<const Body*, SourceMark> of;
};

}  // namespace

void check_voxel(const Body& body, std::optional<double> given, BuildContext& context) {
    const double voxel = given.value_or(RestSkin::fine_voxel(body));
    const double edge = RestSkin::mean_edge(body), n = RestSkin::n_voxels(body, voxel);
    const double least = 1.1 * voxel * std::cbrt(n / LevelSet::most_voxels);
    if (n > LevelSet::most_voxels)
        context.fail(context.at("voxel"),
                     fmt::format("a voxel of {:.3g} m makes {:.2g} cubes in {}, more than {:.2g}",
                                 voxel, n, body.path, LevelSet::most_voxels),
                     fmt::format("give a voxel of {:.2g} m or more", least));
    if (voxel <= 0.5 * edge) return;
    const std::string what =
        fmt::format("a voxel of {:.3g} m is {} the mean edge of the skin of {}, {:.3g} m: ", voxel,
                    voxel > edge ? "more than" : "more than half of", body.path, edge);
    const std::string remedy =
        fmt::format("give a voxel between {:.2g} m and {:.2g} m, or none", least, 0.5 * edge);
    if (voxel > edge) context.fail(context.at("voxel"), what + "places on it would be off", remedy);
    context.warn(what + "near the skin's edges places are off", remedy);
}

void check_stiffness(const Body& body, const SkinContactParams& params, BuildContext& context) {
    constexpr double most = 1e6, surely_soft = 1e6;  // the latter in Pa
    const double size = std::cbrt(element_volumes(body.mesh).cwiseAbs().mean());
    const std::vector<double> areas = skin_areas(body);
    const double area = std::accumulate(areas.begin(), areas.end(), 0.0) / double(areas.size());
    const double of_contact = size * (params.node_stiffness ? 2 * *params.node_stiffness / area
                                                            : params.pressure_per_depth());
    if (of_contact < surely_soft) return;
    const double of_material = modulus(body);
    if (!(of_material > 0) || of_contact <= most * of_material) return;
    const double fit = of_material / size;
    const bool is_of_node = params.node_stiffness.has_value();
    context.fail(
        context.at(is_of_node ? "node_stiffness" : "stiffness"),
        fmt::format("over an element of {}, {:.3g} m, the contact is as stiff as {:.2g} Pa, more "
                    "than a million times as stiff as the material, {:.2g} Pa: no step would "
                    "converge",
                    body.path, size, of_contact, of_material),
        is_of_node ? fmt::format("try {:.2g} N/m", 0.5 * fit * area)
                   : fmt::format("try {:.2g} Pa/m", fit));
}

void check_single(const Body& body, BuildContext& context) {
    const auto is_written = [&](const char* parameter) {
        const SourceMark at = context.at(parameter), whole = context.where();
        return at.line != whole.line || at.column != whole.column;
    };
    if (is_written("from") || is_written("until")) return;
    auto& others = context.graph().root().attachment<SelfContacts>(
        [] { return std::make_unique<SelfContacts>(); });
    const auto [other, is_first] = others.of.try_emplace(&body, context.where());
    if (is_first) return;
    context.fail(fmt::format("{} is in another self_contact already, in line {}, column {}: their "
                             "forces would add up",
                             body.path, other->second.line, other->second.column),
                 "keep one of the two, and give it the bodies of both");
}

}  // namespace sinew
