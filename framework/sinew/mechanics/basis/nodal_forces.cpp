#include <fmt/format.h>

#include <sinew/mechanics/basis/nodal_forces.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>

namespace sinew {

Vector force_at(const FullBody& full, const Eigen::Vector3d& at, const Eigen::Vector3d& force,
                const SourceMark& mark, const std::string& name) {
    const Body& body = full.body();
    const Embedding point = embed(body.mesh, Points(body.to_world * at)).front();
    if (!point.inside)
        throw InputError(mark,
                         fmt::format("{} acts at [{:g}, {:g}, {:g}], outside the body", name,
                                     at.x(), at.y(), at.z()),
                         "move `at` inside, or choose nodes with `where`");
    Vector F = Vector::Zero(full.size());
    for (Index a = 0; a < point.nodes.size(); ++a)
        F.segment<3>(3 * point.nodes(a)) += point.weights(a) * force;
    return F;
}

Vector force_shared(const FullBody& full, const Selection& where, const Eigen::Vector3d& force) {
    Vector F = Vector::Zero(full.size());
    const std::vector<int> nodes = full.body().nodes(where);
    for (const int node : nodes) F.segment<3>(3 * node) += force / double(nodes.size());
    return F;
}

}  // namespace sinew
