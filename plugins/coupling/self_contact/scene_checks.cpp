#include "scene_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

#include "rest_skin.hpp"

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

/// When the self-contacts of each body act, and where they are written.
struct SelfContacts {
    struct Written {
        ActiveWindow window;
        SourceMark where;
    };
    std::multimap<const Body*, Written> of;
    ActiveWindow newest;  ///< of the one that is being built

    static SelfContacts& in(BuildContext& context) {
        return context.graph().root().attachment<SelfContacts>(
            [] { return std::make_unique<SelfContacts>(); });
    }
};

bool overlap(const ActiveWindow& a, const ActiveWindow& b) {
    constexpr double always = std::numeric_limits<double>::infinity();
    return std::max(a.from.value_or(-always), b.from.value_or(-always)) <
           std::min(a.until.value_or(always), b.until.value_or(always));
}

}  // namespace

void check_way_out(const SkinContactParams& params, BuildContext& context) {
    if (params.way_out == WayOut::rest_shape) return;
    const auto check = [&](const char* name, bool is_given, const char* what) {
        if (is_given)
            context.fail(context.at(name), fmt::format("{} is given, but {}", name, what),
                         "leave it away, or give way_out: rest_shape too");
    };
    check("anisotropy", params.anisotropy.has_value(),
          "where a node leaves by what faces it, its force is along the normal anyway");
    check("voxel", params.voxel.has_value(), "no distances to the skin at rest are kept");
}

void check_voxel(const Body& body, const SkinContactParams& params, BuildContext& context) {
    if (params.way_out != WayOut::rest_shape) return;
    const double voxel = params.voxel.value_or(RestSkin::fine_voxel(body));
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

void check_single(const Body& body, const ActiveWindow& window, BuildContext& context) {
    SelfContacts& contacts = SelfContacts::in(context);
    const auto [first, last] = contacts.of.equal_range(&body);
    for (auto other = first; other != last; ++other) {
        if (!overlap(window, other->second.window)) continue;
        const SourceMark& at = other->second.where;
        context.fail(
            fmt::format("{} is in another self_contact at the same time, that of "
                        "{}:{}:{}: their forces would add up",
                        body.path, at.known() ? at.source->name : "the scene", at.line, at.column),
            "keep one of the two, and give it the bodies of both; or let one end (until) "
            "before the other begins (from)");
    }
    contacts.of.insert({&body, {window, context.where()}});
}

void SelfContactWindow::check(const SelfContactWindow& window, BuildContext& context) {
    ActiveWindow::check(window, context);
    SelfContacts::in(context).newest = window;
}

ActiveWindow SelfContactWindow::of(BuildContext& context) {
    return SelfContacts::in(context).newest;
}

}  // namespace sinew
