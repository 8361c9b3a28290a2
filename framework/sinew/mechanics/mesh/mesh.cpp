#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/current_call.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/length_unit.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/overlaps.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew {
namespace {

void sort_sets(std::map<std::string, std::vector<int>>& sets) {
    for (auto& [name, members] : sets) {
        std::sort(members.begin(), members.end());
        members.erase(std::unique(members.begin(), members.end()), members.end());
    }
}

/// "3 nodes belong to no element and have been left out".
std::string left_out(int n, const char* one, const char* many, const char* whole) {
    if (n == 1) return fmt::format("1 {} belongs to no {} and has been left out", one, whole);
    return fmt::format("{} {} belong to no {} and have been left out", n, many, whole);
}

const char* remedy_for_shapes =
    "remesh it, or repair it in the program that made it (gmsh, MeshLab): no element may be turned "
    "inside out or flat";

}  // namespace

const char* MeshSource::remedy(const char* of_file) const {
    return is_of_file_
               ? of_file
               : "look at what the scene gives for it, its file or its sizes above all; if that is "
                 "sensible, this is a mistake in the plugin";
}

void MeshSource::check(VolumeMesh& mesh, int n_dropped, std::vector<std::string>& warnings) const {
    if (const std::string text = structural_defect(mesh); !text.empty())
        throw InputError(place_, fmt::format("{}: {}", origin_, text),
                         remedy("is the file whole, and a volume mesh? Copy or export it again"));
    if (orient(mesh))
        warnings.push_back(fmt::format(
            "{}: all elements were left-handed; their nodes have been reordered", origin_));
    if (const std::string text = defect(mesh); !text.empty())
        throw InputError(place_, fmt::format("{}: {}", origin_, text), remedy(remedy_for_shapes));
    if (const std::string text = duplicate_defect(mesh); !text.empty())
        throw InputError(place_, fmt::format("{}: {}", origin_, text),
                         "keep one of each: mass and stiffness would count twice");
    for (const std::string& text : overlap_warnings(mesh))
        warnings.push_back(fmt::format("{}: {}", origin_, text));
    if (const int n = n_dropped + drop_unreferenced(mesh); n > 0)
        warnings.push_back(fmt::format("{}: {}", origin_, left_out(n, "node", "nodes", "element")));
    sort_sets(mesh.node_sets);
    sort_sets(mesh.element_sets);
}

void MeshSource::check(SurfaceMesh& surface, int n_dropped,
                       std::vector<std::string>& warnings) const {
    if (const std::string text = structural_defect(surface); !text.empty())
        throw InputError(place_, fmt::format("{}: {}", origin_, text),
                         remedy("is the file whole, and a surface? Copy or export it again"));
    if (const int n = n_dropped + drop_unreferenced(surface); n > 0)
        warnings.push_back(
            fmt::format("{}: {}", origin_, left_out(n, "vertex", "vertices", "triangle")));
}

void MeshSource::to_metres(MeshData& data) const {
    double factor = common.scale * in_metres(common.unit);
    Eigen::Vector3d origin = Eigen::Vector3d::Zero();
    if (common.fit) {
        if (common.scale != 1 || common.unit != LengthUnit::m)
            throw InputError(place_,
                             fmt::format("{}: `fit` gives the size of the mesh, and so {} would "
                                         "have no effect",
                                         origin_, common.scale != 1 ? "`scale`" : "`unit`"),
                             "give one of them: fit for the longest side in the scene, or scale "
                             "and unit for what the numbers of the mesh mean");
        const Eigen::AlignedBox3d box =
            bounding_box(data.volume ? data.volume->positions : data.surface->positions);
        factor = *common.fit / box.sizes().maxCoeff();
        origin = box.center();
    }
    const auto apply = [&](Points& positions) {
        positions = factor * (positions.colwise() - origin);
    };
    if (data.volume) apply(data.volume->positions);
    if (data.surface) apply(data.surface->positions);
}

MeshData MeshSource::generate_placed() const {
    const CurrentCall call(provenance.plugin.c_str(), provenance.node_path.c_str(),
                           "making its mesh");
    try {
        return generate();
    } catch (const InputError& error) {
        std::vector<Diagnostic> diagnostics = error.diagnostics();
        for (Diagnostic& d : diagnostics)
            if (!d.where.known()) d.where = place_;
        throw InputError(std::move(diagnostics));
    }
}

MeshData MeshSource::load() const {
    Activity activity(fmt::format("the mesh of {}", named(provenance, origin_.c_str())));
    MeshData data = generate_placed();
    if (data.volume)
        activity.detail(fmt::format("{} nodes, {} elements", data.volume->n_nodes(),
                                    data.volume->n_elements()));
    SINEW_ASSERT(data.volume || data.surface, "{} gave neither a volume nor a surface", origin_);
    if (data.volume) check(*data.volume, data.n_dropped, data.warnings);
    if (data.surface) check(*data.surface, data.volume ? 0 : data.n_dropped, data.warnings);
    to_metres(data);
    return data;
}

}  // namespace sinew
