#include <sinew/kernel/run/bytes.hpp>
#include <sinew/mechanics/mesh/mesh_bytes.hpp>

namespace sinew {

namespace {

using Sets = std::map<std::string, std::vector<int>>;
using Arrays = std::map<std::string, Eigen::MatrixXd>;

void put(BytesOut& out, const Sets& sets) {
    out.put(std::int64_t(sets.size()));
    for (const auto& [name, members] : sets) {
        out.put(name);
        out.put(Eigen::VectorXi(
            Eigen::VectorXi::Map(members.data(), static_cast<Eigen::Index>(members.size()))));
    }
}

Sets take_sets(BytesIn& in) {
    Sets sets;
    for (std::int64_t n = in.integer(); n > 0; --n) {
        std::vector<int>& members = sets[in.text()];
        const auto values = in.matrix<Eigen::VectorXi>();
        members.assign(values.begin(), values.end());
    }
    return sets;
}

void put(BytesOut& out, const Arrays& arrays) {
    out.put(std::int64_t(arrays.size()));
    for (const auto& [name, values] : arrays) {
        out.put(name);
        out.put(values);
    }
}

Arrays take_arrays(BytesIn& in) {
    Arrays arrays;
    for (std::int64_t n = in.integer(); n > 0; --n) {
        Eigen::MatrixXd& values = arrays[in.text()];
        values = in.matrix<Eigen::MatrixXd>();
    }
    return arrays;
}

}  // namespace

std::string to_bytes(const MeshData& mesh) {
    BytesOut out;
    out.put(std::int64_t(mesh.volume.has_value()));
    if (mesh.volume) {
        out.put(std::int64_t(mesh.volume->type));
        out.put(mesh.volume->positions);
        out.put(mesh.volume->elements);
        put(out, mesh.volume->node_sets);
        put(out, mesh.volume->element_sets);
        put(out, mesh.volume->node_arrays);
        put(out, mesh.volume->element_arrays);
    }
    out.put(std::int64_t(mesh.surface.has_value()));
    if (mesh.surface) {
        out.put(mesh.surface->positions);
        out.put(mesh.surface->triangles);
    }
    out.put(std::int64_t(mesh.warnings.size()));
    for (const std::string& warning : mesh.warnings) out.put(warning);
    return out.take();
}

MeshData mesh_of_bytes(std::string_view bytes) {
    BytesIn in(bytes);
    MeshData mesh;
    if (in.integer() != 0) {
        VolumeMesh& volume = mesh.volume.emplace();
        volume.type = static_cast<ElementType>(in.integer());
        volume.positions = in.matrix<Points>();
        volume.elements = in.matrix<Eigen::MatrixXi>();
        volume.node_sets = take_sets(in);
        volume.element_sets = take_sets(in);
        volume.node_arrays = take_arrays(in);
        volume.element_arrays = take_arrays(in);
    }
    if (in.integer() != 0) {
        SurfaceMesh& surface = mesh.surface.emplace();
        surface.positions = in.matrix<Points>();
        surface.triangles = in.matrix<Eigen::MatrixXi>();
    }
    for (std::int64_t n = in.integer(); n > 0; --n) mesh.warnings.push_back(in.text());
    return mesh;
}

}  // namespace sinew
